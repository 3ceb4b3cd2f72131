//! References to earlier steps: typed, printed, written, never guessed from text.

use ghx::__codegen::{Capability, InputWriter, Lookups, json};
use ghx::issue::IssueLabelsAdd;
use ghx::value::Text;
use ghx::{Chain, ErrorCode, NodeId, issue, node, text};

use crate::engine::harness::widgets;

#[test]
fn a_reference_is_written_by_position_and_path() {
    let mut chain = Chain::dynamic();
    let new = chain.push(issue::create(widgets(), "Crash"));
    let by_id = issue::labels::add(new.id(), ["bug"]);
    let expected = json!({"issueId": {"$ref": "0.id"}, "labels": ["bug"]});
    assert_eq!(json!(by_id.to_json()), expected);
    by_id.validate().unwrap();

    let labelled = chain.push(by_id);
    let copy = issue::labels::add(widgets().issue(new.number()), labelled.labels());
    assert_eq!(copy.issue.to_string(), "acme/widgets#{{0.number}}");
    let expected = json!({
        "owner": "acme", "name": "widgets", "issueNumber": {"$ref": "0.number"},
        "labels": {"$ref": "1.labels"},
    });
    assert_eq!(json!(copy.to_json()), expected);
    copy.validate().unwrap();
}

#[test]
fn text_holds_references_and_plain_strings() {
    let mut chain = Chain::dynamic();
    let new = chain.push(issue::create(widgets(), "Crash"));
    let body = text!("See {} ({}, {}) at {}", new.url(), new.number(), new.state(), "${{ github.sha }}");
    let step = issue::create(widgets(), "Follow-up").body(body);
    let expected = json!({"$text": [
        "See ", {"$ref": "0.url"}, " (", {"$ref": "0.number"}, ", ", {"$ref": "0.state"}, ") at ",
        "${{ github.sha }}",
    ]});
    assert_eq!(step.to_json().get("body"), Some(&expected));
    step.validate().unwrap();
    let same = Text::new().push_str("See ").push(new.url());
    assert_eq!(same.to_string(), "See {{0.url}}");
}

#[test]
fn plain_text_is_never_a_reference() {
    for plain in ["${{ github.sha }}", "{{0.id}}", r#"{"$ref": "0.id"}"#] {
        let step = issue::create(widgets(), plain).body(text!("{}", plain));
        let mut writer = InputWriter::new();
        step.write(&mut writer);
        assert!(writer.references().is_empty());
        assert_eq!(step.to_json().get("body"), Some(&json!(plain)));
    }
}

#[test]
fn a_reference_has_no_value_before_its_step_ran() {
    let mut chain = Chain::dynamic();
    let new = chain.push(issue::create(widgets(), "Crash"));
    let step = issue::labels::add(new.id(), ["bug"]);
    let error = step.request(&mut Lookups::new()).unwrap_err();
    assert!(error.message().contains("{{0.id}}"), "{error}");

    let error = IssueLabelsAdd::from_json(&step.to_json()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Validation);
    assert_eq!(error.to_string(), "issue.labels.add: `issueId` has no value until the step of {{0.id}} has run");
}

#[test]
fn values_replace_references() {
    let mut chain = Chain::dynamic();
    let new = chain.push(issue::create(widgets(), "Crash"));
    let step: Box<dyn ghx::capability::ErasedStep> = Box::new(issue::close(new.id()));
    assert_eq!(step.references().len(), 1);
    let mut input = step.to_json();
    input.insert("issueId".into(), json!("I_9"));
    let step = step.with_input(&input).unwrap();
    assert!(step.references().is_empty());
    assert!(step.request(&mut Lookups::new()).unwrap().is_some());
}

#[test]
fn text_with_references_is_a_string() {
    let input = json!({
        "owner": "acme", "name": "widgets", "issueNumber": {"$text": ["4", "2"]}, "labels": ["bug"]
    });
    let problems = ghx::input::check(IssueLabelsAdd::CARD, &input);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message(), "`issueNumber` must be an integer, not text");
}

#[test]
fn a_node_id_widens_to_its_interfaces() {
    fn labelable(subject: impl ghx::value::IntoSubject<node::Labelable>) -> String {
        subject.into_subject().to_string()
    }
    fn ids(ids: impl ghx::value::IntoArg<Vec<NodeId<node::Labelable>>>) -> usize {
        ids.into_arg().get().unwrap().len()
    }
    let mut chain = Chain::dynamic();
    let new = chain.push(issue::create(widgets(), "Crash"));
    let id = NodeId::<node::Issue>::new("I_1");
    assert_eq!(labelable(&id), "I_1");
    assert_eq!(labelable(new.id()), "{{0.id}}");
    assert_eq!(ids([id.clone(), id]), 2);
}
