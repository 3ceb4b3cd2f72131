//! Reading and validating documents, each once, however many cards name it.

mod fragments;
mod validate;

use super::Operation;
use crate::{
    card::OperationRef,
    files::Files,
    problem::{Code, Problem, Problems},
    schema::Schema,
    source::{FileId, Sources, Span},
    suggest,
};
use fragments::Fragments;
use std::collections::BTreeMap;

/// The documents of a folder.
#[derive(Debug, Default)]
pub struct Documents {
    fragments: Fragments,
    loaded: BTreeMap<String, Loaded>,
}

/// One document.
#[derive(Debug)]
enum Loaded {
    /// It cannot be read.
    Missing(String),
    /// It does not validate; the problems are already reported.
    Invalid,
    /// Its operations.
    Valid(FileId, Vec<Operation>),
}

/// What reading a document needs.
#[derive(Debug)]
pub struct Reading<'a> {
    /// GitHub's schema.
    pub schema: &'a Schema,
    /// Where documents are.
    pub files: &'a Files,
    /// Every file that was read.
    pub sources: &'a mut Sources,
    /// Problems so far.
    pub problems: &'a mut Problems,
}

impl Documents {
    /// Reads the fragments of a folder; documents follow on demand.
    pub fn open(files: &Files, sources: &mut Sources, problems: &mut Problems) -> Self {
        Documents { fragments: Fragments::open(files, sources, problems), loaded: BTreeMap::new() }
    }

    /// The operation that a card names; a problem at the card if there is none.
    pub fn operation(&mut self, wanted: &OperationRef, reading: &mut Reading<'_>) -> Option<Operation> {
        let path = wanted.document.value.as_str();
        if !self.loaded.contains_key(path) {
            let loaded = self.load(path, reading);
            self.loaded.insert(path.to_owned(), loaded);
        }
        match &self.loaded[path] {
            Loaded::Missing(why) => {
                reading.problems.push(missing_document(wanted, why, reading.files));
                None
            }
            Loaded::Invalid => None,
            Loaded::Valid(file, operations) => {
                let found = operations.iter().find(|o| o.name == wanted.name.value);
                if found.is_none() {
                    reading.problems.push(missing_operation(wanted, operations, *file));
                }
                found.cloned()
            }
        }
    }

    fn load(&self, path: &str, reading: &mut Reading<'_>) -> Loaded {
        let Some(rest) = path.strip_prefix("operations/").filter(|rest| !rest.split('/').any(|part| part == ".."))
        else {
            return Loaded::Missing("document paths must start with `operations/`".to_owned());
        };
        let full_path = reading.files.document(rest);
        let text = match reading.files.read(&full_path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Loaded::Missing("there is no such file".to_owned());
            }
            Err(error) => return Loaded::Missing(error.to_string()),
        };
        let (full, relative) = reading.files.names(&full_path);
        let file = reading.sources.add(full, relative, text);
        match validate::validate(&self.fragments, file, reading) {
            Some(document) if validate::is_ruled_out(&document, reading) => Loaded::Invalid,
            Some(document) => Loaded::Valid(file, validate::operations(&document, reading.schema, reading.sources)),
            None => Loaded::Invalid,
        }
    }
}

fn missing_document(wanted: &OperationRef, why: &str, files: &Files) -> Problem {
    let path = &wanted.document.value;
    let message = format!("cannot read the document `{path}`: {why}");
    Problem::error(Code::MissingDocument, wanted.document.span, message)
        .label("no such document")
        .help(near_document(files, path))
}

fn missing_operation(wanted: &OperationRef, operations: &[Operation], file: FileId) -> Problem {
    let (path, name) = (&wanted.document.value, &wanted.name.value);
    let known: Vec<&str> = operations.iter().map(|o| o.name.as_str()).collect();
    let at = operations.first().map_or(Span::start_of(file), |o| o.span);
    Problem::error(Code::MissingOperation, wanted.name.span, format!("`{path}` has no operation `{name}`"))
        .label("not in that document")
        .related(at, "this is the document")
        .help(suggest::help(name, "operation", known))
}

fn near_document(files: &Files, path: &str) -> String {
    let mut known = Vec::new();
    for folder in ["operations", "operations/lookups"] {
        let dir = folder.strip_prefix("operations").unwrap_or_default().trim_start_matches('/');
        for file in files.list(&files.operations.join(dir), "graphql") {
            known.extend(file.file_name().map(|name| format!("{folder}/{}", name.to_string_lossy())));
        }
    }
    match suggest::nearest(path, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("add `{path}`, or correct the path"),
    }
}
