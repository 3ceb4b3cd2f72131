//! The JSON fields that are requested from a command of `gh`.

use crate::{
    bind::route::Context,
    card::CliCommand,
    model::{BoundCommand, BoundCondition, BoundOutput, Operand, OutputValue, Path},
    problem::{Code, Problem},
    schema::{Described, GhCommand, Schema},
    suggest,
};
use std::collections::BTreeSet;

/// Every field that is requested is one of the command's, and its type is declared.
pub(super) fn check(context: &mut Context<'_>, command: &CliCommand, known: &GhCommand) {
    let words = &command.command.value;
    let stated = context.schema.gh_json.record(words);
    for (index, field) in command.json_fields.iter().enumerate() {
        if command.json_fields[..index].iter().any(|earlier| earlier.value == field.value) {
            let message = format!("`{}` is requested twice", field.value);
            context.refuse(Code::DuplicateKey, field.span, message, "the second time", "keep one of them");
        }
        if !known.json_fields.contains(&field.value) {
            let help = suggest::help(&field.value, "field", known.json_fields.iter().map(String::as_str));
            let message = format!("`gh {words}` has no JSON field `{}`", field.value);
            context.refuse(Code::CliRoute, field.span, message, "no such field", help);
        } else if stated.as_ref().is_none_or(|stated| stated.member(&field.value).is_none()) {
            let message = format!("no type is declared for the JSON field `{}` of `gh {words}`", field.value);
            let help = "declare its type in schema/gh-json.yaml";
            context.refuse(Code::CliRoute, field.span, message, "not in gh-json.yaml", help);
        }
    }
}

/// Fields that the command has, but that the card does not request.
pub(super) fn unasked(schema: &Schema, command: &CliCommand) -> BTreeSet<String> {
    let stated = schema.gh_json.record(&command.command.value);
    let names = stated.iter().flat_map(Described::members).map(str::to_owned);
    names.filter(|name| !command.json_fields.iter().any(|field| field.value == *name)).collect()
}

/// A card tests the fields that tell apart what the command returns in addition.
pub(super) fn check_asked(context: &mut Context<'_>, command: &CliCommand) {
    let words = &command.command.value;
    for field in context.schema.gh_json.asks(words).iter().filter(|field| !context.asked.contains(*field)) {
        let message = format!("`gh {words}` returns more than was asked for, and nothing checks `{field}`");
        let help = format!("add a `guard` or `keep` on `{field}`; schema/gh-json.yaml explains why");
        context
            .problems
            .push(Problem::error(Code::Condition, command.command.span, message).label("returns more").help(help));
    }
}

/// Every field that is requested is used.
pub(super) fn check_used(context: &mut Context<'_>, command: &CliCommand, bound: &BoundCommand) {
    let mut used = BTreeSet::new();
    first_keys(&bound.output, &mut used);
    used.extend(bound.guards.iter().filter_map(|guard| first_tested(&guard.condition)));
    used.extend(bound.page.iter().filter_map(|page| page.key.first().cloned()));
    for field in command.json_fields.iter().filter(|field| !used.contains(&field.value)) {
        let message = format!("nothing uses the JSON field `{}`", field.value);
        context.refuse(Code::UnusedCall, field.span, message, "requested, but not used", "remove it");
    }
}

/// The fields of the printed object, or of the elements of the printed list, that outputs use.
fn first_keys(outputs: &[BoundOutput], used: &mut BTreeSet<String>) {
    for output in outputs {
        used.extend(output.change.present.iter().filter_map(|(path, _)| first(path)));
        match (first(&output.path), &output.value) {
            (Some(key), _) => {
                used.insert(key);
            }
            (None, OutputValue::Object { fields }) => {
                used.extend(output.keep.iter().filter_map(first_tested));
                first_keys(fields, used);
            }
            _ => {}
        }
    }
}

fn first(path: &Path) -> Option<String> {
    path.plain_keys().first().map(|key| key.trim_end_matches('?').to_owned())
}

fn first_tested(condition: &BoundCondition) -> Option<String> {
    match &condition.operand {
        Operand::Path(path) => first(path),
        _ => None,
    }
}
