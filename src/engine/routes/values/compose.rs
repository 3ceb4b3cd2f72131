//! Values that are put together: texts, objects, lists, maps, and elements that are found by name.

use serde_json::{Map, Value};

use super::{Scope, Unfit, found, name_of, not_text};
use crate::capability::lookup::not_found_among;
use crate::card::route::{Match, Source};
use crate::engine::routes::call_results::text;
use crate::engine::routes::walk::look;

impl<'a> Scope<'a> {
    /// Words joined by a space, without those that lack a value.
    pub(super) fn words(&self, words: &[&[Source]]) -> Result<Option<Value>, Unfit> {
        let mut written = Vec::new();
        for word in words {
            let parts: Option<String> = word.iter().map(|part| self.text(part)).collect::<Result<_, Unfit>>()?;
            written.extend(parts.filter(|word| !word.is_empty()));
        }
        Ok((!written.is_empty()).then(|| written.join(" ").into()))
    }

    pub(super) fn object(&self, members: &[(&'static str, Source)]) -> Result<Option<Value>, Unfit> {
        let mut object = Map::new();
        for (name, source) in members {
            object.extend(self.value(source)?.map(|value| ((*name).to_owned(), value)));
        }
        Ok((!object.is_empty()).then_some(Value::Object(object)))
    }

    /// The scope of an element.
    fn at<'e>(&self, element: &'e Value) -> Scope<'e>
    where
        'a: 'e,
    {
        Scope { element: Some(element), ..*self }
    }

    /// The elements of a list that is put together anew; `None` if there is no list.
    fn elements(&self, list: &Source) -> Result<Option<Vec<Value>>, Unfit> {
        match self.value(list)? {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Array(elements)) => Ok(Some(elements)),
            Some(_) => Err(format!("{} is not a list", name_of(list)).into()),
        }
    }

    pub(super) fn list(&self, list: &Source, of: &Source) -> Result<Option<Value>, Unfit> {
        let Some(elements) = self.elements(list)? else { return Ok(None) };
        let anew = elements.iter().map(|element| {
            let made = self.at(element).value(of)?;
            Ok(made.unwrap_or_else(|| Value::Object(Map::new())))
        });
        anew.collect::<Result<Value, Unfit>>().map(Some)
    }

    pub(super) fn entries(&self, list: &Source, key: &Source, value: &Source) -> Result<Option<Value>, Unfit> {
        let Some(elements) = self.elements(list)? else { return Ok(None) };
        let mut entries = Map::new();
        for element in &elements {
            let scope = self.at(element);
            let name = scope.text(key)?.ok_or_else(|| format!("an element of {} has no key", name_of(list)))?;
            let value = scope.value(value)?;
            let value = value.ok_or_else(|| format!("{} has no value for {}", name_of(list), quoted(&name)))?;
            if entries.insert(name.clone(), value).is_some() {
                return Err(format!("{} has {} twice", name_of(list), quoted(&name)).into());
            }
        }
        Ok(Some(Value::Object(entries)))
    }

    /// The elements with the given names.
    pub(super) fn search(&self, search: &Match) -> Result<Option<Value>, Unfit> {
        let names = match self.value(&search.name)? {
            Some(names) if self.results.is_some() && !names.is_null() => names,
            _ => return Ok(None),
        };
        let list = self.elements(&search.list)?.unwrap_or_default();
        let label_of = |element: &Value| text(&look(element, search.by));
        let find = |name: &Value| {
            let name = text(name).ok_or_else(|| not_text(&search.name))?;
            let is_it =
                |element: &&Value| label_of(element).is_some_and(|known| known.to_lowercase() == name.to_lowercase());
            let taken = list.iter().find(is_it).and_then(|element| found(element, search.take));
            taken.ok_or_else(|| {
                let known: Vec<String> = list.iter().filter_map(label_of).collect();
                let message = format!("no {} `{name}`", search.what);
                Unfit::Error(not_found_among(message, &name, known.iter().map(String::as_str)))
            })
        };
        match &names {
            Value::Array(names) => names.iter().map(find).collect::<Result<Value, Unfit>>().map(Some),
            name => find(name).map(Some),
        }
    }

    /// The first value that is not null, or else the last one.
    pub(super) fn first(&self, sources: &[Source]) -> Result<Option<Value>, Unfit> {
        let mut last = None;
        for source in sources {
            last = self.value(source)?;
            if last.as_ref().is_some_and(|value| !value.is_null()) {
                break;
            }
        }
        Ok(last)
    }
}

fn quoted(text: &str) -> Value {
    Value::from(text)
}
