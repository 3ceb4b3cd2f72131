//! The REST route: its calls in order, and the output from their responses.

use super::{Context, endpoint, facts};
use crate::{
    card::{Effect, Endpoint, GuardSpec, RestRoute, TestSpec},
    model::BoundRest,
    problem::{Code, Problem},
};

pub(super) fn bind<'a>(context: &mut Context<'a>, route: &'a RestRoute) -> Option<BoundRest> {
    let before = context.problems.errors();
    check_names(context, route);
    check_methods(context, route);
    let calls: Vec<_> = route.endpoints.iter().map(|endpoint| endpoint::bind(context, endpoint)).collect();
    let output = context.output(&route.output, route.output_span);
    if context.problems.errors() == before {
        check_used(context, route);
        facts::check_route(context, route);
    }
    let unsupported = route.unsupported.iter().map(|(input, why)| (input.value.clone(), why.value.clone()));
    let bound = BoundRest {
        calls: calls.into_iter().collect::<Option<Vec<_>>>()?,
        output: output?,
        unsupported: unsupported.collect(),
    };
    (context.problems.errors() == before).then_some(bound)
}

fn name(endpoint: &Endpoint) -> &str {
    endpoint.id.as_ref().map_or(endpoint::ONLY, |id| id.value.as_str())
}

fn check_names(context: &mut Context<'_>, route: &RestRoute) {
    for (index, endpoint) in route.endpoints.iter().enumerate() {
        let Some(first) = route.endpoints[..index].iter().find(|earlier| name(earlier) == name(endpoint)) else {
            continue;
        };
        let place = |endpoint: &Endpoint| endpoint.id.as_ref().map_or(endpoint.path.span, |id| id.span);
        context.problems.push(
            Problem::error(Code::DuplicateKey, place(endpoint), format!("two calls are named `{}`", name(endpoint)))
                .label("the second")
                .related(place(first), "the first")
                .help("give each its own `id`"),
        );
    }
}

/// All calls of a read are reads; only the last call of a write may write.
fn check_methods(context: &mut Context<'_>, route: &RestRoute) {
    let write = context.card.effect.value == Effect::Write;
    for (index, endpoint) in route.endpoints.iter().enumerate() {
        let last = index + 1 == route.endpoints.len();
        let reads = endpoint.only_reads();
        if reads != (write && last) {
            continue;
        }
        let (message, help) = match (write, last) {
            (false, _) => (
                "the card's effect is `read`, but this call changes something",
                "call with GET, or correct `effect`; `reads: true` is for a POST that changes nothing",
            ),
            (true, true) => (
                "the card's effect is `write`, but its last call only reads",
                "move the call that writes to the end, or correct `effect`",
            ),
            (true, false) => ("only the last call may change something", "move the call that writes to the end"),
        };
        context.refuse(Code::EffectMismatch, endpoint.method.span, message, endpoint.method.value.as_str(), help);
    }
}

/// The response of every call that reads is used.
fn check_used(context: &mut Context<'_>, route: &RestRoute) {
    let last = route.endpoints.len().saturating_sub(1);
    for (index, endpoint) in route.endpoints.iter().enumerate() {
        let guards = !endpoint.guards.is_empty() || endpoint.each.is_some();
        let taken = context.referred.contains(name(endpoint)) || index == last && context.last_taken;
        let absent = |guard: &GuardSpec| matches!(guard.condition.test, TestSpec::Absent);
        if let Some(optional) = endpoint.optional.as_ref().filter(|_| !taken && endpoint.guards.iter().all(absent)) {
            let message = "nothing depends on whether this exists";
            let help = "use the response, add a guard, or drop `optional`";
            context.refuse(Code::UnusedCall, optional.span, message, "not allowed here", help);
        }
        if endpoint.only_reads() && !guards && !taken {
            let message = format!("nothing uses the response of the call `{}`", name(endpoint));
            let help = "use it with `from:`, add a guard, or drop the call";
            context.refuse(Code::UnusedCall, endpoint.path.span, message, "unused", help);
        }
    }
}
