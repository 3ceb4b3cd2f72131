//! Builds the output of a capability from the responses of its calls.
//!
//! | file | |
//! |---|---|
//! | [`scalar`] | scalars |
//! | [`text`] | parts of texts |

mod scalar;
mod text;

use serde_json::{Map, Value};

use super::call_results::CallResults;
use super::inputs::Inputs;
use super::location::{Location, Start};
use super::values::Scope;
use super::walk::{Places, Spot, walk};
use crate::Error;
use crate::card::route::{Condition, Field, Operand, Path, Take};
use crate::error::Phase;

/// The values that an output is built from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputSource<'a> {
    pub(crate) inputs: Inputs<'a>,
    pub(crate) results: &'a CallResults,
    /// `hasNextPage` and `endCursor`.
    pub(crate) page: Option<&'a Value>,
}

/// What an output is read from: a response, an object or an element of a list.
#[derive(Clone, Copy)]
struct Here<'h> {
    value: &'h Value,
    /// The key of the entry of a map.
    key: Option<&'h str>,
    /// The list and the position of the element that it is in.
    element: Option<(Path, usize)>,
    location: &'h Location<'h>,
}

impl Here<'_> {
    /// A value below this one.
    fn below<'b>(&self, spot: &'b Spot<'_>, location: &'b Location<'b>) -> Here<'b> {
        Here { value: &spot.value, key: spot.key, element: self.element, location }
    }

    fn is_root(&self) -> bool {
        matches!(self.location.start, Start::Root)
    }
}

impl OutputSource<'_> {
    /// The output, property by property. An error names the location of the unexpected value.
    pub(crate) fn output(&self, fields: &[Field]) -> Result<Value, Error> {
        let location = Location::root();
        let here = Here { value: self.results.last(), key: None, element: None, location: &location };
        let values = self.fields(fields, here);
        values.map_err(|message| Error::server(message).in_phase(Phase::Refused))
    }

    fn fields(&self, fields: &[Field], here: Here<'_>) -> Result<Value, String> {
        let values = fields.iter().map(|field| Ok((field.name.to_owned(), self.value(&field.take, here)?)));
        values.collect::<Result<Map<_, _>, String>>().map(Value::Object)
    }

    fn value(&self, take: &Take, here: Here<'_>) -> Result<Value, String> {
        match take {
            Take::Value(pick) => self.pick(pick, here),
            Take::Object { at, nullable, fields } => self.object(at, *nullable, fields, here),
            Take::List { at, keep, item } => {
                let read = |spot: Spot<'_>, index, location: &Location<'_>| {
                    let element = Some(self.element(at, here, index));
                    self.value(item, Here { element, ..here.below(&spot, location) })
                };
                self.elements(at, keep, here, read).map(Value::Array)
            }
            Take::Map { at, nullable, item } => self.map(at, *nullable, item, here),
            Take::Json(path) => self.find(path, here).map(|(places, _)| places.into_value().into_owned()),
            Take::Count { at, keep } => self.elements(at, keep, here, |_, _, _| Ok(())).map(|all| all.len().into()),
            Take::Holds(condition) => self.holds(condition, here),
            Take::First(takes) => self.first(takes, here),
            Take::Input(name) => Ok(self.inputs.get(name).map(std::borrow::Cow::into_owned).unwrap_or_default()),
            Take::Literal(literal) => Ok(literal.to_json()),
            Take::Sent(source) => {
                let scope = Scope { element: Some(here.value), ..self.scope() };
                Ok(scope.value(source)?.unwrap_or_default())
            }
            Take::Text | Take::Location => match self.results.last() {
                text @ Value::String(_) => Ok(text.clone()),
                other => Err(here.location.unexpected("text", other)),
            },
            Take::Excerpt(excerpt) => self.excerpt(excerpt, here),
            Take::Truncated(excerpt) => self.is_truncated(excerpt, here),
            Take::Lines(lines) => self.lines(lines, here),
            Take::PageInfo => self.page.cloned().ok_or_else(|| "the response is not a page".to_owned()),
        }
    }

    fn object(&self, at: &Path, nullable: bool, fields: &[Field], here: Here<'_>) -> Result<Value, String> {
        let (places, location) = self.find(at, here)?;
        let key = places.spots.first().and_then(|spot| spot.key);
        let spot = Spot { value: places.into_value(), key };
        match &*spot.value {
            Value::Null if nullable => Ok(Value::Null),
            Value::Object(_) => self.fields(fields, here.below(&spot, &location)),
            other => Err(location.unexpected("an object", other)),
        }
    }

    fn map(&self, at: &Path, nullable: bool, item: &Take, here: Here<'_>) -> Result<Value, String> {
        let (places, location) = self.find(at, here)?;
        let value = places.into_value();
        let members = match &*value {
            Value::Null if nullable => return Ok(Value::Null),
            Value::Object(members) => members,
            other => return Err(location.unexpected("an object", other)),
        };
        let entries = members.iter().map(|(key, value)| {
            let spot = Spot { key: Some(key), ..Spot::new(value) };
            Ok((key.clone(), self.value(item, here.below(&spot, &location))?))
        });
        entries.collect::<Result<Map<_, _>, String>>().map(Value::Object)
    }

    /// The elements of a list that are kept, each with its position in the list and its location.
    fn elements<T>(
        &self,
        at: &Path,
        keep: &[Condition],
        here: Here<'_>,
        read: impl Fn(Spot<'_>, usize, &Location<'_>) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let (places, location) = self.find(at, here)?;
        let mut elements = places.spots;
        let list;
        if !places.is_list {
            list = Places { spots: elements, is_list: false }.into_value();
            let Value::Array(items) = &*list else { return Err(location.unexpected("a list", &list)) };
            elements = items.iter().map(Spot::new).collect();
        }
        let scope = self.scope();
        let kept = elements.into_iter().enumerate();
        let kept = kept.filter(|(_, spot)| keep.iter().all(|condition| condition.holds(&spot.value, &scope)));
        kept.map(|(index, spot)| read(spot, index, &location.element(index))).collect()
    }

    /// The list and the position of an element.
    fn element(&self, at: &Path, here: Here<'_>, index: usize) -> (Path, usize) {
        let is_absolute = at.call.is_some() || here.is_root();
        (if is_absolute { self.results.resolve(at) } else { *at }, index)
    }

    /// Whether a condition holds. What it looks at must be as expected.
    fn holds(&self, condition: &Condition, here: Here<'_>) -> Result<Value, String> {
        match condition {
            Condition::Is(Operand::Here(keys), _) => drop(self.find(&Path::new(keys), here)?),
            Condition::Is(Operand::Found(call, keys), _) => drop(self.find(&Path::of(call, keys), here)?),
            _ => {}
        }
        Ok(condition.holds(here.value, &self.scope()).into())
    }

    fn first(&self, takes: &[Take], here: Here<'_>) -> Result<Value, String> {
        let mut last = Value::Null;
        for take in takes {
            last = self.value(take, here)?;
            if !last.is_null() {
                break;
            }
        }
        Ok(last)
    }

    fn scope(&self) -> Scope<'_> {
        Scope { inputs: self.inputs, results: Some(self.results), element: None, host: "" }
    }

    /// Where a path starts. The response to a call that was made for another list than this is nowhere.
    fn base<'v>(&'v self, path: &Path, here: Here<'v>) -> Spot<'v> {
        match path.call {
            Some(call) => Spot::new(self.results.of_element(call, here.element).unwrap_or(&Value::Null)),
            None => Spot { key: here.key, ..Spot::new(here.value) },
        }
    }

    /// Where a path leads. A path through a value of another type is an error.
    fn find<'v>(&'v self, path: &Path, here: Here<'v>) -> Result<(Places<'v>, Location<'v>), String> {
        let start = || path.call.map_or(Start::At(here.location), Start::Call);
        match walk(self.base(path, here), path.keys) {
            Ok(places) => Ok((places, Location { start: start(), keys: path.keys })),
            Err(misfit) => {
                let keys = path.keys.get(..misfit.depth).unwrap_or_default();
                Err(Location { start: start(), keys }.unexpected(misfit.expected, &misfit.found))
            }
        }
    }
}

#[cfg(test)]
mod tests;
