//! A card in a user's crate, beside the subjects and documents of ghx.

use crate::catalogue;
use ghx_codegen::{Catalog, Files, report};
use std::fs;

/// What the author of one card is told, where `subject` is written in it and in `cards/subjects/` of the same crate.
fn told(subject: &str) -> String {
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
fn a_subject_of_the_users_own_is_refused_with_the_way_around_it() {
    let text = told("discussion");
    assert!(text.contains("there is no subject `discussion`"), "{text}");
    assert!(text.contains("not a subject of ghx"), "{text}");
    assert!(text.contains("subjects are read from ghx only: `issue`, `parent`, `pr`, `repo`."), "{text}");
    assert!(text.contains("node: KIND"), "{text}");
    assert!(!text.contains("not in cards/subjects/"), "{text}");
}

#[test]
fn a_misspelt_subject_gets_the_nearest_one() {
    assert!(told("isue").contains("did you mean `issue`?"));
}
