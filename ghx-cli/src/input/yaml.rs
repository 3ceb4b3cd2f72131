//! YAML that can be written as JSON.

use serde_json::Value;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_saphyr::{Error, UserMessageFormatter};

use super::place::Place;
use super::strict::Strict;
use super::{Text, invalid};
use crate::Refusal;

pub(super) fn value(text: &Text) -> Result<Value, Refusal> {
    let options = serde_saphyr::options! {
        duplicate_keys: DuplicateKeyPolicy::Error,
        // `<<` would add keys that are not visible in the place where they are used.
        merge_keys: MergeKeyPolicy::Error,
        // `no` is the text "no", and not false.
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    match serde_saphyr::from_str_with_options::<Strict>(&text.content, options) {
        Ok(Strict(value)) => Ok(value),
        Err(error) => Err(refused(text, &error)),
    }
}

fn refused(text: &Text, error: &Error) -> Refusal {
    let number = |number: u64| usize::try_from(number).unwrap_or(1).max(1);
    let place = error
        .location()
        .map_or(Place { line: 1, column: 1 }, |at| Place { line: number(at.line()), column: number(at.column()) });
    let message = plain(error);
    if message.contains("limits breached") {
        return invalid(text, place, "this is too large for YAML").help("write it as JSON, which may be larger");
    }
    let refusal = invalid(text, place, &format!("this is not valid YAML: {message}"));
    refusal.help("it was read as YAML because it does not begin like JSON; check indentation, brackets and quotes")
}

/// The message without its place, in plain words.
fn plain(error: &Error) -> String {
    match error.without_snippet() {
        Error::DuplicateMappingKey { key: Some(key), .. } => format!("`{key}` is given twice"),
        Error::NonFiniteFloat { value, .. } => format!("the number {value} is too large, or not a number"),
        Error::MultipleDocuments { .. } => "there is more than one document".to_owned(),
        other => {
            let message = other.render_with_formatter(&UserMessageFormatter);
            message.split(" at line ").next().unwrap_or(&message).to_owned()
        }
    }
}
