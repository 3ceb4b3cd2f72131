//! The error of a chain, made from the errors of its failed steps.

use super::{Error, Phase, StepError, join};

impl Error {
    /// The error of a chain in which these steps failed. `has_written` is true if another step has written something.
    ///
    /// The code is that of the first failed step. The phase is the worst of all steps, so that a chain that has already
    /// written is not retryable. The error always carries its steps, even if only one failed.
    pub(crate) fn failed_steps(steps: Vec<StepError>, has_written: bool) -> Self {
        let Some(first) = steps.first() else {
            return Self::unknown("no step failed");
        };
        let message = match steps.as_slice() {
            [only] => only.to_string(),
            steps => format!("{} steps failed: {}", steps.len(), join(steps)),
        };
        let phase = worst_phase(&steps, has_written);
        let mut error = first.error.clone().with_message(message).in_phase(phase);
        error.inner_mut().capability = None;
        error.inner_mut().retry_at = steps.iter().filter_map(|step| step.error.retry_at()).max();
        error.inner_mut().steps = steps;
        error
    }
}

/// The phase of a chain, given the phases of its failed steps.
fn worst_phase(steps: &[StepError], has_written: bool) -> Phase {
    let has = |phase: Phase| steps.iter().any(|step| step.error.phase() == phase);
    let all = |phase: Phase| steps.iter().all(|step| step.error.phase() == phase);
    match () {
        () if has(Phase::MayBeApplied) => Phase::MayBeApplied,
        () if all(Phase::Applied) => Phase::Applied,
        () if has_written || has(Phase::PartlyApplied) || has(Phase::Applied) => Phase::PartlyApplied,
        () if has(Phase::Refused) => Phase::Refused,
        () => Phase::NotSent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    fn chain_error(phases: &[Phase], has_written: bool) -> Error {
        let steps = phases
            .iter()
            .enumerate()
            .map(|(index, phase)| StepError::new(index, "issue.create", Error::rate_limit("wait").in_phase(*phase)));
        Error::failed_steps(steps.collect(), has_written)
    }

    /// The error of a chain once took the phase of its first failed step, and was retryable after other steps had written.
    #[test]
    fn a_chain_that_has_written_is_not_retryable() {
        use Phase::{Applied, MayBeApplied, NotSent, PartlyApplied, Refused};
        for (phases, has_written, expected) in [
            (&[Refused][..], false, Refused),
            (&[NotSent], false, NotSent),
            (&[Refused, NotSent], false, Refused),
            (&[Refused], true, PartlyApplied),
            (&[NotSent, Refused], true, PartlyApplied),
            (&[Refused, MayBeApplied], true, MayBeApplied),
            (&[Refused, Applied], false, PartlyApplied),
            (&[Refused, PartlyApplied], false, PartlyApplied),
            (&[Applied, Applied], false, Applied),
        ] {
            let error = chain_error(phases, has_written);
            assert_eq!(error.phase(), expected, "{phases:?}");
            assert_eq!(error.is_retryable(), matches!(expected, Refused | NotSent), "{phases:?}");
        }
    }

    #[test]
    fn one_step_that_is_not_retryable_makes_the_chain_not_retryable() {
        let step = |index, error: Error| StepError::new(index, "issue.create", error.in_phase(Phase::Refused));
        let steps = vec![step(0, Error::rate_limit("wait")), step(1, Error::validation("no"))];
        assert!(!Error::failed_steps(steps, false).is_retryable());
    }

    /// `steps()` was once empty if exactly one step had failed.
    #[test]
    fn a_single_failed_step_is_listed_too() {
        let error = chain_error(&[Phase::Refused], false);
        assert_eq!((error.code(), error.steps().len(), error.steps()[0].index), (ErrorCode::RateLimit, 1, 0));
        assert_eq!(error.to_string(), "step 0 (issue.create): wait");
    }
}
