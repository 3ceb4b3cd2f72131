//! Every form of a value, in cards that are also compiled and run by the tests of ghx.

use crate::catalogue;
use ghx_codegen::{Catalog, Files, report};

/// The code of a card in `tests/it/values/cards`.
fn code(card: &str) -> String {
    let root = catalogue::project();
    let path = root.join(format!("tests/it/values/cards/{card}.yaml"));
    let files = Files::one_card(&path, &root, &root);
    match Catalog::load(files).and_then(Catalog::bind) {
        Ok(catalog) => catalog.emit_card(0).unwrap_or_else(|error| panic!("{card}: {error}")).to_string(),
        Err(refused) => panic!("{}", report::render_all(&refused.sources, &refused.problems, false)),
    }
}

#[test]
fn cards_with_every_form_of_a_value_are_accepted() {
    for card in ["branch.create", "issue.search", "commit.create", "project.field.set"] {
        assert!(!code(card).is_empty());
    }
}
