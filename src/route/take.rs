//! The output, out of the answers.

use serde_json::{Map, Value};

use super::answers::{Answers, at, text};
use super::source::Inputs;
use super::spec::{Condition, Field, Path, Pick, Take};
use crate::Error;
use crate::error::Phase;

/// Everything that an output may come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'a> {
    pub(crate) inputs: Inputs<'a>,
    pub(crate) answers: &'a Answers,
    /// `hasNextPage` and `endCursor`.
    pub(crate) page: Option<&'a Value>,
}

impl Material<'_> {
    /// The output, property by property. An error names the place in the answer that is not what it should be.
    pub(crate) fn output(&self, fields: &[Field]) -> Result<Value, Error> {
        let taken = self.fields(fields, self.answers.last(), &Place::root());
        taken.map_err(|misfit| Error::server(misfit).in_phase(Phase::Refused))
    }

    fn fields(&self, fields: &[Field], root: &Value, place: &Place<'_>) -> Result<Value, String> {
        let taken = fields.iter().map(|field| Ok((field.name.to_owned(), self.take(&field.take, root, place)?)));
        taken.collect::<Result<Map<_, _>, String>>().map(Value::Object)
    }

    fn take(&self, take: &Take, root: &Value, place: &Place<'_>) -> Result<Value, String> {
        match take {
            Take::Value(pick) => self.pick(pick, root, place),
            Take::Object { at, nullable, fields } => {
                let (value, place) = self.find(at, root, place)?;
                match value {
                    Value::Null if *nullable => Ok(Value::Null),
                    Value::Object(_) => self.fields(fields, value, &place),
                    other => Err(place.misfit("an object", other)),
                }
            }
            Take::List { at, keep, item } => {
                let (value, place) = self.find(at, root, place)?;
                let Value::Array(elements) = value else { return Err(place.misfit("a list", value)) };
                let kept = elements.iter().enumerate().filter(|(_, element)| self.keeps(keep, element));
                kept.map(|(index, element)| self.take(item, element, &place.element(index))).collect()
            }
            Take::Input(name) => {
                let value = self.inputs.get(name).map(std::borrow::Cow::into_owned);
                Ok(value.unwrap_or_default())
            }
            Take::Literal(literal) => Ok(literal.to_json()),
            Take::Text => match self.answers.last() {
                text @ Value::String(_) => Ok(text.clone()),
                other => Err(place.misfit("text", other)),
            },
            Take::PageInfo => self.page.cloned().ok_or_else(|| "the answer has no pages".to_owned()),
        }
    }

    fn keeps(&self, keep: &[Condition], element: &Value) -> bool {
        keep.iter().all(|condition| condition.holds(element, &self.inputs))
    }

    fn pick(&self, pick: &Pick, root: &Value, place: &Place<'_>) -> Result<Value, String> {
        let base = self.base(&pick.path, root);
        if let Some((_, value)) = pick.present.iter().find(|(keys, _)| !at(base, keys).is_null()) {
            return Ok(Value::from(*value));
        }
        let (value, place) = self.find(&pick.path, root, place)?;
        let written = text(value);
        let is_null = value.is_null() || written.as_deref().is_some_and(|text| pick.nulls.contains(&text));
        match (written, pick.default) {
            (_, Some(default)) if is_null => Ok(default.to_json()),
            _ if is_null && pick.nullable => Ok(Value::Null),
            (Some(written), _) if !is_null => {
                let mapped = pick.map.iter().find(|(from, _)| *from == written).map(|(_, to)| *to);
                let trimmed = || pick.without.and_then(|extra| without(&written, extra));
                Ok(mapped.or_else(trimmed).map_or_else(|| value.clone(), Value::from))
            }
            _ => Err(place.misfit("a value", value)),
        }
    }

    fn base<'v>(&'v self, path: &Path, root: &'v Value) -> &'v Value {
        match path.call {
            Some(call) => self.answers.of(call).unwrap_or(&Value::Null),
            None => root,
        }
    }

    /// The value at a path. A path through something that is no object is an error: the answer is of another kind.
    fn find<'v, 'p>(
        &'v self,
        path: &Path,
        root: &'v Value,
        place: &'p Place<'p>,
    ) -> Result<(&'v Value, Place<'p>), String> {
        let start = path.call.map_or(Start::Here(place), Start::Call);
        let mut value = self.base(path, root);
        for (depth, key) in path.keys.iter().enumerate() {
            value = match value {
                Value::Object(members) => members.get(*key).unwrap_or(&Value::Null),
                Value::Null => &Value::Null,
                other => {
                    return Err(
                        Place { start, keys: path.keys.get(..depth).unwrap_or_default() }.misfit("an object", other)
                    );
                }
            };
        }
        Ok((value, Place { start, keys: path.keys }))
    }
}

/// A text without what the route adds to it.
fn without<'t>(text: &'t str, extra: &str) -> Option<&'t str> {
    text.strip_suffix(extra).or_else(|| text.strip_prefix(extra)).filter(|rest| !rest.is_empty())
}

/// Where in the answer something stands, to be named in an error.
struct Place<'p> {
    start: Start<'p>,
    keys: &'static [&'static str],
}

enum Start<'p> {
    Root,
    Call(&'static str),
    Here(&'p Place<'p>),
    Element(&'p Place<'p>, usize),
}

impl<'p> Place<'p> {
    fn root() -> Self {
        Self { start: Start::Root, keys: &[] }
    }

    fn element(&'p self, index: usize) -> Self {
        Self { start: Start::Element(self, index), keys: &[] }
    }

    fn path(&self) -> String {
        let mut path = match &self.start {
            Start::Root => String::new(),
            Start::Call(call) => format!("{call}:"),
            Start::Here(place) => place.path(),
            Start::Element(place, index) => format!("{}[{index}]", place.path()),
        };
        for key in self.keys {
            if !path.is_empty() && !path.ends_with(':') {
                path.push('.');
            }
            path.push_str(key);
        }
        path
    }

    fn misfit(&self, expected: &str, found: &Value) -> String {
        let path = self.path();
        let place = if path.is_empty() { "the answer".to_owned() } else { format!("`{path}` of the answer") };
        format!("GitHub's answer does not fit: {place} is {}, not {expected}", kind(found))
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn what_a_route_adds_to_a_login_is_taken_off_again() {
        assert_eq!(without("dependabot[bot]", "[bot]"), Some("dependabot"));
        assert_eq!(without("app/dependabot", "app/"), Some("dependabot"));
        assert_eq!(without("mona", "[bot]"), None);
        assert_eq!(without("[bot]", "[bot]"), None);
    }
}
