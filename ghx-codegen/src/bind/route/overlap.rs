//! Outputs of one object that are swapped, or that use the same field.

use super::{Context, output::Entries};
use crate::{
    bind::swapped,
    card::{Located, ObjectSchema, PathTake, TakeKind},
    problem::{Code, Problem},
};
use std::collections::BTreeSet;

/// Two outputs that are swapped, or that use the same field.
pub(super) fn check(context: &mut Context<'_>, schema: &ObjectSchema, entries: &Entries) {
    let plain: Vec<(&Located<String>, &PathTake)> = entries
        .iter()
        .filter(|(name, _)| schema.property(&name.value).is_some())
        .filter_map(|(name, entry)| match &entry.kind {
            TakeKind::Path(take) if take.fields.is_none() => Some((name, take)),
            _ => None,
        })
        .collect();
    let paths: Vec<_> = plain.iter().map(|(name, take)| (*name, &take.path)).collect();
    for problem in swapped::paths(&paths) {
        context.problems.push(problem);
    }
    check_maps(context, &plain);
    let source = |take: &PathTake| (take.from.as_ref().map(|from| from.value.clone()), take.path.value.clone());
    for (index, (name, take)) in plain.iter().enumerate() {
        let same = |(first, earlier): &&(&Located<String>, &PathTake)| {
            let translated = earlier.map.is_some() || take.map.is_some();
            first.value != name.value && source(earlier) == source(take) && !translated
        };
        let Some((first, earlier)) = plain[..index].iter().find(same) else { continue };
        context.problems.push(
            Problem::warning(
                Code::SameField,
                take.path.span,
                format!("`{}` and `{}` use the same field", first.value, name.value),
            )
            .label("the second")
            .related(earlier.path.span, "the first")
            .help("use another field, or drop one of the outputs"),
        );
    }
}

/// Two outputs that translate the same field know the same values of it.
fn check_maps(context: &mut Context<'_>, plain: &[(&Located<String>, &PathTake)]) {
    let keys = |take: &PathTake| -> BTreeSet<String> {
        take.map.iter().flatten().map(|(from, _)| from.value.clone()).collect()
    };
    let mapped: Vec<_> = plain.iter().filter(|(_, take)| take.map.is_some()).collect();
    for (index, (name, take)) in mapped.iter().enumerate() {
        let same = |(_, earlier): &&&(&Located<String>, &PathTake)| earlier.path.value == take.path.value;
        let Some((first, earlier)) = mapped[..index].iter().find(same) else { continue };
        if keys(earlier) != keys(take) {
            let message =
                format!("`{}` and `{}` translate different values of the same field", first.value, name.value);
            let problem = Problem::error(Code::EnumMismatch, take.path.span, message).label("the second");
            let problem = problem.related(earlier.path.span, "the first");
            context.problems.push(problem.help("translate the same values in both"));
        }
    }
}
