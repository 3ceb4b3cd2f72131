//! The outcome of a write, by its root fields: each one was done, was refused, or has an unknown outcome.

use crate::engine::graphql::{BatchResponse, Depth, ItemError, ItemResponse, Presence};
use crate::error::Phase;
use crate::response::{Data, Evidence, GraphqlError, nothing_ran, unknown_outcome};
use crate::{Error, ErrorCode};

/// The outcome of one root field of a mutation.
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

/// What a response to a mutation says about one of its writes.
pub(super) struct WriteEvidence<'r> {
    pub(super) response: &'r BatchResponse<'r>,
    /// The position of the write in the mutation.
    pub(super) place: usize,
    pub(super) item: &'r ItemResponse<'r>,
}

impl WriteEvidence<'_> {
    /// Why the write failed; `None` if all of it was done.
    pub(super) fn failure(&self) -> Option<Error> {
        let roots = self.item.roots.iter().filter(|root| root.presence != Presence::LeftOut);
        let outcomes: Vec<RootOutcome> = roots.map(|root| self.outcome(root.root, root.presence)).collect();
        let phase = combined(&outcomes)?;
        let error = self.error();
        let error = match phase {
            Phase::MayBeApplied => unknown_outcome(error),
            Phase::Applied => {
                let message = format!("the write was applied, but its result could not be read: {}", error.message());
                error.with_code(ErrorCode::Server).with_message(message)
            }
            Phase::PartlyApplied => {
                let failed: Vec<&str> = self.item.missing().collect();
                let message =
                    format!("only a part was applied, without `{}`: {}", failed.join("`, `"), error.message());
                error.with_message(message)
            }
            _ => error,
        };
        Some(error.in_phase(phase))
    }

    /// The outcome of one root field. A response that contradicts itself proves nothing.
    fn outcome(&self, root: usize, presence: Presence) -> RootOutcome {
        let of_root = |item_error: &&ItemError| item_error.root.is_none_or(|own| own == root);
        let errors: Vec<&ItemError> = self.response.item_errors(self.place).iter().filter(of_root).collect();
        let all = |depth: Depth| !errors.is_empty() && errors.iter().all(|item_error| item_error.depth == depth);
        let are_refusals = || errors.iter().all(|item_error| nothing_ran(Evidence::Field(self.error_at(item_error))));
        let has_data = matches!(self.response.response.data, Data::Fields(_));
        match presence {
            Presence::Given if errors.is_empty() => RootOutcome::Done,
            _ if all(Depth::Below) && has_data => RootOutcome::Applied,
            Presence::Missing if all(Depth::Field) && are_refusals() => RootOutcome::Refused,
            _ => RootOutcome::Unknown,
        }
    }

    fn error_at(&self, item_error: &ItemError) -> &GraphqlError {
        &self.response.response.errors[item_error.error]
    }

    /// The error to report: one at a root field before one below it, and an error of the whole response only if there is no
    /// other. An unattributed error explains nothing: several writes may be without a result.
    fn error(&self) -> Error {
        let own = self.response.item_errors(self.place);
        let at_field = own.iter().find(|item_error| item_error.depth == Depth::Field);
        let own = at_field.or(own.first()).map(|item_error| self.error_at(item_error));
        if let Some(error) = own.or_else(|| self.response.unattributed().next()) {
            return self.response.error(error);
        }
        let key = self.item.missing().next().unwrap_or_default();
        Error::server(format!("GitHub returned null for `{key}` without an error"))
    }
}

/// The phase of a write that did not succeed, by its root fields; `None` if all were done.
fn combined(outcomes: &[RootOutcome]) -> Option<Phase> {
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
        assert_eq!(combined(&[Done, Done]), None);
        assert_eq!(combined(&[Done, Refused]), Some(Phase::PartlyApplied));
        assert_eq!(combined(&[Refused, Refused]), Some(Phase::Refused));
        assert_eq!(combined(&[Done, Applied]), Some(Phase::Applied));
        assert_eq!(combined(&[Refused, Unknown]), Some(Phase::MayBeApplied));
        assert_eq!(combined(&[Done, Unknown]), Some(Phase::MayBeApplied));
    }
}
