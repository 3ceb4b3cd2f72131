//! A second subject, which may be in the repository of the first.

use ghx::__codegen::{Capability, Value, json};
use ghx::NodeId;
use ghx::value::{Numbered, Related};

use crate::fixture::{IssueParentSet, acme, issue, issue_of, node};

fn parse(input: &Value) -> Result<IssueParentSet, ghx::Error> {
    IssueParentSet::from_json(input.as_object().unwrap())
}

#[test]
fn a_bare_number_is_in_the_repository_of_the_main_subject() {
    let step = parse(&json!({"issue": "acme/widgets#1", "parentIssueNumber": 2})).unwrap();
    assert_eq!(step, issue::parent::set(issue_of(&acme(), 1), issue_of(&acme(), 2)));

    let step = parse(&json!({"issueId": "I_1", "parentIssueNumber": 2})).unwrap();
    let id = NodeId::<node::Issue>::new("I_1");
    assert_eq!(step, issue::parent::set(id, Related::Sibling(2.into())));
}

#[test]
fn every_form_survives_the_way_through_json() {
    let elsewhere: Numbered<node::Issue> = "acme/gadgets#9".parse().unwrap();
    for step in [
        issue::parent::set(issue_of(&acme(), 1), &elsewhere),
        issue::parent::set(issue_of(&acme(), 1), NodeId::<node::Issue>::new("I_2")),
        issue::parent::set(NodeId::<node::Issue>::new("I_1"), Related::Sibling(2.into())),
    ] {
        step.validate().unwrap();
        assert_eq!(IssueParentSet::from_json(&step.to_json()).unwrap(), step);
    }
    let step = issue::parent::set(issue_of(&acme(), 1), elsewhere);
    assert_eq!(step.to_json().get("parent"), Some(&json!("acme/gadgets#9")));
}

#[test]
fn both_subjects_are_needed() {
    let error = parse(&json!({"parentIssueNumber": 2, "parent": "acme/widgets#3"})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "issue.parent.set: the input does not say which issue is meant \
         (give `owner` + `name` + `issueNumber` or `issueId` or `issue`); \
         the input says in 2 ways which issue is meant: `parentIssueNumber`, `parent` \
         (give `parentIssueNumber` or `parentIssueId` or `parent`)"
    );
}
