//! Mistakes do not hide each other, and do not cause further problems.

use crate::{catalogue::Catalogue, fixtures};
use ghx_codegen::problem::Code;
use std::collections::{BTreeMap, BTreeSet};

const LABELS: &str = "cards/issue.labels.add.yaml";

#[test]
fn five_mistakes_in_a_card_are_five_problems() {
    let checked = Catalogue::base()
        .edit(LABELS, "version: \"1.0.0\"", "version: \"1.0\"")
        .edit(LABELS, "aliases: [issue.label]", "aliases: [Issue-Label]")
        .edit(LABELS, "idempotent: true\n", "")
        .edit(LABELS, "minLength: 1", "minLength: -1")
        .edit(LABELS, "nodes![].name", "nodes![].nam")
        .check();
    let codes: Vec<Code> = checked.problems.iter().map(|p| p.code).collect();
    assert_eq!(
        codes,
        [Code::BadVersion, Code::BadId, Code::Idempotent, Code::Constraint, Code::PathNotSelected],
        "{}",
        checked.text()
    );
}

/// The broken catalogues that differ from the base in one card only.
fn broken_cards() -> Vec<(String, String)> {
    let one_card = |edits: &[fixtures::Edit]| {
        let files: BTreeSet<&str> = edits.iter().map(|edit| edit.file.as_str()).collect();
        let card = files.first()?.strip_prefix("cards/").filter(|card| !card.contains('/'))?;
        (files.len() == 1).then(|| card.to_owned())
    };
    let cases = fixtures::all().into_iter();
    cases.filter_map(|(code, case)| Some((format!("{code}_{}", case.name), one_card(&case.edits())?))).collect()
}

#[test]
fn two_broken_cards_have_the_problems_of_both() {
    let broken = broken_cards();
    let alone: BTreeMap<&str, Vec<String>> =
        broken.iter().map(|(name, _)| (name.as_str(), Catalogue::base().with_fixture(name).check().each())).collect();
    let mut compared = 0;
    for (index, (first, first_card)) in broken.iter().enumerate() {
        let partner = broken
            .iter()
            .cycle()
            .skip(index + broken.len() / 2)
            .take(broken.len())
            .find(|(_, card)| card != first_card);
        let Some((second, _)) = partner else { continue };
        let together = Catalogue::base().with_fixture(first).with_fixture(second).check();
        let apart: BTreeSet<&String> = [first, second].into_iter().flat_map(|name| &alone[name.as_str()]).collect();
        assert_eq!(together.each().iter().collect::<BTreeSet<_>>(), apart, "{first} and {second} together");
        compared += 1;
    }
    assert!(compared > 50, "only {compared} pairs were compared");
}

#[test]
fn a_broken_document_is_reported_once_for_all_cards() {
    let text = Catalogue::base()
        .text(LABELS)
        .replace("issue.labels.add", "issue.labels.append")
        .replace("aliases: [issue.label]\n", "");
    let checked = Catalogue::base()
        .set("cards/issue.labels.append.yaml", text)
        .edit("operations/issue-labels-add.graphql", "            name\n", "            nam\n")
        .check();
    let in_the_document = checked.places().iter().filter(|(_, file, _)| file.starts_with("operations/")).count();
    assert_eq!(in_the_document, 1, "{}", checked.text());
    let elsewhere =
        checked.places().iter().any(|(_, file, _)| !file.contains("issue.labels.") && !file.starts_with("operations/"));
    assert!(!elsewhere, "{}", checked.text());
}

#[test]
fn a_broken_card_causes_no_problems_in_shared_documents() {
    let text = Catalogue::base().text("cards/issue.view.yaml").replace("issue.view", "issue.look");
    let checked = Catalogue::base()
        .set("cards/issue.look.yaml", text.replace("    body: body\n", "    body: bodyText\n"))
        .check();
    assert!(!checked.problems.is_empty());
    assert!(checked.places().iter().all(|(_, file, _)| *file == "cards/issue.look.yaml"), "{}", checked.text());
}
