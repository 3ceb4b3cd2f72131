//! Makes the calls of a route, one after the other.

use bytes::Bytes;
use http::Response;
use serde_json::Value;

use super::JSON;
use super::exchange::{Exchange, Via};
use super::page::{Pager, kept};
use super::request::PreparedRequest;
use super::verdict::CallContext;
use super::{lookups, upload};
use crate::capability::subject_of;
use crate::card::route::{ResponseKind, RestCall, RestRoute};
use crate::engine::routes::RouteCall;
use crate::engine::routes::call_results::CallResults;
use crate::engine::routes::condition::guard;
use crate::engine::routes::inputs::Inputs;
use crate::engine::routes::output::OutputSource;
use crate::engine::routes::retry::after_call;
use crate::engine::routes::values::{Scope, Unfit};
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// Runs the calls of the route by HTTP or by `gh`.
pub(super) async fn run(route_call: &RouteCall<'_>, route: &'static RestRoute, via: Via) -> Result<Value, Error> {
    let exchange = Exchange::new(route_call, via)?;
    let inputs = Inputs::new(route_call.card, route_call.input);
    let subject = subject_of(route_call.card, route_call.input);
    let runner = Runner { exchange: &exchange, route, inputs, subject: &subject };
    let mut results = CallResults::default();
    lookups::run(route_call.sender, route.lookups, inputs, &mut results).await?;
    let mut page = None;
    let mut wrote = false;
    for calls in route.calls.chunk_by(|one, next| one.id == next.id) {
        let Some(call) = runner.chosen(calls, &results) else {
            results.add(calls.first().map_or("", |call| call.id), Value::Null);
            continue;
        };
        if let Some(each) = &call.each {
            runner.each(call, each, &mut results).await?;
            wrote |= call.writes();
            continue;
        }
        let result = runner.call(call, &results).await?;
        wrote |= call.writes();
        guard(call.guards, &result.value, &runner.scope(&results, None)).map_err(|error| after_call(error, wrote))?;
        page = result.page.or(page);
        results.add(call.id, result.value);
    }
    let source = OutputSource { inputs, results: &results, page: page.as_ref() };
    source.output(route.output).map_err(|error| after_call(error, wrote))
}

/// The result of a call.
pub(super) struct CallResult {
    pub(super) value: Value,
    /// `pageInfo`, if the call is paged.
    pub(super) page: Option<Value>,
}

/// Runs the calls of a route.
pub(super) struct Runner<'a> {
    exchange: &'a Exchange<'a>,
    route: &'static RestRoute,
    inputs: Inputs<'a>,
    subject: &'a str,
}

impl Runner<'_> {
    /// Of calls with the same id, the first whose condition holds.
    fn chosen(&self, calls: &'static [RestCall], results: &CallResults) -> Option<&'static RestCall> {
        let scope = self.scope(results, None);
        calls.iter().find(|call| call.when.is_none_or(|when| when.holds(&Value::Null, &scope)))
    }

    async fn call(&self, call: &'static RestCall, results: &CallResults) -> Result<CallResult, Error> {
        let scope = self.scope(results, None);
        let Some(page) = call.page else {
            return Ok(CallResult { value: self.send(call, &scope).await?, page: None });
        };
        let prepared = prepare(call, &scope)?;
        let context = CallContext { call, scope: &scope, subject: self.subject };
        let is_last = self.route.calls.last().is_some_and(|last| last.id == call.id);
        let keep = kept(self.route.output, call.id, is_last, &page);
        let pager = Pager { exchange: self.exchange, context, page, keep };
        match page.inputs {
            Some((size, cursor)) => pager.one(&prepared, size, cursor).await,
            None => pager.all(&prepared).await,
        }
    }

    /// Makes a call for an element: its response, if the guards hold.
    pub(super) async fn element(
        &self,
        call: &'static RestCall,
        element: &Value,
        results: &CallResults,
    ) -> Result<Value, Error> {
        let scope = self.scope(results, Some(element));
        let value = self.send(call, &scope).await?;
        guard(call.guards, &value, &scope).map_err(|error| after_call(error, call.writes()))?;
        Ok(value)
    }

    /// Sends one request: its response. What is not found is null if the call is optional.
    async fn send(&self, call: &'static RestCall, scope: &Scope<'_>) -> Result<Value, Error> {
        let mut prepared = prepare(call, scope)?;
        if let Some(upload) = &call.upload {
            prepared.body = Some(upload::read(upload, scope).await?);
        }
        if let Some(host) = &call.host {
            prepared.url =
                Some(upload::destination(self.exchange.root(), scope.text(host).map_err(unfit)?.as_deref())?);
        }
        let context = CallContext { call, scope, subject: self.subject };
        match self.exchange.send(&prepared, &context).await {
            Err(error) if call.optional && error.code() == ErrorCode::NotFound => Ok(Value::Null),
            response => read(&response?, context),
        }
    }

    pub(super) fn scope<'s>(&'s self, results: &'s CallResults, element: Option<&'s Value>) -> Scope<'s> {
        Scope { inputs: self.inputs, results: Some(results), element, host: "" }
    }
}

fn prepare(call: &RestCall, scope: &Scope<'_>) -> Result<PreparedRequest, Error> {
    PreparedRequest::new(call, scope).map_err(unfit)
}

/// The error for a value that cannot be sent. The input was checked before, so the cause is an earlier response.
pub(super) fn unfit(why: Unfit) -> Error {
    match why {
        Unfit::Route(why) => Error::server(why).in_phase(Phase::Refused),
        Unfit::Error(error) => error.in_phase(Phase::Refused),
    }
}

/// The body of a response: JSON, or text if the call requests text. An empty body is null.
pub(super) fn read(response: &Response<Bytes>, context: CallContext<'_>) -> Result<Value, Error> {
    let (call, body) = (context.call, response.body());
    let is_json = call.accept == JSON || call.accept.ends_with("+json");
    if call.response != ResponseKind::Json || !is_json {
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
