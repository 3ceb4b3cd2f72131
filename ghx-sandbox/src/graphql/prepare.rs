//! Parses and validates a document, with the errors of GitHub's validation.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use apollo_compiler::{
    ExecutableDocument,
    validation::{DiagnosticList, Valid},
};
use serde_json::Value as Json;

use super::{inputs, schema, static_errors::static_errors};

/// A document that may be executed.
pub(crate) type Document = Arc<Valid<ExecutableDocument>>;

/// The size of the cache of documents; a full cache is cleared.
const CACHE_SIZE: usize = 512;

/// Parses and validates a document; the errors are those of a response.
pub(crate) fn prepare(text: &str) -> Result<Document, Vec<Json>> {
    static CACHE: OnceLock<Mutex<HashMap<String, Document>>> = OnceLock::new();
    let cache = CACHE.get_or_init(Mutex::default);
    if let Some(document) = cache.lock().unwrap_or_else(PoisonError::into_inner).get(text) {
        return Ok(Arc::clone(document));
    }
    let document = Arc::new(validate(text)?);
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.len() >= CACHE_SIZE {
        cache.clear();
    }
    cache.insert(text.to_owned(), Arc::clone(&document));
    Ok(document)
}

fn validate(text: &str) -> Result<Valid<ExecutableDocument>, Vec<Json>> {
    let pinned = schema::pinned().map_err(|why| vec![serde_json::json!({ "message": why })])?;
    let document = match ExecutableDocument::parse_and_validate(&pinned.schema, text, "request.graphql") {
        Ok(document) => document,
        Err(problems) if is_tolerated(&problems.errors) => Valid::assume_valid(problems.partial),
        Err(problems) => return Err(static_errors(text, &problems.errors)),
    };
    let problems = inputs::problems(&pinned.schema, &document, text);
    if problems.is_empty() { Ok(document) } else { Err(problems) }
}

/// GitHub lets a document select fields of different types under one name on different objects, such as `state` of
/// `Issue` and of `PullRequest`; `gh` relies on it, though the specification forbids it.
fn is_tolerated(problems: &DiagnosticList) -> bool {
    problems.iter().all(|problem| problem.error.unstable_error_name() == Some("ConflictingFieldType"))
}
