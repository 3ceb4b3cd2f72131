//! Documents: fragments and where they are spread.

use apollo_compiler::ast::{Definition, FragmentDefinition, Selection};

use super::{Edits, Kind, document};
use crate::mutants::{
    apply::{Edit, slice},
    graphql::{Page, misspell, name, range, selection},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &document("spread-misspelt", "an unknown fragment is spread", spread_misspelt),
    &document("spread-dropped", "a fragment is no longer spread", spread_dropped),
    &document("fragment-renamed", "a fragment is renamed", renamed),
    &document("fragment-type", "a fragment is on another type", ty),
    &document("fragment-twice", "a fragment is defined twice", twice),
    &document("fragment-with-operation", "a file of fragments also has an operation", beside),
    &document("fragment-cycle", "a fragment spreads itself", cycle),
];

fn spreads<'a>(page: &Page<'a>) -> Vec<(&'a Selection, usize)> {
    let sets = page.sets();
    let all = sets.iter().flat_map(|set| set.selections.iter().map(|selected| (selected, set.selections.len())));
    all.filter(|(selected, _)| matches!(selected, Selection::FragmentSpread(_))).collect()
}

fn fragments<'a>(page: &Page<'a>) -> impl Iterator<Item = (&'a FragmentDefinition, std::ops::Range<usize>)> {
    page.document.definitions.iter().filter_map(|definition| match definition {
        Definition::FragmentDefinition(fragment) => Some((&**fragment, range(fragment.location()))),
        _ => None,
    })
}

fn spread_misspelt(page: &Page<'_>, out: &mut Edits) {
    for (selected, _) in spreads(page) {
        let at = selection(selected);
        let at = at.start..at.start + slice(page.text, &at).trim_end().len();
        out.one(misspell(&at));
    }
}

fn spread_dropped(page: &Page<'_>, out: &mut Edits) {
    for (selected, beside) in spreads(page) {
        out.one(Edit::replace(selection(selected), if beside == 1 { "__typename" } else { "" }));
    }
}

fn renamed(page: &Page<'_>, out: &mut Edits) {
    out.some(fragments(page).map(|(fragment, _)| misspell(&name(&fragment.name))));
}

fn ty(page: &Page<'_>, out: &mut Edits) {
    for (fragment, _) in fragments(page) {
        let others = ["Issue", "PullRequest", "Repository", "Node", "NoSuchType"]
            .into_iter()
            .filter(|other| fragment.type_condition.as_str() != *other);
        out.some(others.map(|other| Edit::replace(name(&fragment.type_condition), other)));
    }
}

fn twice(page: &Page<'_>, out: &mut Edits) {
    out.some(fragments(page).map(|(_, at)| Edit::insert(at.start, format!("{}\n\n", slice(page.text, &at)))));
}

fn beside(page: &Page<'_>, out: &mut Edits) {
    out.some(fragments(page).map(|(_, at)| Edit::insert(at.start, "query Beside { viewer { login } }\n\n")));
}

fn cycle(page: &Page<'_>, out: &mut Edits) {
    for (fragment, _) in fragments(page) {
        let first = fragment.selection_set.first().map(selection);
        out.some(first.map(|at| Edit::insert(at.start, format!("...{} ", fragment.name))));
    }
}
