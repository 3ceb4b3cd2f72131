//! Where values that are sent come from.

use super::{
    Context, Response,
    fit::{self, Unfit},
    response, translate,
};
use crate::{
    card::{Located, Property, SourceKind, Type, ValueSource},
    model::Sent,
    problem::{Code, Problem},
    schema::Described,
    suggest,
    yaml::Node,
};

/// The place that a value is sent to.
pub(super) struct Target<'s> {
    /// In words: ``the parameter `state` ``.
    pub(super) what: String,
    /// Its name.
    pub(super) name: String,
    /// What it accepts.
    pub(super) accepts: Described<'s>,
    /// It cannot be left out.
    pub(super) required: bool,
    /// May `repository` be used for the subject's repository?
    pub(super) repository: bool,
}

/// Binds one source.
pub(super) fn bind(context: &mut Context<'_>, target: &Target<'_>, source: &ValueSource) -> Option<Sent> {
    let before = context.problems.len();
    let sent = self::source(context, target, source);
    // Which input was meant is unknown.
    context.incomplete |= sent.is_none();
    let sent = sent?;
    check_same_name(context, target, source, &sent);
    (context.problems.len() == before).then_some(sent)
}

fn source(context: &mut Context<'_>, target: &Target<'_>, source: &ValueSource) -> Option<Sent> {
    Some(match &source.kind {
        SourceKind::Input { input, map, default } => match (map, default) {
            (None, None) => input_or_word(context, target, input)?,
            (Some(map), None) => translate::mapped(context, target, input, map)?,
            (None, Some(default)) => or_else(context, target, input, default)?,
            (Some(_), Some(default)) => {
                let message = "`map` and `default` cannot be combined here";
                let help = "give the input itself a default, and translate that";
                context.refuse(Code::UnknownKey, default.span, message, "used with `map`", help);
                return None;
            }
        },
        SourceKind::Literal(node) => {
            literal(context, target, node);
            Sent::Literal(node.to_json())
        }
        SourceKind::Join { input, separator } => joined(context, target, input, separator)?,
        SourceKind::Found { from, path } => found(context, target, from, path)?,
    })
}

/// `heading`, `element`, `repository`.
fn input_or_word(context: &mut Context<'_>, target: &Target<'_>, input: &Located<String>) -> Option<Sent> {
    if input.value == "element"
        && let Some(element) = context.element.clone()
    {
        let mut unfit = Vec::new();
        fit::input(&element, &target.accepts, "the element", &target.what, &mut unfit);
        report(context, unfit, input);
        return Some(Sent::Element);
    }
    if target.repository && input.value == "repository" {
        let inputs = context.subjects.first().map(|subject| &subject.subject.inputs);
        let parts = inputs.into_iter().flat_map(|inputs| [&inputs.owner, &inputs.name]).flatten();
        let parts: Vec<String> = parts.map(|name| name.value.clone()).collect();
        if parts.len() < 2 {
            context.incomplete = true;
            let message = "`repository` is the subject's repository, and this card's subject has none";
            context.refuse(Code::Subject, input.span, message, "no repository", "give the card a subject");
            return None;
        }
        context.used.extend(parts);
        return Some(Sent::Repository);
    }
    let property = context.sent_input(input)?;
    presence(context, target, &property, input, false);
    let mut unfit = Vec::new();
    fit::input(&property.schema, &target.accepts, &format!("the input `{}`", input.value), &target.what, &mut unfit);
    report(context, unfit, input);
    Some(Sent::Input(input.value.clone()))
}

fn or_else(context: &mut Context<'_>, target: &Target<'_>, input: &Located<String>, default: &Node) -> Option<Sent> {
    let property = context.sent_input(input)?;
    if !property.may_be_unset() {
        let message = format!("`{}` is always given or has a default", input.value);
        context.refuse(Code::Literal, input.span, message, "never absent", "use the input itself, or make it optional");
    }
    let mut unfit = Vec::new();
    fit::input(&property.schema, &target.accepts, &format!("the input `{}`", input.value), &target.what, &mut unfit);
    report(context, unfit, input);
    presence(context, target, &property, input, true);
    literal(context, target, default);
    Some(Sent::OrElse { input: input.value.clone(), default: default.to_json() })
}

fn joined(
    context: &mut Context<'_>,
    target: &Target<'_>,
    input: &Located<String>,
    separator: &Located<String>,
) -> Option<Sent> {
    let property = context.sent_input(input)?;
    presence(context, target, &property, input, false);
    let texts = matches!(&property.schema.ty, Type::Array { items, .. } if matches!(items.ty, Type::String { .. } | Type::Enum(_)) && !items.nullable);
    if !texts {
        let message = format!(
            "`join` needs a list of strings, but `{}` is of type {}",
            input.value,
            property.schema.ty.describe()
        );
        context.refuse(
            Code::FromInput,
            input.span,
            message,
            "not a list of strings",
            "name a list of strings, or pass this input on unchanged",
        );
    }
    if !target.accepts.can_be("string") {
        let message = format!("a single string does not fit {}", target.what);
        let label = format!("expected {}", target.accepts.describe());
        context.refuse(Code::TypeMismatch, input.span, message, &label, "pass the list on unchanged");
    }
    Some(Sent::Joined { input: input.value.clone(), separator: separator.value.clone() })
}

fn found(
    context: &mut Context<'_>,
    target: &Target<'_>,
    from: &Located<String>,
    path: &Located<String>,
) -> Option<Sent> {
    let response = call(context, from)?;
    let found = response::plain(context, &response, path)?;
    if target.required && found.nullable {
        let message = format!("`{}` may be null, but {} needs a value", path.value, target.what);
        context.refuse(Code::AbsentSource, path.span, message, "may be null", "use a field that is never null");
    }
    let types = found.value.types();
    let same = types.iter().all(|ty| target.accepts.can_be(ty)) && !types.is_empty();
    if !same || types.contains("object") || types.contains("array") {
        let message = format!("`{}` is {}, which does not fit {}", path.value, found.value.describe(), target.what);
        let label = format!("expected {}", target.accepts.describe());
        context.refuse(Code::TypeMismatch, path.span, message, &label, "use another field");
    }
    Some(Sent::Found { call: from.value.clone(), path: found.keys })
}

/// The response of an earlier call.
pub(super) fn call<'a>(context: &mut Context<'a>, from: &Located<String>) -> Option<Described<'a>> {
    context.referred.insert(from.value.clone());
    let response = context.calls.iter().find(|call| call.id == from.value).map(|call| call.response.clone());
    match response {
        Some(Response::Json(response)) => Some(response),
        Some(Response::Unknown) => None,
        Some(Response::Text | Response::Nothing) => {
            let message = format!("the response of `{}` is not JSON", from.value);
            context.refuse(Code::UnknownName, from.span, message, "no JSON", "use another call");
            None
        }
        None => {
            let known: Vec<String> = context.calls.iter().map(|call| call.id.clone()).collect();
            context.referred.extend(suggest::nearest(&from.value, known.iter().map(String::as_str)).map(str::to_owned));
            let help = suggest::help(&from.value, "earlier call", known.iter().map(String::as_str));
            let message = format!("there is no earlier call `{}`", from.value);
            context.refuse(Code::UnknownName, from.span, message, "no such call", help);
            None
        }
    }
}

/// Remembers what a source that cannot be bound refers to.
pub(super) fn mention(context: &mut Context<'_>, source: &ValueSource) {
    context.incomplete = true;
    if let SourceKind::Found { from, .. } = &source.kind {
        context.referred.insert(from.value.clone());
    }
}

/// A required place is not filled from something that may be absent, and null is sent only where it is accepted.
pub(super) fn presence(
    context: &mut Context<'_>,
    target: &Target<'_>,
    property: &Property,
    at: &Located<String>,
    default: bool,
) {
    let unset = target.required && property.may_be_unset() && !default;
    let null = property.schema.nullable && !target.accepts.nullable;
    if unset || null {
        let message = format!("`{}` may be absent or null, but {} needs a value", at.value, target.what);
        let help = "make the input required or give it a default";
        context.refuse(Code::AbsentSource, at.span, message, "may be absent or null", help);
    }
}

pub(super) fn literal(context: &mut Context<'_>, target: &Target<'_>, node: &Node) {
    let mut unfit = Vec::new();
    fit::literal(node, &target.accepts, &target.what, &mut unfit);
    for Unfit { code, at, message, label, help } in unfit {
        context.refuse(code, at, message, &label, help);
    }
}

fn report(context: &mut Context<'_>, unfit: Vec<Unfit>, source: &Located<String>) {
    for Unfit { code, at, message, label, help } in unfit {
        let problem = Problem::error(code, at, message).label(label).help(help);
        context.problems.push(problem.related(source.span, "sent here"));
    }
}

/// A place with the name of an input must be filled with that input.
fn check_same_name(context: &mut Context<'_>, target: &Target<'_>, source: &ValueSource, sent: &Sent) {
    let (Sent::Input(named)
    | Sent::Mapped { input: named, .. }
    | Sent::OrElse { input: named, .. }
    | Sent::Joined { input: named, .. }) = sent
    else {
        return;
    };
    if *named != target.name && context.known_input(&target.name).is_some() {
        let message = format!("`{named}` fills {} instead of the input `{}`", target.what, target.name);
        let help = format!("use the input `{}`, or rename it", target.name);
        let problem = Problem::warning(Code::SwappedInputs, source.span, message).label("a different input");
        context.problems.push(problem.help(help));
    }
}
