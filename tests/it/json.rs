//! JSON in and out.

use std::collections::BTreeSet;

use ghx::__codegen::{Error, Lookups, Map, Nullable, Value, json};
use ghx::capabilities::{IssueListState, PrReviewsSubmitComment, PrReviewsSubmitEvent};
use ghx::capability::Entry;
use ghx::issue::{IssueCreate, IssueLabelsAdd, IssueList};
use ghx::pr::PrReviewsSubmit;
use ghx::{ALL, Capability, ErrorCode, issue, pr};
use proptest::prelude::*;

use crate::engine::harness::widgets;

fn map(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn refused<C: Capability>(input: &Value) -> Error {
    let error = C::from_json(&map(input)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Validation);
    assert_eq!(error.capability(), Some(C::CARD.id));
    error
}

fn survives<C: Capability + PartialEq>(step: &C) {
    step.validate().unwrap();
    assert_eq!(&C::from_json(&step.to_json()).unwrap(), step);
}

#[test]
fn writes_and_reads_the_same() {
    survives(&issue::create(widgets(), "Crash ${{ github.sha }} {{0.id}}").body("").milestone_number(3));
    survives(&issue::create(widgets(), "Crash"));
    survives(&issue::list(widgets()).state(IssueListState::Closed).after("cursor"));
    survives(&issue::list(widgets()).after(None::<String>));
    let comment = PrReviewsSubmitComment::new("src/lib.rs", 12, "This can overflow.");
    survives(&pr::reviews::submit(widgets().pr(7), PrReviewsSubmitEvent::Comment).comments([comment]));
}

#[test]
fn defaults_apply_where_nothing_is_given() {
    let input = map(&json!({"repo": "https://github.com/acme/widgets"}));
    let step = IssueList::from_json(&input).unwrap();
    assert_eq!((&step.repo, &step.after), (&widgets(), &Nullable::Absent));
    let request = step.request(&mut Lookups::new()).unwrap().unwrap();
    let expected = json!({"owner": "acme", "name": "widgets", "states": ["OPEN"], "first": 30});
    assert_eq!(json!(request.variables), expected);
}

#[test]
fn a_subject_has_three_forms() {
    let numbered = issue::labels::add(widgets().issue(42), ["bug"]);
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
        "owner": "acme", "titel": "Crash", "milestoneNumber": "3"
    }));
    let expected = "issue.create: \
        `titel` is not an input of issue.create (did you mean `title`?); \
        `name` is missing (`owner` + `name` must be given together); \
        `title` is missing: it must be a string; \
        `milestoneNumber` must be an integer, not the string \"3\" (write 3 without quotes)";
    assert_eq!(error.to_string(), expected);

    let error = refused::<IssueList>(&json!({"repo": "acme/widgets", "state": "opne"}));
    let expected = "issue.list: \
        `state` must be one of `open`, `closed`, `all`, not the string \"opne\" (did you mean `open`?)";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn problems_in_nested_objects_are_reported_with_their_path() {
    let error = refused::<PrReviewsSubmit>(&json!({
        "pr": "acme/widgets#7", "event": "COMMENT",
        "comments": [{"path": "src/lib.rs", "line": 0, "body": "Here.", "x": 1}, {"line": 1, "body": "There."}]
    }));
    let expected = "pr.reviews.submit: \
        `comments[0].x` is not a member of this object \
        (use one of `path`, `line`, `body`, `side`, `startLine`, `startSide`); \
        `comments[0].line` must be at least 1, not 0; \
        `comments[1].path` is missing: it must be a string";
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
    let error = issue::labels::add(widgets().issue(0), none).validate().unwrap_err();
    let expected = "issue.labels.add: `issueNumber` must be at least 1, not 0; \
        `labels` must have at least 1 element, not 0";
    assert_eq!(error.to_string(), expected);
}

/// JSON whose objects have these member names, among others.
fn any_json(names: Vec<&'static str>) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(Value::from("acme/widgets#1")),
        Just(Value::from("acme/widgets")),
        Just(json!({"$ref": "0.id"})),
    ];
    let key = prop_oneof![3 => prop::sample::select(names).prop_map(str::to_owned), 1 => ".{0,4}"];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A capability, and JSON with the names of its inputs.
fn any_input() -> impl Strategy<Value = (Entry, Value)> {
    prop::sample::select(ALL).prop_flat_map(|entry| {
        let names: BTreeSet<&str> = entry.card.input_names().chain(["$ref", "$text"]).collect();
        (Just(entry), any_json(names.into_iter().collect()))
    })
}

/// Checking and parsing agree, and what was parsed is the same after another round.
fn check_total(entry: &Entry, input: &Value) {
    let problems = ghx::input::check(entry.card, input);
    for problem in &problems {
        assert!(problem.message().contains('`') || problem.pointer().is_empty());
    }
    let Some(map) = input.as_object() else {
        assert!(!problems.is_empty());
        return;
    };
    match (entry.parse)(map) {
        Ok(step) => {
            assert!(problems.is_empty());
            step.validate().unwrap();
            let written = step.to_json();
            let again = (entry.parse)(&written).unwrap();
            assert_eq!((format!("{again:?}"), again.to_json()), (format!("{step:?}"), written));
        }
        Err(error) => assert_eq!(error.code(), ErrorCode::Validation),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn checking_never_panics((entry, input) in any_input()) {
        check_total(&entry, &input);
    }
}

proptest! {
    #[test]
    fn what_a_valid_step_writes_is_accepted(
        title in ".{1,40}",
        body in proptest::option::of(any::<String>()),
        labels in prop::collection::vec(".{1,9}", 1..4),
        number in 1..=i32::MAX as u64,
    ) {
        let mut step = issue::create(widgets(), title);
        if let Some(body) = body {
            step = step.body(body);
        }
        prop_assert!(ghx::input::check(IssueCreate::CARD, &json!(step.to_json())).is_empty());
        prop_assert_eq!(IssueCreate::from_json(&step.to_json()).unwrap(), step);
        let step = issue::labels::add(widgets().issue(number), labels);
        prop_assert!(step.validate().is_ok());
        prop_assert_eq!(IssueLabelsAdd::from_json(&step.to_json()).unwrap(), step);
    }
}
