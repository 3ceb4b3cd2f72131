//! The REST route: its calls in order, and the output from their responses.

use super::{
    Context, each, endpoint, facts,
    group::{self, name},
    lookup,
};
use crate::{
    card::{Effect, GuardSpec, RestRoute, TestSpec},
    model::BoundRest,
    problem::Code,
};

pub(super) fn bind<'a>(context: &mut Context<'a>, route: &'a RestRoute) -> Option<BoundRest> {
    let before = context.problems.errors();
    group::check(context, route);
    each::check_partial(context, &route.endpoints);
    check_methods(context, route);
    let calls: Vec<_> = route.endpoints.iter().map(|endpoint| endpoint::bind(context, endpoint)).collect();
    let output = context.output(&route.output, route.output_span);
    if context.problems.errors() == before {
        check_used(context, route);
        lookup::check_used(context);
        facts::check_route(context, route);
    }
    let unsupported = route.unsupported.iter().map(|(input, why)| (input.value.clone(), why.value.clone()));
    let bound = BoundRest {
        lookups: std::mem::take(&mut context.looked_up).into_values().collect(),
        calls: calls.into_iter().collect::<Option<Vec<_>>>()?,
        output: output?,
        unsupported: unsupported.collect(),
    };
    (context.problems.errors() == before).then_some(bound)
}

/// All calls of a read are reads; only the last call of a write may write.
fn check_methods(context: &mut Context<'_>, route: &RestRoute) {
    let write = context.card.effect.value == Effect::Write;
    for endpoint in &route.endpoints {
        let last = Some(name(endpoint)) == route.endpoints.last().map(name);
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
    let last = route.endpoints.last().map(name);
    for endpoint in &route.endpoints {
        let guards = !endpoint.guards.is_empty() || endpoint.each.is_some();
        let taken = context.referred.contains(name(endpoint)) || Some(name(endpoint)) == last && context.last_taken;
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
