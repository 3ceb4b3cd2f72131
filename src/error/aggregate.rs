//! The error of a whole chain.

use super::{Error, Phase, StepError, join};

impl Error {
    /// The error of a chain of which these steps failed. `has_written` says whether another step has written something.
    ///
    /// Its code is that of the first failed step. Its phase is the worst of all steps, so that nobody repeats a chain that
    /// has already written. It always carries its steps, also if only one failed.
    pub(crate) fn failed_steps(steps: Vec<StepError>, has_written: bool) -> Self {
        let Some(first) = steps.first() else {
            return Self::unknown("no step failed");
        };
        let message = match steps.as_slice() {
            [only] => only.to_string(),
            steps => format!("{} steps failed: {}", steps.len(), join(steps)),
        };
        let phase = worst(&steps, has_written);
        let mut error = first.error.clone().with_message(message).in_phase(phase);
        error.0.capability = None;
        error.0.retry_at = steps.iter().filter_map(|step| step.error.retry_at()).max();
        error.0.steps = steps;
        error
    }
}

/// What a chain may have changed, by what its failed steps may have changed.
fn worst(steps: &[StepError], has_written: bool) -> Phase {
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

    fn of(phases: &[Phase], has_written: bool) -> Error {
        let steps = phases
            .iter()
            .enumerate()
            .map(|(index, phase)| StepError::new(index, "issue.create", Error::rate_limit("wait").in_phase(*phase)));
        Error::failed_steps(steps.collect(), has_written)
    }

    /// The error of a report once had the code and phase of the first failed step only.
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
            let error = of(phases, has_written);
            assert_eq!(error.phase(), expected, "{phases:?}");
            assert_eq!(error.is_retryable(), matches!(expected, Refused | NotSent), "{phases:?}");
        }
    }

    #[test]
    fn one_step_that_cannot_be_repeated_is_enough() {
        let step = |index, error: Error| StepError::new(index, "issue.create", error.in_phase(Phase::Refused));
        let steps = vec![step(0, Error::rate_limit("wait")), step(1, Error::validation("no"))];
        assert!(!Error::failed_steps(steps, false).is_retryable());
    }

    #[test]
    fn a_single_failed_step_is_listed_too() {
        let error = of(&[Phase::Refused], false);
        assert_eq!((error.code(), error.steps().len(), error.steps()[0].index), (ErrorCode::RateLimit, 1, 0));
        assert_eq!(error.to_string(), "step 0 (issue.create): wait");
    }
}
