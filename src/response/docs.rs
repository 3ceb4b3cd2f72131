//! Checks that docs/errors.md has the tables of this module. To update it, run
//! `UPDATE_EXPECT=1 cargo test -p ghx --lib response::docs`.

use super::messages::{STATE_MESSAGES, TRANSIENT_MESSAGES};
use super::refusal::{FIELD_TYPES, REQUEST_TYPES, STATIC_CODES, STATIC_MESSAGES};
use super::status::REFUSALS;
use crate::error::Phase;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/errors.md");
const START: &str = "<!-- tables: begin -->\n";
const END: &str = "<!-- tables: end -->";

fn list(texts: &[&str]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    quoted.join(", ")
}

fn tables() -> String {
    let tables = [refusals(), phases(), message_effects()];
    tables.map(|lines| lines.join("\n") + "\n").join("\n")
}

/// The responses that prove that nothing was executed.
fn refusals() -> Vec<String> {
    let mut lines = vec!["| response | what it refuses | code |".to_owned(), "|---|---|---|".to_owned()];
    lines.extend(REFUSALS.iter().map(|status| {
        format!(
            "| HTTP {} with GitHub's error body: {} | the request | `{}` |",
            status.number, status.meaning, status.code
        )
    }));
    lines.extend([
        format!(
            "| an error without `data` and without a field in its path, of type {} | the request | by its type |",
            list(REQUEST_TYPES)
        ),
        format!("| the same with one of these `extensions.code`: {} | the request | `VALIDATION` |", list(STATIC_CODES)),
        format!(
            "| the same with `extensions.problems` (a variable with a wrong value), or a message that starts with {} | the request | `VALIDATION`, `SERVER` |",
            list(STATIC_MESSAGES)
        ),
        "| the same of type `FORBIDDEN` with `extensions.saml_failure` | the request | `AUTH` |".to_owned(),
        "| the same with a message about a secondary rate limit | the request | `RATE_LIMIT` |".to_owned(),
        format!("| an error at a root field that is null, of type {} | that field | by its type |", list(FIELD_TYPES)),
    ]);
    lines
}

/// The meaning of each phase for a write.
fn phases() -> Vec<String> {
    let meanings = [
        (Phase::NotSent, "nothing was sent"),
        (Phase::Refused, "it was sent, and a response of the first table proves that it was not executed"),
        (Phase::MayBeApplied, "it was sent, and the outcome is unknown: it is not sent again and is not retryable"),
        (Phase::Applied, "it was executed, but its result could not be read"),
        (Phase::PartlyApplied, "some of several writes were executed and others were not"),
    ];
    let head = ["| `phase()` | `details.outcome` | what it means for a write |", "|---|---|---|"];
    let rows = meanings.map(|(phase, meaning)| {
        let outcome = phase.outcome().map_or("absent".to_owned(), |outcome| format!("`{outcome}`"));
        format!("| `{phase:?}` | {outcome} | {meaning} |")
    });
    head.map(ToOwned::to_owned).into_iter().chain(rows).collect()
}

/// The messages that change the code of an error, or whether it is retryable.
fn message_effects() -> Vec<String> {
    vec![
        "| message contains | effect |".to_owned(),
        "|---|---|".to_owned(),
        format!(
            "| {} | `VALIDATION` instead of `AUTH`: the cause is the state, not a missing permission |",
            list(STATE_MESSAGES)
        ),
        format!("| {} | retryable, although the code is `VALIDATION` |", list(TRANSIENT_MESSAGES)),
    ]
}

#[test]
fn the_tables_in_errors_md_are_up_to_date() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(START).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(PAGE, format!("{before}{START}{}{END}{after}", tables())).unwrap();
        return;
    }
    assert!(found == tables(), "docs/errors.md is not up to date; these are the tables:\n{}", tables());
}
