//! One call of the REST route, against the operation in `rest.json`.

use super::{Context, Response, answer, each, facts, group, page, parameter, sent, upload};
use crate::{
    bind::value::{Accepts, Target},
    card::{EachSpec, Endpoint, Method},
    model::{BoundCall, BoundRestPage, Source},
    problem::{Code, Problem},
    schema::RestOperation,
    source::Span,
    suggest,
};

/// The default name of a call.
pub(super) const ONLY: &str = "main";

/// The default media type.
const JSON: &str = "application/vnd.github+json";

/// Binds one call, and makes its response available to later calls.
pub(super) fn bind<'a>(context: &mut Context<'a>, endpoint: &'a Endpoint) -> Option<BoundCall> {
    let before = context.problems.errors();
    let id = endpoint.id.as_ref().map_or(ONLY, |id| id.value.as_str()).to_owned();
    let Some(operation) = operation(context, endpoint) else { return unknown(context, endpoint, id) };
    let when = endpoint.when.as_ref().map(|when| group::when(context, when));
    let each = each::bind(context, endpoint);
    if each.is_none() && matches!(endpoint.each, Some(EachSpec::Found(_))) {
        return unknown(context, endpoint, id);
    }
    context.inner.clone_from(&context.element);
    let (path, query) = parameter::bind(context, endpoint, &operation);
    let body = body(context, endpoint, &operation);
    let (upload, host) = (upload::bind(context, endpoint, &operation), upload::host(context, endpoint));
    let optional = answer::optional(context, endpoint);
    let response = answer::bind(context, endpoint, &operation, optional);
    let response = match &each {
        _ if matches!(when, Some(None)) => Response::Unknown,
        Some(_) if context.problems.errors() > before => Response::Unknown,
        Some(each) => each::response(context, each, response),
        None => response,
    };
    (context.element, context.inner, context.found_element) = (None, None, None);
    answer::check_reads(context, endpoint);
    let page = paged(context, endpoint, &operation, &response, &id);
    facts::check(context, endpoint, &operation);
    let guards = context.guards(&endpoint.guards, &response);
    missing(context, endpoint);
    group::add(context, endpoint, id.clone(), response);
    (context.problems.errors() == before).then_some(())?;
    Some(BoundCall {
        id,
        method: endpoint.method.value,
        template: endpoint.path.value.clone(),
        path: path?,
        query: query?,
        body: body?,
        upload: upload?,
        host: host?,
        accept: endpoint.accept.as_ref().map_or(JSON, |accept| accept.value.as_str()).to_owned(),
        when: match when {
            Some(when) => Some(when?),
            None => None,
        },
        each,
        page,
        guards: guards?,
        optional,
        missing: endpoint.missing.as_ref().map(|missing| missing.value.clone()),
        successes: if endpoint.only_reads() { Vec::new() } else { operation.successes() },
        answer: endpoint.answer.as_ref().map(|answer| answer.value),
        reads: endpoint.method.value != Method::Get && endpoint.only_reads(),
    })
}

/// A call that cannot be bound: what it would use and return is unknown.
fn unknown(context: &mut Context<'_>, endpoint: &Endpoint, id: String) -> Option<BoundCall> {
    endpoint.values().for_each(|value| sent::mention(context, value));
    context.incomplete = true;
    group::add(context, endpoint, id, Response::Unknown);
    None
}

fn operation<'a>(context: &mut Context<'a>, endpoint: &Endpoint) -> Option<RestOperation<'a>> {
    let (method, path) = (endpoint.method.value, &endpoint.path);
    let Some(api) = &context.schema.rest else {
        let help = "run `cargo xtask schema`, or name the folder with --schema";
        context.refuse(Code::SchemaFolder, path.span, "there is no rest.json to check this with", "a REST path", help);
        return None;
    };
    let found = api.operation(method, &path.value);
    if found.is_none() {
        let methods = api.methods(&path.value);
        if methods.is_empty() {
            let near = suggest::nearest(&path.value, api.paths(method));
            let near = near.map(|near| format!("did you mean `{near}`? Otherwise ")).unwrap_or_default();
            let help = format!("{near}add the operation to schema/rest-operations.txt and run `cargo xtask schema`");
            let message = format!("rest.json has no path `{}`", path.value);
            context.refuse(Code::RestRoute, path.span, message, "not in rest.json", help);
        } else {
            let message = format!("rest.json has no `{} {}`", method.as_str(), path.value);
            let help = format!("it has {}", suggest::quoted(&methods));
            context.refuse(Code::RestRoute, endpoint.method.span, message, "not a method of this path", help);
        }
    }
    let operation = found?;
    if operation.deprecated() {
        let message = format!("`{} {}` is deprecated", method.as_str(), path.value);
        let problem = Problem::warning(Code::Deprecated, path.span, message).label("deprecated");
        context.problems.push(problem.help("GitHub's documentation says what to use instead"));
    }
    Some(operation)
}

fn body(
    context: &mut Context<'_>,
    endpoint: &Endpoint,
    operation: &RestOperation<'_>,
) -> Option<Vec<(String, Source)>> {
    let accepted = operation.body();
    if let Some(at) = endpoint.no_body.filter(|_| endpoint.method.value == Method::Get) {
        context.refuse(Code::RestRoute, at, "a GET never has a body", "not needed", "drop `body`");
    }
    let Some(accepted) = accepted else {
        if let Some((name, _)) = endpoint.body.first() {
            let message = format!("`{} {}` takes no body", endpoint.method.value.as_str(), endpoint.path.value);
            context.refuse(Code::RestRoute, name.span, message, "not accepted", "drop `body`");
            endpoint.body.iter().for_each(|(_, source)| sent::mention(context, source));
            return None;
        }
        return Some(Vec::new());
    };
    let mut bound = Vec::new();
    for (name, source) in &endpoint.body {
        let Some(member) = accepted.member(&name.value) else {
            let help = suggest::help(&name.value, "member", accepted.members());
            let message = format!("the body has no member `{}`", name.value);
            context.refuse(Code::RestRoute, name.span, message, "no such member", help);
            sent::mention(context, source);
            bound.push(None);
            continue;
        };
        let required = accepted.requires(&name.value);
        let target = Target {
            what: format!("the body's `{}`", name.value),
            name: name.value.clone(),
            accepts: Accepts::Json(member.if_there()),
            required,
            variable: None,
        };
        bound.push(sent::bind(context, &target, source).map(|sent| (name.value.clone(), sent)));
    }
    let stated = |key: &str| endpoint.body.iter().any(|(name, _)| name.value == key);
    for key in accepted.members().into_iter().filter(|key| accepted.requires(key) && !stated(key)) {
        let message = format!("the body needs `{key}`");
        let help = format!("add `{key}:` to `body`");
        context.incomplete = true;
        context.refuse(Code::RestRoute, endpoint.path.span, message, "a member is missing", help);
    }
    bound.into_iter().collect()
}

fn paged<'a>(
    context: &mut Context<'a>,
    endpoint: &Endpoint,
    operation: &RestOperation<'_>,
    response: &Response<'a>,
    id: &str,
) -> Option<BoundRestPage> {
    let page = endpoint.page.as_ref()?;
    if !operation.parameters().iter().any(|parameter| parameter.name == "per_page") {
        let message = format!("`{} {}` is not paged", endpoint.method.value.as_str(), endpoint.path.value);
        context.refuse(Code::RestRoute, page.span, message, "no `per_page` in rest.json", "drop `page`");
        return None;
    }
    page::rest(context, page, response, id)
}

fn missing(context: &mut Context<'_>, endpoint: &Endpoint) {
    let Some(missing) = &endpoint.missing else { return };
    let braces: Vec<&str> =
        missing.value.split('{').skip(1).map(|piece| piece.split('}').next().unwrap_or("")).collect();
    let refuse = |context: &mut Context<'_>, at: Span, message: &str| {
        context.refuse(Code::WrongValue, at, message, "here", "`{key}` is the element of `each`");
    };
    if braces.iter().any(|word| *word != "key") {
        refuse(context, missing.span, "only `{key}` is a placeholder in `missing`");
    }
    if endpoint.each.is_none() && braces.contains(&"key") {
        refuse(context, missing.span, "`{key}` cannot be used without `each`");
    }
}
