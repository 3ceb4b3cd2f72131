//! Parameters of path and query.

use super::{Context, address, sent};
use crate::{
    bind::value::{Accepts, Target},
    card::{Endpoint, Located, ValueSpec},
    model::{Segment, Source},
    problem::{Code, Problem},
    schema::{RestOperation, RestParameter},
    source::Span,
    suggest,
};

/// Parameters that ghx sets.
const PAGING: &[&str] = &["per_page", "page"];

type Query = Vec<(String, Source)>;

/// The path in pieces, and the query.
pub(super) fn bind(
    context: &mut Context<'_>,
    endpoint: &Endpoint,
    operation: &RestOperation<'_>,
) -> (Option<Vec<Segment>>, Option<Query>) {
    let known = operation.parameters();
    let stated = |name: &str| endpoint.parameters.iter().find(|(stated, _)| stated.value == name);
    for (name, source) in &endpoint.parameters {
        let unknown = !known.iter().any(|parameter| parameter.name == name.value);
        let ours = PAGING.contains(&name.value.as_str());
        if unknown || ours {
            let (message, label) = if unknown {
                (format!("the operation has no parameter `{}`", name.value), "no such parameter")
            } else {
                (format!("`{}` is set by the route itself", name.value), "cannot be set by a card")
            };
            let names = known.iter().map(|parameter| parameter.name).filter(|name| !PAGING.contains(name));
            let help =
                if unknown { suggest::help(&name.value, "parameter", names) } else { "add `page:` instead".to_owned() };
            context.refuse(Code::RestRoute, name.span, message, label, help);
            sent::mention(context, source);
        }
    }
    let query: Vec<Option<(String, Source)>> = known
        .iter()
        .filter(|parameter| !parameter.in_path && !PAGING.contains(&parameter.name))
        .filter_map(|parameter| match stated(parameter.name) {
            Some((_, source)) => {
                Some(sent::bind(context, &target(parameter), source).map(|sent| (parameter.name.to_owned(), sent)))
            }
            None if parameter.required => {
                let message = format!("the operation needs the parameter `{}`", parameter.name);
                let help = format!("add `{}:` to `parameters`", parameter.name);
                context.incomplete = true;
                context.refuse(Code::RestRoute, endpoint.path.span, message, "a parameter is missing", help);
                None
            }
            None => None,
        })
        .collect();
    (path(context, endpoint, &known), query.into_iter().collect())
}

/// The path in pieces.
fn path(context: &mut Context<'_>, endpoint: &Endpoint, known: &[RestParameter<'_>]) -> Option<Vec<Segment>> {
    let before = context.problems.iter().count();
    let mut segments = Vec::new();
    let mut rest = endpoint.path.value.as_str();
    while let Some((text, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        segments.push(Some(Segment::Text(text.to_owned())));
        segments.push(path_value(context, endpoint, known, name).map(Segment::Value));
        rest = after;
    }
    if !rest.is_empty() {
        segments.push(Some(Segment::Text(rest.to_owned())));
    }
    let segments = segments.into_iter().collect::<Option<Vec<_>>>()?;
    address::check_path(context, endpoint, &segments);
    let inputs = segments.iter().filter_map(|segment| match segment {
        Segment::Value(source) => source.plain_input(),
        Segment::Text(_) => None,
    });
    let inputs: Vec<&str> = inputs.collect();
    let doubled = inputs.iter().enumerate().find(|(index, input)| inputs[..*index].contains(input));
    if let (Some((_, input)), true) = (doubled, context.problems.iter().count() == before) {
        let message = format!("`{input}` fills two parts of the path");
        let problem = Problem::warning(Code::SameInput, endpoint.path.span, message);
        context.problems.push(problem.label("the same value twice").help("set the other one under `parameters`"));
    }
    Some(segments)
}

fn path_value(
    context: &mut Context<'_>,
    endpoint: &Endpoint,
    known: &[RestParameter<'_>],
    name: &str,
) -> Option<Source> {
    let parameter = known.iter().find(|parameter| parameter.in_path && parameter.name == name)?;
    let mut target = target(parameter);
    target.required = true;
    let stated = endpoint.parameters.iter().find(|(stated, _)| stated.value == name).map(|(_, value)| value.clone());
    let by_name = || ValueSpec::input(Located::new(name.to_owned(), endpoint.path.span));
    let fills = context.fills(name);
    if let Some(value) = stated.or_else(|| fills.then(by_name)) {
        let before = context.problems.iter().count();
        context.in_path = true;
        let sent = sent::bind(context, &target, &value);
        context.in_path = false;
        let sent = sent?;
        if context.problems.iter().count() == before {
            check_everywhere(context, name, &sent, value.span);
        }
        return Some(sent);
    }
    // A misspelt entry is already reported.
    let entries = endpoint.parameters.iter().filter(|(stated, _)| !known.iter().any(|p| p.name == stated.value));
    let names = known.iter().map(|parameter| parameter.name);
    if entries.into_iter().any(|(stated, _)| suggest::nearest(&stated.value, names.clone()) == Some(name)) {
        return None;
    }
    context.incomplete = true;
    let inputs = super::input_names(context.card, context.subjects);
    let help = suggest::help(name, "input", inputs.iter().map(String::as_str));
    let message = format!("nothing fills `{{{name}}}` of the path");
    let help = format!("add `{name}: <input>` to `parameters`; {help}");
    context.refuse(Code::VariableWithoutSource, endpoint.path.span, message, "a parameter without a source", help);
    None
}

/// A part of the path that several calls share is usually filled with the same value in all of them.
fn check_everywhere(context: &mut Context<'_>, name: &str, sent: &Source, at: Span) {
    let Some(input) = sent.plain_input() else { return };
    let (first, place) = context.filled.entry(name.to_owned()).or_insert_with(|| (input.to_owned(), at)).clone();
    let (one, other) = (context.subject_of(&first), context.subject_of(input));
    let two_subjects = one.is_some() && other.is_some() && one != other;
    if first != input && !two_subjects {
        let message = format!("`{{{name}}}` is filled with a different input than in an earlier call");
        let problem = Problem::warning(Code::DifferentInputs, at, message).label("a different input");
        context.problems.push(problem.related(place, "the first time").help("use the same input in all calls"));
    }
}

fn target<'s>(parameter: &RestParameter<'s>) -> Target<'s> {
    Target {
        what: format!("the parameter `{}`", parameter.name),
        name: parameter.name.to_owned(),
        accepts: Accepts::Json(parameter.value.clone().never_null()),
        required: parameter.required,
        variable: None,
    }
}
