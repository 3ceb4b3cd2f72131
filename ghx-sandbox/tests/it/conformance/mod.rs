//! A fixed corpus of documents: the operations of ghx, alone and in batches, and handwritten documents for every validation rule. The sandbox
//! accepts and refuses the same documents as validation with GitHub's published schema, if that file is available, and otherwise
//! what each document states.

mod ours;

use apollo_compiler::{ExecutableDocument, Schema, ast, validation::Valid};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) use self::ours::operations;
use crate::client::Client;

struct Case {
    name: String,
    text: String,
    valid: bool,
}

/// A handwritten document.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    document: String,
    /// The codes of the errors; empty if it does not parse.
    #[serde(default)]
    code: Option<Codes>,
    /// Why GitHub, and so the sandbox, differs from the specification here.
    #[serde(default)]
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Codes {
    One(String),
    Many(Vec<String>),
}

impl Written {
    fn codes(&self) -> Vec<&String> {
        match &self.code {
            None => Vec::new(),
            Some(Codes::One(code)) => vec![code],
            Some(Codes::Many(codes)) => codes.iter().collect(),
        }
    }
}

fn written(text: &str) -> Vec<Written> {
    serde_saphyr::from_str(text).unwrap()
}

fn valid() -> Vec<Written> {
    written(include_str!("valid.yaml"))
}

fn invalid() -> Vec<Written> {
    written(include_str!("invalid.yaml"))
}

fn accepted_all_the_same() -> Vec<Written> {
    written(include_str!("differences.yaml"))
}

fn refused_all_the_same() -> Vec<Written> {
    written(include_str!("stricter.yaml"))
}

fn broken(operation: &str) -> [(&'static str, String); 5] {
    let end = operation.rfind('}').unwrap();
    let in_body = |extra: &str| format!("{}{extra}{}", &operation[..end], &operation[end..]);
    [
        ("unknown field", in_body(" nonsense ")),
        ("unknown fragment", in_body(" ...Nowhere ")),
        ("unknown directive", in_body(" __typename @nowhere ")),
        ("unused variable", operation.replacen('(', "($neverUsed: Int, ", 1)),
        ("no end", operation[..end].to_owned()),
    ]
}

/// Each operation of ghx alone, in batches and broken.
fn single_operations() -> Vec<Case> {
    let mut cases = Vec::new();
    for (operation, fragments) in operations() {
        let name = operation.name.as_ref().unwrap().to_string();
        let mut add = |what: String, text: String, valid| {
            cases.push(Case { name: format!("{name}{what}"), text: format!("{text}\n{fragments}"), valid });
        };
        for times in [2, 10, 50] {
            add(format!(" × {times}"), ours::repeated(&operation, times), true);
            add(format!(" × {times}, own variables"), ours::batch(std::iter::repeat_n(&operation, times)), true);
        }
        for (what, text) in broken(&operation.to_string()) {
            add(format!(": {what}"), text, false);
        }
        add(String::new(), operation.to_string(), true);
    }
    cases
}

/// Batches of operations that differ, queries and mutations apart.
fn mixed_batches() -> Vec<Case> {
    let operations = operations();
    let mut cases = Vec::new();
    for kind in [ast::OperationType::Query, ast::OperationType::Mutation] {
        let alike: Vec<_> = operations.iter().filter(|(operation, _)| operation.operation_type == kind).collect();
        for times in [2, 10, 50] {
            let chosen: Vec<_> = alike.iter().cycle().take(times).collect();
            let batch = ours::batch(chosen.iter().map(|(operation, _)| operation));
            let fragments = ours::all_fragments(chosen.iter().map(|(_, fragments)| fragments));
            let text = format!("{batch}\n{fragments}");
            cases.push(Case { name: format!("{times} of {kind}"), text, valid: true });
        }
    }
    cases
}

fn corpus() -> Vec<Case> {
    let mut cases = single_operations();
    cases.extend(mixed_batches());
    let case = |valid| move |written: Written| Case { name: written.name, text: written.document, valid };
    cases.extend(valid().into_iter().map(case(true)));
    cases.extend(invalid().into_iter().map(case(false)));
    cases
}

fn reference() -> Option<Valid<Schema>> {
    let path = std::env::var("GHX_REFERENCE_SCHEMA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/schema/github.graphql").to_owned());
    let text = std::fs::read_to_string(path).ok()?;
    Some(Schema::parse_and_validate(text, "github.graphql").unwrap())
}

/// Refused before execution: an error with a code of graphql-ruby, or one of the parser.
fn is_refused(response: &Value) -> bool {
    let errors = response["errors"].as_array();
    errors.into_iter().flatten().any(|error| {
        error["extensions"]["code"].is_string()
            || error["message"].as_str().is_some_and(|text| text.starts_with("Parse error"))
    })
}

#[tokio::test]
async fn accepts_and_refuses_the_same_documents_as_the_reference() {
    let cases = corpus();
    let handwritten = valid().len() + invalid().len();
    assert!(handwritten >= 150 && cases.len() >= 500, "{handwritten} and {} documents", cases.len());
    let reference = reference();
    let client = Client::start().await;
    let mut wrong = Vec::new();
    for case in &cases {
        let accepted = !is_refused(&client.graphql(&case.text, Value::Null).await.json());
        let expected = match &reference {
            Some(schema) => ExecutableDocument::parse_and_validate(schema, &case.text, "case").is_ok(),
            None => case.valid,
        };
        if accepted != expected || accepted != case.valid {
            wrong.push(format!("{}: sandbox {accepted}, reference {expected}, known {}", case.name, case.valid));
        }
    }
    assert!(wrong.is_empty(), "{} of {} documents:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[tokio::test]
async fn names_are_unique() {
    let mut names: Vec<String> = corpus().into_iter().map(|case| case.name).collect();
    names.extend(accepted_all_the_same().into_iter().chain(refused_all_the_same()).map(|case| case.name));
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// The whole list of documents that the specification forbids and GitHub, and so the sandbox, accepts.
#[tokio::test]
async fn known_differences_are_complete() {
    let reference = reference();
    let client = Client::start().await;
    for case in accepted_all_the_same() {
        assert!(case.reason.is_some(), "{}", case.name);
        assert!(!is_refused(&client.graphql(&case.document, Value::Null).await.json()), "{}", case.name);
        if let Some(schema) = &reference {
            let refused = ExecutableDocument::parse_and_validate(schema, &case.document, "case").unwrap_err();
            let kinds: Vec<_> = refused.errors.iter().map(|error| error.error.unstable_error_name()).collect();
            assert!(kinds.iter().all(|kind| *kind == Some("ConflictingFieldType")), "{}: {kinds:?}", case.name);
        }
    }
}

/// If apollo-compiler implements these rules, move the documents to the other invalid ones.
#[test]
fn refuses_what_the_reference_accepts() {
    for case in refused_all_the_same() {
        if let Some(schema) = reference() {
            let result = ExecutableDocument::parse_and_validate(&schema, &case.document, "case");
            assert!(result.is_ok(), "{} is seen now", case.name);
        }
    }
}

#[tokio::test]
async fn refusals_have_graphql_rubys_code_and_no_data() {
    let client = Client::start().await;
    let mut wrong = Vec::new();
    for case in invalid().into_iter().chain(refused_all_the_same()) {
        let response = client.graphql(&case.document, Value::Null).await;
        let json = response.json();
        let errors = json["errors"].as_array().unwrap();
        let codes: Vec<&str> = errors.iter().filter_map(|error| error["extensions"]["code"].as_str()).collect();
        let expected = case.codes();
        let has_all =
            expected.iter().all(|code| codes.contains(&code.as_str())) && expected.is_empty() == codes.is_empty();
        let is_shaped = response.status == 200 && json.get("data").is_none();
        let without_type = errors.iter().all(|error| error.get("type").is_none() && error["message"].is_string());
        if !has_all || !is_shaped || !without_type {
            wrong.push(format!("{}: {expected:?}, but {}", case.name, json!(errors)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
