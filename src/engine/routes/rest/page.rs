//! Lists, page by page.

use std::collections::HashSet;

use bytes::Bytes;
use http::Response;
use serde_json::{Value, json};
use url::form_urlencoded::{Serializer, parse};

use super::exchange::Exchange;
use super::link;
use super::request::PreparedRequest;
use super::runner::{CallResult, read};
use super::verdict::CallContext;
use crate::Error;
use crate::card::route::{Condition, Field, RestPage, Take};
use crate::engine::routes::call_results::without_each;
use crate::engine::routes::cursor::{MAX_PAGE_SIZE, RestCursor, cursor_of, size_of};
use crate::error::Phase;

/// The property that identifies an element in every list of GitHub.
const ID: &str = "id";
/// How many requests may be sent to fill one page, if only some elements are kept.
const MAX_REQUESTS_PER_PAGE: usize = 10;
/// How many pages a list may have if all of it is read. More is an error, because a list is never truncated silently.
const MAX_PAGES: usize = 100;

/// One list of a card.
pub(super) struct Pager<'a> {
    pub(super) exchange: &'a Exchange<'a>,
    pub(super) context: CallContext<'a>,
    pub(super) page: RestPage,
    /// Which elements are kept.
    pub(super) keep: &'static [Condition],
}

/// A page as GitHub sent it.
struct FetchedPage {
    value: Value,
    /// The query of the next page.
    next: Option<String>,
}

impl Pager<'_> {
    /// Reads all pages as one list.
    pub(super) async fn all(&self, first: &PreparedRequest) -> Result<CallResult, Error> {
        let mut query = format!("per_page={MAX_PAGE_SIZE}");
        let mut whole: Option<Value> = None;
        let mut seen = HashSet::new();
        loop {
            let FetchedPage { mut value, next } = self.fetch(&self.request(first, &query)).await?;
            let list = self.take_list(&mut value)?;
            match whole.as_mut().map(|whole| list_mut(whole, self.page.list)) {
                Some(Some(Value::Array(elements))) => elements.extend(list),
                _ => whole = Some(self.put_list(value, list)),
            }
            let Some(next) = next else { return Ok(CallResult { value: whole.unwrap_or_default(), page: None }) };
            if !seen.insert(query) || seen.contains(&next) || seen.len() >= MAX_PAGES {
                return Err(endless());
            }
            query = next;
        }
    }

    /// Reads the page that `first` and `after` select. It has exactly the requested size, unless the list ends before.
    pub(super) async fn one(&self, first: &PreparedRequest, size: &str, cursor: &str) -> Result<CallResult, Error> {
        let inputs = &self.context.scope.inputs;
        let wanted = size_of(inputs, size);
        let picks = self.keep.iter().any(|condition| condition.applies(self.context.scope));
        let size = if picks { MAX_PAGE_SIZE } else { wanted };
        let RestCursor { mut query, mut skip, last } = match cursor_of(inputs, cursor) {
            Some(after) => RestCursor::decode(cursor, after)?,
            None => RestCursor { query: format!("per_page={size}"), skip: 0, last: Value::Null },
        };
        let mut items = Vec::new();
        for requests in 1.. {
            let FetchedPage { mut value, next } = self.fetch(&self.request(first, &query)).await?;
            let list = self.take_list(&mut value)?;
            let seen = list.len();
            if let Some(place) = self.gather(list.into_iter().enumerate().skip(skip), wanted, &last, &mut items) {
                return Ok(self.page_of(value, items, true, RestCursor { query, skip: place, last }));
            }
            let Some(next) = next else {
                return Ok(self.page_of(value, items, false, RestCursor { query, skip: seen, last }));
            };
            if next == query {
                return Err(endless());
            }
            // If only some elements are kept, the next page has to be read to know whether there is another one.
            if items.len() == wanted && !picks || requests == MAX_REQUESTS_PER_PAGE {
                return Ok(self.page_of(value, items, true, RestCursor { query: next, skip: 0, last }));
            }
            (query, skip) = (next, 0);
        }
        Err(Error::unknown("a list was not read"))
    }

    /// Collects the elements to keep. Returns the position of the first one that does not fit the page.
    fn gather(
        &self,
        elements: impl Iterator<Item = (usize, Value)>,
        wanted: usize,
        last: &Value,
        items: &mut Vec<Value>,
    ) -> Option<usize> {
        for (place, element) in elements {
            if !last.is_null() && element[ID] == *last {
                // New elements have moved it here, so the ones before it were on earlier pages.
                items.clear();
            } else if self.keep.iter().all(|condition| condition.holds(&element, self.context.scope)) {
                if items.len() == wanted {
                    return Some(place);
                }
                items.push(element);
            }
        }
        None
    }

    /// The result of a page. The next one begins at `end`, after the last element of this one.
    fn page_of(&self, value: Value, items: Vec<Value>, more: bool, end: RestCursor) -> CallResult {
        let last = items.last().map_or(end.last, |item| item[ID].clone());
        let is_empty_end = items.is_empty() && !more;
        let end = (!is_empty_end).then(|| RestCursor { last, ..end }.encode());
        let page = json!({ "hasNextPage": more, "endCursor": end });
        CallResult { value: self.put_list(value, items), page: Some(page) }
    }

    /// Whether the card sets this parameter. Then the next page cannot change it.
    fn is_own(&self, name: &str) -> bool {
        self.context.call.query.iter().any(|(own, _)| *own == name)
    }

    /// The request for a page, by its query.
    fn request(&self, first: &PreparedRequest, place: &str) -> PreparedRequest {
        let place = parse(place.as_bytes()).into_owned().filter(|(name, _)| !self.is_own(name));
        PreparedRequest { query: first.query.iter().cloned().chain(place).collect(), ..first.clone() }
    }

    async fn fetch(&self, request: &PreparedRequest) -> Result<FetchedPage, Error> {
        let response = self.exchange.send(request, &self.context).await?;
        let next = self.next(&response)?;
        Ok(FetchedPage { value: read(&response, self.context)?, next })
    }

    /// The query of the next page, without the parameters that the card sets.
    fn next(&self, response: &Response<Bytes>) -> Result<Option<String>, Error> {
        let next = link::next(response.headers());
        let next = next.map_err(|_| Error::server("GitHub's `link` header cannot be read").in_phase(Phase::Refused))?;
        let Some(url) = next else { return Ok(None) };
        let url = url.split('#').next().unwrap_or_default();
        let query = url.split_once('?').map(|(_, query)| query).unwrap_or_default();
        let place = parse(query.as_bytes()).filter(|(name, _)| !self.is_own(name));
        Ok(Some(Serializer::new(String::new()).extend_pairs(place).finish()))
    }

    /// Takes the list out of a response. An empty response is an empty list.
    fn take_list(&self, value: &mut Value) -> Result<Vec<Value>, Error> {
        match list_mut(value, self.page.list).map(Value::take) {
            Some(Value::Array(list)) => Ok(list),
            Some(Value::Null) if value.is_null() => Ok(Vec::new()),
            _ => {
                let place = match self.page.list {
                    [] => "it".to_owned(),
                    keys => format!("`{}`", keys.join(".")),
                };
                let message = format!("unexpected response from GitHub: {place} is not a list");
                Err(Error::server(message).in_phase(Phase::Refused))
            }
        }
    }

    fn put_list(&self, mut value: Value, list: Vec<Value>) -> Value {
        match list_mut(&mut value, self.page.list) {
            Some(place) => *place = Value::Array(list),
            None => value = Value::Array(list),
        }
        value
    }
}

fn list_mut<'v>(value: &'v mut Value, keys: &[&str]) -> Option<&'v mut Value> {
    keys.iter().try_fold(value, |value, key| value.get_mut(key))
}

/// The conditions on the elements of the list that the route pages through.
pub(super) fn kept(output: &[Field], call: &str, is_last: bool, page: &RestPage) -> &'static [Condition] {
    let of_call = |name: Option<&str>| name.map_or(is_last, |name| name == call);
    let keep = output.iter().find_map(|field| match &field.take {
        Take::List { at, keep, .. } if without_each(at.keys) == without_each(page.list) && of_call(at.call) => {
            Some(*keep)
        }
        _ => None,
    });
    keep.unwrap_or_default()
}

fn endless() -> Error {
    Error::server("the list has too many pages, or its pages form a loop").in_phase(Phase::Refused)
}
