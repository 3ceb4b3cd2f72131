//! A card in a user's crate, with the subjects and documents of ghx.

use crate::catalogue;
use ghx_codegen::{Catalog, Files, report};
use std::fs;

/// A crate with one card, and other files of its own.
fn files_of(card: &str, others: &[(&str, &str)]) -> Files {
    let root = std::path::PathBuf::from("/crate");
    let path = root.join("cards/triage.close.yaml");
    let mut files = Files::one_card(&path, &root, &catalogue::project());
    files.overrides.insert(path, Some(card.to_owned()));
    for (name, text) in others {
        files.overrides.insert(root.join(name), Some((*text).to_owned()));
    }
    files
}

fn refusal(files: Files) -> String {
    let refused = Catalog::load(files).and_then(Catalog::bind).expect_err("the card has a problem");
    report::render_all(&refused.sources, &refused.problems, false)
}

/// The report for a card with this `subject`.
fn report_for(subject: &str) -> String {
    let card = fs::read_to_string(catalogue::project().join("cards/issue.reopen.yaml")).expect("the card is there");
    let card = card.replace("subject: issue\n", &format!("subject: {subject}\n"));
    refusal(files_of(&card.replace("capability_id: issue.reopen", "capability_id: triage.close"), &[]))
}

#[test]
fn a_subject_that_does_not_exist_can_be_written_next_to_the_card() {
    let text = report_for("discussion");
    assert!(text.contains("there is no subject `discussion`"), "{text}");
    assert!(text.contains("not a subject of ghx, and not in cards/subjects/"), "{text}");
    assert!(text.contains("write cards/subjects/discussion.yaml next to the card"), "{text}");
    assert!(text.contains("or use one of ghx: `issue`, `parent`, `pr`, `repo`"), "{text}");
}

const CARD: &str = r#"
capability_id: triage.close
version: "1.0.0"
description: Close a discussion.
effect: write
idempotent: true
subject: discussion
input_schema: {}
output_schema: { $ref: ours.yaml#/discussion }
routing: { preferred: graphql }
graphql:
  resolution: { inject: [{ target: discussionId, source: subject }] }
  root: closeDiscussion.discussion
examples:
  - { title: Close a discussion, input: { discussion: acme/widgets#42 } }
"#;

const OTHERS: &[(&str, &str)] = &[
    (
        "cards/subjects/discussion.yaml",
        r"
subject: discussion
description: A discussion
node: Discussion
inputs: { owner: owner, name: name, number: discussionNumber, id: discussionId, text: discussion }
url: discussions
find:
  id: { numbered: { operationName: DiscussionId, path: repository.discussion.id }, id: given }
",
    ),
    (
        "cards/shared/ours.yaml",
        r"
discussion:
  properties:
    id: { type: string, description: Node id of the discussion. }
    title: { type: string, description: Title of the discussion. }
",
    ),
    (
        "operations/triage-close.graphql",
        r"
mutation TriageClose($discussionId: ID!) {
  closeDiscussion(input: { discussionId: $discussionId }) {
    discussion {
      id
      title
    }
  }
}
",
    ),
    (
        "operations/lookups/discussion-id.graphql",
        r"
query DiscussionId($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    discussion(number: $number) {
      id
    }
  }
}
",
    ),
];

#[test]
fn a_crate_has_subjects_and_shared_parts_of_its_own() {
    let catalog = Catalog::load(files_of(CARD, OTHERS)).and_then(Catalog::bind);
    let catalog = catalog.unwrap_or_else(|refused| {
        panic!("{}", report::render_all(&refused.sources, &refused.problems, false));
    });
    let tokens = catalog.emit_card(0).expect("the card can be emitted").to_string();
    assert!(tokens.contains("How `discussion` is addressed."), "{tokens}");
    let tracked = catalog.sources.below(std::path::Path::new("/crate"));
    for name in ["cards/subjects/discussion.yaml", "cards/shared/ours.yaml", "operations/lookups/discussion-id.graphql"]
    {
        assert!(tracked.contains(&std::path::Path::new("/crate").join(name)), "{name} is tracked: {tracked:?}");
    }
}

#[test]
fn a_subject_of_the_crate_hides_the_one_of_ghx() {
    let ours = "subject: repo\ndescription: Our repository\nnode: Repositoryy\ninputs: { owner: owner, name: name }\nfind: {}\n";
    let others: Vec<_> = OTHERS.iter().copied().chain([("cards/subjects/repo.yaml", ours)]).collect();
    let text = refusal(files_of(CARD, &others));
    assert!(text.contains("there is no node type `Repositoryy`"), "{text}");
}

#[test]
fn shared_parts_of_the_crate_do_not_change_the_subjects_of_ghx() {
    let others: Vec<_> = OTHERS.iter().copied().chain([("cards/shared/rest.yaml", "issue: {}\n")]).collect();
    assert!(Catalog::load(files_of(CARD, &others)).and_then(Catalog::bind).is_ok());
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
