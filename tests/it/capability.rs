//! One capability from lookups to output: what it asks, what it sends, what it reads.

use ghx::__codegen::{Lookups, ResponseData, find, json};
use ghx::error::Phase;
use ghx::issue::{IssueLabelsAdd, IssueLabelsAddOutput, IssueList};
use ghx::{ALL, Capability, Error, ErrorCode, NodeId, issue, node};
use serde_json::Value;

use crate::engine::harness::widgets;

/// Answers every open lookup; `reply` gets the name and the variables of its operation.
fn answer_all(lookups: &mut Lookups, reply: impl Fn(&str, &Value) -> Value) {
    let open: Vec<_> = lookups
        .pending()
        .map(|(key, operation, variables)| (key, reply(operation.name, &json!(variables)).to_string()))
        .collect();
    for (key, data) in open {
        lookups.resolve(key, ResponseData::parse(&data));
    }
}

/// A repository with issue 42 and one label, `bug`.
fn with_bug(operation: &str, variables: &Value) -> Value {
    match operation {
        "IssueId" => json!({"repository": {"issueOrPullRequest": {"__typename": "Issue", "id": "I_42"}}}),
        _ if variables["label"] == "bug" => json!({"repository": {"label": {"id": "LA_bug"}, "labels": null}}),
        _ => json!({"repository": {"label": null, "labels": {"nodes": [{"name": "bug"}, null]}}}),
    }
}

fn add_labels(names: &[&str]) -> IssueLabelsAdd {
    issue::labels::add(widgets().issue(42), names)
}

/// The response to `issue.labels.add`, with the nodes of its list of labels.
fn labelled(nodes: &Value) -> String {
    let labelable = json!({"__typename": "Issue", "id": "I_42", "number": 42, "url": "u", "labels": {"nodes": nodes}});
    json!({"addLabelsToLabelable": {"labelable": labelable}}).to_string()
}

#[test]
fn looks_up_then_sends_then_reads() {
    let step = add_labels(&["bug"]);
    let mut lookups = Lookups::new();
    assert!(step.request(&mut lookups).unwrap().is_none());
    assert_eq!(lookups.pending().count(), 2);

    answer_all(&mut lookups, with_bug);
    let request = step.request(&mut lookups).unwrap().unwrap();
    assert_eq!(lookups.pending().count(), 0);
    assert_eq!(request.operation.name, "IssueLabelsAdd");
    assert_eq!(json!(request.variables), json!({"issueId": "I_42", "labelIds": ["LA_bug"]}));

    let data = labelled(&json!([{"name": "bug"}, null, {"name": "docs"}]));
    let output = step.read(&ResponseData::parse(&data).unwrap()).unwrap();
    assert_eq!((output.id, output.number), (NodeId::new("I_42"), 42));
    assert_eq!(output.labels, ["bug", "docs"]);
}

#[test]
fn equal_lookups_of_several_steps_are_one() {
    let mut lookups = Lookups::new();
    for step in [add_labels(&["bug", "docs"]), add_labels(&["bug"])] {
        assert!(step.request(&mut lookups).unwrap().is_none());
    }
    let asked: Vec<_> = lookups.pending().map(|(_, operation, _)| operation.name).collect();
    assert_eq!(asked, ["IssueId", "LabelByRepository", "LabelByRepository"]);
}

#[test]
fn a_node_id_needs_no_lookup() {
    let step = issue::close(NodeId::<node::Issue>::new("I_1"));
    let mut lookups = Lookups::new();
    let request = step.request(&mut lookups).unwrap().unwrap();
    assert_eq!(request.variables["issueId"], "I_1");
    assert_eq!(lookups.pending().count(), 0);
}

#[test]
fn an_unknown_name_is_not_found_with_a_suggestion() {
    let step: Box<dyn ghx::capability::ErasedStep> = Box::new(add_labels(&["bgu"]));
    let mut lookups = Lookups::new();
    assert!(step.request(&mut lookups).unwrap().is_none());
    answer_all(&mut lookups, with_bug);
    let error = step.request(&mut lookups).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound);
    assert_eq!(error.to_string(), "issue.labels.add: no label `bgu` in acme/widgets (did you mean `bug`?)");
}

#[test]
fn a_failed_lookup_reaches_every_step_that_asked() {
    let mut lookups = Lookups::new();
    let step = add_labels(&["bug"]);
    assert!(step.request(&mut lookups).unwrap().is_none());
    let keys: Vec<_> = lookups.pending().map(|(key, ..)| key).collect();
    lookups.resolve(keys[0], Err(Error::auth("token expired")));
    for _ in 0..2 {
        let error = step.request(&mut lookups).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Auth);
    }
}

#[test]
fn an_unreadable_lookup_changed_nothing() {
    let mut lookups = Lookups::new();
    let step = add_labels(&["bug"]);
    assert!(step.request(&mut lookups).unwrap().is_none());
    answer_all(&mut lookups, |operation, variables| match operation {
        "LabelByRepository" => json!({"repository": {"label": {"id": 7}, "labels": null}}),
        _ => with_bug(operation, variables),
    });
    let error = step.request(&mut lookups).unwrap_err();
    assert_eq!((error.code(), error.phase()), (ErrorCode::Server, Phase::Refused));
    assert!(error.message().contains("at repository.label.id: "), "{error}");
}

#[test]
fn absent_null_and_a_value_are_sent_differently() {
    let sent = |step: IssueList| step.request(&mut Lookups::new()).unwrap().unwrap().variables.get("after").cloned();
    assert_eq!(sent(issue::list(widgets())), None);
    assert_eq!(sent(issue::list(widgets()).after(None::<String>)), Some(Value::Null));
    assert_eq!(sent(issue::list(widgets()).after("cursor")), Some(json!("cursor")));
}

#[test]
fn the_registry_finds_ids_and_aliases() {
    for entry in ALL {
        for name in entry.card.aliases.iter().chain([&entry.card.id]) {
            assert_eq!(find(ALL, name).unwrap().card.id, entry.card.id, "{name}");
        }
    }
    assert_eq!(find(ALL, "issue.labels.update").unwrap().card.id, "issue.labels.set");
    let error = find(ALL, "issue.label.add").unwrap_err();
    let message = "unknown capability `issue.label.add` (did you mean `issue.labels.add`?)";
    assert_eq!(error.to_string(), message);
}

#[test]
fn an_erased_step_reads_what_the_typed_one_reads() {
    let input = json!({"issue": "acme/widgets#42", "labels": ["bug"]});
    let entry = find(ALL, "issue.labels.add").unwrap();
    let step = (entry.parse)(input.as_object().unwrap()).unwrap();
    let data = labelled(&json!([{"name": "bug"}]));
    let output = step.read(&ResponseData::parse(&data).unwrap()).unwrap();
    assert_eq!(output.to_json().unwrap(), json!({"id": "I_42", "number": 42, "url": "u", "labels": ["bug"]}));
    assert_eq!(output.to_json_text().unwrap().get(), r#"{"id":"I_42","number":42,"url":"u","labels":["bug"]}"#);
    let typed = output.into_any().downcast::<IssueLabelsAddOutput>().unwrap();
    assert_eq!(typed.labels, ["bug"]);
}

#[test]
fn an_unreadable_mutation_may_be_applied() {
    let data = labelled(&json!([{"name": 1}]));
    let error = add_labels(&["bug"]).read(&ResponseData::parse(&data).unwrap()).unwrap_err();
    assert_eq!(error.phase(), Phase::MayBeApplied);
    assert!(!error.is_retryable());
    assert!(error.message().contains("at addLabelsToLabelable"), "{error}");
}

#[test]
fn an_unreadable_element_of_a_list_is_named_by_its_index() {
    let node = |number: Value| json!({"id": "I", "number": number, "url": "u", "title": "t", "state": "OPEN"});
    let nodes = json!([node(json!(1)), node(json!("2"))]);
    let data =
        json!({"repository": {"issues": {"nodes": nodes, "pageInfo": {"hasNextPage": false, "endCursor": null}}}});
    let error = issue::list(widgets()).read(&ResponseData::parse(&data.to_string()).unwrap()).unwrap_err();
    assert!(error.message().contains("at repository.issues.nodes[1].number: "), "{error}");
}
