//! The REST route: the calls of a card, one after the other.
//!
//! | file | |
//! |---|---|
//! | [`runner`], [`each`], [`lookups`] | the calls, those for each element of a list, and queries before them |
//! | [`request`], [`upload`] | one request, built from the input and earlier responses; bytes instead of JSON |
//! | [`exchange`] | a request and its response, with retries and conditional requests |
//! | [`redirect`], [`moved`] | redirects, and renamed repositories |
//! | [`verdict`], [`invalid`] | what an error response means |
//! | [`page`], [`link`] | lists, page by page |

mod each;
mod exchange;
mod invalid;
mod link;
mod lookups;
mod moved;
mod page;
mod redirect;
mod request;
mod runner;
mod upload;
mod verdict;

use serde_json::{Map, Value};

use self::each::elements;
#[cfg(feature = "rest")]
pub(crate) use self::exchange::API_VERSION;
pub(crate) use self::exchange::Via;
use self::request::PreparedRequest;
#[cfg(feature = "rest")]
pub(crate) use self::verdict::limit;
use super::RouteCall;
use super::cursor::cursor_of;
use super::cursor_route;
use super::inputs::Inputs;
use super::values::Scope;
use crate::Error;
#[cfg(feature = "gh")]
use crate::card::route::ResponseKind;
use crate::card::route::{RestCall, RestRoute};
use crate::card::{Card, RouteKind};

/// The media type of a call, unless it needs another one.
pub(crate) const JSON: &str = "application/vnd.github+json";

/// Whether the route can express this input. Nothing is sent. The error says why not.
pub(crate) fn suits(route: &RestRoute, card: &'static Card, input: &Map<String, Value>) -> Result<(), String> {
    let inputs = Inputs::new(card, input);
    inputs.check(route.unsupported)?;
    let scope = Scope::before(inputs);
    for call in possible_calls(route, &scope) {
        PreparedRequest::new(call, &scope)?;
        let list = call.each.map(|each| scope.value(&each.list)).transpose()?.flatten().unwrap_or_default();
        for element in elements(&list) {
            PreparedRequest::new(call, &Scope { element: Some(element), ..scope })?;
        }
        let cursor = call.page.and_then(|page| page.inputs).map(|(_, after)| after);
        if let Some((name, given)) = cursor.and_then(|name| Some((name, cursor_of(&inputs, name)?))) {
            cursor_route::check(name, given, RouteKind::Rest)?;
        }
    }
    Ok(())
}

/// Whether `gh api` can make the calls of a route. The error says why not.
#[cfg(feature = "gh")]
pub(super) fn suits_gh(route: &RestRoute) -> Result<(), String> {
    let has = |what: fn(&RestCall) -> bool| route.calls.iter().any(what);
    let why = if has(|call| call.response == ResponseKind::Location) {
        "`gh api` follows redirects"
    } else if has(|call| call.upload.is_some()) {
        "`gh api` is not used for uploads"
    } else if !route.lookups.is_empty() {
        "its lookups are GraphQL queries, which are not sent by `gh api`"
    } else {
        return Ok(());
    };
    Err(why.to_owned())
}

/// The calls that can be made with this input. Whether a call is made that depends on a response is not known yet.
fn possible_calls<'r>(route: &'r RestRoute, scope: &Scope<'_>) -> Vec<&'r RestCall> {
    let mut possible = Vec::new();
    for calls in route.calls.chunk_by(|one, next| one.id == next.id) {
        for call in calls {
            let depends = call.when.is_some_and(|when| when.needs_response());
            let holds = call.when.is_none_or(|when| when.holds(&Value::Null, scope));
            if depends || holds {
                possible.push(call);
            }
            if holds && !depends {
                break;
            }
        }
    }
    possible
}

/// The request lines of the route, for a plan. `show` renders a value that is known.
pub(crate) fn preview(
    route: &RestRoute,
    card: &'static Card,
    input: &Map<String, Value>,
    show: &dyn Fn(&Value) -> String,
) -> Vec<String> {
    let scope = Scope::before(Inputs::new(card, input));
    let mut lines = Vec::new();
    for call in possible_calls(route, &scope) {
        let each = call.each.filter(|each| !scope.is_pending(&each.list));
        let Some(each) = each else {
            lines.push(request::preview(call, &scope, show));
            continue;
        };
        let list = scope.value(&each.list).ok().flatten().unwrap_or_default();
        let scopes = elements(&list).iter().map(|element| Scope { element: Some(element), ..scope });
        lines.extend(scopes.map(|scope| request::preview(call, &scope, show)));
    }
    lines
}

/// Runs the route: the output as JSON.
#[cfg(feature = "rest")]
pub(crate) async fn run(route_call: &RouteCall<'_>, route: &'static RestRoute) -> Result<Value, Error> {
    run_via(route_call, route, Via::Http).await
}

/// Runs the calls of the route by HTTP or by `gh`.
pub(crate) async fn run_via(route_call: &RouteCall<'_>, route: &'static RestRoute, via: Via) -> Result<Value, Error> {
    runner::run(route_call, route, via).await
}
