//! Documents: what is selected.

use apollo_compiler::ast::Selection;

use super::{Edits, Kind, document};
use crate::mutants::{
    apply::Edit,
    corpus::Role,
    graphql::{Page, leaves, misspell, name, range, selection},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &document("field-misspelt", "an unknown field is selected", misspelt),
    &document("field-aliased", "a field gets an alias", aliased),
    &document("field-dropped", "a field is no longer selected", dropped),
    &document("leaf-added", "an unused leaf is selected", leaf_added),
    &document("field-conditional", "a field or fragment gets `@include` or `@skip`", conditional),
    &document("inline-type", "`... on` names another type", inline_type),
];

fn misspelt(page: &Page<'_>, out: &mut Edits) {
    out.some(page.fields().iter().map(|selected| misspell(&name(&selected.name))));
}

fn aliased(page: &Page<'_>, out: &mut Edits) {
    for selected in page.fields().iter().filter(|selected| selected.alias.is_none()) {
        out.one(Edit::insert(range(selected.location()).start, "other: "));
    }
}

fn dropped(page: &Page<'_>, out: &mut Edits) {
    for set in page.sets() {
        for field in set.selections.iter().filter(|selected| matches!(selected, Selection::Field(_))) {
            let at = selection(field);
            // The only selection is replaced by another leaf, so that the braces are not empty.
            let stand_in = if set.selections.len() == 1 { "__typename" } else { "" };
            out.one(Edit::replace(at, stand_in));
        }
    }
}

fn leaf_added(page: &Page<'_>, out: &mut Edits) {
    // A leaf that no document names, so that it is not selected yet.
    let named = |leaf: &str| {
        let word = |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == leaf);
        page.catalogue.of(Role::Document).any(|document| word(&document.text))
    };
    for set in page.sets() {
        let Some(first) = set.selections.first() else { continue };
        let added = leaves(&page.catalogue.schema, set.on).into_iter().filter(|leaf| !named(leaf)).take(3);
        out.some(added.map(|leaf| Edit::insert(selection(first).start, format!("{leaf} "))));
    }
}

/// After a field's arguments, or after a spread or a type condition.
fn directive_place(page: &Page<'_>, selected: &Selection) -> usize {
    let at = selection(selected);
    match selected {
        Selection::Field(field) => match field.arguments.last().map(|argument| range(argument.location()).end) {
            Some(end) => page.text[end..].find(')').map_or(end, |found| end + found + 1),
            None => name(&field.name).end,
        },
        Selection::FragmentSpread(spread) => name(&spread.fragment_name).end,
        Selection::InlineFragment(inline) => {
            inline.type_condition.as_ref().map_or(at.start, |condition| name(condition).end)
        }
    }
}

fn conditional(page: &Page<'_>, out: &mut Edits) {
    for selected in page.sets().iter().flat_map(|set| set.selections) {
        let at = directive_place(page, selected);
        out.some(
            ["@skip(if: true)", "@include(if: true)", "@include(if: $noSuchVariable)"]
                .map(|it| Edit::insert(at, format!(" {it}"))),
        );
    }
}

fn inline_type(page: &Page<'_>, out: &mut Edits) {
    for set in page.sets() {
        for selected in set.selections {
            let Selection::InlineFragment(inline) = selected else { continue };
            let Some(condition) = &inline.type_condition else { continue };
            let others = ["Issue", "PullRequest", "Discussion", "Repository", "NoSuchType"]
                .into_iter()
                .filter(|other| condition.as_str() != *other);
            out.some(others.map(|other| Edit::replace(name(condition), other)));
        }
    }
}
