//! Values that are put together from others: texts, objects, lists, the first of several, base64.

use super::{Accepts, Given, Target, bind, fit, input, problems};
use crate::{
    card::{Located, Members, ObjectSchema, Property, Schema as JsonSchema, Type, ValueSpec},
    model::Source,
    operation::{OperationVariable, Site},
    schema::Described,
    source::Span,
};
use serde_json::{Value as Json, json};
use std::sync::LazyLock;

/// What a part of a text can be.
static PART: LazyLock<Json> = LazyLock::new(|| json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] }));
/// A name, and a list of names.
static NAME: LazyLock<Json> = LazyLock::new(|| json!({ "type": "string" }));
static NAMES: LazyLock<Json> = LazyLock::new(|| json!({ "type": "array", "items": { "type": "string" } }));

/// The place of a name, or of a list of names, that is searched for to fill `target`.
pub(in crate::bind) fn text_target<'t>(target: &Target<'t>, many: bool) -> Target<'t> {
    let accepts: &'static Json = if many { &NAMES } else { &NAME };
    let (accepts, what) = (Accepts::Json(Described::new(accepts, accepts)), format!("the search for {}", target.what));
    Target { what, name: String::new(), accepts, required: target.required, variable: target.variable }
}

/// `refs/heads/{branch}`: words with inputs in braces. A word with an input that is absent is left out.
pub(super) fn text(given: &mut dyn Given, target: &Target<'_>, text: &Located<String>) -> Option<Source> {
    if !target.accepts.can_be("string") || target.accepts.enum_values().is_some() {
        given.report(target.declared(problems::is_of_type(text, "`text`", "string", target)));
        return None;
    }
    let words = text.value.split(' ').filter(|word| !word.is_empty());
    let words: Option<Vec<Vec<Source>>> = words.map(|word| self::word(given, target, text, word)).collect();
    let words = words?;
    if words.iter().flatten().all(|part| matches!(part, Source::Literal(_))) {
        given.report(problems::text_without_inputs(text));
    }
    let source = Source::Text(words);
    check_absent(given, target, &source, text);
    Some(source)
}

/// A message with inputs in braces.
pub(super) fn message(given: &mut dyn Given, target: &Target<'_>, text: &Located<String>) -> Option<Source> {
    let words = text.value.split(' ').filter(|word| !word.is_empty());
    words.map(|word| self::word(given, target, text, word)).collect::<Option<_>>().map(Source::Text)
}

fn word(given: &mut dyn Given, target: &Target<'_>, text: &Located<String>, word: &str) -> Option<Vec<Source>> {
    let mut parts = Vec::new();
    let literal = |parts: &mut Vec<Source>, text: &str| {
        if !text.is_empty() {
            parts.push(Source::Literal(text.into()));
        }
    };
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}').filter(|(name, _)| !name.is_empty()) else {
            given.report(problems::open_brace(text));
            return None;
        };
        literal(&mut parts, before);
        let part = Target {
            what: format!("a part of {}", target.what),
            name: String::new(),
            accepts: Accepts::Json(Described::new(&PART, &PART)),
            required: false,
            variable: target.variable,
        };
        parts.push(bind(given, &part, &ValueSpec::input(Located::new(name.to_owned(), text.span)))?);
        rest = after;
    }
    literal(&mut parts, rest);
    Some(parts)
}

/// An object whose members are values.
pub(super) fn object(given: &mut dyn Given, target: &Target<'_>, of: &Members, at: Span) -> Option<Source> {
    if !target.accepts.can_be("object") {
        let name = Located::new(String::new(), at);
        given.report(target.declared(problems::is_of_type(&name, "`object`", "object", target)));
        return None;
    }
    let known = target.accepts.members();
    let mut bound = Vec::new();
    for (name, value) in of {
        let Some(accepts) = target.accepts.member(&name.value) else {
            given.report(target.declared(problems::no_member(name, target, &known)));
            bound.push(None);
            continue;
        };
        let variable = member_variable(target, name, &accepts);
        let member = Target {
            what: format!("`{}` of {}", name.value, target.what),
            name: name.value.clone(),
            accepts,
            required: known.contains(&(name.value.as_str(), true)),
            variable: variable.as_ref(),
        };
        bound.push(bind(given, &member, value).map(|source| (name.value.clone(), source)));
    }
    for (name, _) in known.iter().filter(|(name, required)| *required && !of.iter().any(|(key, _)| key.value == *name))
    {
        given.report(target.declared(problems::member_missing(at, name, target)));
    }
    let source = Source::Object(bound.into_iter().collect::<Option<_>>()?);
    check_absent(given, target, &source, &Located::new("object".to_owned(), at));
    Some(source)
}

/// A member of an input object as a variable of its own, with the kinds of node that it accepts.
fn member_variable(target: &Target<'_>, name: &Located<String>, accepts: &Accepts<'_>) -> Option<OperationVariable> {
    let (outer, Accepts::Graphql(_, input), Accepts::Graphql(_, ty)) = (target.variable?, &target.accepts, accepts)
    else {
        return None;
    };
    let site = Site::InputField { input: input.name().to_owned(), field: name.value.clone() };
    let name = format!("{}.{}", outer.name, name.value);
    Some(OperationVariable { name, ty: ty.clone(), default: None, span: outer.span, sites: vec![site] })
}

/// An object for each element of an input.
pub(super) fn list(given: &mut dyn Given, target: &Target<'_>, name: &Located<String>, of: &Members) -> Option<Source> {
    let (list, items) = elements(given, target, name)?;
    let Some(accepts) = target.accepts.item() else {
        given.report(target.declared(problems::is_of_type(name, "`list`", "list", target)));
        return None;
    };
    let what = format!("an element of {}", target.what);
    let item = Target { what, name: target.name.clone(), accepts, required: true, variable: target.variable };
    let outer = given.element().replace(items);
    let source = object(given, &item, of, name.span);
    *given.element() = outer;
    Some(Source::List { list, of: Box::new(source?) })
}

/// The input that a list is made of, and its elements.
pub(super) fn elements(
    given: &mut dyn Given,
    target: &Target<'_>,
    name: &Located<String>,
) -> Option<(Property, JsonSchema)> {
    let list = input::property(given, name)?;
    input::presence(given, target, &list, name, false);
    match &list.schema.ty {
        Type::Array { items, .. } if !items.nullable => {
            let items = (**items).clone();
            Some((list, items))
        }
        _ => {
            given.report(problems::not_a_list(name, &list));
            None
        }
    }
}

/// An object with an entry for each element of an input.
pub(in crate::bind) fn entries(
    given: &mut dyn Given,
    target: &Target<'_>,
    name: &Located<String>,
    key: &Located<String>,
    value: &Members,
) -> Option<Source> {
    let (list, items) = elements(given, target, name)?;
    let Some(accepts) = target.accepts.entries() else {
        given.report(problems::is_of_type(name, "`entries`", "object with any keys", target));
        return None;
    };
    let what = format!("an entry of {}", target.what);
    let entry = Target { what, name: target.name.clone(), accepts, required: true, variable: target.variable };
    let key_of = Target { required: true, ..text_target(target, false) };
    let outer = given.element().replace(items);
    let key = bind(given, &key_of, &ValueSpec::input(key.clone()));
    let value = object(given, &entry, value, name.span);
    *given.element() = outer;
    Some(Source::Entries { list, key: Box::new(key?), value: Box::new(value?) })
}

/// A member of the element.
pub(super) fn element(given: &mut dyn Given, target: &Target<'_>, path: &Located<String>) -> Option<Source> {
    let Some(mut schema) = given.element().clone() else {
        given.report(problems::no_element(path));
        return None;
    };
    let mut steps: Vec<Property> = Vec::new();
    for key in path.value.split('.') {
        let empty = ObjectSchema {
            properties: Vec::new(),
            at_least_one: None,
            exactly_one: Vec::new(),
            requires: Vec::new(),
            span: schema.span,
        };
        let object = if let Type::Object(object) = schema.ty { object } else { empty };
        let Some(property) = object.property(key) else {
            given.report(problems::no_property(path, key, &object));
            return None;
        };
        schema = property.schema.clone();
        steps.push(property.clone());
    }
    let mut found = Vec::new();
    fit::check(&schema, &target.accepts, &format!("`{}`", path.value), &target.what, &mut found);
    for problem in found {
        given.report(target.sent(problem, path.span));
    }
    let source = Source::ElementAt(steps);
    check_absent(given, target, &source, path);
    Some(source)
}

/// The first that has a value.
pub(super) fn first(given: &mut dyn Given, target: &Target<'_>, values: &[ValueSpec], at: Span) -> Option<Source> {
    if values.len() < 2 {
        given.report(problems::first_of_one(at));
        return None;
    }
    let accepts = target.accepts.clone();
    let one =
        Target { what: target.what.clone(), name: String::new(), accepts, required: false, variable: target.variable };
    let sources: Vec<_> = values.iter().map(|value| bind(given, &one, value)).collect();
    let sources: Vec<Source> = sources.into_iter().collect::<Option<_>>()?;
    let never = sources.iter().zip(values).rev().skip(1).find(|(source, _)| !source.may_be_absent());
    if let Some((_, value)) = never {
        given.report(problems::always_first(value.span));
    }
    let source = Source::First(sources);
    check_absent(given, target, &source, &Located::new("first".to_owned(), at));
    Some(source)
}

/// Text in base64.
pub(super) fn encode(given: &mut dyn Given, target: &Target<'_>, value: &ValueSpec) -> Option<Source> {
    if !target.accepts.can_be("string") || target.accepts.enum_values().is_some() {
        let at = Located::new(String::new(), value.span);
        given.report(target.declared(problems::is_of_type(&at, "`encode`", "string", target)));
    }
    bind(given, target, value).map(|source| Source::Base64(Box::new(source)))
}

/// A place that needs a value is not filled with something that may be left out.
fn check_absent(given: &mut dyn Given, target: &Target<'_>, source: &Source, at: &Located<String>) {
    if target.required && source.may_be_absent() {
        given.report(target.declared(problems::may_be_missing(at, target)));
    }
}
