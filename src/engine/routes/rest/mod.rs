//! The REST route: the calls of a card, one after the other.
//!
//! | file | |
//! |---|---|
//! | [`request`] | one request, built from the input and earlier responses |
//! | [`exchange`] | a request and its response, with retries and conditional requests |
//! | [`redirect`], [`moved`] | redirects, and renamed repositories |
//! | [`verdict`], [`invalid`] | what an error response means |
//! | [`page`], [`link`] | lists, page by page |

mod exchange;
mod invalid;
mod link;
mod moved;
mod page;
mod redirect;
mod request;
mod verdict;

use bytes::Bytes;
use futures_util::stream::{StreamExt, iter};
use http::Response;
use serde_json::{Map, Value};

#[cfg(feature = "rest")]
pub(crate) use self::exchange::API_VERSION;
use self::exchange::Exchange;
pub(crate) use self::exchange::Via;
use self::page::{Pager, kept};
use self::request::PreparedRequest;
use self::verdict::CallContext;
#[cfg(feature = "rest")]
pub(crate) use self::verdict::limit;
use super::RouteCall;
use super::call_results::CallResults;
use super::condition::guard;
use super::cursor::cursor_of;
use super::cursor_route;
use super::output::OutputSource;
use super::retry::after_call;
use super::values::{Inputs, Scope};
use crate::capability::subject_of;
use crate::card::route::{Each, Method, RestCall, RestRoute};
use crate::card::{Card, RouteKind};
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// How many calls of an `each` are in flight at the same time.
const CONCURRENT_CALLS: usize = 10;

/// The media type of a call, unless it needs another one.
pub(crate) const JSON: &str = "application/vnd.github+json";

/// Whether the route can express this input. Nothing is sent. The error says why not.
pub(crate) fn suits(route: &RestRoute, card: &'static Card, input: &Map<String, Value>) -> Result<(), String> {
    let inputs = Inputs::new(card, input);
    inputs.check(route.unsupported)?;
    for call in route.calls {
        PreparedRequest::new(call, &Scope::before(inputs))?;
        let list =
            call.each.map(|each| Scope::before(inputs).value(&each.list)).transpose()?.flatten().unwrap_or_default();
        for element in elements(&list) {
            PreparedRequest::new(call, &Scope { element: Some(element), ..Scope::before(inputs) })?;
        }
        let cursor = call.page.and_then(|page| page.inputs).map(|(_, after)| after);
        if let Some((name, given)) = cursor.and_then(|name| Some((name, cursor_of(&inputs, name)?))) {
            cursor_route::check(name, given, RouteKind::Rest)?;
        }
    }
    Ok(())
}

/// The request lines of the route, for a plan. `show` renders a value that is known.
pub(crate) fn preview(
    route: &RestRoute,
    card: &'static Card,
    input: &Map<String, Value>,
    show: &dyn Fn(&Value) -> String,
) -> Vec<String> {
    let inputs = Inputs::new(card, input);
    let mut lines = Vec::new();
    for call in route.calls {
        let Some(each) = call.each else {
            lines.push(request::preview(call, &Scope::before(inputs), show));
            continue;
        };
        let list = Scope::before(inputs).value(&each.list).ok().flatten().unwrap_or_default();
        let scopes = elements(&list).iter().map(|element| Scope { element: Some(element), ..Scope::before(inputs) });
        lines.extend(scopes.map(|scope| request::preview(call, &scope, show)));
    }
    lines
}

/// Runs the route: the output as JSON.
#[cfg(feature = "rest")]
pub(crate) async fn run(route_call: &RouteCall<'_>, route: &RestRoute) -> Result<Value, Error> {
    run_via(route_call, route, Via::Http).await
}

/// Runs the calls of the route by HTTP or by `gh`.
pub(crate) async fn run_via(route_call: &RouteCall<'_>, route: &RestRoute, via: Via) -> Result<Value, Error> {
    let exchange = Exchange::new(route_call, via)?;
    let inputs = Inputs::new(route_call.card, route_call.input);
    let subject = subject_of(route_call.card, route_call.input);
    let runner = Runner { exchange: &exchange, route, inputs, subject: &subject };
    let mut results = CallResults::default();
    let mut page = None;
    let mut wrote = false;
    for (place, call) in route.calls.iter().enumerate() {
        if let Some(each) = call.each {
            runner.each(call, &each, &results).await?;
            continue;
        }
        let result = runner.call(call, place + 1 == route.calls.len(), &results).await?;
        wrote |= call.method != Method::Get;
        guard(call.guards, &result.value, &runner.scope(&results, None)).map_err(|error| after_call(error, wrote))?;
        page = result.page.or(page);
        results.add(call.id, result.value);
    }
    let source = OutputSource { inputs, results: &results, page: page.as_ref() };
    source.output(route.output).map_err(|error| after_call(error, wrote))
}

/// The result of a call.
struct CallResult {
    value: Value,
    /// `pageInfo`, if the call is paged.
    page: Option<Value>,
}

/// Runs the calls of a route.
struct Runner<'a> {
    exchange: &'a Exchange<'a>,
    route: &'a RestRoute,
    inputs: Inputs<'a>,
    subject: &'a str,
}

impl Runner<'_> {
    async fn call(&self, call: &'static RestCall, is_last: bool, results: &CallResults) -> Result<CallResult, Error> {
        let scope = self.scope(results, None);
        let prepared = prepare(call, &scope)?;
        let context = CallContext { call, scope: &scope, subject: self.subject };
        let Some(page) = call.page else {
            let response = match self.exchange.send(&prepared, &context).await {
                Err(error) if call.optional && error.code() == ErrorCode::NotFound => {
                    return Ok(CallResult { value: Value::Null, page: None });
                }
                response => response?,
            };
            return Ok(CallResult { value: read(&response, context)?, page: None });
        };
        let keep = kept(self.route.output, call.id, is_last, &page);
        let pager = Pager { exchange: self.exchange, context, page, keep };
        match page.inputs {
            Some((size, cursor)) => pager.one(&prepared, size, cursor).await,
            None => pager.all(&prepared).await,
        }
    }

    /// Makes a call for each distinct element of an input, several at the same time. Returns the first error.
    async fn each(&self, call: &'static RestCall, each: &Each, results: &CallResults) -> Result<(), Error> {
        let list = self.scope(results, None).value(&each.list).ok().flatten().unwrap_or_default();
        let mut different: Vec<&Value> = Vec::new();
        for element in elements(&list) {
            if !different.contains(&element) {
                different.push(element);
            }
        }
        let calls: Vec<_> = different.into_iter().map(|element| self.element(call, element, results)).collect();
        let results: Vec<Result<(), Error>> = iter(calls).buffered(CONCURRENT_CALLS).collect().await;
        results.into_iter().collect()
    }

    async fn element(&self, call: &'static RestCall, element: &Value, results: &CallResults) -> Result<(), Error> {
        let scope = self.scope(results, Some(element));
        let prepared = prepare(call, &scope)?;
        let context = CallContext { call, scope: &scope, subject: self.subject };
        let response = self.exchange.send(&prepared, &context).await?;
        guard(call.guards, &read(&response, context)?, &scope)
    }

    fn scope<'s>(&'s self, results: &'s CallResults, element: Option<&'s Value>) -> Scope<'s> {
        Scope { inputs: self.inputs, results: Some(results), element, host: "" }
    }
}

/// The elements that a call is made for: those of a list, or a single value.
fn elements(list: &Value) -> &[Value] {
    match list {
        Value::Array(elements) => elements,
        Value::Null => &[],
        one => std::slice::from_ref(one),
    }
}

fn prepare(call: &RestCall, scope: &Scope<'_>) -> Result<PreparedRequest, Error> {
    // The input was checked before, so the cause is an earlier response.
    PreparedRequest::new(call, scope).map_err(|why| Error::server(why).in_phase(Phase::Refused))
}

/// The body of a response: JSON, or text if the call requests text. An empty body is null.
fn read(response: &Response<Bytes>, context: CallContext<'_>) -> Result<Value, Error> {
    let body = response.body();
    if context.call.accept != JSON {
        return Ok(String::from_utf8_lossy(body).into_owned().into());
    }
    if body.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    let unreadable = |error: serde_json::Error| {
        let phase = if context.writes() { Phase::MayBeApplied } else { Phase::Refused };
        let error = Error::server("GitHub's response cannot be read as JSON").in_phase(phase).with_source(error);
        error.with_request_id(crate::response::request_id(response.headers()))
    };
    serde_json::from_slice(body).map_err(unreadable)
}
