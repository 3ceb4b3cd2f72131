//! The life of one capability: asked, answered, sent, read.

use ghx::__codegen::{Answer, Capability, Lookups, find, json};
use ghx::error::Phase;
use ghx::{Error, ErrorCode, NodeId};

use crate::fixture::{ALL, IssueLabelsAdd, acme, issue, issue_of, node};

fn answer_all(lookups: &mut Lookups, reply: impl Fn(&str, &str) -> String) {
    let open: Vec<_> = lookups
        .pending()
        .map(|(key, operation, variables)| {
            let variables = json!(variables).to_string();
            (key, reply(operation.name, &variables))
        })
        .collect();
    for (key, data) in open {
        lookups.answer(key, Answer::parse(&data));
    }
}

fn widgets(operation: &str, variables: &str) -> String {
    let data = match operation {
        "RepoId" => json!({"repository": {"id": "R_1"}}),
        "IssueId" => json!({"repository": {"issue": {"id": "I_42"}}}),
        _ if variables.contains("\"bug\"") => {
            json!({"repository": {"label": {"id": "LA_bug"}, "labels": null}})
        }
        _ => json!({"repository": {"label": null, "labels": {"nodes": [{"name": "bug"}, null]}}}),
    };
    data.to_string()
}

fn labels(names: &[&str]) -> IssueLabelsAdd {
    issue::labels::add(issue_of(&acme(), 42), names)
}

#[test]
fn asks_then_sends_then_reads() {
    let step = labels(&["bug"]);
    let mut lookups = Lookups::new();
    assert!(step.request(&mut lookups).unwrap().is_none());
    assert_eq!(lookups.pending().count(), 2);

    answer_all(&mut lookups, widgets);
    let request = step.request(&mut lookups).unwrap().unwrap();
    assert_eq!(lookups.pending().count(), 0);
    assert_eq!(request.operation.name, "IssueLabelsAdd");
    let expected = json!({"labelableId": "I_42", "labelIds": ["LA_bug"]});
    assert_eq!(json!(request.variables), expected);

    let data = r#"{"addLabelsToLabelable": {"labelable": {"id": "I_42", "labels": ["bug"]}}}"#;
    let output = step.read(&Answer::parse(data).unwrap()).unwrap();
    assert_eq!(output.id, NodeId::new("I_42"));
    assert_eq!(output.labels, ["bug"]);
}

#[test]
fn equal_questions_of_several_steps_are_one() {
    let mut lookups = Lookups::new();
    for step in [labels(&["bug", "docs"]), labels(&["bug"])] {
        assert!(step.request(&mut lookups).unwrap().is_none());
    }
    let asked: Vec<_> = lookups.pending().map(|(_, operation, _)| operation.name).collect();
    assert_eq!(asked, ["IssueId", "LabelId", "LabelId"]);
}

#[test]
fn a_node_id_needs_no_lookup() {
    let step = issue::labels::add(NodeId::<node::Issue>::new("I_1"), ["bug"]);
    let mut lookups = Lookups::new();
    assert!(step.request(&mut lookups).unwrap().is_some());
    assert_eq!(lookups.pending().count(), 0);
}

#[test]
fn a_name_that_leads_to_nothing_is_not_found_with_a_suggestion() {
    let step: Box<dyn ghx::capability::ErasedStep> = Box::new(labels(&["bgu"]));
    let mut lookups = Lookups::new();
    assert!(step.request(&mut lookups).unwrap().is_none());
    answer_all(&mut lookups, widgets);
    let error = step.request(&mut lookups).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound);
    let message = "issue.labels.add: no label `bgu` in acme/widgets (did you mean `bug`?)";
    assert_eq!(error.to_string(), message);
}

#[test]
fn an_error_answer_reaches_every_step_that_asked() {
    let mut lookups = Lookups::new();
    let step = labels(&["bug"]);
    assert!(step.request(&mut lookups).unwrap().is_none());
    let keys: Vec<_> = lookups.pending().map(|(key, ..)| key).collect();
    lookups.answer(keys[0], Err(Error::auth("token expired")));
    for _ in 0..2 {
        let error = step.request(&mut lookups).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Auth);
    }
}

#[test]
fn an_unreadable_lookup_changed_nothing() {
    let mut lookups = Lookups::new();
    let step = labels(&["bug"]);
    assert!(step.request(&mut lookups).unwrap().is_none());
    answer_all(&mut lookups, |_, _| r#"{"repository": {"issue": {"id": 7}}}"#.to_owned());
    let error = step.request(&mut lookups).unwrap_err();
    assert_eq!((error.code(), error.phase()), (ErrorCode::Server, Phase::Refused));
    assert!(error.message().contains("at repository.issue.id: "), "{error}");
}

#[test]
fn absent_null_and_value_are_three_things() {
    let send = |step: crate::fixture::IssueCreate| {
        let mut lookups = Lookups::new();
        assert!(step.request(&mut lookups).unwrap().is_none());
        answer_all(&mut lookups, widgets);
        json!(step.request(&mut lookups).unwrap().unwrap().variables)
    };
    let absent = send(issue::create(acme(), "Crash"));
    assert_eq!(absent, json!({"repositoryId": "R_1", "title": "Crash"}));
    let null = send(issue::create(acme(), "Crash").milestone(None));
    let expected = json!({"repositoryId": "R_1", "title": "Crash", "milestoneId": null});
    assert_eq!(null, expected);
}

#[test]
fn the_registry_finds_ids_and_aliases() {
    assert_eq!(find(ALL, "issue.create").unwrap().card.id, "issue.create");
    assert_eq!(find(ALL, "issue.open").unwrap().card.id, "issue.create");
    let error = find(ALL, "issue.label.add").unwrap_err();
    let message = "unknown capability `issue.label.add` (did you mean `issue.labels.add`?)";
    assert_eq!(error.to_string(), message);
}

#[test]
fn an_erased_step_does_what_the_typed_one_does() {
    let input = json!({"issue": "acme/widgets#42", "labels": ["bug"]});
    let entry = find(ALL, "issue.labels.add").unwrap();
    let step = (entry.parse)(input.as_object().unwrap()).unwrap();
    let data = r#"{"addLabelsToLabelable": {"labelable": {"id": "I_42", "labels": ["bug"]}}}"#;
    let answer = Answer::parse(data).unwrap();
    let output = step.read(&answer).unwrap();
    assert_eq!(output.to_json().unwrap(), json!({"id": "I_42", "labels": ["bug"]}));
    assert_eq!(output.to_json_text().unwrap().get(), r#"{"id":"I_42","labels":["bug"]}"#);
    let typed = output.into_any().downcast::<crate::fixture::IssueLabelsAddOutput>().unwrap();
    assert_eq!(typed.labels, ["bug"]);
}

#[test]
fn a_mutation_that_cannot_be_read_may_be_applied() {
    let error = labels(&["bug"])
        .read(&Answer::parse(r#"{"addLabelsToLabelable": {"labelable": {"id": "I", "labels": [1]}}}"#).unwrap())
        .unwrap_err();
    assert_eq!(error.phase(), Phase::MayBeApplied);
    assert!(!error.is_retryable());
    assert!(error.message().contains("addLabelsToLabelable.labelable.labels[0]"), "{error}");
}
