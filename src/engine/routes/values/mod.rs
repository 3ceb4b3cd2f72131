//! The values that REST and `gh` send.
//!
//! | file | |
//! |---|---|
//! | [`compose`] | values that are put together |
//! | [`names`] | what sources are called in messages |

mod compose;
mod names;

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::Value;

pub(crate) use self::names::{input_of, name_of, placeholder_of};
use super::call_results::{CallResults, text};
use super::inputs::Inputs;
use super::walk::look;
use crate::Error;
use crate::card::route::{Literal, Source};

/// Why a value cannot be sent.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// The route cannot express it.
    Route(String),
    /// No route can: something was not found.
    Error(Error),
}

impl Unfit {
    /// Why, in words.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Route(message) => message,
            Self::Error(error) => error.message(),
        }
    }
}

impl From<String> for Unfit {
    fn from(message: String) -> Self {
        Self::Route(message)
    }
}

impl From<Unfit> for String {
    fn from(unfit: Unfit) -> Self {
        unfit.message().to_owned()
    }
}

/// Where the values of a request come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) inputs: Inputs<'a>,
    /// The responses so far; `None` before anything is sent.
    pub(crate) results: Option<&'a CallResults>,
    /// The element of the list that the request, or a part of it, is for.
    pub(crate) element: Option<&'a Value>,
    /// The host, as `gh` writes it.
    pub(crate) host: &'a str,
}

impl<'a> Scope<'a> {
    /// Before anything is sent.
    pub(crate) fn before(inputs: Inputs<'a>) -> Self {
        Self { inputs, results: None, element: None, host: "" }
    }

    /// The value of a source; `None` if it has none. The error says why the value cannot be sent.
    pub(crate) fn value(&self, source: &Source) -> Result<Option<Value>, Unfit> {
        Ok(match source {
            Source::Input(name) => self.inputs.get(name).map(Cow::into_owned),
            Source::Mapped { input, map } => self.inputs.get(input).map(|value| translate(&value, map)),
            Source::OrElse { input, default } => {
                let given = self.inputs.get(input).filter(|value| !value.is_null());
                Some(given.map_or_else(|| default.to_json(), Cow::into_owned))
            }
            Source::Joined { input, separator } => match self.inputs.get(input) {
                Some(list) => join(input, &list, separator)?,
                None => None,
            },
            Source::Literal(literal) => Some(literal.to_json()),
            Source::Present(input) => Some(self.inputs.is_given(input).into()),
            Source::Element => self.element.cloned(),
            Source::ElementAt(keys) => self.element.and_then(|element| found(element, keys)),
            Source::Found { call, path } => {
                self.results.and_then(|results| results.of(call)).and_then(|response| found(response, path))
            }
            Source::Subject { subject, part } => self.inputs.subject(subject, *part),
            Source::Repository => {
                self.inputs.repository().map(|(owner, name)| format!("{}/{owner}/{name}", self.host).into())
            }
            Source::Text(words) => self.words(words)?,
            Source::Object(members) => self.object(members)?,
            Source::List { list, of } => self.list(list, of)?,
            Source::Entries { list, key, value } => self.entries(list, key, value)?,
            Source::Match(search) => self.search(search)?,
            Source::First(sources) => self.first(sources)?,
            Source::Base64(source) => self.text(source)?.map(|text| BASE64.encode(text).into()),
        })
    }

    /// The value of a source as text; `None` for null, which has no text.
    pub(crate) fn text(&self, source: &Source) -> Result<Option<String>, Unfit> {
        match self.value(source)? {
            None | Some(Value::Null) => Ok(None),
            Some(value) => text(&value).map(Some).ok_or_else(|| not_text(source)),
        }
    }

    /// The value of a source as texts: one for each element of a list.
    pub(crate) fn texts(&self, source: &Source) -> Result<Vec<String>, Unfit> {
        match self.value(source)? {
            Some(Value::Array(items)) => {
                let texts = items.iter().map(|item| text(item).ok_or_else(|| not_text(source)));
                texts.collect()
            }
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(value) => text(&value).map(|text| vec![text]).ok_or_else(|| not_text(source)),
        }
    }

    /// Whether the value is known only after earlier calls.
    pub(crate) fn is_pending(&self, source: &Source) -> bool {
        match source {
            Source::Element | Source::ElementAt(_) => self.element.is_none(),
            Source::Found { .. } | Source::Match(_) => self.results.is_none(),
            Source::Text(words) => words.iter().copied().flatten().any(|part| self.is_pending(part)),
            Source::Object(members) => members.iter().any(|(_, member)| self.is_pending(member)),
            Source::List { list, .. } | Source::Entries { list, .. } => self.is_pending(list),
            Source::First(sources) => sources.iter().any(|source| self.is_pending(source)),
            Source::Base64(source) => self.is_pending(source),
            _ => false,
        }
    }
}

/// The value at a path of JSON; `None` for null.
fn found(root: &Value, keys: &[&str]) -> Option<Value> {
    Some(look(root, keys)).filter(|value| !value.is_null()).map(Cow::into_owned)
}

fn not_text(source: &Source) -> Unfit {
    format!("{} is not text", name_of(source)).into()
}

fn translate(value: &Value, map: &[(&str, Literal)]) -> Value {
    if let Value::Array(items) = value {
        return items.iter().map(|item| translate(item, map)).collect();
    }
    let text = text(value);
    let found = map.iter().find(|(from, _)| text.as_deref() == Some(from));
    found.map_or_else(|| value.clone(), |(_, to)| to.to_json())
}

/// Joins a list to one text. An empty list has no value, because an empty text would be a list with one element.
fn join(input: &str, list: &Value, separator: &str) -> Result<Option<Value>, String> {
    let Some(items) = list.as_array() else { return Ok(None) };
    let mut joined = Vec::new();
    for item in items {
        let item = text(item).ok_or_else(|| format!("`{input}` has an element that is not text"))?;
        if item.contains(separator) || item.is_empty() {
            return Err(format!(
                "`{input}` is sent as text joined by `{separator}`, so {} cannot be one of its elements",
                Value::from(item)
            ));
        }
        joined.push(item);
    }
    Ok((!joined.is_empty()).then(|| joined.join(separator).into()))
}

#[cfg(test)]
mod tests;
