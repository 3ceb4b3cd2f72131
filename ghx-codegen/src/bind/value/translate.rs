//! `map`: the values of an enum, translated for GitHub.

use super::{Given, Target, literal, problems};
use crate::{
    card::{Located, Property, Type},
    yaml::{Node, Value},
};

pub(super) type Map = [(Located<String>, Node)];

/// Every value of the enum is translated to one that is accepted, and nothing else.
pub(super) fn check(
    given: &mut dyn Given,
    target: &Target<'_>,
    property: &Property,
    input: &Located<String>,
    map: &Map,
) -> Option<()> {
    let Type::Enum(values) = &property.schema.ty else {
        given.report(problems::map_needs_enum(input, property));
        return None;
    };
    for value in values.iter().filter(|value| !map.iter().any(|(from, _)| from.value == value.value)) {
        given.report(problems::not_translated(value, input));
    }
    for (from, to) in map {
        if !values.iter().any(|value| value.value == from.value) {
            given.report(problems::not_an_enum_value(from, input, values));
        }
        let before = given.errors();
        literal(given, target, to);
        if given.errors() == before {
            same_word(given, target, from, to);
        }
    }
    given.alike(input, map);
    Some(())
}

/// A value that GitHub has under the same name usually means that one.
fn same_word(given: &mut dyn Given, target: &Target<'_>, from: &Located<String>, to: &Node) {
    let words = target.accepts.enum_values().unwrap_or_default();
    let Some(word) = words.into_iter().find(|word| word.eq_ignore_ascii_case(&from.value)) else { return };
    let is_it = |node: &Node| matches!(&node.value, Value::Text(text) if text == word);
    let fits = match &to.value {
        Value::List(items) => matches!(items.as_slice(), [only] if is_it(only)),
        _ => is_it(to),
    };
    if !fits {
        given.report(problems::other_meaning(from, to, word));
    }
}
