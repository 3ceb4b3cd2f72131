//! Calls with the same id: the first whose `when` holds is made.

use super::{Call, Context, Response, endpoint};
use crate::{
    bind::condition,
    card::{Effect, Endpoint, RestRoute, TestSpec, WhenSpec},
    model::{Operand, Predicate, Test},
    problem::{Code, Problem},
    source::Span,
};

/// The name of a call.
pub(super) fn name(endpoint: &Endpoint) -> &str {
    endpoint.id.as_ref().map_or(endpoint::ONLY, |id| id.value.as_str())
}

/// Calls of one name follow each other, and all but the last have a condition.
pub(super) fn check(context: &mut Context<'_>, route: &RestRoute) {
    for (index, endpoint) in route.endpoints.iter().enumerate() {
        let earlier = &route.endpoints[..index];
        let Some(first) = earlier.iter().find(|earlier| name(earlier) == name(endpoint)) else { continue };
        let chained = earlier.last().is_some_and(|last| name(last) == name(endpoint) && last.when.is_some());
        if !chained {
            let place = |endpoint: &Endpoint| endpoint.id.as_ref().map_or(endpoint.path.span, |id| id.span);
            let message = format!("two calls are named `{}`", name(endpoint));
            context.problems.push(
                Problem::error(Code::DuplicateKey, place(endpoint), message)
                    .label("the second")
                    .related(place(first), "the first")
                    .help("give each its own `id`, or say with `when` which of them is made"),
            );
        }
    }
    check_last(context, route);
}

/// A write always writes: one of its last calls is made.
fn check_last(context: &mut Context<'_>, route: &RestRoute) {
    let Some(last) = route.endpoints.last().filter(|_| context.card.effect.value == Effect::Write) else { return };
    if let Some(when) = last.when.as_ref().filter(|_| !is_made(route, last)) {
        let message = "nothing is written if `when` does not hold";
        let help = "drop `when` of the last call: it is made if no other call of its name is";
        context.refuse(Code::Condition, place(when), message, "not always", help);
    }
}

/// Is it made whenever no earlier call of its name is?
fn is_made(route: &RestRoute, endpoint: &Endpoint) -> bool {
    let Some(when) = &endpoint.when else { return true };
    let earlier = route.endpoints.iter().filter(|other| name(other) == name(endpoint));
    earlier.filter_map(|other| other.when.as_ref()).any(|other| opposite(when, other))
}

/// Does exactly one of the two hold?
fn opposite(one: &WhenSpec, other: &WhenSpec) -> bool {
    let (WhenSpec::Found { from, path, test, .. }, WhenSpec::Found { from: of, path: at, test: against, .. }) =
        (one, other)
    else {
        return false;
    };
    let same_place = from.value == of.value && path.as_ref().map(|p| &p.value) == at.as_ref().map(|p| &p.value);
    let tests = (test, against);
    same_place && matches!(tests, (TestSpec::Absent, TestSpec::Present) | (TestSpec::Present, TestSpec::Absent))
}

fn place(when: &WhenSpec) -> Span {
    match when {
        WhenSpec::Predicate(text) => text.span,
        WhenSpec::Found { span, .. } => *span,
    }
}

/// When a call is made.
pub(super) fn when(context: &mut Context<'_>, when: &WhenSpec) -> Option<Predicate> {
    let before = context.problems.errors();
    let bound = bind(context, when);
    bound.filter(|_| context.problems.errors() == before)
}

fn bind(context: &mut Context<'_>, when: &WhenSpec) -> Option<Predicate> {
    match when {
        WhenSpec::Predicate(text) => {
            let (card, subjects) = (context.card, context.subjects);
            let predicate = condition::predicate(card, subjects, text, context.problems)?;
            context.used.extend(condition::inputs(&predicate));
            Some(predicate)
        }
        WhenSpec::Found { from, path, test, span } => {
            let bound = context.read(|reading| {
                let start = reading.call(from)?;
                reading.when_found(&start, path.as_ref(), test, *span)
            });
            let (path, test): (_, Test) = bound?;
            let operand = Operand::Found { call: from.value.clone(), path };
            Some(condition::is(operand, test))
        }
    }
}

/// Makes the response of a call available to later calls, together with those of the other calls of its name.
pub(super) fn add<'a>(context: &mut Context<'a>, endpoint: &Endpoint, id: String, response: Response<'a>) {
    let route = context.card.rest.as_ref();
    let last = route.and_then(|route| route.endpoints.last()).is_some_and(|last| std::ptr::eq(last, endpoint));
    // A write whose last call may not be made is already reported.
    let always =
        route.is_some_and(|route| is_made(route, endpoint)) || last && context.card.effect.value == Effect::Write;
    let Some(other) = context.calls.last_mut().filter(|call| call.id == id && call.depends) else {
        let response = match response {
            Response::Json(json) if !always => Response::Json(json.or_null()),
            other => other,
        };
        context.calls.push(Call { id, response, depends: endpoint.when.is_some() });
        return;
    };
    other.depends = !always;
    let both = (std::mem::replace(&mut other.response, Response::Unknown), response);
    other.response = match both {
        (Response::Json(one), Response::Json(other)) if always => Response::Json(one.never_null().or(other)),
        (Response::Json(one), Response::Json(other)) => Response::Json(one.or(other)),
        (Response::Json(one), Response::Nothing) | (Response::Nothing, Response::Json(one)) => {
            Response::Json(one.or_null())
        }
        (Response::Text, Response::Text) => Response::Text,
        (Response::Location, Response::Location) => Response::Location,
        (Response::Nothing, Response::Nothing) => Response::Nothing,
        (Response::Unknown, _) | (_, Response::Unknown) => Response::Unknown,
        _ => {
            let message = "the calls of one name return JSON, text or nothing, but not all the same";
            context.refuse(
                Code::RestRoute,
                endpoint.path.span,
                message,
                "returns something else",
                "give it its own `id`",
            );
            return;
        }
    };
}
