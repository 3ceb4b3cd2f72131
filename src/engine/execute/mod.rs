//! The writes of a wave.

mod already;
pub(in crate::engine) mod mutation;
mod order;
mod outcome;

use self::mutation::{Write, write};
use super::Run;
use super::wave::Open;
use crate::card::operation::OperationKind;

impl Run<'_> {
    /// Sends the writes of the wave that have all they need and are not held back.
    pub(super) async fn execute(&mut self, open: &mut [Open<'_>], held: &[usize]) {
        let is_free = |step: &&Open<'_>| self.is_ready(step) && !held.contains(&step.index);
        let ready: Vec<&Open<'_>> = open.iter().filter(is_free).collect();
        if ready.is_empty() {
            return;
        }
        let writes: Vec<Write<'_>> = ready.iter().filter_map(|step| self.write_of(step)).collect();
        let decode =
            |write: usize, answer: &crate::capability::data::Answer<'_>| ready[write].bound.step().read(answer);
        let mut results = write(self.courier, &writes, &decode).await;
        already::settle(self.courier, &ready, &mut results).await;
        let steps: Vec<usize> = ready.iter().map(|step| step.index).collect();
        for (step, result) in steps.into_iter().zip(results) {
            self.finish(step, result);
        }
    }

    fn is_ready(&self, step: &Open<'_>) -> bool {
        let is_write = |request: &crate::card::operation::Request| request.operation.kind == OperationKind::Mutation;
        self.outcomes[step.index].is_none() && step.request.as_ref().is_some_and(is_write)
    }
}
