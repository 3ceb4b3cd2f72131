//! Sends lookups and reads: as one query, or as few as the limits allow, at the same time.
//!
//! A query changes nothing, so it may always be sent again: in smaller parts if GitHub found it too large, or each
//! operation separately if the error of a sibling nulled a shared root field.

use futures_util::stream::{StreamExt, iter};
use serde_json::{Map, Value};
use tracing::debug;

use super::query_size::QuerySize;
use crate::card::operation::Operation;
use crate::engine::Decode;
use crate::engine::graphql::batch::{Batch, Item, QueryLimits, queries};
use crate::engine::graphql::{BatchResponse, RefusedItem, refused_items};
use crate::engine::send::{ATTEMPTS, Sender};
use crate::error::Phase;
use crate::response::{Broken, GraphqlError, Limit, Response, Verdict, is_resource_limit};
use crate::{Error, ErrorCode};

/// How many queries are in flight at the same time. GitHub allows a hundred for everything that a user runs.
const CONCURRENT_QUERIES: usize = 10;

/// One lookup or read.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Query<'a> {
    /// The first step that needs it.
    pub(in crate::engine) step: usize,
    pub(in crate::engine) operation: &'static Operation,
    pub(in crate::engine) variables: &'a Map<String, Value>,
    /// Whether "not found" is a result. A lookup explains better than GitHub what it did not find.
    pub(in crate::engine) may_be_missing: bool,
}

/// Sends all queries; the results are in their order.
pub(in crate::engine) async fn run_queries<T: Send>(
    sender: &Sender<'_>,
    queries: &[Query<'_>],
    decode: Decode<'_, T>,
) -> Vec<Result<T, Error>> {
    let runner = QueryRunner { sender, queries, decode, size: QuerySize::default() };
    let mut results: Vec<Option<Result<T, Error>>> = queries.iter().map(|_| None).collect();
    let mut parts = runner.parts(&(0..queries.len()).collect::<Vec<_>>(), Sharing::Roots, 0, None);
    while !parts.is_empty() {
        let mut retries = Vec::new();
        for round in runner.send_all(&parts).await {
            for (query, result) in round.results {
                results[query] = Some(result);
            }
            retries.extend(round.retries);
        }
        parts = retries.into_iter().flat_map(|retry| runner.retry(retry, &mut results)).collect();
    }
    let never_sent = || Err(Error::unknown("a query was never sent"));
    results.into_iter().map(|result| result.unwrap_or_else(never_sent)).collect()
}

struct QueryRunner<'a, T> {
    sender: &'a Sender<'a>,
    queries: &'a [Query<'a>],
    decode: Decode<'a, T>,
    size: QuerySize,
}

/// One request: some of the queries.
struct QueryPart<'a> {
    queries: Vec<usize>,
    batch: Batch<'a>,
    attempt: u32,
    /// Why it is sent again.
    cause: Option<Error>,
}

/// The result of one request.
struct QueryRound<T> {
    results: Vec<(usize, Result<T, Error>)>,
    retries: Vec<Retry>,
}

/// Queries that are to be sent again, and their error if they cannot be.
struct Retry {
    queries: Vec<usize>,
    attempt: u32,
    mode: RetryMode,
    error: Error,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RetryMode {
    /// As they were, after a pause.
    Same,
    /// In smaller parts, down to one query.
    Smaller,
    /// Each with root fields of its own.
    Separately,
    /// At once, without the queries that GitHub refused.
    WithoutRefused,
}

/// Whether queries on one repository share a root field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Roots,
    Nothing,
}

impl<'a, T: Send> QueryRunner<'a, T> {
    fn parts(&self, indices: &[usize], sharing: Sharing, attempt: u32, cause: Option<&Error>) -> Vec<QueryPart<'a>> {
        let items: Vec<Item<'a>> = indices
            .iter()
            .map(|index| {
                let Query { step, operation, variables, .. } = self.queries[*index];
                Item { name: step, operation, variables }
            })
            .collect();
        let limits = QueryLimits::new(self.sender.max_batch());
        queries(&items, sharing == Sharing::Roots, limits)
            .into_iter()
            .map(|(range, batch)| QueryPart { queries: indices[range].to_vec(), batch, attempt, cause: cause.cloned() })
            .collect()
    }

    /// Sends the parts at the same time. If parts were too large before, the first one is sent alone: it shows whether the
    /// others are small enough now.
    async fn send_all(&self, parts: &[QueryPart<'a>]) -> Vec<QueryRound<T>> {
        let alone = usize::from(self.size.is_shrinking()).min(parts.len());
        let (first, rest) = parts.split_at(alone);
        let mut rounds = Vec::with_capacity(parts.len());
        for part in first {
            rounds.push(self.send(part).await);
        }
        let requests: Vec<_> = rest.iter().map(|part| self.send(part)).collect();
        rounds.extend(iter(requests).buffered(CONCURRENT_QUERIES).collect::<Vec<_>>().await);
        rounds
    }

    /// The requests for another try, or the error if there is none. Making parts smaller does not count as an attempt: it
    /// ends at one query.
    fn retry(&self, retry: Retry, results: &mut [Option<Result<T, Error>>]) -> Vec<QueryPart<'a>> {
        let is_smaller = retry.mode == RetryMode::Smaller && retry.queries.len() > 1;
        let may_retry = is_smaller || retry.attempt < ATTEMPTS && self.sender.try_extra_request();
        if !may_retry || self.sender.is_cancelled() || self.size.is_outage() {
            for query in retry.queries {
                results[query] = Some(Err(retry.error.clone()));
            }
            return Vec::new();
        }
        debug!(queries = retry.queries.len(), attempt = retry.attempt, "sending queries again");
        let Retry { queries, attempt, mode, error } = &retry;
        let (next, cause) = (attempt + 1, Some(error));
        match mode {
            RetryMode::Smaller if is_smaller => {
                let size = self.size.below(queries.len());
                let parts = queries.chunks(size);
                parts.flat_map(|part| self.parts(part, Sharing::Roots, *attempt, cause)).collect()
            }
            RetryMode::Same | RetryMode::Smaller => self.parts(queries, Sharing::Roots, next, cause),
            RetryMode::Separately => self.parts(queries, Sharing::Nothing, next, cause),
            RetryMode::WithoutRefused => self.parts(queries, Sharing::Roots, *attempt, cause),
        }
    }

    async fn send(&self, part: &QueryPart<'a>) -> QueryRound<T> {
        if let Some(error) = self.size.objection(part.queries.len()) {
            return part.retry(RetryMode::Smaller, error);
        }
        let body = match part.batch.body() {
            Ok(body) => body,
            Err(error) => return part.fail(&error),
        };
        if let Some(cause) = part.cause.as_ref().filter(|_| part.attempt > 0)
            && !self.sender.back_off(part.attempt, cause.message()).await
        {
            return part.fail(&cause.clone().in_phase(Phase::Refused));
        }
        match self.sender.send_graphql(&body, None, |verdict| self.read(part, verdict)).await {
            Ok(round) => round,
            Err(error) if error.phase() == Phase::MayBeApplied => part.retry(RetryMode::Same, error),
            Err(error) => part.fail(&error),
        }
    }

    fn read(&self, part: &QueryPart<'a>, verdict: Verdict<'_>) -> QueryRound<T> {
        match verdict {
            Verdict::Answered(response) => {
                self.size.succeeded();
                self.read_response(part, &response)
            }
            Verdict::Broken(Broken { error, too_large: false }) | Verdict::Limited(Limit { error, .. }) => {
                part.retry(RetryMode::Same, error)
            }
            Verdict::Broken(Broken { error, .. }) | Verdict::Refused { error, too_large: true, .. } => {
                self.size.too_large(part.queries.len(), &error);
                part.retry(RetryMode::Smaller, error)
            }
            Verdict::Refused { error, errors, .. } => part.without_refused(&error, &errors),
        }
    }

    fn read_response(&self, part: &QueryPart<'a>, response: &Response<'_>) -> QueryRound<T> {
        let response = BatchResponse::new(&part.batch, response);
        let mut round = QueryRound { results: Vec::new(), retries: Vec::new() };
        for (place, query) in part.queries.iter().enumerate() {
            match retry_of(&response, place) {
                Some((mode, error)) => round.retry(*query, mode, error, part.attempt),
                None => round.results.push((*query, self.result(&response, place, *query))),
            }
        }
        self.sender.warn(response.warnings());
        for (sent, now) in response.renamed() {
            self.sender.warn_of_rename(sent, Some(&now));
        }
        // A limit on a single field is a limit on the credential.
        if response.is_limited() {
            self.sender.note_field_limit(response.response.wait);
        }
        round
    }

    fn result(&self, response: &BatchResponse<'_>, place: usize, query: usize) -> Result<T, Error> {
        let is_missing = response.errors_of(place).all(|error| error.kind.as_deref() == Some("NOT_FOUND"));
        match response.errors_of(place).next() {
            Some(error) if !(is_missing && self.queries[query].may_be_missing) => Err(response.error(error)),
            _ => (self.decode)(query, &response.item(place).data()),
        }
    }
}

/// How a query is to be sent again, if that may help.
fn retry_of(response: &BatchResponse<'_>, place: usize) -> Option<(RetryMode, Error)> {
    if let Some(error) = response.errors_of(place).next() {
        let error = response.error(error);
        return match error.code() {
            _ if response.errors_of(place).any(is_resource_limit) => Some((RetryMode::Smaller, error)),
            ErrorCode::Server => Some((RetryMode::Same, error)),
            _ => None,
        };
    }
    if response.response.errors.is_empty() || !response.is_unexplained(place) {
        return None;
    }
    match response.unattributed().next() {
        Some(error) => Some((RetryMode::Same, response.error(error))),
        None => response.sibling_error(place).map(|error| (RetryMode::Separately, response.error(error))),
    }
}

impl QueryPart<'_> {
    /// All queries again.
    fn retry<T>(&self, mode: RetryMode, error: Error) -> QueryRound<T> {
        let error = error.in_phase(Phase::Refused);
        let retry = Retry { queries: self.queries.clone(), attempt: self.attempt, mode, error };
        QueryRound { results: Vec::new(), retries: vec![retry] }
    }

    /// The same error for all queries.
    fn fail<T>(&self, error: &Error) -> QueryRound<T> {
        let results = self.queries.iter().map(|query| (*query, Err(error.clone())));
        QueryRound { results: results.collect(), retries: Vec::new() }
    }

    /// The queries that GitHub named get their error; the others are sent again without them.
    fn without_refused<T>(&self, error: &Error, errors: &[GraphqlError]) -> QueryRound<T> {
        let mut round = QueryRound { results: Vec::new(), retries: Vec::new() };
        for (query, refused) in self.queries.iter().zip(refused_items(&self.batch, error, errors)) {
            match refused {
                RefusedItem::Named(own) => round.results.push((*query, Err(own))),
                RefusedItem::Unnamed => round.results.push((*query, Err(error.clone()))),
                RefusedItem::Innocent => {
                    round.retry(*query, RetryMode::WithoutRefused, error.clone(), self.attempt);
                }
            }
        }
        round
    }
}

impl<T> QueryRound<T> {
    fn retry(&mut self, query: usize, mode: RetryMode, error: Error, attempt: u32) {
        match self.retries.iter_mut().find(|retry| retry.mode == mode) {
            Some(retry) => retry.queries.push(query),
            None => self.retries.push(Retry { queries: vec![query], attempt, mode, error }),
        }
    }
}
