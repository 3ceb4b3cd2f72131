//! `--all`: every page of a list, in one result.

use std::collections::HashSet;

use ghx::card::{Card, RouteKind, Type};
use ghx::envelope::{ErrorBody, TaskEnvelope};
use ghx::route::RoutePolicy;
use ghx::task::Task;
use ghx::{Client, Error, TaskRequest};
use serde_json::Value;
use serde_json::value::RawValue;

use super::members::Members;
use crate::Refusal;
use crate::execute::Stop;
use crate::output::Status;

/// The names that every list has: its elements, the position of its page, where to continue, and the page size.
const ITEMS: &str = "items";
const PAGE_INFO: &str = "pageInfo";
const AFTER: &str = "after";
const FIRST: &str = "first";

/// Refuses a capability that is not a list. Pages are as large as possible, unless the input has a size. An unknown
/// capability is left to the library, which explains it.
pub(super) fn check(request: &mut TaskRequest) -> Result<(), Refusal> {
    let Ok(entry) = ghx::capability::find(ghx::ALL, &request.task) else { return Ok(()) };
    if !is_list(entry.card) {
        let lists: Vec<&str> =
            ghx::ALL.iter().map(|entry| entry.card).filter(|card| is_list(card)).map(|card| card.id).collect();
        let refusal = Refusal::invalid(format!("{} does not return pages, so --all cannot be used", entry.card.id));
        return Err(refusal.help(format!("--all works with {}", lists.join(", "))));
    }
    if let Some(Type::Integer { maximum: Some(maximum), .. }) = entry.card.input(FIRST).map(|input| &input.ty) {
        request.input.entry(FIRST).or_insert_with(|| Value::from(*maximum));
    }
    Ok(())
}

fn is_list(card: &Card) -> bool {
    let has_output = |name: &str| card.outputs.iter().any(|output| output.name == name);
    has_output(ITEMS) && has_output(PAGE_INFO) && card.input(AFTER).is_some()
}

/// A list that is read page by page.
pub(super) struct Pages {
    request: TaskRequest,
    policy: RoutePolicy,
    trace: bool,
    status: Option<Status>,
}

impl Pages {
    pub(super) fn new(request: &TaskRequest, policy: RoutePolicy, trace: bool, status: Option<Status>) -> Self {
        Self { request: request.clone(), policy, trace, status }
    }

    /// Reads the pages until the last one or the first error. All pages use the route of the first one, since a cursor is
    /// valid only for the route that made it.
    pub(super) async fn execute(mut self, client: &Client, stop: Stop<'_>) -> TaskEnvelope {
        let first = self.page(client, stop).await;
        let route = RouteKind::ALL.into_iter().find(|route| Some(route.as_str()) == first.meta.route_used);
        self.policy = route.map_or(self.policy, RoutePolicy::Only);
        let mut list = List::new(first);
        let mut cursors = HashSet::new();
        while let Some(cursor) = list.next_cursor() {
            if !cursors.insert(cursor.clone()) {
                let error = Error::server("GitHub returned the same page twice, so the list would never end");
                list.fail(ErrorBody::from(&error));
                break;
            }
            if let Some(status) = &self.status {
                status.work(format!("{}: {} items from {} pages", self.request.task, list.items.len(), list.pages));
            }
            self.request.input.insert(AFTER.to_owned(), Value::from(cursor));
            list.add(self.page(client, stop).await);
        }
        list.check_end();
        list.finish()
    }

    async fn page(&self, client: &Client, stop: Stop<'_>) -> TaskEnvelope {
        let task = Task::new(&self.request).routes(self.policy).trace(self.trace);
        task.execute_until(client, stop.requested()).await
    }
}

/// The pages that were read.
struct List {
    /// The result of the first page, with the figures of all pages in `meta`.
    envelope: TaskEnvelope,
    items: Vec<Box<RawValue>>,
    pages: usize,
}

impl List {
    fn new(first: TaskEnvelope) -> Self {
        let items = first.data.as_deref().map(items).unwrap_or_default();
        Self { envelope: first, items, pages: 1 }
    }

    /// Where the next page starts; `None` after the last page and after an error.
    fn next_cursor(&self) -> Option<String> {
        let pagination = self.envelope.meta.pagination.as_ref().filter(|_| self.envelope.ok)?;
        pagination.end_cursor.clone().filter(|_| pagination.has_next_page)
    }

    /// A list that continues without a cursor is an error.
    fn check_end(&mut self) {
        let has_next_page = self.envelope.meta.pagination.as_ref().is_some_and(|pagination| pagination.has_next_page);
        if self.envelope.ok && has_next_page {
            let error = Error::server("GitHub has another page, but does not say where it starts");
            self.fail(ErrorBody::from(&error));
        }
    }

    fn add(&mut self, page: TaskEnvelope) {
        let meta = &mut self.envelope.meta;
        meta.http_calls += page.meta.http_calls;
        meta.timings.total_ms += page.meta.timings.total_ms;
        meta.timings.adapter_ms += page.meta.timings.adapter_ms;
        meta.warnings.extend(page.meta.warnings);
        if let Some(error) = page.error {
            meta.attempts.extend(page.meta.attempts);
            return self.fail(error);
        }
        meta.pagination = page.meta.pagination;
        self.items.extend(page.data.as_deref().map(items).unwrap_or_default());
        self.envelope.data = page.data;
        self.pages += 1;
    }

    /// The list ends here with an error. `data` keeps what was read.
    fn fail(&mut self, mut error: ErrorBody) {
        error.details.insert("pages_read".to_owned(), self.pages.into());
        error.details.insert("items_read".to_owned(), self.items.len().into());
        self.envelope.ok = false;
        self.envelope.error = Some(error);
    }

    /// The result: the last page, with the items of all pages.
    fn finish(mut self) -> TaskEnvelope {
        let Some(data) = self.envelope.data.take() else { return self.envelope };
        let mut members = Members::of(&data);
        let items: Vec<&str> = self.items.iter().map(|item| item.get()).collect();
        if let Ok(all) = RawValue::from_string(format!("[{}]", items.join(","))) {
            members.set(ITEMS, all);
        }
        self.envelope.data = members.to_json();
        self.envelope
    }
}

fn items(data: &RawValue) -> Vec<Box<RawValue>> {
    Members::of(data).get(ITEMS).and_then(|items| serde_json::from_str(items.get()).ok()).unwrap_or_default()
}
