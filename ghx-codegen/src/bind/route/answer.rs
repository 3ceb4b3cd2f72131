//! What a call returns: JSON, text, the target of a redirect, or nothing.

use super::{Context, Response};
use crate::{
    card::{Answer, Endpoint, Located, Method},
    problem::Code,
    schema::{RestOperation, SuccessBody},
    suggest,
};

/// The response of a call.
pub(super) fn bind<'a>(
    context: &mut Context<'a>,
    endpoint: &Endpoint,
    operation: &RestOperation<'a>,
    optional: bool,
) -> Response<'a> {
    if let Some(answer) = &endpoint.answer {
        redirect(context, endpoint, operation, answer);
        return if answer.value == Answer::Text { Response::Text } else { Response::Location };
    }
    let text = accept(context, endpoint);
    let empty = may_be_empty(context, endpoint, operation);
    match operation.response() {
        _ if text => Response::Text,
        Some(response) if optional || empty => Response::Json(response.or_null()),
        Some(response) => Response::Json(response.never_null()),
        None => Response::Nothing,
    }
}

/// Is the response text, because of its media type?
fn accept(context: &mut Context<'_>, endpoint: &Endpoint) -> bool {
    let Some(accept) = &endpoint.accept else { return false };
    let texts = &context.schema.facts.text;
    let operations = texts.get(&accept.value);
    if !operations.is_some_and(|operations| operations.contains(&endpoint.operation())) {
        let help = match operations {
            Some(operations) => {
                let operations: Vec<&str> = operations.iter().map(String::as_str).collect();
                format!("`{}` is returned only by {}", accept.value, suggest::quoted(&operations))
            }
            None => suggest::help(&accept.value, "media type", texts.keys().map(String::as_str)),
        };
        let message = format!("this call does not return `{}`", accept.value);
        context.refuse(Code::RestRoute, accept.span, message, "not available here", help);
    }
    true
}

/// `answer: text` and `answer: location` are for what GitHub returns by redirecting to it.
fn redirect(context: &mut Context<'_>, endpoint: &Endpoint, operation: &RestOperation<'_>, answer: &Located<Answer>) {
    let redirects = operation.redirects() && (answer.value == Answer::Location || operation.successes().is_empty());
    if endpoint.method.value != Method::Get || !redirects {
        let message = format!("`{}` does not redirect to its response", endpoint.operation());
        let help = "drop `answer`: the response is the JSON that rest.json describes";
        context.refuse(Code::RestRoute, answer.span, message, "not a redirect", help);
    } else if endpoint.accept.is_some() || endpoint.may_be_empty.is_some() {
        let message = "`answer` cannot be used with `accept` or `may_be_empty`";
        context.refuse(Code::WrongValue, answer.span, message, "not JSON", "drop the other key");
    }
}

/// Are there responses without a body among those that have one?
fn may_be_empty(context: &mut Context<'_>, endpoint: &Endpoint, operation: &RestOperation<'_>) -> bool {
    let Some(key) = endpoint.may_be_empty.as_ref().filter(|key| key.value) else { return false };
    let (empty, full): (Vec<_>, Vec<_>) =
        operation.successes().into_iter().partition(|success| success.body == SuccessBody::Empty);
    let varies = !empty.is_empty() && !full.is_empty();
    if !varies {
        let word = if full.is_empty() { "always" } else { "never" };
        let message = format!("the response of `{}` is {word} empty", endpoint.operation());
        context.refuse(Code::RestRoute, key.span, message, "not documented", "drop `may_be_empty`");
    }
    varies
}

/// Is 404 a null response instead of an error?
pub(super) fn optional(context: &mut Context<'_>, endpoint: &Endpoint) -> bool {
    let Some(optional) = &endpoint.optional else { return false };
    let reads = endpoint.method.value == Method::Get && endpoint.each.is_none();
    let single = endpoint.page.is_none() && endpoint.missing.is_none();
    if !optional.value || !reads || !single || endpoint.accept.is_some() || endpoint.answer.is_some() {
        let message = "`optional: true` is only for a single GET of one object, without `missing`";
        context.refuse(Code::WrongValue, optional.span, message, "not allowed here", "drop `optional`");
        return false;
    }
    true
}

/// `reads: true` is for the operations that facts.yaml lists.
pub(super) fn check_reads(context: &mut Context<'_>, endpoint: &Endpoint) {
    let Some(reads) = endpoint.reads.as_ref().filter(|reads| reads.value) else { return };
    if !context.schema.facts.reads.contains(&endpoint.operation()) {
        let message = format!("`{}` is not known to only read", endpoint.operation());
        let help = if endpoint.method.value == Method::Get {
            "drop `reads`: a GET always only reads"
        } else {
            "drop `reads`, or add the operation to `reads` in schema/facts.yaml if GitHub documents that it changes nothing"
        };
        context.refuse(Code::EffectMismatch, reads.span, message, "may change something", help);
    }
}
