//! The problems that a 422 reports, by the names of the inputs.

use serde_json::Value;

use crate::card::route::RestCall;
use crate::engine::routes::inputs::Inputs;
use crate::engine::routes::values::input_of;
use crate::error::{InputProblem, escape_segment};

/// How many characters of a value are shown.
const MAX_SHOWN_CHARS: usize = 40;

/// The entries of `errors`: objects with resource, field, code and message, or plain text.
pub(super) fn problems(errors: &Value, call: &RestCall, inputs: &Inputs<'_>) -> Vec<InputProblem> {
    match errors {
        Value::Array(entries) => entries.iter().map(|entry| problem(entry, call, inputs)).collect(),
        Value::String(_) | Value::Object(_) => vec![problem(errors, call, inputs)],
        _ => Vec::new(),
    }
}

fn problem(entry: &Value, call: &RestCall, inputs: &Inputs<'_>) -> InputProblem {
    let part = |name: &str| entry[name].as_str().filter(|text| !text.is_empty());
    let Some(field) = part("field") else {
        let rule = entry.as_str().or_else(|| part("message")).or_else(|| part("code")).unwrap_or("invalid input");
        return InputProblem::new("", "an input that GitHub accepts", "another", format!("was refused: {rule}"));
    };
    let input = input_for(field, call).unwrap_or(field);
    let given = inputs.input.get(input).map_or_else(|| "nothing".to_owned(), short);
    let (expected, rule) = rule(part("code"), part("message"));
    InputProblem::new(format!("/{}", escape_segment(input)), expected, given, rule)
}

/// The input that a field of the request was filled from. `None` if GitHub names a field that was not sent.
fn input_for(field: &str, call: &RestCall) -> Option<&'static str> {
    let members = call.body.iter().chain(call.query);
    members.into_iter().find(|(name, _)| *name == field).and_then(|(_, source)| input_of(source))
}

fn rule(code: Option<&str>, message: Option<&str>) -> (&'static str, String) {
    let (expected, rule) = match code.unwrap_or_default() {
        "missing" => ("something that exists", "names something that does not exist"),
        "missing_field" => ("a value", "must be given"),
        "invalid" => ("a value of the right form", "is not valid"),
        "already_exists" => ("something new", "already exists"),
        "unprocessable" => ("a value that GitHub can process", "cannot be processed"),
        _ => ("a value that GitHub accepts", "was refused"),
    };
    match message {
        Some(message) => (expected, format!("{rule}: {message}")),
        None => (expected, rule.to_owned()),
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
