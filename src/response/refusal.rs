//! Whether a response proves that a write was not executed.
//!
//! [`nothing_ran`] is the only place that decides this, for GraphQL, REST and `gh`. It uses closed lists. A response that is
//! on none of them proves nothing: the outcome of the write is unknown, and it is not sent again.

use super::status::HttpStatus;
use crate::response::GraphqlError;

/// A part of a response that may prove that nothing was executed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Evidence<'a> {
    /// An HTTP status, and whether the body has the form of GitHub's errors. Proxies and login pages use the same statuses,
    /// even for requests that GitHub has executed.
    Status { status: u16, is_github: bool },
    /// An error of a root field of a mutation. It proves something about this field only.
    Field(&'a GraphqlError),
    /// An error in a response without `data`. It proves something about the whole request.
    Request(&'a GraphqlError),
}

/// The types by which GitHub refuses a single root field before executing it.
pub(crate) const FIELD_TYPES: &[&str] =
    &["FORBIDDEN", "INSUFFICIENT_SCOPES", "NOT_FOUND", "RATE_LIMIT", "RATE_LIMITED", "STALE_DATA", "UNPROCESSABLE"];

/// The types by which GitHub refuses a whole request before executing any of it.
pub(crate) const REQUEST_TYPES: &[&str] = &["INSUFFICIENT_SCOPES", "RATE_LIMIT", "RATE_LIMITED"];

/// The `extensions.code` of documents that GitHub's GraphQL library refuses before execution.
pub(crate) const STATIC_CODES: &[&str] = &[
    "argumentLiteralsIncompatible",
    "argumentNotAccepted",
    "argumentNotUnique",
    "cannotSpreadFragment",
    "defaultValueInvalidOnNonNullVariable",
    "defaultValueInvalidType",
    "directiveCannotBeApplied",
    "directiveNotUniqueForLocation",
    "fieldConflict",
    "fragmentNotUnique",
    "fragmentOnNonCompositeType",
    "infiniteLoop",
    "inputFieldNotUnique",
    "invalidOneOfInputObject",
    "missingMutationConfiguration",
    "missingQueryConfiguration",
    "missingRequiredArguments",
    "missingRequiredInputObjectAttribute",
    "missingSubscriptionConfiguration",
    "notSingleSubscription",
    "queryContainsSchemaDefinitions",
    "selectionMismatch",
    "undefinedDirective",
    "undefinedField",
    "undefinedType",
    "uniquelyNamedOperations",
    "useAndDefineFragment",
    "variableMismatch",
    "variableNotDefined",
    "variableNotUnique",
    "variableNotUsed",
    "variableRequiresValidType",
];

/// The start of messages without a type or code for documents that GitHub's GraphQL library refuses before execution.
pub(crate) const STATIC_MESSAGES: &[&str] = &["Parse error on ", "Timeout on validation of query"];

/// Whether this proves that nothing was executed: not the root field in the case of [`Evidence::Field`], nothing at all
/// otherwise.
pub(crate) fn nothing_ran(evidence: Evidence<'_>) -> bool {
    match evidence {
        Evidence::Status { status, is_github } => is_github && HttpStatus::of(status).refuses,
        Evidence::Field(error) => error.kind.as_deref().is_some_and(|kind| FIELD_TYPES.contains(&kind)),
        Evidence::Request(error) => refuses_request(error),
    }
}

fn refuses_request(error: &GraphqlError) -> bool {
    // An error that names a root field happened during execution, whatever its type.
    if !error.is_before_execution() {
        return false;
    }
    match error.kind.as_deref() {
        // Single sign-on is checked before execution.
        Some("FORBIDDEN") => error.saml_failure,
        Some(kind) => REQUEST_TYPES.contains(&kind),
        None => is_static_error(error) || super::rate_limit::is_secondary(&error.message),
    }
}

/// Whether the document or its variables were refused.
fn is_static_error(error: &GraphqlError) -> bool {
    match error.code.as_deref() {
        Some(code) => STATIC_CODES.contains(&code),
        // A variable with a wrong value has `problems` and no code.
        None => error.has_problems || STATIC_MESSAGES.iter().any(|text| error.message.starts_with(text)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn error(value: &Value) -> GraphqlError {
        GraphqlError::read(value)
    }

    /// A mutation that failed with an unknown error type was once taken as refused and sent again.
    #[test]
    fn only_known_types_refuse_a_field() {
        for kind in FIELD_TYPES {
            assert!(nothing_ran(Evidence::Field(&error(&json!({"type": kind, "path": ["s0"], "message": "x"})))));
        }
        for kind in ["INTERNAL", "SERVICE_UNAVAILABLE", "RESOURCE_LIMITS_EXCEEDED", "TIMEOUT", "not_found", "", "NEW"] {
            let error =
                error(&json!({"type": kind, "path": ["s0"], "message": "not found", "locations": [{"line": 2}]}));
            assert!(!nothing_ran(Evidence::Field(&error)), "{kind}");
            assert!(!nothing_ran(Evidence::Request(&error)), "{kind}");
        }
    }

    /// A mutation that failed with an unknown error and without `data` was once taken as refused and sent again.
    #[test]
    fn only_known_errors_refuse_a_request() {
        for known in [
            json!({"type": "INSUFFICIENT_SCOPES", "message": "x", "locations": [{"line": 2, "column": 1}]}),
            json!({"type": "RATE_LIMITED", "message": "x"}),
            json!({"message": "x", "path": ["mutation Ghx", "s0", "x"], "extensions": {"code": "undefinedField"}}),
            json!({"message": "x", "path": ["mutation", "s0"], "extensions": {"code": "argumentNotAccepted"}}),
            json!({"message": "Variable $a of type Int! was provided invalid value", "extensions": {"problems": []}}),
            json!({"message": "Parse error on \"}\" (RCURLY) at [1, 5]", "locations": [{"line": 1, "column": 5}]}),
            json!({"message": "You have exceeded a secondary rate limit."}),
            json!({"type": "FORBIDDEN", "message": "x", "extensions": {"saml_failure": true}}),
        ] {
            assert!(nothing_ran(Evidence::Request(&error(&known))), "{known}");
        }
        for unknown in [
            json!({"message": "x"}),
            json!({"type": "NOT_FOUND", "message": "x"}),
            json!({"type": "FORBIDDEN", "message": "x"}),
            json!({"type": "FORBIDDEN", "message": "x", "path": ["s1"], "extensions": {"saml_failure": true}}),
            json!({"type": "RATE_LIMITED", "message": "x", "path": ["s1"]}),
            json!({"type": "INTERNAL", "message": "x", "extensions": {"code": "undefinedField"}}),
            json!({"message": "x", "extensions": {"code": "newCode"}}),
            json!({"message": "x", "path": ["s0"], "extensions": {"code": "undefinedField"}}),
            json!({"message": "Something went wrong while executing your query."}),
        ] {
            assert!(!nothing_ran(Evidence::Request(&error(&unknown))), "{unknown}");
        }
    }

    /// Redirects, 499 and 501 were once taken as refusals, and a login page as GitHub's response.
    #[test]
    fn a_status_refuses_only_with_an_error_body_of_github() {
        assert!(nothing_ran(Evidence::Status { status: 422, is_github: true }));
        for (status, is_github) in
            [(422, false), (401, false), (302, true), (304, true), (499, true), (501, true), (200, true)]
        {
            assert!(!nothing_ran(Evidence::Status { status, is_github }), "{status}");
        }
    }
}
