//! Cards with two subjects on REST: the address of the second one has its own owner, name and number.

use crate::catalogue::{Catalogue, Checked};

const CARD: &str = r#"
capability_id: issue.parent.set
version: "1.0.0"
description: Make an issue a sub-issue of another.
effect: write
idempotent: true
subject: [issue, parent]
input_schema: {}
output_schema:
  properties:
    number: { type: integer }
    parentUrl: { type: string, format: uri }
routing: { preferred: rest }
rest:
  endpoints:
    - id: issue
      method: GET
      path: /repos/{owner}/{repo}/issues/{issue_number}
      parameters: { repo: name, issue_number: issueNumber }
      guard:
        - { path: pull_request, is: absent, otherwise: NOT_FOUND, message: this is a pull request }
    - method: POST
      path: /repos/{owner}/{repo}/issues/{issue_number}/sub_issues
      parameters: { owner: { subject: parent.owner }, repo: { subject: parent.name }, issue_number: { subject: parent.number } }
      body: { sub_issue_id: { from: issue, path: id } }
  output:
    number: { from: issue, path: number }
    parentUrl: html_url
allow: { unexpected-method: GitHub adds a sub-issue with POST }
examples:
  - { title: A parent, input: { issue: acme/widgets#42, parent: acme/roadmap#5 } }
"#;

fn check(from: &str, to: &str) -> Checked {
    assert!(CARD.contains(from), "the card has `{from}`");
    Catalogue::base().set("cards/issue.parent.set.yaml", CARD.replace(from, to)).check()
}

#[test]
fn the_second_subject_fills_a_path() {
    let checked = check("subject", "subject");
    assert!(checked.problems.is_empty(), "{}", checked.text());
    let checked = check("issue_number: { subject: parent.number }", "issue_number: parentNumber");
    assert!(checked.problems.is_empty(), "the input means the same: {}", checked.text());
}

#[test]
fn a_path_does_not_mix_two_addresses() {
    let text = check("owner: { subject: parent.owner }, repo: { subject: parent.name }", "repo: name").text();
    assert!(text.contains("the path mixes the addresses of `issue` and `parent`"), "{text}");
}

#[test]
fn a_number_alone_is_not_sent() {
    let text = check("sub_issue_id: { from: issue, path: id }", "sub_issue_id: { subject: parent.number }").text();
    assert!(text.contains("the number of `parent` may belong to another repository"), "{text}");
}

#[test]
fn subjects_and_parts_that_do_not_exist_are_reported() {
    assert!(check("subject: parent.owner", "subject: parrent.owner").text().contains("did you mean `parent`?"));
    assert!(check("subject: parent.number", "subject: parent.numbr").text().contains("did you mean `number`?"));
}
