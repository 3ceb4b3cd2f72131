//! Warnings that a card or subject allows.

use crate::catalogue::Catalogue;
use ghx_codegen::problem::Code;

const LABELS: &str = "operations/lookups/repository-labels.graphql";

fn codes(catalogue: &Catalogue) -> Vec<Code> {
    catalogue.check().problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn a_warning_that_is_allowed_is_not_reported() {
    let swapped = Catalogue::base().with_fixture("GHX054_swapped");
    assert_eq!(codes(&swapped), [Code::SwappedOutputs, Code::SwappedOutputs]);
    let allowed =
        swapped.edit("cards/pr.list.yaml", "effect: read", "effect: read\nallow: { swapped-outputs: a test }");
    assert_eq!(codes(&allowed), []);
}

/// The document of a lookup is checked for the card that names it.
#[test]
fn a_warning_in_a_document_is_allowed_by_the_card_that_uses_it() {
    let swapped = Catalogue::base().with_fixture("GHX055_swapped");
    assert_eq!(codes(&swapped), [Code::SwappedVariables]);
    let allow = "effect: write\nallow: { swapped-variables: a test }";
    assert_eq!(codes(&swapped.clone().edit("cards/issue.create.yaml", "effect: write", allow)), []);
    let elsewhere = swapped.edit("cards/issue.labels.set.yaml", "effect: write", allow);
    assert_eq!(codes(&elsewhere), [Code::UnusedAllow, Code::SwappedVariables], "{LABELS} is no document of this card");
}

/// Rules that an error prevents might need the `allow`.
#[test]
fn an_allow_is_not_called_unused_in_a_card_with_an_error() {
    let broken = Catalogue::base().with_fixture("GHX002_misspelt_key");
    let allowed =
        broken.edit("cards/issue.labels.add.yaml", "effect: write", "effect: write\nallow: { same-field: a test }");
    assert_eq!(codes(&allowed), [Code::UnknownKey]);
}
