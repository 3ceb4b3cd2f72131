//! Mutants that are accepted and may be: rules, each with its reason.
//!
//! A rule never looks at where a mutant stands, only at what it means, so that a hole cannot hide behind one.

use std::fmt::Write as _;

use ghx_codegen::model::Model;

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
        reason: "the bound catalogue is the same, word for word: the edit says in another way what was said before, such as a mark on a field that \
                 is an anchor anyway, or a name that may be left out",
        holds: |mutant, model| meaning(model) == mutant.meaning,
    },
    Rule {
        name: "never absent anyway",
        reason: "a variable, or an element of it, may be null now, or may not any more, but the compiler has proven that its source is never absent and never null, and \
                 GitHub's schema takes both: the same requests are sent",
        holds: |mutant, _| ["variable-nullable", "variable-item-nullable"].contains(&mutant.kind),
    },
];

/// What the compiler cannot tell: accepted, and wrong.
pub(crate) const LIMITS: &[Rule] = &[Rule {
    name: "two ids of one kind",
    reason: "two ids of the same kind of node stand side by side in one input under names that nothing else shares (the parent and the \
             sub-issue): no type and no name says which is which, only what GitHub then does",
    holds: |mutant, _| mutant.kind == "variable-uses-swapped" && swaps_ids(mutant),
}];

/// The rule that holds for an accepted mutant.
pub(crate) fn rule(mutant: &Mutant<'_>, model: &Model) -> Option<&'static Rule> {
    RULES.iter().find(|rule| (rule.holds)(mutant, model))
}

/// The limit that an accepted mutant shows.
pub(crate) fn limit(mutant: &Mutant<'_>, model: &Model) -> Option<&'static Rule> {
    LIMITS.iter().find(|rule| (rule.holds)(mutant, model))
}

/// Are both variables that change places declared as `ID!`?
fn swaps_ids(mutant: &Mutant<'_>) -> bool {
    let Change::Edit(edits) = &mutant.change else { return false };
    edits.iter().all(|edit| mutant.original.text.contains(&format!("{}: ID!", edit.with)))
}

/// Everything that a bound catalogue says, without the places where it says it.
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
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            card.id,
            card.aliases,
            (&card.version, card.effect.value, &card.idempotent),
            (&card.input, &card.output),
            card.routing,
            bound.subjects,
            bound.input_kinds,
            bound.graphql
        );
    }
    without_places(&text)
}

/// Takes out `Span { … }` and apollo's `12..34 @5 `.
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
    fn places_are_no_meaning() {
        let one = "Located { value: \"a\", span: Span { file: FileId(3), start: 1, end: 2 } } [10..20 @4 Argument { name: \"x\" }]";
        let two = "Located { value: \"a\", span: Span { file: FileId(7), start: 8, end: 9 } } [30..41 @5 Argument { name: \"x\" }]";
        assert_eq!(without_places(one), without_places(two));
        assert_ne!(without_places(one), without_places(&two.replace("\"x\"", "\"y\"")));
    }
}
