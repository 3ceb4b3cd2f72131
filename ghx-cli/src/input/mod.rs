//! What was given as input: text, `-` or `@FILE`, in JSON, YAML or JSON Lines.
//!
//! Reading is strict. What another reader would repair or drop, such as a key that is given twice or a number that does not
//! fit, is an error with its line and column.

mod place;
mod source;
mod strict;
mod yaml;

use serde_json::Value;
use serde_json::error::Category;

use self::place::Place;
use self::strict::Strict;
use crate::Refusal;

pub(crate) use self::source::{Text, read};

/// One value, in JSON or YAML.
pub(crate) fn value(text: &Text) -> Result<Value, Refusal> {
    match Format::of(&text.content) {
        Some(Format::Json | Format::Lines) => json(text),
        Some(Format::Yaml) => yaml::value(text),
        None => Err(nothing(text)),
    }
}

/// A list of values: one value in JSON or YAML, which may be a list, or one JSON value per line.
pub(crate) fn list(text: &Text) -> Result<Value, Refusal> {
    match Format::of(&text.content) {
        Some(Format::Lines) => lines(text),
        _ => value(text),
    }
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Lines,
    Yaml,
}

impl Format {
    /// By content. What begins like JSON is JSON: YAML would read some of what is broken in it as something else.
    fn of(text: &str) -> Option<Self> {
        let rest = text.trim_start();
        match rest.chars().next()? {
            '{' if is_lines(rest) => Some(Self::Lines),
            '{' | '[' | '"' => Some(Self::Json),
            _ => Some(Self::Yaml),
        }
    }
}

/// Whether the first line is a whole value, and more lines follow.
fn is_lines(text: &str) -> bool {
    let Some((first, rest)) = text.split_once('\n') else { return false };
    !rest.trim().is_empty() && serde_json::from_str::<serde::de::IgnoredAny>(first).is_ok()
}

fn json(text: &Text) -> Result<Value, Refusal> {
    parse(&text.content).map_err(|(place, message)| wrong(text, place, &message))
}

fn lines(text: &Text) -> Result<Value, Refusal> {
    let mut values = Vec::new();
    for (number, line) in text.content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let value = parse(line).map_err(|(place, message)| wrong(text, place.down(number), &message))?;
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

/// The message without its place, in words that say what is wrong.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    match message {
        "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
            "this escape is only half of a pair of surrogates".to_owned()
        }
        "trailing characters" => "there is more after the end of the value".to_owned(),
        "number out of range" => "the number is too large".to_owned(),
        _ if error.classify() == Category::Eof => format!("it ends too early ({message})"),
        _ => message.to_owned(),
    }
}

fn nothing(text: &Text) -> Refusal {
    Refusal::invalid(format!("{} is empty", text.name)).help("give JSON or YAML, such as '{\"repo\":\"acme/widgets\"}'")
}

fn wrong(text: &Text, place: Place, message: &str) -> Refusal {
    Refusal::invalid(format!("{}, {place}: {message}", text.name)).excerpt(place.excerpt(&text.content))
}

#[cfg(test)]
mod tests;
