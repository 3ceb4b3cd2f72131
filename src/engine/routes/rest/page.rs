//! Lists, page by page.

use std::collections::HashSet;

use bytes::Bytes;
use http::Response;
use serde_json::{Value, json};
use url::form_urlencoded::{Serializer, parse};

use super::exchange::Exchange;
use super::link;
use super::request::Prepared;
use super::verdict::Asked;
use super::{Answered, read};
use crate::Error;
use crate::card::route::{Condition, Field, RestPage, Take};
use crate::engine::routes::cursor::{LARGEST, RestCursor, cursor_of, size_of};
use crate::error::Phase;

/// What tells elements apart, in every list of GitHub's.
const ID: &str = "id";
/// How many requests a call may make to fill a page whose elements are picked out.
const MOST_REQUESTS: usize = 10;
/// How many pages a list may have of which all are wanted. More is an error: a list is never cut in silence.
const MOST_PAGES: usize = 100;

/// One list of a card.
pub(super) struct Pager<'a> {
    pub(super) exchange: &'a Exchange<'a>,
    pub(super) asked: Asked<'a>,
    pub(super) page: RestPage,
    /// Which elements count.
    pub(super) keep: &'static [Condition],
}

/// A page as GitHub sent it.
struct Sent {
    answer: Value,
    /// The query of the page after it.
    next: Option<String>,
}

impl Pager<'_> {
    /// All pages as one answer.
    pub(super) async fn all(&self, first: &Prepared) -> Result<Answered, Error> {
        let mut query = format!("per_page={LARGEST}");
        let mut whole: Option<Value> = None;
        let mut seen = HashSet::new();
        loop {
            let Sent { mut answer, next } = self.fetch(&self.request(first, &query)).await?;
            let list = self.take_list(&mut answer)?;
            match whole.as_mut().map(|whole| list_mut(whole, self.page.list)) {
                Some(Some(Value::Array(elements))) => elements.extend(list),
                _ => whole = Some(self.put_list(answer, list)),
            }
            let Some(next) = next else { return Ok(Answered { answer: whole.unwrap_or_default(), page: None }) };
            if !seen.insert(query) || seen.contains(&next) || seen.len() >= MOST_PAGES {
                return Err(endless());
            }
            query = next;
        }
    }

    /// The page that `first` and `after` ask for: exactly as many elements as wanted, unless the list ends before.
    pub(super) async fn one(&self, first: &Prepared, size: &str, cursor: &str) -> Result<Answered, Error> {
        let inputs = &self.asked.scope.inputs;
        let wanted = size_of(inputs, size);
        let picks = self.keep.iter().any(|condition| condition.applies(inputs));
        let size = if picks { LARGEST } else { wanted };
        let RestCursor { mut query, mut skip, last } = match cursor_of(inputs, cursor) {
            Some(after) => RestCursor::decode(cursor, after)?,
            None => RestCursor { query: format!("per_page={size}"), skip: 0, last: Value::Null },
        };
        let mut items = Vec::new();
        for requests in 1.. {
            let Sent { mut answer, next } = self.fetch(&self.request(first, &query)).await?;
            let list = self.take_list(&mut answer)?;
            let seen = list.len();
            if let Some(place) = self.gather(list.into_iter().enumerate().skip(skip), wanted, &last, &mut items) {
                return Ok(self.page_of(answer, items, true, RestCursor { query, skip: place, last }));
            }
            let Some(next) = next else {
                return Ok(self.page_of(answer, items, false, RestCursor { query, skip: seen, last }));
            };
            if next == query {
                return Err(endless());
            }
            // Where elements are picked out, only looking tells whether there is another.
            if items.len() == wanted && !picks || requests == MOST_REQUESTS {
                return Ok(self.page_of(answer, items, true, RestCursor { query: next, skip: 0, last }));
            }
            (query, skip) = (next, 0);
        }
        Err(Error::unknown("a list was not read"))
    }

    /// Takes the elements that count; the place of the first that is too much.
    fn gather(
        &self,
        elements: impl Iterator<Item = (usize, Value)>,
        wanted: usize,
        last: &Value,
        items: &mut Vec<Value>,
    ) -> Option<usize> {
        for (place, element) in elements {
            if !last.is_null() && element[ID] == *last {
                // New elements have pushed it here: what came before it was seen on the pages before.
                items.clear();
            } else if self.keep.iter().all(|condition| condition.holds(&element, &self.asked.scope.inputs)) {
                if items.len() == wanted {
                    return Some(place);
                }
                items.push(element);
            }
        }
        None
    }

    /// The page as an answer; the next one begins at `end`, behind the last element of this one.
    fn page_of(&self, answer: Value, items: Vec<Value>, more: bool, end: RestCursor) -> Answered {
        let last = items.last().map_or(end.last, |item| item[ID].clone());
        let is_nowhere = items.is_empty() && !more;
        let end = (!is_nowhere).then(|| RestCursor { last, ..end }.encode());
        let page = json!({ "hasNextPage": more, "endCursor": end });
        Answered { answer: self.put_list(answer, items), page: Some(page) }
    }

    /// The parameters that the card sets: where a list goes on never changes them.
    fn is_own(&self, name: &str) -> bool {
        self.asked.call.query.iter().any(|(own, _)| *own == name)
    }

    /// The request for a place in the list.
    fn request(&self, first: &Prepared, place: &str) -> Prepared {
        let place = parse(place.as_bytes()).into_owned().filter(|(name, _)| !self.is_own(name));
        Prepared { query: first.query.iter().cloned().chain(place).collect(), ..first.clone() }
    }

    async fn fetch(&self, request: &Prepared) -> Result<Sent, Error> {
        let response = self.exchange.ask(request, &self.asked).await?;
        let next = self.next(&response)?;
        Ok(Sent { answer: read(&response, self.asked)?, next })
    }

    /// What of the query of the next page tells its place.
    fn next(&self, response: &Response<Bytes>) -> Result<Option<String>, Error> {
        let next = link::next(response.headers());
        let next = next.map_err(|_| Error::server("GitHub's `link` header cannot be read").in_phase(Phase::Refused))?;
        let Some(url) = next else { return Ok(None) };
        let url = url.split('#').next().unwrap_or_default();
        let query = url.split_once('?').map(|(_, query)| query).unwrap_or_default();
        let place = parse(query.as_bytes()).filter(|(name, _)| !self.is_own(name));
        Ok(Some(Serializer::new(String::new()).extend_pairs(place).finish()))
    }

    /// Takes the list out of an answer. An empty answer is an empty list.
    fn take_list(&self, answer: &mut Value) -> Result<Vec<Value>, Error> {
        match list_mut(answer, self.page.list).map(Value::take) {
            Some(Value::Array(list)) => Ok(list),
            Some(Value::Null) if answer.is_null() => Ok(Vec::new()),
            _ => {
                let place = match self.page.list {
                    [] => "it".to_owned(),
                    keys => format!("`{}`", keys.join(".")),
                };
                let message = format!("GitHub's answer does not fit: {place} is no list");
                Err(Error::server(message).in_phase(Phase::Refused))
            }
        }
    }

    fn put_list(&self, mut answer: Value, list: Vec<Value>) -> Value {
        match list_mut(&mut answer, self.page.list) {
            Some(place) => *place = Value::Array(list),
            None => answer = Value::Array(list),
        }
        answer
    }
}

fn list_mut<'v>(answer: &'v mut Value, keys: &[&str]) -> Option<&'v mut Value> {
    keys.iter().try_fold(answer, |value, key| value.get_mut(key))
}

/// The conditions on the elements of the list that the route pages through.
pub(super) fn kept(output: &[Field], call: &str, is_last: bool, page: &RestPage) -> &'static [Condition] {
    let of_call = |name: Option<&str>| name.map_or(is_last, |name| name == call);
    let keep = output.iter().find_map(|field| match &field.take {
        Take::List { at, keep, .. } if at.keys == page.list && of_call(at.call) => Some(*keep),
        _ => None,
    });
    keep.unwrap_or_default()
}

fn endless() -> Error {
    Error::server("a list of GitHub's does not end").in_phase(Phase::Refused)
}
