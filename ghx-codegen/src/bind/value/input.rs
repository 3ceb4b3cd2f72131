//! Values that inputs give: as they are, translated, with a default, joined, or whether they were given.

use super::{Given, Target, fit, literal, made, problems, translate};
use crate::{
    card::{Located, OrElse, Property, Schema as JsonSchema, Type},
    model::Source,
};

/// The input, or the default if the caller does not give it.
pub(super) fn input(
    given: &mut dyn Given,
    target: &Target<'_>,
    name: &Located<String>,
    map: Option<&translate::Map>,
    default: Option<&OrElse>,
) -> Option<Source> {
    if let (None, None) = (map, default) {
        // In a list, a bare name is a member of the element if it has one.
        if matches!(given.element(), Some(JsonSchema { ty: Type::Object(object), .. }) if object.property(name).is_some())
        {
            return made::element(given, target, name);
        }
        if let Some(word) = given.word(target, name) {
            return word;
        }
    }
    let property = property(given, name)?;
    match default {
        Some(OrElse::Literal(default)) if map.is_some() && !target.accepts.is_graphql() => {
            given.report(problems::map_and_default(default));
            return None;
        }
        Some(OrElse::Literal(default)) => {
            never_absent(given, &property, name);
            literal(given, target, default);
        }
        Some(OrElse::Lookup(_)) => never_absent(given, &property, name),
        None => {}
    }
    presence(given, target, &property, name, default.is_some());
    if let Some(map) = map {
        translate::check(given, target, &property, name, map)?;
    } else {
        let mut found = Vec::new();
        let what = format!("the input `{}`", name.value);
        fit::check(&property.schema, &target.accepts, &what, &target.what, &mut found);
        if found.is_empty() {
            given.id(target, &property);
        }
        for problem in found {
            given.report(target.sent(problem, name.span));
        }
    }
    same_name(given, target, name);
    if let Some(OrElse::Lookup(value)) = default {
        if map.is_some() {
            given.report(problems::not_here(value, "a value with `map`"));
        }
        let lookup = Box::new(super::bind(given, target, value)?);
        return Some(Source::OrLookup { property, lookup });
    }
    let default = default.and_then(|default| match default {
        OrElse::Literal(node) => Some(node.to_json()),
        OrElse::Lookup(_) => None,
    });
    let map = map.map(|map| map.iter().map(|(from, to)| (from.value.clone(), to.to_json())).collect());
    Some(Source::Input { property, map, default })
}

/// Was the input given?
pub(super) fn present(given: &mut dyn Given, target: &Target<'_>, name: &Located<String>) -> Option<Source> {
    let property = property(given, name)?;
    never_absent(given, &property, name);
    if !target.accepts.can_be("boolean") {
        given.report(target.declared(problems::is_of_type(name, "`present`", "boolean", target)));
    }
    Some(Source::Present(name.value.clone()))
}

/// The elements of an input as one string.
pub(super) fn joined(
    given: &mut dyn Given,
    target: &Target<'_>,
    name: &Located<String>,
    separator: &Located<String>,
) -> Option<Source> {
    let input = property(given, name)?;
    presence(given, target, &input, name, false);
    if !is_texts(&input) {
        given.report(problems::join_needs_texts(name, &input));
    }
    if !target.accepts.can_be("string") {
        given.report(target.declared(problems::is_of_type(name, "`join`", "string", target)));
    }
    same_name(given, target, name);
    Some(Source::Joined { input, separator: separator.value.clone() })
}

/// Is it a list of strings?
pub(super) fn is_texts(property: &Property) -> bool {
    let Type::Array { items, .. } = &property.schema.ty else { return false };
    matches!(items.ty, Type::String { .. } | Type::Enum(_)) && !items.nullable
}

/// The input of that name; a problem if there is none.
pub(super) fn property(given: &mut dyn Given, name: &Located<String>) -> Option<Property> {
    let found = given.input(&name.value);
    given.uses(&name.value);
    if found.is_none() {
        given.report(problems::unknown_input(name, &given.inputs()));
    }
    found
}

/// A place that needs a value is not filled from something that may be absent, and null is sent only where it is accepted.
pub(super) fn presence(
    given: &mut dyn Given,
    target: &Target<'_>,
    property: &Property,
    at: &Located<String>,
    has_default: bool,
) {
    let unset = target.required && property.may_be_unset() && !has_default;
    // The default of a variable is also used for null.
    let null = property.schema.nullable && !target.accepts.nullable() && !(has_default && target.accepts.is_graphql());
    if unset || null {
        given.report(target.declared(problems::may_be_missing(at, target)));
    }
}

fn never_absent(given: &mut dyn Given, property: &Property, name: &Located<String>) {
    if !property.may_be_unset() {
        given.report(problems::never_absent(name));
    }
}

/// A parameter with the name of an input is usually filled with that input.
fn same_name(given: &mut dyn Given, target: &Target<'_>, name: &Located<String>) {
    if target.variable.is_none() && name.value != target.name && given.names(&target.name) {
        given.report(problems::other_input(name, target));
    }
}
