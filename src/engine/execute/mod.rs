//! The writes of a wave.

mod already;
mod mutation;
mod order;
mod outcome;
mod results;
mod write;

pub(super) use self::mutation::not_sent_after_unknown;
use self::mutation::run_writes;
use self::write::Write;
use super::Run;
use super::wave::OpenStep;
use crate::capability::data::ResponseData;
use crate::card::operation::{OperationKind, Request};

impl Run<'_> {
    /// Sends the writes of the wave that have all their inputs and are not held back.
    pub(super) async fn execute(&mut self, open: &mut [OpenStep<'_>], held: &[usize]) {
        let can_send = |step: &&OpenStep<'_>| self.is_ready(step) && !held.contains(&step.index);
        let ready: Vec<&OpenStep<'_>> = open.iter().filter(can_send).collect();
        if ready.is_empty() {
            return;
        }
        let writes: Vec<Write<'_>> = ready.iter().filter_map(|step| self.write_of(step)).collect();
        let decode = |write: usize, response: &ResponseData<'_>| ready[write].read(response);
        let mut results = run_writes(self.sender, &writes, &decode).await;
        already::settle(self.sender, &ready, &mut results).await;
        let steps: Vec<usize> = ready.iter().map(|step| step.index).collect();
        for (step, result) in steps.into_iter().zip(results) {
            self.finish(step, result);
        }
    }

    fn is_ready(&self, step: &OpenStep<'_>) -> bool {
        let is_write = |request: &Request| request.operation.kind == OperationKind::Mutation;
        self.outcomes[step.index].is_none() && step.request.as_ref().is_some_and(is_write)
    }
}
