//! Checks that docs/errors.md has the tables of this module. To update it, run
//! `UPDATE_EXPECT=1 cargo test -p ghx --lib response::docs`.

use std::fmt::Write as _;

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
    let mut page = String::new();
    let mut line = |text: String| _ = writeln!(page, "{text}");
    line("| response | what it refuses | code |".to_owned());
    line("|---|---|---|".to_owned());
    for status in REFUSALS {
        line(format!(
            "| HTTP {} with GitHub's error body: {} | the request | `{}` |",
            status.number, status.meaning, status.code
        ));
    }
    line(format!(
        "| an error without `data` and without a field in its path, of type {} | the request | by its type |",
        list(REQUEST_TYPES)
    ));
    line(format!(
        "| the same with one of these `extensions.code`: {} | the request | `VALIDATION` |",
        list(STATIC_CODES)
    ));
    line(format!(
        "| the same with `extensions.problems` (a variable with a wrong value), or a message that starts with {} | the request | `VALIDATION`, `SERVER` |",
        list(STATIC_MESSAGES)
    ));
    line("| the same of type `FORBIDDEN` with `extensions.saml_failure` | the request | `AUTH` |".to_owned());
    line("| the same with a message about a secondary rate limit | the request | `RATE_LIMIT` |".to_owned());
    line(format!(
        "| an error at a root field that is null, of type {} | that field | by its type |",
        list(FIELD_TYPES)
    ));
    line(String::new());
    line("| `phase()` | `details.outcome` | what it means for a write |".to_owned());
    line("|---|---|---|".to_owned());
    for (phase, meaning) in [
        (Phase::NotSent, "nothing was sent"),
        (Phase::Refused, "it was sent, and a response of the first table proves that it was not executed"),
        (Phase::MayBeApplied, "it was sent, and the outcome is unknown: it is not sent again and is not retryable"),
        (Phase::Applied, "it was executed, but its result could not be read"),
        (Phase::PartlyApplied, "some of several writes were executed and others were not"),
    ] {
        let outcome = phase.outcome().map_or("absent".to_owned(), |outcome| format!("`{outcome}`"));
        line(format!("| `{phase:?}` | {outcome} | {meaning} |"));
    }
    line(String::new());
    line("| message contains | effect |".to_owned());
    line("|---|---|".to_owned());
    line(format!(
        "| {} | `VALIDATION` instead of `AUTH`: the cause is the state, not a missing permission |",
        list(STATE_MESSAGES)
    ));
    line(format!("| {} | retryable, although the code is `VALIDATION` |", list(TRANSIENT_MESSAGES)));
    page
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
