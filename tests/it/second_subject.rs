//! A second subject, which may be in the repository of the first.

use ghx::__codegen::{Capability, Value, json};
use ghx::issue::IssueRelationsParentSet;
use ghx::issue::relations::parent;
use ghx::value::{Numbered, Related};
use ghx::{NodeId, node};

use crate::engine::harness::widgets;

fn parse(input: &Value) -> Result<IssueRelationsParentSet, ghx::Error> {
    IssueRelationsParentSet::from_json(input.as_object().unwrap())
}

#[test]
fn a_bare_number_is_in_the_repository_of_the_main_subject() {
    let step = parse(&json!({"issue": "acme/widgets#1", "parentIssueNumber": 2})).unwrap();
    assert_eq!(step, parent::set(widgets().issue(1), widgets().issue(2)));

    let step = parse(&json!({"issueId": "I_1", "parentIssueNumber": 2})).unwrap();
    let id = NodeId::<node::Issue>::new("I_1");
    assert_eq!(step, parent::set(id, Related::Sibling(2.into())));
}

#[test]
fn every_form_round_trips_through_json() {
    let elsewhere: Numbered<node::Issue> = "acme/gadgets#9".parse().unwrap();
    for step in [
        parent::set(widgets().issue(1), &elsewhere),
        parent::set(widgets().issue(1), NodeId::<node::Issue>::new("I_2")),
        parent::set(NodeId::<node::Issue>::new("I_1"), Related::Sibling(2.into())),
    ] {
        step.validate().unwrap();
        assert_eq!(IssueRelationsParentSet::from_json(&step.to_json()).unwrap(), step);
    }
    let step = parent::set(widgets().issue(1), elsewhere);
    assert_eq!(step.to_json().get("parent"), Some(&json!("acme/gadgets#9")));
}

#[test]
fn both_subjects_are_needed() {
    let error = parse(&json!({"parentIssueNumber": 2, "parent": "acme/widgets#3"})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "issue.relations.parent.set: the input does not identify the issue \
         (give `owner` + `name` + `issueNumber`, or `issueId`, or `issue`); \
         the input identifies the parent issue in 2 ways: `parentIssueNumber`, `parent` \
         (give only `parentIssueNumber`, or `parentIssueId`, or `parent`)"
    );
}
