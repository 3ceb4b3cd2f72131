//! The values that REST and `gh` send.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::call_results::{CallResults, at, text};
use crate::card::Card;
use crate::card::route::{Source, Unsupported};

/// The input of a capability, with its card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs<'a> {
    pub(crate) card: &'static Card,
    pub(crate) input: &'a Map<String, Value>,
}

impl<'a> Inputs<'a> {
    pub(crate) fn new(card: &'static Card, input: &'a Map<String, Value>) -> Self {
        Self { card, input }
    }

    /// The input of that name, or its default.
    pub(crate) fn get(&self, name: &str) -> Option<Cow<'a, Value>> {
        if let Some(value) = self.input.get(name) {
            return Some(Cow::Borrowed(value));
        }
        let default = self.card.input(name)?.default?;
        serde_json::from_str(default).ok().map(Cow::Owned)
    }

    /// Owner and name of the repository, if the subject is addressed by them.
    pub(crate) fn repository(&self) -> Option<(&'a str, &'a str)> {
        let text = |name: &str| self.input.get(name).and_then(Value::as_str);
        let mut subjects = self.card.subjects.iter().filter(|subject| subject.within.is_none());
        subjects.find_map(|subject| text(subject.owner).zip(text(subject.repo_name)))
    }

    /// Checks that no input is given that the route does not support.
    pub(crate) fn check(&self, unsupported: &[Unsupported]) -> Result<(), String> {
        let is_given = |input: &&Unsupported| self.input.get(input.input).is_some_and(|value| !value.is_null());
        match unsupported.iter().find(is_given) {
            Some(Unsupported { input, reason }) => Err(format!("`{input}` is not supported: {reason}")),
            None => Ok(()),
        }
    }
}

/// Where the values of a request come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) inputs: Inputs<'a>,
    /// The responses so far; `None` before anything is sent.
    pub(crate) results: Option<&'a CallResults>,
    /// The element of the list that the request is for.
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
    pub(crate) fn value(&self, source: &Source) -> Result<Option<Value>, String> {
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
            Source::Element => self.element.cloned(),
            Source::Found { call, path } => {
                let response = self.results.and_then(|results| results.of(call));
                response.map(|response| at(response, path)).filter(|value| !value.is_null()).cloned()
            }
            Source::Present(_)
            | Source::ElementAt(_)
            | Source::Subject { .. }
            | Source::Text(_)
            | Source::Object(_)
            | Source::List { .. }
            | Source::Entries { .. }
            | Source::Match(_)
            | Source::First(_)
            | Source::Base64(_) => return Err("this version does not send such values".to_owned()),
            Source::Repository => {
                self.inputs.repository().map(|(owner, name)| format!("{}/{owner}/{name}", self.host).into())
            }
        })
    }

    /// The value of a source as text; `None` for null, which has no text.
    pub(crate) fn text(&self, source: &Source) -> Result<Option<String>, String> {
        match self.value(source)? {
            None | Some(Value::Null) => Ok(None),
            Some(value) => text(&value).map(Some).ok_or_else(|| not_text(source)),
        }
    }

    /// The value of a source as texts: one for each element of a list.
    pub(crate) fn texts(&self, source: &Source) -> Result<Vec<String>, String> {
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
            Source::Element => self.element.is_none(),
            Source::Found { .. } => self.results.is_none(),
            _ => false,
        }
    }
}

fn not_text(source: &Source) -> String {
    format!("{} is not text", name_of(source))
}

/// The name of a source in messages.
pub(crate) fn name_of(source: &Source) -> String {
    match source {
        Source::Input(input)
        | Source::Mapped { input, .. }
        | Source::OrElse { input, .. }
        | Source::Joined { input, .. } => format!("`{input}`"),
        Source::Literal(_) => "a value of the card".to_owned(),
        Source::Element => "the element".to_owned(),
        Source::Found { call, path } => format!("`{}` of the response to `{call}`", path.join(".")),
        Source::Repository => "the repository".to_owned(),
        _ => "a value of the card".to_owned(),
    }
}

/// The placeholder of a value that is not known yet: `number`, or `issue.id` of an earlier call.
pub(crate) fn placeholder_of(source: &Source) -> String {
    match source {
        Source::Found { call, path } => format!("{call}.{}", path.join(".")),
        Source::Element => "element".to_owned(),
        source => input_of(source).unwrap_or("value").to_owned(),
    }
}

/// The input that a source reads.
pub(crate) fn input_of(source: &Source) -> Option<&'static str> {
    match source {
        Source::Input(input)
        | Source::Mapped { input, .. }
        | Source::OrElse { input, .. }
        | Source::Joined { input, .. } => Some(input),
        _ => None,
    }
}

fn translate(value: &Value, map: &[(&str, crate::card::route::Literal)]) -> Value {
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
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::card::route::Literal;
    use crate::engine::routes::tests::CARD;

    fn value(source: &Source, input: &Value) -> Result<Option<Value>, String> {
        let mut results = CallResults::default();
        results.add("pull", json!({"base": {"ref": "main"}, "head": null}));
        let element = json!("bug");
        let inputs = Inputs::new(&CARD, input.as_object().unwrap());
        Scope { inputs, results: Some(&results), element: Some(&element), host: "github.com" }.value(source)
    }

    #[test]
    fn each_source_has_a_value_or_none() {
        const MAP: &[(&str, Literal)] = &[("open", Literal::Text("OPEN")), ("true", Literal::Integer(1))];
        let repo = json!({"owner": "acme", "name": "widgets"});
        for (source, input, expected) in [
            (Source::Input("title"), json!({"title": "x"}), Some(json!("x"))),
            (Source::Input("title"), json!({"title": null}), Some(json!(null))),
            (Source::Input("title"), json!({}), None),
            (Source::Input("state"), json!({}), Some(json!("open"))),
            (Source::Input("issueNumber"), json!({"issueNumber": 7}), Some(json!(7))),
            (Source::Mapped { input: "state", map: MAP }, json!({}), Some(json!("OPEN"))),
            (Source::Mapped { input: "state", map: MAP }, json!({"state": true}), Some(json!(1))),
            (
                Source::Mapped { input: "labels", map: MAP },
                json!({"labels": ["open", "x"]}),
                Some(json!(["OPEN", "x"])),
            ),
            (Source::Mapped { input: "title", map: MAP }, json!({}), None),
            (Source::OrElse { input: "body", default: Literal::Text("") }, json!({}), Some(json!(""))),
            (Source::OrElse { input: "body", default: Literal::Text("") }, json!({"body": "b"}), Some(json!("b"))),
            (Source::Joined { input: "labels", separator: "," }, json!({"labels": ["a", "b"]}), Some(json!("a,b"))),
            (Source::Joined { input: "labels", separator: "," }, json!({"labels": []}), None),
            (Source::Joined { input: "labels", separator: "," }, json!({}), None),
            (Source::Literal(Literal::List(&[Literal::Bool(true)])), json!({}), Some(json!([true]))),
            (Source::Element, json!({}), Some(json!("bug"))),
            (Source::Found { call: "pull", path: &["base", "ref"] }, json!({}), Some(json!("main"))),
            (Source::Found { call: "pull", path: &["head", "ref"] }, json!({}), None),
            (Source::Found { call: "other", path: &[] }, json!({}), None),
            (Source::Repository, repo, Some(json!("github.com/acme/widgets"))),
            (Source::Repository, json!({"issueId": "I_1"}), None),
        ] {
            assert_eq!(value(&source, &input).unwrap(), expected, "{source:?} of {input}");
        }
    }

    #[test]
    fn values_of_responses_are_pending_before_anything_is_sent() {
        let empty = Map::new();
        let scope = Scope::before(Inputs::new(&CARD, &empty));
        assert!(scope.is_pending(&Source::Element) && scope.is_pending(&Source::Found { call: "x", path: &[] }));
        assert!(!scope.is_pending(&Source::Input("title")));
    }

    proptest! {
        /// A joined list can be split again, or it is refused.
        #[test]
        fn a_joined_list_can_be_split_again(labels in prop::collection::vec("[a-c, ]{0,4}", 0..5)) {
            let source = Source::Joined { input: "labels", separator: "," };
            match value(&source, &json!({"labels": labels})) {
                Ok(Some(joined)) => {
                    let parts: Vec<&str> = joined.as_str().unwrap().split(',').collect();
                    prop_assert_eq!(parts, labels);
                }
                Ok(None) => prop_assert!(labels.is_empty()),
                Err(_) => prop_assert!(labels.iter().any(|label| label.is_empty() || label.contains(','))),
            }
        }
    }
}
