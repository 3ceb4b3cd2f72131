//! Tests of what an error reports: its text, whether it is retryable, and its problems.

use super::*;

#[test]
fn display_names_the_capability_and_hides_the_source() {
    let cause = std::io::Error::other("connection reset");
    let error = Error::network("no response").with_source(cause).for_capability("issue.view").for_capability("other");
    assert_eq!(error.to_string(), "issue.view: no response");
    let source = std::error::Error::source(&error).map(ToString::to_string);
    assert_eq!(source.as_deref(), Some("connection reset"));
}

#[test]
fn only_errors_that_changed_nothing_are_retryable() {
    assert!(!Error::server("502").is_retryable());
    assert!(Error::server("502").in_phase(Phase::Refused).is_retryable());
    assert!(Error::rate_limit("wait").is_retryable());
    assert!(!Error::not_found("no issue").is_retryable());
}

#[test]
fn problems_are_moved_below_their_member() {
    let problem = InputProblem::new("/0", "a string", "true", "must be a string, not true");
    let error = Error::invalid_input(vec![problem]).below("labels");
    assert_eq!(error.message(), "`labels[0]` must be a string, not true");
    assert_eq!(error.problems()[0].pointer(), "/labels/0");
}
