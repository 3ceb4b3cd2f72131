//! JSON in and out.

use ghx::__codegen::{Capability, Error, Map, Nullable, Value, json};
use ghx::ErrorCode;
use proptest::prelude::*;

use crate::fixture::types::{IssueCreateLink, IssueState};
use crate::fixture::{IssueCreate, IssueLabelsAdd, acme, issue, issue_of};

fn map(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn refused<C: Capability>(input: &Value) -> Error {
    let error = C::from_json(&map(input)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Validation);
    assert_eq!(error.capability(), Some(C::CARD.id));
    error
}

#[test]
fn writes_and_reads_the_same() {
    let full = issue::create(acme(), "Crash ${{ github.sha }} {{0.id}}")
        .body("")
        .state(IssueState::Closed)
        .milestone(ghx::value::Arg::from(3))
        .links([IssueCreateLink { url: "https://example.com".into(), title: None }]);
    let cleared = issue::create(acme(), "Crash").milestone(None);
    for step in [full, cleared, issue::create(acme(), "Crash")] {
        step.validate().unwrap();
        assert_eq!(IssueCreate::from_json(&step.to_json()).unwrap(), step);
    }
}

#[test]
fn a_default_is_what_is_read_where_nothing_is_given() {
    let input = map(&json!({"repo": "https://github.com/acme/widgets", "title": "Crash"}));
    let step = IssueCreate::from_json(&input).unwrap();
    assert_eq!(step.state.get().unwrap(), &IssueState::Open);
    assert_eq!(step.milestone, Nullable::Absent);
    assert_eq!(step.repo, acme());
}

#[test]
fn a_subject_has_three_forms() {
    let numbered = issue::labels::add(issue_of(&acme(), 42), ["bug"]);
    for input in [
        json!({"owner": "acme", "name": "widgets", "issueNumber": 42, "labels": ["bug"]}),
        json!({"issue": "acme/widgets#42", "labels": ["bug"]}),
        json!({"issue": "https://github.com/acme/widgets/issues/42?x#y", "labels": ["bug"]}),
    ] {
        assert_eq!(IssueLabelsAdd::from_json(&map(&input)).unwrap(), numbered);
    }
    let by_id = json!({"issueId": "I_1", "labels": ["bug"]});
    let step = IssueLabelsAdd::from_json(&map(&by_id)).unwrap();
    assert_eq!(json!(step.to_json()), by_id);
}

#[test]
fn nothing_is_coerced() {
    let error = refused::<IssueLabelsAdd>(&json!({
        "owner": "acme", "name": "widgets", "issueNumber": true, "labels": "bug"
    }));
    let messages: Vec<String> = error.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "`issueNumber` must be an integer, not true",
            "`labels` must be an array of strings, not the string \"bug\" (write [\"bug\"])",
        ]
    );
    assert_eq!(error.problems()[0].pointer(), "/issueNumber");
}

#[test]
fn every_problem_is_reported_with_its_field() {
    let error = refused::<IssueCreate>(&json!({
        "owner": "acme", "titel": "Crash", "milestoneNumber": "3", "state": "opne",
        "links": [{"url": "example.com", "x": 1}, {}]
    }));
    let expected = "issue.create: \
        `titel` is not an input of issue.create (did you mean `title`?); \
        `name` is missing (`owner` + `name` must be given together); \
        `title` is missing: it must be a string; \
        `milestoneNumber` must be an integer, not the string \"3\" (write 3 without quotes); \
        `state` must be one of `open`, `closed`, not the string \"opne\" (did you mean `open`?); \
        `links[0].x` is not a member of this object (use one of `url`, `title`); \
        `links[0].url` must be a URI, not the string \"example.com\" (write it in full, such as https://example.com/a); \
        `links[1].url` is missing: it must be a URI";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_problem_is_data() {
    let error = refused::<IssueLabelsAdd>(&json!({"issueId": "I_1", "labels": ["bug", 7]}));
    let expected = json!([{
        "pointer": "/labels/1",
        "expected": "a string",
        "given": "the number 7",
        "message": "`labels[1]` must be a string, not the number 7 (write \"7\" with quotes)",
    }]);
    assert_eq!(serde_json::to_value(error.problems()).unwrap(), expected);
}

#[test]
fn a_typed_step_is_checked_by_the_same_rules() {
    let none: [&str; 0] = [];
    let error = issue::labels::add(issue_of(&acme(), 0), none).validate().unwrap_err();
    let expected = "issue.labels.add: `issueNumber` must be at least 1, not 0; \
        `labels` must have at least 1 element, not 0";
    assert_eq!(error.to_string(), expected);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(Value::from("acme/widgets#1")),
        Just(json!({"$ref": "0.id"})),
    ];
    let key = prop_oneof![
        prop::sample::select(vec![
            "owner",
            "name",
            "repo",
            "issue",
            "issueId",
            "issueNumber",
            "labels",
            "title",
            "links",
            "url",
            "state",
            "milestoneNumber",
            "$ref",
            "$text",
        ])
        .prop_map(str::to_owned),
        ".{0,4}",
    ];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn check_total<C: Capability + PartialEq>(input: &Value) {
    let problems = ghx::input::check(C::CARD, input);
    for problem in &problems {
        assert!(problem.message().contains('`') || problem.pointer().is_empty());
    }
    let Some(map) = input.as_object() else {
        assert!(!problems.is_empty());
        return;
    };
    match C::from_json(map) {
        Ok(step) => {
            assert!(problems.is_empty());
            step.validate().unwrap();
            assert_eq!(C::from_json(&step.to_json()).unwrap(), step);
        }
        Err(error) => assert_eq!(error.code(), ErrorCode::Validation),
    }
}

proptest! {
    #[test]
    fn checking_never_panics(input in any_json()) {
        check_total::<IssueCreate>(&input);
        check_total::<IssueLabelsAdd>(&input);
        check_total::<crate::fixture::IssueParentSet>(&input);
    }

    #[test]
    fn what_a_valid_step_writes_is_accepted(title in ".{1,40}", body in proptest::option::of(any::<String>()), labels in prop::collection::vec(".{1,9}", 1..4), number in 1..=i32::MAX as u64) {
        let mut step = issue::create(acme(), title);
        if let Some(body) = body {
            step = step.body(body);
        }
        prop_assert!(ghx::input::check(IssueCreate::CARD, &json!(step.to_json())).is_empty());
        prop_assert_eq!(IssueCreate::from_json(&step.to_json()).unwrap(), step);
        let step = issue::labels::add(issue_of(&acme(), number), labels);
        prop_assert!(step.validate().is_ok());
        prop_assert_eq!(IssueLabelsAdd::from_json(&step.to_json()).unwrap(), step);
    }
}
