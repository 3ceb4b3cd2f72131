//! Lookups that run before a request, such as the node id of a label by its name.
//!
//! A capability asks for a lookup and gets no result at first. The lookups of all steps are collected, sent in one request
//! and answered. Then the capability asks again and continues.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::Error;
use crate::capability::data::{OwnedData, ResponseData};
use crate::card::operation::{Document, Operation, Request};
use crate::error::Phase;

pub use crate::display::suggest::suggest;

/// The lookups of one or more steps and their results. Equal lookups are sent once.
#[derive(Debug, Default)]
pub struct Lookups {
    entries: Vec<Lookup>,
    /// The step for which lookups are added now.
    step: usize,
    index: HashMap<(&'static Operation, String), LookupKey>,
}

/// Identifies a lookup of a [`Lookups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LookupKey(usize);

#[derive(Debug)]
struct Lookup {
    request: Request,
    /// The first step that asked for it.
    step: usize,
    /// Whether it looks up an id, which stays the same while a chain runs.
    is_id: bool,
    reply: Option<Result<OwnedData, Error>>,
}

impl Lookups {
    /// Without any lookups.
    pub fn new() -> Self {
        Self::default()
    }

    /// The result of a lookup: `None` while it is pending, an error if it failed.
    pub fn ask<D: Document>(&mut self, variables: &D::Variables) -> Result<Option<D::Data>, Error> {
        self.decoded::<D>(variables, false)
    }

    /// [`ask`](Lookups::ask) for an id. An id that was found is kept for the whole chain.
    pub fn ask_id<D: Document>(&mut self, variables: &D::Variables) -> Result<Option<D::Data>, Error> {
        self.decoded::<D>(variables, true)
    }

    /// The ids that were found, for the next wave. Everything else may have changed, and is looked up again.
    pub(crate) fn into_found_ids(self) -> Self {
        let mut kept = Self::new();
        for Lookup { request, step, is_id, reply } in self.entries {
            let is_found = reply.as_ref().is_some_and(|reply| reply.as_ref().is_ok_and(OwnedData::is_complete));
            if is_id && is_found {
                let key = kept.record(request, is_id);
                if let Some(lookup) = kept.entries.get_mut(key.0) {
                    (lookup.step, lookup.reply) = (step, reply);
                }
            }
        }
        kept
    }

    fn decoded<D: Document>(&mut self, variables: &D::Variables, is_id: bool) -> Result<Option<D::Data>, Error> {
        match self.reply(Request::new::<D>(variables)?, is_id)? {
            None => Ok(None),
            Some(data) => data.borrow().decode::<D>().map(Some).map_err(read_only),
        }
    }

    fn reply(&mut self, request: Request, is_id: bool) -> Result<Option<&OwnedData>, Error> {
        let key = self.record(request, is_id);
        match self.entries.get(key.0).and_then(|lookup| lookup.reply.as_ref()) {
            None => Ok(None),
            Some(Ok(data)) => Ok(Some(data)),
            Some(Err(error)) => Err(error.clone()),
        }
    }

    fn record(&mut self, request: Request, is_id: bool) -> LookupKey {
        let variables = serde_json::to_string(&request.variables).unwrap_or_default();
        let (entries, step) = (&mut self.entries, self.step);
        let entry = self.index.entry((request.operation, variables));
        *entry.or_insert_with(|| {
            entries.push(Lookup { request, step, is_id, reply: None });
            LookupKey(entries.len() - 1)
        })
    }

    /// Sets the step that asks for lookups from now on.
    pub(crate) fn set_step(&mut self, step: usize) {
        self.step = step;
    }

    /// Whether this lookup is for an id.
    pub(crate) fn is_id(&self, key: LookupKey) -> bool {
        self.entries.get(key.0).is_some_and(|lookup| lookup.is_id)
    }

    /// The first step that asked for this lookup.
    pub(crate) fn step_of(&self, key: LookupKey) -> usize {
        self.entries.get(key.0).map_or(0, |lookup| lookup.step)
    }

    /// The lookups without a result, in the order in which they were first asked for.
    pub fn pending(&self) -> impl Iterator<Item = (LookupKey, &'static Operation, &Map<String, Value>)> {
        let entries = self.entries.iter().enumerate();
        entries.filter(|(_, lookup)| lookup.reply.is_none()).map(|(index, lookup)| {
            let request = &lookup.request;
            (LookupKey(index), request.operation, &request.variables)
        })
    }

    /// Sets the result of a lookup, for every step that asked for it.
    pub fn resolve(&mut self, key: LookupKey, reply: Result<ResponseData<'_>, Error>) {
        self.keep(key, reply.map(|data| data.to_owned_data()));
    }

    /// [`resolve`](Lookups::resolve) without copying the result.
    pub(crate) fn keep(&mut self, key: LookupKey, reply: Result<OwnedData, Error>) {
        if let Some(lookup) = self.entries.get_mut(key.0) {
            lookup.reply = Some(reply);
        }
    }
}

/// A lookup changes nothing, even if it fails.
fn read_only(error: Error) -> Error {
    error.in_phase(Phase::Refused)
}

/// The error for a name that does not exist: `no label `bgu` in acme/widgets`.
pub fn not_found(message: impl Into<String>) -> Error {
    Error::not_found(message)
}

/// [`not_found`] with the most similar name that exists: `… (did you mean `bug`?)`.
pub fn not_found_among<'a>(
    message: impl Into<String>,
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Error {
    let message = message.into();
    match crate::display::suggest::did_you_mean(wanted, candidates) {
        Some(hint) => not_found(format!("{message} ({hint})")),
        None => not_found(message),
    }
}
