use serde::Deserialize;

use super::*;
use crate::ErrorCode;
use crate::card::operation::{Operation, OperationKind};

struct View;

#[derive(Debug, Deserialize)]
struct Data {
    repository: Option<Repository>,
    viewer: Viewer,
}

#[derive(Debug, Deserialize)]
struct Repository {
    issues: Vec<Issue>,
}

#[derive(Debug, Deserialize)]
struct Issue {
    number: i64,
    #[serde(flatten)]
    state: State,
}

#[derive(Debug, Deserialize)]
struct State {
    state: String,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "__typename")]
enum Viewer {
    User { login: String },
}

impl Document for View {
    type Variables = ();
    type Data = Data;
    const OPERATION: &'static Operation =
        &Operation { name: "View", kind: OperationKind::Query, variables: &[], roots: &[], fragments: &[] };
}

fn decode(json: &str) -> Result<Data, Error> {
    ResponseData::parse(json).unwrap().decode::<View>()
}

#[test]
fn decodes_into_the_typed_struct() {
    let data = decode(
        r#"{"viewer": {"__typename": "User", "login": "mona"},
            "repository": {"issues": [{"number": 7, "state": "OPEN"}]}}"#,
    )
    .unwrap();
    let Viewer::User { login } = data.viewer;
    assert_eq!(login, "mona");
    let issue = &data.repository.unwrap().issues[0];
    assert_eq!((issue.number, issue.state.state.as_str()), (7, "OPEN"));
}

#[test]
fn a_missing_optional_root_is_none() {
    let data = decode(r#"{"viewer": {"__typename": "User", "login": "mona"}}"#).unwrap();
    assert!(data.repository.is_none());
}

#[test]
fn an_error_names_the_field() {
    let cases = [
        (
            r#"{"viewer": {"__typename": "User", "login": "mona"}, "repository": {"issues": [{"number": 7, "state": "OPEN"}, {"number": "8", "state": "OPEN"}]}}"#,
            "repository.issues[1].number",
            "invalid type: string \"8\", expected i64",
        ),
        (
            r#"{"viewer": {"__typename": "User", "login": "mona"}, "repository": {}}"#,
            "repository",
            "missing field `issues`",
        ),
        (
            r#"{"repository": {"issues": true}, "viewer": {"__typename": "User", "login": "mona"}}"#,
            "repository.issues",
            "invalid type: boolean `true`, expected a sequence",
        ),
        (r#"{"repository": null}"#, "the root", "missing field `viewer`"),
    ];
    for (json, place, reason) in cases {
        let error = decode(json).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Server);
        let expected = format!("unexpected response to `View` at {place}: {reason}");
        assert_eq!(error.message(), expected, "{json}");
    }
}

#[test]
fn an_owned_answer_has_the_same_fields() {
    let json = r#"{"a": [1, 2], "b": null}"#.to_owned();
    let owned = ResponseData::parse(&json).unwrap().to_owned_data();
    drop(json);
    assert_eq!(owned.borrow().get("a").map(RawValue::get), Some("[1, 2]"));
}

#[test]
fn data_that_is_not_an_object_is_a_server_error() {
    assert_eq!(ResponseData::parse("null").unwrap_err().code(), ErrorCode::Server);
}
