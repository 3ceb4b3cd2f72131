//! A card in a user's crate, with the subjects and documents of ghx.

use crate::catalogue;
use ghx_codegen::{Catalog, Files, report};
use std::fs;

/// The report for a card with this `subject`, which its own crate defines in `cards/subjects/`.
fn report_for(subject: &str) -> String {
    let card = fs::read_to_string(catalogue::project().join("cards/issue.reopen.yaml")).expect("the card is there");
    let card = card.replace("subject: issue\n", &format!("subject: {subject}\n"));
    let root = std::path::PathBuf::from("/crate");
    let path = root.join("cards/issue.reopen.yaml");
    let mut files = Files::one_card(&path, &root, &catalogue::project());
    files.overrides.insert(path, Some(card));
    files.overrides.insert(root.join(format!("cards/subjects/{subject}.yaml")), Some(format!("subject: {subject}\n")));
    let refused = Catalog::load(files).and_then(Catalog::bind).expect_err("the card has a problem");
    report::render_all(&refused.sources, &refused.problems, false)
}

#[test]
fn a_custom_subject_is_an_error_that_suggests_an_id_input() {
    let text = report_for("discussion");
    assert!(text.contains("there is no subject `discussion`"), "{text}");
    assert!(text.contains("not a subject of ghx"), "{text}");
    assert!(text.contains("subjects are read from ghx only: `issue`, `parent`, `pr`, `repo`."), "{text}");
    assert!(text.contains("node: KIND"), "{text}");
    assert!(!text.contains("not in cards/subjects/"), "{text}");
}

#[test]
fn a_misspelt_subject_gets_the_nearest_one() {
    assert!(report_for("isue").contains("did you mean `issue`?"));
}

#[test]
fn a_card_that_does_not_exist_is_reported_as_missing() {
    let root = std::path::PathBuf::from("/crate");
    let files = Files::one_card(&root.join("cards/no.such.yaml"), &root, &catalogue::project());
    let refused = Catalog::load(files).and_then(Catalog::bind).expect_err("there is no card");
    let problem = refused.problems.iter().next().expect("a problem");
    let text = report::render_for_rustc(&refused.sources, problem);
    assert!(text.starts_with("GHX001: there is no file cards/no.such.yaml\n"), "rustc writes `error:` itself: {text}");
}
