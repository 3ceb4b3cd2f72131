//! The REST route: the calls of a card, one after the other.
//!
//! | file | |
//! |---|---|
//! | [`request`] | one request, out of input and earlier answers |
//! | [`exchange`] | a request and its answer; redirects, repetitions |
//! | [`moved`] | repositories that have another name now |
//! | [`verdict`], [`invalid`] | what an answer means that is no success |
//! | [`page`], [`link`] | lists, page by page |
//! | [`cache`] | answers that GitHub need not send again |

mod exchange;
mod invalid;
mod link;
mod moved;
mod page;
mod request;
mod verdict;

use bytes::Bytes;
use futures_util::stream::{StreamExt, iter};
use http::Response;
use serde_json::{Map, Value};

use self::exchange::Exchange;
pub(crate) use self::exchange::{API_VERSION, Via};
use self::page::{Pager, kept};
use self::request::Prepared;
use self::verdict::Asked;
pub(crate) use self::verdict::limit;
use super::RouteCall;
use super::call_results::Answers;
use super::cursor;
use super::cursor::cursor_of;
use super::guard::guard;
use super::output::Material;
use super::retry::after_call;
use super::values::{Inputs, Scope};
use crate::capability::subject_of;
use crate::card::route::{Method, RestCall, RestRoute};
use crate::card::{Card, RouteKind};
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// How many calls of an `each` are in flight at the same time.
const CONCURRENT_CALLS: usize = 10;

/// What is asked for where a call asks for nothing else.
pub(crate) const JSON: &str = "application/vnd.github+json";

/// Whether the route can express this input. Nothing is sent. The error says why not.
pub(crate) fn suits(route: &RestRoute, card: &'static Card, input: &Map<String, Value>) -> Result<(), String> {
    let inputs = Inputs::new(card, input);
    inputs.check(route.unsupported)?;
    for call in route.calls {
        Prepared::new(call, &Scope::before(inputs))?;
        let list = call.each.and_then(|list| inputs.get(list)).unwrap_or_default();
        for element in elements(&list) {
            Prepared::new(call, &Scope { element: Some(element), ..Scope::before(inputs) })?;
        }
        let cursor = call.page.and_then(|page| page.inputs).map(|(_, after)| after);
        if let Some((name, given)) = cursor.and_then(|name| Some((name, cursor_of(&inputs, name)?))) {
            cursor::check(name, given, RouteKind::Rest)?;
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
        let list = inputs.get(each).unwrap_or_default();
        let scopes = elements(&list).iter().map(|element| Scope { element: Some(element), ..Scope::before(inputs) });
        lines.extend(scopes.map(|scope| request::preview(call, &scope, show)));
    }
    lines
}

/// Runs the route: the output as JSON.
pub(crate) async fn run(work: &RouteCall<'_>, route: &RestRoute) -> Result<Value, Error> {
    run_via(work, route, Via::Http).await
}

/// Runs the calls of the route by HTTP or by `gh`.
pub(crate) async fn run_via(work: &RouteCall<'_>, route: &RestRoute, via: Via) -> Result<Value, Error> {
    let exchange = Exchange::new(work, via)?;
    let inputs = Inputs::new(work.card, work.input);
    let subject = subject_of(work.card, work.input);
    let runner = Runner { exchange: &exchange, route, inputs, subject: &subject };
    let mut answers = Answers::default();
    let mut page = None;
    let mut wrote = false;
    for (place, call) in route.calls.iter().enumerate() {
        if let Some(list) = call.each {
            runner.each(call, list, &answers).await?;
            continue;
        }
        let answered = runner.call(call, place + 1 == route.calls.len(), &answers).await?;
        wrote |= call.method != Method::Get;
        guard(call.guards, &answered.answer, &inputs).map_err(|error| after_call(error, wrote))?;
        page = answered.page.or(page);
        answers.add(call.id, answered.answer);
    }
    let material = Material { inputs, answers: &answers, page: page.as_ref() };
    material.output(route.output).map_err(|error| after_call(error, wrote))
}

/// What a call brought.
struct Answered {
    answer: Value,
    /// `pageInfo`, for the call that pages.
    page: Option<Value>,
}

/// The calls of a route under way.
struct Runner<'a> {
    exchange: &'a Exchange<'a>,
    route: &'a RestRoute,
    inputs: Inputs<'a>,
    subject: &'a str,
}

impl Runner<'_> {
    async fn call(&self, call: &'static RestCall, is_last: bool, answers: &Answers) -> Result<Answered, Error> {
        let scope = self.scope(answers, None);
        let prepared = prepare(call, &scope)?;
        let asked = Asked { call, scope: &scope, subject: self.subject };
        let Some(page) = call.page else {
            let response = match self.exchange.ask(&prepared, &asked).await {
                Err(error) if call.optional && error.code() == ErrorCode::NotFound => {
                    return Ok(Answered { answer: Value::Null, page: None });
                }
                response => response?,
            };
            return Ok(Answered { answer: read(&response, asked)?, page: None });
        };
        let keep = kept(self.route.output, call.id, is_last, &page);
        let pager = Pager { exchange: self.exchange, asked, page, keep };
        match page.inputs {
            Some((size, cursor)) => pager.one(&prepared, size, cursor).await,
            None => pager.all(&prepared).await,
        }
    }

    /// Makes a call once for each different element of an input, side by side. The error is that of the first.
    async fn each(&self, call: &'static RestCall, list: &str, answers: &Answers) -> Result<(), Error> {
        let list = self.inputs.get(list).unwrap_or_default();
        let mut different: Vec<&Value> = Vec::new();
        for element in elements(&list) {
            if !different.contains(&element) {
                different.push(element);
            }
        }
        let calls: Vec<_> = different.into_iter().map(|element| self.element(call, element, answers)).collect();
        let results: Vec<Result<(), Error>> = iter(calls).buffered(CONCURRENT_CALLS).collect().await;
        results.into_iter().collect()
    }

    async fn element(&self, call: &'static RestCall, element: &Value, answers: &Answers) -> Result<(), Error> {
        let scope = self.scope(answers, Some(element));
        let prepared = prepare(call, &scope)?;
        let asked = Asked { call, scope: &scope, subject: self.subject };
        let response = self.exchange.ask(&prepared, &asked).await?;
        guard(call.guards, &read(&response, asked)?, &self.inputs)
    }

    fn scope<'s>(&'s self, answers: &'s Answers, element: Option<&'s Value>) -> Scope<'s> {
        Scope { inputs: self.inputs, answers: Some(answers), element, host: "" }
    }
}

/// What a call is made for: the elements of a list, or the value that is no list.
fn elements(list: &Value) -> &[Value] {
    match list {
        Value::Array(elements) => elements,
        Value::Null => &[],
        one => std::slice::from_ref(one),
    }
}

fn prepare(call: &RestCall, scope: &Scope<'_>) -> Result<Prepared, Error> {
    // What earlier answers give is not the caller's fault.
    Prepared::new(call, scope).map_err(|why| Error::server(why).in_phase(Phase::Refused))
}

/// The body of an answer: JSON, or text where text was asked for. No body is null.
fn read(response: &Response<Bytes>, asked: Asked<'_>) -> Result<Value, Error> {
    let body = response.body();
    if asked.call.accept != JSON {
        return Ok(String::from_utf8_lossy(body).into_owned().into());
    }
    if body.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    let unreadable = |error: serde_json::Error| {
        let phase = if asked.writes() { Phase::MayBeApplied } else { Phase::Refused };
        let error = Error::server("GitHub's response cannot be read as JSON").in_phase(phase).with_source(error);
        error.with_request_id(crate::response::request_id(response.headers()))
    };
    serde_json::from_slice(body).map_err(unreadable)
}
