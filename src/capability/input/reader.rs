//! Reads a capability from its JSON input.

use serde_json::{Map, Value};

use super::object::{missing, read};
use super::{InputValue, check_map, marker};
use crate::Error;
use crate::card::{Card, SubjectSpec};
use crate::value::{Arg, Kind, NodeId, Nullable, Numbered, NumberedKind, Related, Repo, Subject};

/// Reads the JSON input of a capability, after checking all of it.
///
/// A reference is an error here: a chain replaces references by values before it reads a step.
#[derive(Clone, Copy, Debug)]
pub struct InputReader<'a> {
    card: &'static Card,
    input: &'a Map<String, Value>,
}

impl<'a> InputReader<'a> {
    /// Checks the whole input. The error lists every problem.
    pub fn new(card: &'static Card, input: &'a Map<String, Value>) -> Result<Self, Error> {
        let problems = check_map(card, input);
        if problems.is_empty() {
            return Ok(Self { card, input });
        }
        Err(Error::invalid_input(problems).for_capability(card.id))
    }

    /// The main subject, in whichever form it was given.
    pub fn subject<K: NumberedKind>(&self, spec: &SubjectSpec) -> Result<Subject<K>, Error> {
        if let Some(subject) = self.id_or_text(spec)? {
            return Ok(subject);
        }
        let number: Arg<u64> = self.get(spec.number.unwrap_or(spec.name))?;
        let repo = self.owner_and_name(spec)?;
        Ok(Subject::Numbered(Numbered::new(repo, number)))
    }

    /// The second subject. A number alone is in the repository of `main`; if that is only known by id, it becomes a
    /// [`Related::Sibling`].
    pub fn related<K: NumberedKind, M: Kind>(
        &self,
        spec: &SubjectSpec,
        main: &Subject<M>,
    ) -> Result<Related<K>, Error> {
        if let Some(subject) = self.id_or_text(spec)? {
            return Ok(Related::Subject(subject));
        }
        let number: Arg<u64> = self.get(spec.number.unwrap_or(spec.name))?;
        Ok(match main {
            Subject::Numbered(main) => Related::Subject(Subject::Numbered(Numbered::new(&main.repo, number))),
            Subject::Id(_) | Subject::Invalid(_) => Related::Sibling(number),
        })
    }

    /// The repository, in whichever form it was given.
    pub fn repo(&self, spec: &SubjectSpec) -> Result<Repo, Error> {
        match self.plain_opt::<String>(spec.text)? {
            Some(text) => text.parse().map_err(|error| self.attribute(error)),
            None => self.owner_and_name(spec),
        }
    }

    fn id_or_text<K: NumberedKind>(&self, spec: &SubjectSpec) -> Result<Option<Subject<K>>, Error> {
        if let Some(id) = self.plain_opt::<NodeId<K>>(spec.id)? {
            return Ok(Some(Subject::Id(Arg::Value(id))));
        }
        let Some(text) = self.plain_opt::<String>(spec.text)? else {
            return Ok(None);
        };
        let number: Numbered<K> = text.parse().map_err(|error| self.attribute(error))?;
        Ok(Some(Subject::Numbered(number)))
    }

    fn owner_and_name(&self, spec: &SubjectSpec) -> Result<Repo, Error> {
        let owner = self.plain::<String>(spec.owner)?;
        let name = self.plain::<String>(spec.repo_name)?;
        Repo::new(owner, name).map_err(|error| self.attribute(error))
    }

    /// A required input.
    pub fn get<T: InputValue>(&self, name: &str) -> Result<Arg<T>, Error> {
        self.plain(name).map(Arg::Value)
    }

    /// An input that may be absent; null counts as absent.
    pub fn get_opt<T: InputValue>(&self, name: &str) -> Result<Option<Arg<T>>, Error> {
        Ok(self.plain_opt(Some(name))?.map(Arg::Value))
    }

    /// An input that may be absent or null.
    pub fn get_nullable<T: InputValue>(&self, name: &str) -> Result<Nullable<Arg<T>>, Error> {
        Ok(match self.input.get(name) {
            None => Nullable::Absent,
            Some(Value::Null) => Nullable::Null,
            Some(value) => Nullable::Value(Arg::Value(self.read(name, value)?)),
        })
    }

    fn plain<T: InputValue>(&self, name: &str) -> Result<T, Error> {
        if let Some(value) = self.input.get(name) {
            return self.read(name, value);
        }
        match self.card.input(name).and_then(|input| input.default) {
            Some(default) => self.read(name, &parse_default(name, default)?),
            None => Err(self.attribute(missing(name))),
        }
    }

    fn plain_opt<T: InputValue>(&self, name: Option<&str>) -> Result<Option<T>, Error> {
        let Some(name) = name else { return Ok(None) };
        match self.input.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => self.read(name, value).map(Some),
        }
    }

    fn read<T: InputValue>(&self, name: &str, value: &Value) -> Result<T, Error> {
        if let Some(reference) = marker::first_in(value) {
            let reference = marker::readable(reference);
            let message = format!("`{name}` has no value until the step of {reference} has run");
            return Err(self.attribute(Error::validation(message)));
        }
        read(name, value).map_err(|error| self.attribute(error))
    }

    fn attribute(&self, error: Error) -> Error {
        error.for_capability(self.card.id)
    }
}

fn parse_default(name: &str, default: &str) -> Result<Value, Error> {
    serde_json::from_str(default)
        .map_err(|error| Error::unknown(format!("the default of `{name}` is not valid JSON")).with_source(error))
}
