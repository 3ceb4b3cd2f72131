//! Calls that are made once per element of an input, or of a list in an earlier response.

use super::{Context, Response};
use crate::{
    bind::shape::Shape,
    card::{EachSpec, Endpoint, FoundEach, Located, Type, ValueKind, ValueSpec},
    model::{BoundEach, EachList},
    problem::{Code, Problem},
    schema::Described,
};
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

/// The elements that a call is made for; `Err`: what they are is not known.
pub(super) fn bind(context: &mut Context<'_>, endpoint: &Endpoint) -> Option<BoundEach> {
    let each = endpoint.each.as_ref()?;
    let list = match each {
        EachSpec::Input(input) => of_input(context, input).map(|list| (list, Vec::new())),
        EachSpec::Found(found) => of_response(context, found),
    };
    check_write(context, endpoint, each);
    let mut taken = false;
    endpoint.values().for_each(|value| value.walk(&mut |value| taken |= is_element(value)));
    if !taken {
        let message = "the call is made once per element, but does not use the element";
        let help = "give `element` to a parameter, or a field of it with `{ element: id }`";
        context.refuse(Code::FromInput, each.span(), message, "always the same call", help);
    }
    let (list, keep) = list?;
    Some(BoundEach { list, keep, partial: !endpoint.only_reads() })
}

fn is_element(value: &ValueSpec) -> bool {
    let named = value.names_inputs();
    matches!(value.kind, ValueKind::Element(_))
        || named.iter().any(|name| name == "element" || name.starts_with("element."))
}

fn of_input(context: &mut Context<'_>, each: &Located<String>) -> Option<EachList> {
    let property = context.input(each)?;
    match &property.schema.ty {
        Type::Array { items, .. } => context.element = Some((**items).clone()),
        _ if property.may_be_unset() => context.element = Some(property.schema.clone()),
        ty => {
            let message = format!("`each` needs a list, but `{}` is of type {}", each.value, ty.describe());
            let help = "name an array input, or an optional input";
            context.refuse(Code::FromInput, each.span, message, "not a list", help);
            context.element = Some(property.schema.clone());
            return None;
        }
    }
    Some(EachList::Input(each.value.clone()))
}

type Kept = (EachList, Vec<crate::model::BoundCondition>);

fn of_response(context: &mut Context<'_>, each: &FoundEach) -> Option<Kept> {
    let found = context.read(|reading| {
        let start = reading.call(&each.from)?;
        let found = reading.follow(&start, &each.list)?;
        let keep = reading.keep(&each.keep, &found.shape, None)?;
        Some((found, keep))
    });
    let (found, keep) = found?;
    let Shape::Json { described, .. } = &found.shape else { return None };
    if !found.list() || found.nullable {
        let (message, help) = if found.list() {
            (format!("the list `{}` may be null", each.list.value), "mark it with `!` if null is an error")
        } else {
            (format!("`{}` is not a list", each.list.value), "write `[]` after the list")
        };
        context.refuse(Code::ListMismatch, each.list.span, message, &described.describe(), help);
        return None;
    }
    context.found_element = Some(found.shape.clone().never_null());
    let path = found.path.steps.iter().flat_map(|step| {
        let key = Some(step.key.clone()).filter(|key| !key.is_empty());
        key.into_iter().chain(step.each.then(|| "[]".to_owned()))
    });
    Some((EachList::Found { call: each.from.value.clone(), path: path.collect() }, keep))
}

/// Several writes of one card have an outcome each, which only a card with `partial: true` reports.
fn check_write(context: &mut Context<'_>, endpoint: &Endpoint, each: &EachSpec) {
    if endpoint.only_reads() {
        return;
    }
    // Unlike a call that only checks something, it passes its inputs on.
    endpoint.values().for_each(|value| value.walk(&mut |value| context.used.extend(value.names_inputs())));
    if let EachSpec::Input(input) = each {
        context.used.insert(input.value.clone());
    }
    let partial = context.card.partial.as_ref().is_some_and(|partial| partial.value);
    if !partial {
        let message = "a call that is made once per element must be a read, unless the card has `partial: true`";
        let help = "write `method: GET`, pass the whole list on, or add `partial: true` to the card";
        context.refuse(Code::EffectMismatch, endpoint.method.span, message, "changes something", help);
    } else if endpoint.page.is_some() || !endpoint.guards.is_empty() || endpoint.optional.is_some() {
        let message = "a call that writes for each element has no `page`, `guard` or `optional`";
        context.refuse(Code::WrongValue, each.span(), message, "an outcome for each element", "drop the other key");
    }
}

/// `partial: true` needs a call that writes for each element.
pub(super) fn check_partial(context: &mut Context<'_>, endpoints: &[Endpoint]) {
    let Some(partial) = context.card.partial.as_ref().filter(|partial| partial.value) else { return };
    if !endpoints.iter().any(|endpoint| endpoint.each.is_some() && !endpoint.only_reads()) {
        context.problems.push(
            Problem::error(Code::WriteOnly, partial.span, "no call writes once per element")
                .label("nothing is partial")
                .help("drop `partial`, or add `each` to the call that writes"),
        );
    }
}

/// The response of a call that is made once per element.
pub(super) fn response<'a>(context: &Context<'a>, each: &BoundEach, response: Response<'a>) -> Response<'a> {
    if !each.partial {
        return Response::Nothing;
    }
    let known = |key: &str| Described::new(&OUTCOMES, &OUTCOMES[key]);
    let element = match &context.found_element {
        Some(Shape::Json { described, .. }) => Some(described.clone()),
        _ => None,
    };
    let kept = match response {
        Response::Json(described) => Some(described.or_null()),
        _ => None,
    };
    let mut members = vec![("outcome", known("outcome")), ("error", known("error"))];
    members.extend(element.map(|element| ("element", element)));
    members.extend(kept.map(|response| ("response", response)));
    Response::Json(Described::list_of(members))
}

/// What is known of each element of a call that writes.
static OUTCOMES: LazyLock<Json> = LazyLock::new(|| {
    let text = json!({ "type": "string" });
    json!({
        "outcome": { "type": "string", "enum": ["ok", "error", "unknown"] },
        "error": { "type": "object", "nullable": true, "properties": { "code": text, "message": text }, "required": ["code", "message"] },
    })
});
