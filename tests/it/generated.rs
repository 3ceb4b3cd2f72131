//! The code that is generated from the cards: lookups, requests and outputs.

use ghx::__codegen::{Lookups, ResponseData, json};
use ghx::{ALL, Capability, ErrorCode, NodeId, Repo, capabilities, issue, node, pr, types};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

fn repo() -> Repo {
    "acme/widgets".parse().unwrap()
}

/// Answers every open lookup.
fn answer(lookups: &mut Lookups, reply: impl Fn(&str) -> Value) {
    let open: Vec<_> = lookups.pending().map(|(key, operation, _)| (key, reply(operation.name).to_string())).collect();
    for (key, data) in open {
        lookups.resolve(key, ResponseData::parse(&data));
    }
}

fn read<C: Capability>(step: &C, data: &Value) -> ghx::Result<C::Output> {
    let data = data.to_string();
    step.read(&ResponseData::parse(&data)?)
}

fn steps() -> impl Iterator<Item = (&'static str, Box<dyn ghx::capability::ErasedStep>, Map<String, Value>)> {
    ALL.iter().flat_map(|entry| {
        entry.card.examples.iter().map(|example| {
            let input: Map<String, Value> = serde_json::from_str(example.input).unwrap();
            let step = (entry.parse)(&input).unwrap_or_else(|error| panic!("{}: {error}", entry.card.id));
            (entry.card.id, step, input)
        })
    })
}

#[test]
fn every_example_is_accepted_and_round_trips() {
    for (id, step, _) in steps() {
        step.validate().unwrap_or_else(|error| panic!("{id}: {error}"));
        let written = step.to_json();
        let again = step.with_input(&written).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(again.to_json(), written, "{id}");
    }
}

#[test]
fn capabilities_send_only_declared_variables() {
    for (id, step, _) in steps() {
        let mut lookups = Lookups::new();
        if step.card().operations.is_empty() {
            let error = step.request(&mut lookups).unwrap_err();
            assert_eq!(error.code(), ErrorCode::AdapterUnsupported, "{id}");
            assert_eq!(error.message(), format!("capability '{id}' has no GraphQL route and cannot be chained"));
            continue;
        }
        match step.request(&mut lookups).unwrap_or_else(|error| panic!("{id}: {error}")) {
            None => assert!(lookups.pending().count() > 0, "{id} waits for nothing"),
            Some(request) => {
                assert_eq!(lookups.pending().count(), 0, "{id}");
                let declared: BTreeSet<&str> = request.operation.variables.iter().map(|v| v.name).collect();
                assert!(request.variables.keys().all(|name| declared.contains(name.as_str())), "{id}");
            }
        }
    }
}

#[test]
fn a_read_by_node_id_needs_no_lookup() {
    let step = issue::view(NodeId::<node::Issue>::new("I_1"));
    let request = step.request(&mut Lookups::new()).unwrap().expect("no lookup");
    assert_eq!(request.operation.name, "IssueViewById");
    assert_eq!(json!(request.variables), json!({"issueId": "I_1"}));
}

#[test]
fn a_missing_label_is_named_with_a_suggestion() {
    let step = issue::labels::add(NodeId::<node::Issue>::new("I_42"), ["bgu"]);
    let mut lookups = Lookups::new();
    assert!(step.request(&mut lookups).unwrap().is_none());
    answer(
        &mut lookups,
        |_| json!({"node": {"__typename": "Issue", "repository": {"label": null, "labels": {"nodes": [{"name": "bug"}]}}}}),
    );
    let error = step.request(&mut lookups).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound);
    assert!(error.to_string().contains("bgu") && error.to_string().contains("did you mean `bug`"), "{error}");
}

#[test]
fn the_id_of_another_kind_is_not_found_and_named() {
    let step = issue::view(NodeId::<node::Issue>::new("PR_1"));
    for (kind, message) in [
        ("PullRequest", "it is a pull request, not an issue"),
        ("Discussion", "it is not an issue"),
        ("Unknown", "it is not an issue"),
    ] {
        let error = read(&step, &json!({"node": {"__typename": kind, "id": "x"}})).unwrap_err();
        assert_eq!((error.code(), error.message()), (ErrorCode::NotFound, message));
    }
}

#[test]
fn null_unknown_and_extra_values_are_readable() {
    let step = issue::view(repo().issue(42));
    let data = json!({"repository": {"issueOrPullRequest": {
        "__typename": "Issue", "id": "I_42", "number": 42, "url": "u", "title": "t", "state": "HIBERNATING", "body": "", "author": null,
        "labels": {"nodes": []}, "assignees": {"nodes": []}, "milestone": null, "createdAt": "c", "updatedAt": "u",
        "extra": 1}}});
    let output = read(&step, &data).unwrap();
    assert_eq!(output.state, types::IssueState::Unknown("HIBERNATING".into()));
    assert!(output.author.is_none() && output.milestone.is_none());
    assert_eq!(serde_json::to_value(&output).unwrap()["state"], "HIBERNATING");
}

#[test]
fn unresolved_threads_are_filtered_and_counted() {
    let thread = |id: &str, resolved: bool| {
        json!({"id": id, "path": "a.rs", "line": null, "isResolved": resolved, "isOutdated": false,
            "comments": {"totalCount": 0, "nodes": []}})
    };
    let data = json!({"repository": {"issueOrPullRequest": {"__typename": "PullRequest", "reviewThreads": {
        "nodes": [thread("a", true), thread("b", false)], "pageInfo": {"hasNextPage": false, "endCursor": null}}}}});
    let all = pr::threads::list(repo().pr(7));
    assert_eq!(read(&all, &data).unwrap().items.len(), 2);
    let open = read(&all.unresolved_only(true), &data).unwrap();
    assert_eq!((open.items.len(), open.scanned), (1, 2));
}

#[test]
fn absent_text_is_not_sent_but_empty_text_is() {
    let id = NodeId::<node::Issue>::new("I_1");
    let sent = |step: capabilities::IssueUpdate| json!(step.request(&mut Lookups::new()).unwrap().unwrap().variables);
    assert_eq!(sent(issue::update(id.clone()).title("New")), json!({"issueId": "I_1", "title": "New"}));
    assert_eq!(sent(issue::update(id.clone()).body("")), json!({"issueId": "I_1", "body": ""}));
    assert_eq!(issue::update(id).validate().unwrap_err().code(), ErrorCode::Validation);
}

#[test]
fn two_builds_give_the_same_bytes() {
    let emit = || {
        let files = ghx_codegen::Files::below(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let catalog = ghx_codegen::Catalog::load(files).and_then(ghx_codegen::Catalog::bind);
        catalog.map_err(|_| ()).unwrap().emit().unwrap()
    };
    assert_eq!(emit(), emit());
}
