//! Rules for mutants that are accepted, and rightly so, each with its reason.
//!
//! A rule looks at what a mutant means, never at its place, so that no rule can hide a gap in the compiler.

use std::fmt::Write as _;

use ghx_codegen::{
    card::{Property, Type},
    model::{BoundCard, BoundGraphql, Model, Source},
};

use super::{judge::Mutant, kinds::Change};

/// Why a mutant may be accepted.
pub(crate) struct Rule {
    /// Its name in the report.
    pub(crate) name: &'static str,
    /// The reason.
    pub(crate) reason: &'static str,
    holds: fn(&Mutant<'_>, &Model) -> bool,
}

/// All rules.
pub(crate) const RULES: &[Rule] = &[
    Rule {
        name: "same catalogue",
        reason: "the compiled catalogue is identical: the edit is another way to write the same thing, such as a `!` on a field \
                 that is required anyway, or a name that may be left out",
        holds: |mutant, model| meaning(model) == mutant.base.meaning,
    },
    Rule {
        name: "never null",
        reason: "the nullability of a variable or of its elements changes, but its value always comes from a required input, \
                 an input with a default, a literal or a lookup, which are never null, and GitHub's schema accepts both: the \
                 same requests are sent",
        holds: |mutant, model| {
            ["variable-nullable", "variable-item-nullable"].contains(&mutant.kind) && never_absent(mutant, model)
        },
    },
];

/// The rule that holds for an accepted mutant.
pub(crate) fn rule(mutant: &Mutant<'_>, model: &Model) -> Option<&'static Rule> {
    RULES.iter().find(|rule| (rule.holds)(mutant, model))
}

/// Whether every source of the edited variable always has a value, according to the bound catalogue.
fn never_absent(mutant: &Mutant<'_>, model: &Model) -> bool {
    let Change::Edit(edits) = &mutant.change else { return false };
    let text = &mutant.original.text;
    let declared =
        edits.first().and_then(|edit| text.get(..edit.at.start)).and_then(|before| before.rsplit('$').next());
    let variable = declared.unwrap_or_default().trim_end().trim_end_matches(':');
    let here = |operation: &str| text.contains(&format!(" {operation}("));
    // The values that address a subject are never absent.
    model.cards.iter().all(|bound| {
        let Some(route) = &bound.graphql else { return true };
        let plans = route.plans.iter().map(|plan| (&plan.operation, &plan.variables));
        let lookups = route.lookups.iter().map(|lookup| (&lookup.operation, &lookup.variables));
        let variables =
            plans.chain(lookups).filter(|(operation, _)| here(operation)).flat_map(|(_, variables)| variables);
        variables.filter(|bound| bound.name == variable).all(|filled| {
            let there = mutant.kind == "variable-item-nullable" || always_there(bound, route, &filled.source);
            there && without_nulls(&filled.source)
        })
    })
}

/// Whether a source is never absent and never null as a whole.
fn always_there(card: &BoundCard, route: &BoundGraphql, source: &Source) -> bool {
    let given = |property: &Property| property.required && !property.schema.nullable;
    match source {
        Source::Input { property, default, .. } => {
            (!property.may_be_unset() || default.is_some()) && !property.schema.nullable
        }
        Source::Literal(value) => !value.is_null(),
        Source::Find { from_input, .. } => from_input.as_ref().is_none_or(|(property, _)| given(property)),
        Source::MapArray { from_input, .. } => given(from_input),
        Source::Lookup { lookup, .. } => {
            let each = route.lookups.get(*lookup).and_then(|lookup| lookup.each.as_deref());
            each.is_none_or(|name| card.card.input(name).is_some_and(given))
        }
        Source::Element | Source::Subject(_) | Source::SubjectId(_) | Source::Present(_) => true,
        // Without a proof it may be absent.
        _ => false,
    }
}

/// Whether a list has no null elements. The result of a lookup is never null: finding nothing is an error.
fn without_nulls(source: &Source) -> bool {
    match source {
        Source::Input { property, .. } => !matches!(&property.schema.ty, Type::Array { items, .. } if items.nullable),
        _ => true,
    }
}

/// The content of a bound catalogue, without source positions.
pub(crate) fn meaning(model: &Model) -> String {
    let mut text = format!("{:?}\n{:?}\n", model.operations, model.enums);
    for bound in &model.subjects {
        let subject = &bound.subject;
        let inputs = &subject.inputs;
        let _ = writeln!(
            text,
            "{:?} {:?} {:?} {:?} {:?} {:?}",
            subject.name,
            subject.node,
            inputs,
            subject.url,
            subject.within,
            (&bound.forms, &bound.questions)
        );
    }
    for bound in &model.cards {
        let card = &bound.card;
        let _ = writeln!(
            text,
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            card.id,
            card.aliases,
            (&card.version, card.effect.value, &card.idempotent, &card.weight, &card.creates),
            (&card.input, &card.output),
            card.routing,
            bound.subjects,
            bound.input_kinds,
            bound.graphql,
            (&bound.rest, &bound.cli, &bound.suitability)
        );
    }
    without_places(&text)
}

/// Removes `Span { … }` and apollo's `12..34 @5 `.
fn without_places(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("Span { ") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('}').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let place = |word: &&str| {
        word.split_once("..").is_some_and(|(a, b)| [a, b].iter().all(|n| n.chars().all(|c| c.is_ascii_digit())))
    };
    let file = |word: &&str| word.strip_prefix('@').is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()));
    let bare = |word: &str| word.trim_start_matches(['[', '(']).to_owned();
    out.split(' ')
        .map(bare)
        .filter(|word| !place(&word.as_str()) && !file(&word.as_str()))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_do_not_count() {
        let one = "Located { value: \"a\", span: Span { file: FileId(3), start: 1, end: 2 } } [10..20 @4 Argument { name: \"x\" }]";
        let two = "Located { value: \"a\", span: Span { file: FileId(7), start: 8, end: 9 } } [30..41 @5 Argument { name: \"x\" }]";
        assert_eq!(without_places(one), without_places(two));
        assert_ne!(without_places(one), without_places(&two.replace("\"x\"", "\"y\"")));
    }
}
