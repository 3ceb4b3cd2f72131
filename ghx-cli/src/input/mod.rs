//! Input: text, `-` or `@FILE`, in JSON, YAML or JSON Lines.
//!
//! Reading is strict. What a lenient parser would repair or drop, such as a duplicate key or a number that does not fit, is
//! an error with its line and column.

mod place;
mod source;
mod steps;
mod strict;
mod yaml;

use serde_json::Value;
use serde_json::error::Category;

use self::place::Place;
use self::strict::Strict;
use crate::Refusal;

pub(crate) use self::source::{Text, read};
pub(crate) use self::steps::Steps;

/// One value, in JSON or YAML.
pub(crate) fn value(text: &Text) -> Result<Value, Refusal> {
    match Format::of(&text.content) {
        Some(Format::Json | Format::Lines) => json(text),
        Some(Format::Yaml) => yaml::value(text),
        None => Err(empty(text)),
    }
}

/// A list of values: one value in JSON or YAML, which may be a list, or one JSON value per line.
pub(crate) fn list(text: &Text) -> Result<Value, Refusal> {
    match Format::of(&text.content) {
        Some(Format::Lines) => lines(text),
        _ => value(text),
    }
}

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Lines,
    Yaml,
}

impl Format {
    /// Detects the format by content. Text that begins like JSON is JSON: YAML would accept some broken JSON as something
    /// else.
    fn of(text: &str) -> Option<Self> {
        let rest = text.trim_start();
        match rest.chars().next()? {
            '{' if is_lines(rest) => Some(Self::Lines),
            '{' | '[' | '"' => Some(Self::Json),
            _ => Some(Self::Yaml),
        }
    }
}

/// Whether the first line is a complete value and more lines follow.
fn is_lines(text: &str) -> bool {
    let Some((first, rest)) = text.split_once('\n') else { return false };
    !rest.trim().is_empty() && serde_json::from_str::<serde::de::IgnoredAny>(first).is_ok()
}

fn json(text: &Text) -> Result<Value, Refusal> {
    parse(&text.content).map_err(|(place, message)| invalid(text, place, &message))
}

fn lines(text: &Text) -> Result<Value, Refusal> {
    let mut values = Vec::new();
    for (number, line) in text.content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let value = parse(line).map_err(|(place, message)| invalid(text, place.down(number), &message))?;
        values.push(value);
    }
    Ok(Value::Array(values))
}

fn parse(text: &str) -> Result<Value, (Place, String)> {
    let error = match serde_json::from_str::<Strict>(text) {
        Ok(Strict(value)) => return Ok(value),
        Err(error) => error,
    };
    let place = Place::of_bytes(text, error.line(), error.column());
    Err((place, plain(&error)))
}

/// The message in plain words and without its place.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    match message {
        "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
            "this escape is only half of a pair of surrogates".to_owned()
        }
        "trailing characters" => "there is more text after the value".to_owned(),
        "number out of range" => "the number is too large".to_owned(),
        _ if error.classify() == Category::Eof => format!("it ends too early ({message})"),
        _ => message.to_owned(),
    }
}

fn empty(text: &Text) -> Refusal {
    Refusal::invalid(format!("{} is empty", text.name)).help("give JSON or YAML, such as '{\"repo\":\"acme/widgets\"}'")
}

fn invalid(text: &Text, place: Place, message: &str) -> Refusal {
    Refusal::invalid(format!("{}, {place}: {message}", text.name)).excerpt(place.excerpt(&text.content))
}

#[cfg(test)]
mod tests;
