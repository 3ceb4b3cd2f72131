//! The record: every request and every executed write, in order.

use serde::Serialize;

/// One HTTP request and its outcome.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RecordedRequest {
    /// Counts from one.
    pub number: u64,
    /// The `x-github-request-id` of the response.
    pub request_id: String,
    /// The method.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The login that the token acts for.
    pub login: Option<String>,
    /// The body.
    pub body: String,
    /// The GraphQL document.
    pub document: Option<String>,
    /// Its variables.
    pub variables: Option<serde_json::Value>,
    /// The names of the faults that affected it.
    pub faults: Vec<String>,
    /// The status of the response; `None` if the connection was dropped or the request is still running.
    pub status: Option<u16>,
    /// How long GitHub would have taken, by the model of [`RequestLimits`](crate::RequestLimits).
    pub processing_millis: u64,
}

/// A write that was executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RecordedWrite {
    /// The [`RecordedRequest::number`] of its request.
    pub request: u64,
    /// The mutation, such as `addComment`, or the REST route, such as `POST /repos/{owner}/{repo}/issues`.
    pub name: String,
    /// The response key: the alias or, without one, the name of the mutation.
    pub response_key: Option<String>,
    /// The node id of what was written, if it has one.
    pub subject: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) requests: Vec<RecordedRequest>,
    pub(crate) writes: Vec<RecordedWrite>,
    count: u64,
}

impl Record {
    /// Adds the entry of a request and returns its number.
    pub(crate) fn open(&mut self, make: impl FnOnce(u64) -> RecordedRequest) -> u64 {
        self.count += 1;
        self.requests.push(make(self.count));
        self.count
    }

    pub(crate) fn amend(&mut self, number: u64, change: impl FnOnce(&mut RecordedRequest)) {
        if let Ok(at) = self.requests.binary_search_by_key(&number, |request| request.number) {
            change(&mut self.requests[at]);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.requests.clear();
        self.writes.clear();
    }
}
