//! `map`: the values of an enum, translated for REST or `gh`.

use super::{
    Context,
    sent::{Target, literal, presence},
};
use crate::{
    card::{Located, Type},
    model::Sent,
    problem::Code,
    suggest,
    yaml::Node,
};

type Map = [(Located<String>, Node)];

pub(super) fn mapped(
    context: &mut Context<'_>,
    target: &Target<'_>,
    input: &Located<String>,
    map: &Map,
) -> Option<Sent> {
    let property = context.sent_input(input)?;
    presence(context, target, &property, input, false);
    let Type::Enum(values) = &property.schema.ty else {
        let given = property.schema.ty.describe();
        let message =
            format!("`map` translates the values of an enum, but the input `{}` is of type {given}", input.value);
        let help = "list its values with `enum:`, or drop `map`";
        context.refuse(Code::TypeMismatch, input.span, message, "not an enum", help);
        return None;
    };
    for value in values.iter().filter(|value| !map.iter().any(|(from, _)| from.value == value.value)) {
        let help = format!("add `{}: …` to `map`", value.value);
        let message = format!("`map` has no entry for `{}`", value.value);
        context.refuse(Code::EnumMismatch, input.span, message, "not every value is translated", help);
    }
    for (from, to) in map {
        check_value(context, target, (input, values), from, to);
    }
    remember_alike(context, input, map);
    let map = map.iter().map(|(from, to)| (from.value.clone(), to.to_json())).collect();
    Some(Sent::Mapped { input: input.value.clone(), map })
}

fn check_value(
    context: &mut Context<'_>,
    target: &Target<'_>,
    (input, values): (&Located<String>, &[Located<String>]),
    from: &Located<String>,
    to: &Node,
) {
    if !values.iter().any(|value| value.value == from.value) {
        let help = suggest::help(&from.value, "value", values.iter().map(|value| value.value.as_str()));
        let message = format!("`{}` is not a value of the input `{}`", from.value, input.value);
        context.refuse(Code::EnumMismatch, from.span, message, "not in `enum`", help);
    }
    let before = context.problems.len();
    literal(context, target, to);
    if context.problems.len() == before {
        same_word(context, target, from, to);
    }
}

/// Several values may be sent as the same value if a `keep` tells them apart, which is checked when the output is bound.
fn remember_alike(context: &mut Context<'_>, input: &Located<String>, map: &Map) {
    for (index, (_, to)) in map.iter().enumerate() {
        let same = |(_, other): &&(Located<String>, Node)| other.to_json() == to.to_json();
        let alike: Vec<String> = map.iter().filter(same).map(|(from, _)| from.value.clone()).collect();
        let is_first = map.iter().position(|entry| same(&entry)) == Some(index);
        if is_first && alike.len() > 1 {
            context.alike.push((input.value.clone(), alike, to.span));
        }
    }
}

/// A value that is taken there under the same name means that one.
fn same_word(context: &mut Context<'_>, target: &Target<'_>, from: &Located<String>, to: &Node) {
    let words = target.accepts.enum_values().unwrap_or_default();
    let Some(word) = words.iter().find(|word| word.eq_ignore_ascii_case(&from.value)) else { return };
    if to.to_json() != **word {
        let message = format!("`{}` must map to `{word}`", from.value);
        let help = format!("map it to `{word}`, or rename the input's value");
        context.refuse(Code::EnumMismatch, to.span, message, "a different value", help);
    }
}
