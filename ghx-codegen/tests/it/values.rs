//! Every form of a value, in cards that are also compiled and run by the tests of ghx.

use crate::catalogue;
use ghx_codegen::{Catalog, Files, report};

const CARDS: [&str; 8] = [
    "branch.create",
    "issue.search",
    "commit.create",
    "project.field.set",
    "gist.create",
    "check.create",
    "release.delete",
    "workflow.dispatch",
];

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
    for card in CARDS {
        assert!(!code(card).is_empty());
    }
}

/// Descriptors are checked by the compiler of Rust where ghx compiles the cards; here is what they say.
#[test]
fn values_of_rest_become_sources() {
    let without_spaces = |card: &str| code(card).replace([' ', '\n'], "");
    let expected = [
        ("gist.create", r#"g::Source::entries(&g::Source::Input("files"),&g::Source::ElementAt(&["name"])"#),
        ("gist.create", r#"g::Source::Text(&[&[g::Source::ElementAt(&["number"])]])"#),
        ("check.create", r#"("start_line",g::Source::ElementAt(&["lines","first"]))"#),
        ("release.delete", r#"g::Source::found("release",&["repository","release","databaseId"])"#),
        ("release.delete", r#"g::Lookup::new("release""#),
        ("workflow.dispatch", r#"g::Requirement::new("kind",g::Literal::Text("branch"),&["branch"])"#),
        (
            "workflow.dispatch",
            r#"g::Source::Text(&[&[g::Source::Literal(g::Literal::Text("refs/heads/")),g::Source::Input("branch")]])"#,
        ),
    ];
    for (card, part) in expected {
        let code = without_spaces(card);
        assert!(code.contains(part), "{card} has no {part}:\n{code}");
    }
}
