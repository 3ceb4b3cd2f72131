//! What is known of a write, by its root fields: each was done, or refused, or its outcome is unknown.

use crate::Error;
use crate::engine::graphql::{Blamed, Depth, ItemAnswer, Presence};
use crate::error::Phase;
use crate::response::{Evidence, UNKNOWN_OUTCOME, from_graphql, nothing_ran};
use crate::response::{GraphqlError, Response};

/// What is known of one root field of a mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RootOutcome {
    /// It was executed, and its result is here.
    Done,
    /// It was executed, and reading its result failed.
    Applied,
    /// It was not executed.
    Refused,
    Unknown,
}

/// A response to a mutation, as far as it concerns one of its writes.
pub(in crate::engine) struct Settled<'r> {
    pub(in crate::engine) response: &'r Response<'r>,
    /// The errors that name it.
    pub(in crate::engine) own: &'r [Blamed],
    pub(in crate::engine) answer: &'r ItemAnswer<'r>,
    /// An error that names no root field. It explains nothing: several writes may be without a result.
    pub(in crate::engine) stray: Option<&'r GraphqlError>,
}

impl Settled<'_> {
    /// Why the write failed; `None` if all of it was done.
    pub(in crate::engine) fn failure(&self) -> Option<Error> {
        let roots = self.answer.roots.iter().filter(|root| root.presence != Presence::LeftOut);
        let outcomes: Vec<RootOutcome> = roots.map(|root| self.outcome(root.root, root.presence)).collect();
        let phase = together(&outcomes)?;
        let error = self.error();
        let error = match phase {
            Phase::MayBeApplied => {
                let message = format!("{}{UNKNOWN_OUTCOME}", error.message());
                error.with_message(message)
            }
            Phase::Applied => {
                let message = format!("the write was applied, but its result could not be read: {}", error.message());
                error.with_code(crate::ErrorCode::Server).with_message(message)
            }
            Phase::PartlyApplied => {
                let failed: Vec<&str> = self.answer.missing().collect();
                let message =
                    format!("only a part was applied, without `{}`: {}", failed.join("`, `"), error.message());
                error.with_message(message)
            }
            _ => error,
        };
        Some(error.in_phase(phase))
    }

    /// What is known of one root field. A response that contradicts itself proves nothing.
    fn outcome(&self, root: usize, presence: Presence) -> RootOutcome {
        let of_root = |blamed: &&Blamed| blamed.root.is_none_or(|own| own == root);
        let errors: Vec<&Blamed> = self.own.iter().filter(of_root).collect();
        let all = |depth: Depth| !errors.is_empty() && errors.iter().all(|blamed| blamed.depth == depth);
        let are_refusals = || errors.iter().all(|blamed| nothing_ran(Evidence::Field(self.error_at(blamed))));
        let has_data = matches!(self.response.data, crate::response::Data::Fields(_));
        match presence {
            Presence::Given if errors.is_empty() => RootOutcome::Done,
            _ if all(Depth::Below) && has_data => RootOutcome::Applied,
            Presence::Missing if all(Depth::Field) && are_refusals() => RootOutcome::Refused,
            _ => RootOutcome::Unknown,
        }
    }

    fn error_at(&self, blamed: &Blamed) -> &GraphqlError {
        &self.response.errors[blamed.error]
    }

    /// The error to report: one at a root field before one below it, and an error of the whole response only where there is
    /// no other.
    fn error(&self) -> Error {
        let at_field = self.own.iter().find(|blamed| blamed.depth == Depth::Field);
        let own = at_field.or(self.own.first()).map(|blamed| self.error_at(blamed));
        if let Some(error) = own.or(self.stray) {
            let error = from_graphql(error);
            let is_limit = error.code() == crate::ErrorCode::RateLimit;
            return if is_limit {
                error.with_retry_at(std::time::SystemTime::now() + self.response.wait)
            } else {
                error
            };
        }
        let key = self.answer.missing().next().unwrap_or_default();
        Error::server(format!("GitHub returned null for `{key}` without an error"))
    }
}

/// The phase of a write that did not succeed, by its root fields; `None` if all were done.
fn together(outcomes: &[RootOutcome]) -> Option<Phase> {
    let has = |outcome: RootOutcome| outcomes.contains(&outcome);
    let has_run = has(RootOutcome::Done) || has(RootOutcome::Applied);
    match () {
        () if has(RootOutcome::Unknown) => Some(Phase::MayBeApplied),
        () if has(RootOutcome::Refused) && has_run => Some(Phase::PartlyApplied),
        () if has(RootOutcome::Refused) => Some(Phase::Refused),
        () if has(RootOutcome::Applied) => Some(Phase::Applied),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unknown_root_makes_the_write_unknown() {
        use RootOutcome::{Applied, Done, Refused, Unknown};
        assert_eq!(together(&[Done, Done]), None);
        assert_eq!(together(&[Done, Refused]), Some(Phase::PartlyApplied));
        assert_eq!(together(&[Refused, Refused]), Some(Phase::Refused));
        assert_eq!(together(&[Done, Applied]), Some(Phase::Applied));
        assert_eq!(together(&[Refused, Unknown]), Some(Phase::MayBeApplied));
        assert_eq!(together(&[Done, Unknown]), Some(Phase::MayBeApplied));
    }
}
