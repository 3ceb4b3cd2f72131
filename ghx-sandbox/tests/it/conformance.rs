//! A corpus of documents: ours alone and in batches, and broken ones. The sandbox accepts and refuses what validation
//! against GitHub's published schema does, where that file is at hand, and what we know of each document where not.

use std::{collections::BTreeMap, path::Path};

use apollo_compiler::{ExecutableDocument, Schema, ast, validation::Valid};
use serde_json::Value;

use crate::client::Client;

struct Case {
    name: String,
    text: String,
    valid: bool,
}

fn read(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "graphql"));
    files.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// Every operation of the project, complete with its fragments.
pub(crate) fn operations() -> Vec<(ast::OperationDefinition, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../operations");
    let mut fragments = BTreeMap::new();
    for (_, text) in read(&root.join("fragments")) {
        let document = ast::Document::parse(&text, "fragment").unwrap();
        for definition in document.definitions {
            if let ast::Definition::FragmentDefinition(fragment) = definition {
                fragments.insert(fragment.name.to_string(), fragment.to_string());
            }
        }
    }
    let mut operations = Vec::new();
    for (_, text) in read(&root).into_iter().chain(read(&root.join("lookups"))) {
        let document = ast::Document::parse(&text, "operation").unwrap();
        for definition in document.definitions {
            if let ast::Definition::OperationDefinition(operation) = definition {
                let needed = with_fragments(&operation.to_string(), &fragments);
                operations.push((operation.as_ref().clone(), needed));
            }
        }
    }
    operations
}

/// The fragments that a text spreads, and those that they spread.
fn with_fragments(text: &str, fragments: &BTreeMap<String, String>) -> String {
    let mut needed: BTreeMap<&String, &String> = BTreeMap::new();
    let mut texts = vec![text];
    while let Some(text) = texts.pop() {
        for (name, fragment) in fragments {
            let spread = format!("...{name}");
            let is_spread = text
                .match_indices(&spread)
                .any(|(at, _)| !text[at + spread.len()..].starts_with(|next: char| next.is_alphanumeric()));
            if is_spread && needed.insert(name, fragment).is_none() {
                texts.push(fragment);
            }
        }
    }
    needed.values().fold(String::new(), |all, fragment| all + "\n" + fragment)
}

/// The same root fields many times, under aliases.
fn batch(operation: &ast::OperationDefinition, times: usize) -> String {
    let mut batch = operation.clone();
    batch.selection_set.clear();
    for round in 0..times {
        for selection in &operation.selection_set {
            let ast::Selection::Field(field) = selection else { continue };
            let mut field = field.as_ref().clone();
            field.alias = Some(format!("s{round}_{}", field.name).as_str().try_into().unwrap());
            batch.selection_set.push(ast::Selection::Field(field.into()));
        }
    }
    batch.to_string()
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

fn corpus() -> Vec<Case> {
    let mut cases = Vec::new();
    for (operation, fragments) in operations() {
        let name = operation.name.as_ref().unwrap().to_string();
        for times in [2, 10, 50] {
            let text = batch(&operation, times) + &fragments;
            cases.push(Case { name: format!("{name} × {times}"), text, valid: true });
        }
        let text = operation.to_string();
        for (what, text) in broken(&text) {
            cases.push(Case { name: format!("{name}: {what}"), text: text + &fragments, valid: false });
        }
        cases.push(Case { name, text: text + &fragments, valid: true });
    }
    cases
}

fn reference() -> Option<Valid<Schema>> {
    let path = std::env::var("GHX_REFERENCE_SCHEMA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/schema/github.graphql").to_owned());
    let text = std::fs::read_to_string(path).ok()?;
    Some(Schema::parse_and_validate(text, "github.graphql").unwrap())
}

/// Refused before execution: an error with a code of graphql-ruby, or one of the parser.
fn is_refused(answer: &Value) -> bool {
    let errors = answer["errors"].as_array();
    errors.into_iter().flatten().any(|error| {
        error["extensions"]["code"].is_string()
            || error["message"].as_str().is_some_and(|text| text.starts_with("Parse error"))
    })
}

#[tokio::test]
async fn the_sandbox_accepts_and_refuses_what_github_does() {
    let cases = corpus();
    assert!(cases.len() >= 150, "{} documents", cases.len());
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
