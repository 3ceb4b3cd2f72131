//! The response to a batch: which errors and which data belong to each of its items.

use std::time::SystemTime;

use super::attribution::{Attribution, ItemError};
use super::batch::Batch;
use super::item::{ItemResponse, ItemResponses};
use crate::response::{GraphqlError, Response, from_graphql};
use crate::{Error, ErrorCode};

/// A response together with the batch that was sent.
pub(crate) struct BatchResponse<'r> {
    pub(crate) response: &'r Response<'r>,
    batch: &'r Batch<'r>,
    attribution: Attribution,
    items: ItemResponses<'r, 'r>,
}

impl<'r> BatchResponse<'r> {
    pub(crate) fn new(batch: &'r Batch<'r>, response: &'r Response<'r>) -> Self {
        let attribution = Attribution::new(batch, &response.errors);
        Self { response, batch, attribution, items: ItemResponses::new(batch, response) }
    }

    /// What came back for one item.
    pub(crate) fn item(&self, place: usize) -> ItemResponse<'_> {
        self.items.item(place)
    }

    /// Where the errors of one item are.
    pub(crate) fn item_errors(&self, place: usize) -> &[ItemError] {
        &self.attribution.items[place]
    }

    /// The errors of one item.
    pub(crate) fn errors_of(&self, place: usize) -> impl Iterator<Item = &'r GraphqlError> {
        self.attribution.items[place].iter().map(|item_error| &self.response.errors[item_error.error])
    }

    /// The errors that belong to no item.
    pub(crate) fn unattributed(&self) -> impl Iterator<Item = &'r GraphqlError> {
        self.attribution.unattributed.iter().map(|index| &self.response.errors[*index])
    }

    /// Whether an item has neither data nor an error.
    pub(crate) fn is_unexplained(&self, place: usize) -> bool {
        self.attribution.items[place].is_empty() && self.item(place).missing().next().is_some()
    }

    /// Errors that belong to no item and explain no missing data: worth a warning, and they fail nothing.
    pub(crate) fn warnings(&self) -> Vec<Error> {
        let has_unexplained = (0..self.batch.items.len()).any(|place| self.is_unexplained(place));
        if has_unexplained { Vec::new() } else { self.unattributed().map(|error| self.error(error)).collect() }
    }

    /// The error of another item that nulled a root field which this one shares.
    pub(crate) fn sibling_error(&self, place: usize) -> Option<&'r GraphqlError> {
        let items = &self.batch.items;
        let roots: Vec<usize> = items[place].iter().map(|slot| slot.root).collect();
        let shares_root = |other: &usize| items[*other].iter().any(|slot| roots.contains(&slot.root));
        let mut siblings = (0..items.len()).filter(|other| *other != place).filter(shares_root);
        siblings.find_map(|other| self.errors_of(other).next())
    }

    /// Repositories that GitHub found under another name: the name that was sent, and the name it has now.
    pub(crate) fn renamed(&self) -> impl Iterator<Item = (&str, String)> {
        self.items.renamed()
    }

    /// Whether an error of the response is a rate limit.
    pub(crate) fn is_limited(&self) -> bool {
        self.response.errors.iter().any(|error| from_graphql(error).code() == ErrorCode::RateLimit)
    }

    /// One of the response's errors as one of ours, with the id of the request and the end of a rate limit.
    pub(crate) fn error(&self, error: &GraphqlError) -> Error {
        let error = from_graphql(error).with_request_id(self.response.request_id);
        match error.code() {
            ErrorCode::RateLimit => error.with_retry_at(SystemTime::now() + self.response.wait),
            _ => error,
        }
    }
}

/// What it means for an item that its request was refused before anything ran.
pub(crate) enum RefusedItem {
    /// GitHub named this item.
    Named(Error),
    /// GitHub named no item: the whole request is refused.
    Unnamed,
    /// GitHub named other items. This one may be sent without them.
    Innocent,
}

/// Splits a request that was refused before execution into the items that GitHub named and the others.
pub(crate) fn refused_items(batch: &Batch<'_>, error: &Error, errors: &[GraphqlError]) -> Vec<RefusedItem> {
    let attribution = Attribution::new(batch, errors);
    let names_none = attribution.items.iter().all(Vec::is_empty);
    let refused = |own: &Vec<ItemError>| match own.first() {
        Some(own) => RefusedItem::Named(from_graphql(&errors[own.error]).with_request_id(error.request_id())),
        None if names_none => RefusedItem::Unnamed,
        None => RefusedItem::Innocent,
    };
    attribution.items.iter().map(refused).collect()
}
