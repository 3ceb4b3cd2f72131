//! A chain whose steps are known at compile time.

use super::list::{AppendTo, StepList};
use super::steps::Steps;
use super::{Chain, DynChain};
use crate::capability::Capability;
use crate::value::StepId;

impl Chain<()> {
    /// A chain without steps.
    pub fn new() -> Self {
        Self::of(Steps::new())
    }

    /// A chain that grows step by step, for loops.
    pub fn dynamic() -> DynChain {
        DynChain::default()
    }
}

impl Default for Chain<()> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> Chain<S> {
    /// The chain with one more step.
    pub fn step<C: Capability + AppendTo<S>>(mut self, step: C) -> Chain<C::Appended> {
        self.steps.push(step);
        Chain::of(self.steps)
    }
}

impl<S: StepList> Chain<S> {
    /// The chain with one more step that refers to earlier ones: `.then(|(new,)| issue::labels::add(new.id(), ["bug"]))`.
    ///
    /// The closure runs at once, with the handles of all steps so far. Nothing is sent before the whole chain is validated.
    pub fn then<C: Capability + AppendTo<S>>(self, step: impl FnOnce(S::Handles) -> C) -> Chain<C::Appended> {
        let handles = S::handles(&mut |index| self.steps.id(index));
        self.step(step(handles))
    }

    /// Makes the last step run after others that it does not refer to, for example a read that has to see what a write has
    /// changed. If one of them fails, the step is skipped.
    ///
    /// ```
    /// use ghx::{Chain, Repo, issue};
    ///
    /// let repo: Repo = "acme/widgets".parse()?;
    /// let chain = Chain::new()
    ///     .step(issue::close(repo.issue(42)))
    ///     .step(issue::view(repo.issue(42)))
    ///     .after(|(closed, _)| [closed.into()]);
    /// assert_eq!(chain.plan()?.waves().len(), 2);
    /// # Ok::<(), ghx::Error>(())
    /// ```
    pub fn after<I: IntoIterator<Item = StepId>>(mut self, others: impl FnOnce(S::Handles) -> I) -> Self {
        let handles = S::handles(&mut |index| self.steps.id(index));
        let last = self.steps.len().saturating_sub(1);
        self.steps.after(last, others(handles));
        self
    }
}
