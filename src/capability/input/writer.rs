//! Writes the JSON input of a capability.

use serde_json::{Map, Value};

use super::{InputValue, marker};
use crate::card::SubjectSpec;
use crate::value::{Arg, Kind, Nullable, OutputRef, Piece, Related, Repo, Subject, Text};

/// Writes the JSON input of a capability, and records its references.
#[derive(Debug, Default)]
pub struct InputWriter {
    input: Map<String, Value>,
    references: Vec<InputReference>,
    hosts: Vec<InputHost>,
}

/// A reference in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputReference {
    /// The input that contains it.
    pub input: &'static str,
    /// What it refers to.
    pub reference: OutputRef,
}

/// The host of a URL in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InputHost {
    /// The input with the URL.
    pub(crate) input: &'static str,
    /// The host, in the form of [`Repo::host`].
    pub(crate) host: String,
}

impl InputWriter {
    /// An empty input.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes the main subject.
    pub fn subject<K: Kind>(&mut self, spec: &SubjectSpec, subject: &Subject<K>) -> &mut Self {
        match (subject, spec.number) {
            (Subject::Id(id), _) => self.put(spec.id.unwrap_or(spec.name), id),
            (Subject::Numbered(it), Some(number)) => self.repo(spec, &it.repo).put(number, &it.number),
            (Subject::Numbered(it), None) => self.subject_text(spec, &it.repo, &it.number),
            (Subject::Invalid(text), _) => self.insert(spec.text.unwrap_or(spec.name), text.as_str().into()),
        }
    }

    /// Writes a second subject. If it has a repository of its own, it is written as a single text, because `owner` and
    /// `name` belong to the main subject.
    pub fn related<K: Kind>(&mut self, spec: &SubjectSpec, related: &Related<K>) -> &mut Self {
        match related {
            Related::Sibling(number) => self.put(spec.number.unwrap_or(spec.name), number),
            Related::Subject(Subject::Numbered(it)) => self.subject_text(spec, &it.repo, &it.number),
            Related::Subject(other @ (Subject::Id(_) | Subject::Invalid(_))) => self.subject(spec, other),
        }
    }

    fn subject_text(&mut self, spec: &SubjectSpec, repo: &Repo, number: &Arg<u64>) -> &mut Self {
        self.note_host(spec, repo);
        let text = Text::new().push(repo.to_string()).push("#");
        let text = match number {
            Arg::Value(number) => text.push(*number),
            Arg::Output(reference) => text.push(*reference),
            Arg::Text(inner) => inner.pieces().iter().cloned().fold(text, Text::push),
            Arg::Negative(number) => text.push(*number),
        };
        self.put::<String>(spec.text.unwrap_or(spec.name), &text.into())
    }

    /// Writes a repository.
    pub fn repo(&mut self, spec: &SubjectSpec, repo: &Repo) -> &mut Self {
        self.note_host(spec, repo);
        self.insert(spec.owner, repo.owner().into());
        self.insert(spec.repo_name, repo.name().into())
    }

    /// Writes an input.
    pub fn put<T: InputValue>(&mut self, name: &'static str, arg: &Arg<T>) -> &mut Self {
        let value = match arg {
            Arg::Value(value) => value.to_input(),
            Arg::Output(reference) => {
                self.note(name, reference.erase());
                marker::write_ref(reference.erase())
            }
            Arg::Text(text) => self.text(name, text),
            Arg::Negative(number) => (*number).into(),
        };
        self.insert(name, value)
    }

    /// Writes an input if it is `Some`.
    pub fn put_opt<T: InputValue>(&mut self, name: &'static str, arg: &Option<Arg<T>>) -> &mut Self {
        match arg {
            Some(arg) => self.put(name, arg),
            None => self,
        }
    }

    /// Writes an input that may be null, unless it is absent.
    pub fn put_nullable<T: InputValue>(&mut self, name: &'static str, arg: &Nullable<Arg<T>>) -> &mut Self {
        match arg {
            Nullable::Absent => self,
            Nullable::Null => self.insert(name, Value::Null),
            Nullable::Value(arg) => self.put(name, arg),
        }
    }

    fn text(&mut self, name: &'static str, text: &Text) -> Value {
        for piece in text.pieces() {
            if let Piece::Output(reference) = piece {
                self.note(name, *reference);
            }
        }
        marker::write_text(text)
    }

    fn note(&mut self, input: &'static str, reference: OutputRef) {
        self.references.push(InputReference { input, reference });
    }

    /// The JSON input names a repository without its host, so the host is recorded separately.
    fn note_host(&mut self, spec: &SubjectSpec, repo: &Repo) {
        let input = spec.text.unwrap_or(spec.name);
        self.hosts.extend(repo.host().map(|host| InputHost { input, host: host.to_owned() }));
    }

    fn insert(&mut self, name: &'static str, value: Value) -> &mut Self {
        self.input.insert(name.to_owned(), value);
        self
    }

    /// The references written so far.
    pub fn references(&self) -> &[InputReference] {
        &self.references
    }

    /// The hosts of the URLs that subjects were read from.
    pub(crate) fn hosts(&self) -> &[InputHost] {
        &self.hosts
    }

    /// The input so far.
    pub fn input(&self) -> &Map<String, Value> {
        &self.input
    }

    /// The input.
    pub fn finish(self) -> Map<String, Value> {
        self.input
    }
}
