//! Documents: what is selected.

use apollo_compiler::ast::Selection;

use super::{Edits, Kind, document};
use crate::mutants::{
    apply::{Edit, slice},
    graphql::{Page, leaves, misspell, name, range, selection},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &document("field-misspelt", "a field that does not exist is selected", misspelt),
    &document("field-aliased", "a field has another name in the response", aliased),
    &document("field-dropped", "a field is selected no more", dropped),
    &document("leaf-added", "a leaf that nothing uses is selected", leaf_added),
    &document("field-conditional", "a field is selected only sometimes", conditional),
    &document("inline-type", "`... on` another type", inline_type),
];

fn misspelt(page: &Page<'_>, out: &mut Edits) {
    out.some(page.fields().iter().map(|selected| misspell(&name(&selected.field.name))));
}

fn aliased(page: &Page<'_>, out: &mut Edits) {
    for selected in page.fields().iter().filter(|selected| selected.field.alias.is_none()) {
        out.one(Edit::insert(range(selected.field.location()).start, "other: "));
    }
}

fn dropped(page: &Page<'_>, out: &mut Edits) {
    for set in page.sets() {
        for field in set.selections.iter().filter(|selected| matches!(selected, Selection::Field(_))) {
            let at = selection(field);
            // The only one: another leaf stands in for it, so that braces are not empty.
            let stand_in = if set.selections.len() == 1 { "__typename" } else { "" };
            out.one(Edit::replace(at, stand_in));
        }
    }
}

fn leaf_added(page: &Page<'_>, out: &mut Edits) {
    for set in page.sets() {
        let Some(first) = set.selections.first() else { continue };
        let selected = |leaf: &str| set.selections.iter().any(|s| slice(page.text, &selection(s)) == leaf);
        let mut added =
            leaves(&page.catalogue.schema, set.on).into_iter().filter(|leaf| !selected(leaf)).take(3).peekable();
        out.some(added.by_ref().map(|leaf| Edit::insert(selection(first).start, format!("{leaf} "))));
    }
}

fn conditional(page: &Page<'_>, out: &mut Edits) {
    for selected in page.fields() {
        let arguments = selected.field.arguments.last().map(|argument| range(argument.location()).end);
        let at = match arguments {
            Some(end) => page.text[end..].find(')').map_or(end, |found| end + found + 1),
            None => name(&selected.field.name).end,
        };
        out.one(Edit::insert(at, " @include(if: $noSuchVariable)"));
        if !selected.field.directives.is_empty() || selected.parent.is_empty() {
            continue;
        }
        out.one(Edit::insert(at, " @include(if: true)"));
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
