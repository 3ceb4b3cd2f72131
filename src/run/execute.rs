//! The writes of a wave.

use super::Run;
use super::wave::Open;
use super::write::{Write, write};
use crate::operation::OperationKind;

impl Run<'_> {
    /// Sends the writes of the wave that have all they need.
    pub(super) async fn execute(&mut self, open: &mut [Open<'_>]) {
        let ready: Vec<&Open<'_>> = open.iter().filter(|step| self.is_ready(step)).collect();
        if ready.is_empty() {
            return;
        }
        let writes = ready.iter().filter_map(|step| {
            let request = step.request.as_ref()?;
            Some(Write {
                step: step.index,
                operation: request.operation,
                variables: &request.variables,
                idempotent: self.nodes[step.index].card.idempotent,
            })
        });
        let writes: Vec<Write<'_>> = writes.collect();
        let decode = |write: usize, answer: &crate::answer::Answer<'_>| ready[write].bound.step().read(answer);
        let results = write(self.courier, &writes, &decode, &self.warnings).await;
        let steps: Vec<usize> = ready.iter().map(|step| step.index).collect();
        for (step, result) in steps.into_iter().zip(results) {
            self.finish(step, result);
        }
    }

    fn is_ready(&self, step: &Open<'_>) -> bool {
        let is_write = |request: &crate::operation::Request| request.operation.kind == OperationKind::Mutation;
        self.outcomes[step.index].is_none() && step.request.as_ref().is_some_and(is_write)
    }
}
