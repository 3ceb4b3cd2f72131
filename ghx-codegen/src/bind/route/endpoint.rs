//! One call of the REST route, against the operation in `rest.json`.

use super::{Call, Context, Response, answer, facts, page, parameter, sent};
use crate::{
    bind::value::{Accepts, Target},
    card::{Endpoint, Method, Type, ValueKind},
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
    let Some(operation) = operation(context, endpoint) else {
        endpoint.parameters.iter().chain(&endpoint.body).for_each(|(_, source)| sent::mention(context, source));
        context.incomplete = true;
        context.calls.push(Call { id, response: Response::Unknown });
        return None;
    };
    let each = each(context, endpoint);
    context.inner.clone_from(&context.element);
    let (path, query) = parameter::bind(context, endpoint, &operation);
    let body = body(context, endpoint, &operation);
    (context.element, context.inner) = (None, None);
    let optional = answer::optional(context, endpoint);
    let response = answer::bind(context, endpoint, &operation, optional);
    let response = if endpoint.each.is_some() { Response::Nothing } else { response };
    answer::check_reads(context, endpoint);
    let page = paged(context, endpoint, &operation, &response, &id);
    facts::check(context, endpoint, &operation);
    let guards = context.guards(&endpoint.guards, &response);
    missing(context, endpoint);
    context.calls.push(Call { id: id.clone(), response });
    (context.problems.errors() == before).then_some(())?;
    Some(BoundCall {
        id,
        method: endpoint.method.value,
        template: endpoint.path.value.clone(),
        path: path?,
        query: query?,
        body: body?,
        accept: endpoint.accept.as_ref().map_or(JSON, |accept| accept.value.as_str()).to_owned(),
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

fn each(context: &mut Context<'_>, endpoint: &Endpoint) -> Option<String> {
    let each = endpoint.each.as_ref()?;
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
    if !endpoint.only_reads() {
        let message = "a call that is made once per element must be a read";
        let help = "write `method: GET`, or pass the whole list on";
        context.refuse(Code::EffectMismatch, endpoint.method.span, message, "changes something", help);
    }
    let mut taken = false;
    for (_, value) in endpoint.parameters.iter().chain(&endpoint.body) {
        value.walk(&mut |value| {
            let named = value.names_inputs();
            taken |= matches!(value.kind, ValueKind::Element(_))
                || named.iter().any(|name| name == "element" || name.starts_with("element."));
        });
    }
    if !taken {
        let message = "the call is made once per element, but does not use the element";
        context.refuse(Code::FromInput, each.span, message, "always the same call", "give `element` to a parameter");
    }
    Some(each.value.clone())
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
