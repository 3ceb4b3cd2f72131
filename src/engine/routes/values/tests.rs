//! What each source gives.

use proptest::prelude::*;
use serde_json::{Map, json};

use super::*;
use crate::card::route::{Literal, Match};
use crate::engine::routes::inputs::Inputs;
use crate::engine::routes::tests::CARD;

fn value(source: &Source, input: &Value) -> Result<Option<Value>, String> {
    let mut results = CallResults::default();
    results.add("pull", json!({"base": {"ref": "main"}, "head": null}));
    let element = json!("bug");
    let inputs = Inputs::new(&CARD, input.as_object().unwrap());
    Scope { inputs, results: Some(&results), element: Some(&element), host: "github.com" }
        .value(source)
        .map_err(String::from)
}

#[test]
fn each_source_has_a_value_or_none() {
    const MAP: &[(&str, Literal)] = &[("open", Literal::Text("OPEN")), ("true", Literal::Integer(1))];
    let repo = json!({"owner": "acme", "name": "widgets"});
    for (source, input, expected) in [
        (Source::Input("title"), json!({"title": "x"}), Some(json!("x"))),
        (Source::Input("title"), json!({"title": null}), Some(json!(null))),
        (Source::Input("title"), json!({}), None),
        (Source::Input("state"), json!({}), Some(json!("open"))),
        (Source::Input("issueNumber"), json!({"issueNumber": 7}), Some(json!(7))),
        (Source::Mapped { input: "state", map: MAP }, json!({}), Some(json!("OPEN"))),
        (Source::Mapped { input: "state", map: MAP }, json!({"state": true}), Some(json!(1))),
        (Source::Mapped { input: "labels", map: MAP }, json!({"labels": ["open", "x"]}), Some(json!(["OPEN", "x"]))),
        (Source::Mapped { input: "title", map: MAP }, json!({}), None),
        (Source::OrElse { input: "body", default: Literal::Text("") }, json!({}), Some(json!(""))),
        (Source::OrElse { input: "body", default: Literal::Text("") }, json!({"body": "b"}), Some(json!("b"))),
        (Source::Joined { input: "labels", separator: "," }, json!({"labels": ["a", "b"]}), Some(json!("a,b"))),
        (Source::Joined { input: "labels", separator: "," }, json!({"labels": []}), None),
        (Source::Joined { input: "labels", separator: "," }, json!({}), None),
        (Source::Literal(Literal::List(&[Literal::Bool(true)])), json!({}), Some(json!([true]))),
        (Source::Element, json!({}), Some(json!("bug"))),
        (Source::Found { call: "pull", path: &["base", "ref"] }, json!({}), Some(json!("main"))),
        (Source::Found { call: "pull", path: &["head", "ref"] }, json!({}), None),
        (Source::Found { call: "other", path: &[] }, json!({}), None),
        (Source::Repository, repo, Some(json!("github.com/acme/widgets"))),
        (Source::Repository, json!({"issueId": "I_1"}), None),
    ] {
        assert_eq!(value(&source, &input).unwrap(), expected, "{source:?} of {input}");
    }
}

#[test]
fn values_of_responses_are_pending_before_anything_is_sent() {
    let empty = Map::new();
    let scope = Scope::before(Inputs::new(&CARD, &empty));
    assert!(scope.is_pending(&Source::Element) && scope.is_pending(&Source::Found { call: "x", path: &[] }));
    assert!(!scope.is_pending(&Source::Input("title")));
}

proptest! {
    /// A joined list can be split again, or it is refused.
    #[test]
    fn a_joined_list_can_be_split_again(labels in prop::collection::vec("[a-c, ]{0,4}", 0..5)) {
        let source = Source::Joined { input: "labels", separator: "," };
        match value(&source, &json!({"labels": labels})) {
            Ok(Some(joined)) => {
                let parts: Vec<&str> = joined.as_str().unwrap().split(',').collect();
                prop_assert_eq!(parts, labels);
            }
            Ok(None) => prop_assert!(labels.is_empty()),
            Err(_) => prop_assert!(labels.iter().any(|label| label.is_empty() || label.contains(','))),
        }
    }
}

const INPUT: Source = Source::Input("title");
const HEADS: Source = Source::Text(&[&[Source::literal("refs/heads/"), INPUT]]);

fn message(source: &Source, input: &Value) -> String {
    value(source, input).unwrap_err()
}

#[test]
fn texts_leave_out_words_without_a_value() {
    const QUERY: Source = Source::Text(&[
        &[Source::literal("repo:"), Source::Input("owner"), Source::literal("/"), Source::Input("name")],
        &[Source::literal("is:issue")],
        &[INPUT],
    ]);
    let repo = json!({"owner": "acme", "name": "widgets", "title": "crash on start"});
    assert_eq!(value(&QUERY, &repo).unwrap(), Some(json!("repo:acme/widgets is:issue crash on start")));
    assert_eq!(value(&QUERY, &json!({"title": null})).unwrap(), Some(json!("is:issue")));
    assert_eq!(value(&QUERY, &json!({"owner": "acme", "title": ""})).unwrap(), Some(json!("is:issue")));
    assert_eq!(value(&HEADS, &json!({"title": "main"})).unwrap(), Some(json!("refs/heads/main")));
    assert_eq!(value(&HEADS, &json!({})).unwrap(), None);
    assert_eq!(message(&HEADS, &json!({"title": ["x"]})), "`title` is not text");
}

#[test]
fn objects_and_lists_are_put_together() {
    const LINE: Source = Source::Object(&[
        ("path", Source::ElementAt(&["path"])),
        ("start_line", Source::ElementAt(&["location", "startLine"])),
        ("side", Source::literal("RIGHT")),
    ]);
    let object = Source::Object(&[("url", INPUT), ("content_type", Source::Input("body"))]);
    assert_eq!(value(&object, &json!({"title": "x"})).unwrap(), Some(json!({"url": "x"})));
    assert_eq!(value(&object, &json!({"title": null})).unwrap(), Some(json!({"url": null})));
    assert_eq!(value(&object, &json!({})).unwrap(), None);
    let list = Source::list(&Source::Input("labels"), &LINE);
    let given = json!({"labels": [{"path": "a", "location": {"startLine": 3}}, {"path": "b"}]});
    let made = json!([{"path": "a", "start_line": 3, "side": "RIGHT"}, {"path": "b", "side": "RIGHT"}]);
    assert_eq!(value(&list, &given).unwrap(), Some(made));
    assert_eq!(value(&list, &json!({"labels": []})).unwrap(), Some(json!([])));
    assert_eq!(value(&list, &json!({})).unwrap(), None);
    assert_eq!(message(&list, &json!({"labels": "x"})), "`labels` is not a list");
}

#[test]
fn entries_have_different_keys_and_a_value() {
    const FILE: Source = Source::Object(&[("content", Source::ElementAt(&["content"]))]);
    const DELETED: Source = Source::First(&[FILE, Source::Literal(Literal::Null)]);
    let files = Source::entries(&Source::Input("labels"), &Source::ElementAt(&["name"]), &FILE);
    let given = |names: &[&str]| {
        let files: Vec<Value> = names.iter().map(|name| json!({"name": name, "content": "x"})).collect();
        json!({ "labels": files })
    };
    let made = json!({"a.txt": {"content": "x"}, "b.txt": {"content": "x"}});
    assert_eq!(value(&files, &given(&["a.txt", "b.txt"])).unwrap(), Some(made));
    assert_eq!(value(&files, &json!({})).unwrap(), None);
    assert_eq!(message(&files, &given(&["a.txt", "a.txt"])), "`labels` has \"a.txt\" twice");
    assert_eq!(message(&files, &json!({"labels": [{"content": "x"}]})), "an element of `labels` has no key");
    // It could mean that a file is deleted.
    assert_eq!(message(&files, &json!({"labels": [{"name": "a.txt"}]})), "`labels` has no value for \"a.txt\"");
    let files = Source::entries(&Source::Input("labels"), &Source::ElementAt(&["name"]), &DELETED);
    assert_eq!(value(&files, &json!({"labels": [{"name": "a.txt"}]})).unwrap(), Some(json!({"a.txt": null})));
}

#[test]
fn elements_are_found_by_name() {
    const LIST: Source = Source::found("pull", &["environments"]);
    const SEARCH: Match = Match::new(Source::Input("labels"), "environment", LIST, &["env", "name"], &["env", "id"]);
    let mut results = CallResults::default();
    results.add(
        "pull",
        json!({"environments": [{"env": {"name": "Staging", "id": 1}}, {"env": {"name": "prod", "id": 2}}]}),
    );
    let find = |input: Value| {
        let inputs = Inputs::new(&CARD, input.as_object().unwrap());
        Scope { results: Some(&results), ..Scope::before(inputs) }.value(&Source::Match(&SEARCH))
    };
    assert_eq!(find(json!({"labels": ["PROD", "staging"]})).unwrap(), Some(json!([2, 1])));
    assert_eq!(find(json!({"labels": "prod"})).unwrap(), Some(json!(2)));
    assert_eq!(find(json!({})).unwrap(), None);
    let Unfit::Error(error) = find(json!({"labels": ["prud"]})).unwrap_err() else { panic!() };
    assert_eq!(error.code(), crate::ErrorCode::NotFound);
    assert_eq!(error.message(), "no environment `prud` (did you mean `prod`?)");
    let empty = Map::from_iter([("labels".to_owned(), json!(["x"]))]);
    assert_eq!(Scope::before(Inputs::new(&CARD, &empty)).value(&Source::Match(&SEARCH)).unwrap(), None);
}

#[test]
fn the_first_value_counts_and_bytes_are_encoded() {
    const CONTENTS: Source = Source::First(&[Source::Input("body"), Source::Base64(&INPUT)]);
    assert_eq!(value(&CONTENTS, &json!({"body": "aGk=", "title": "x"})).unwrap(), Some(json!("aGk=")));
    assert_eq!(value(&CONTENTS, &json!({"body": null, "title": "hi"})).unwrap(), Some(json!("aGk=")));
    assert_eq!(value(&CONTENTS, &json!({})).unwrap(), None);
    assert_eq!(value(&Source::Present("title"), &json!({"title": ""})).unwrap(), Some(json!(true)));
    assert_eq!(value(&Source::Present("title"), &json!({"title": null})).unwrap(), Some(json!(false)));
    assert_eq!(value(&Source::Present("state"), &json!({})).unwrap(), Some(json!(false)), "a default is not given");
}
