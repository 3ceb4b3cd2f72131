//! Executes every operation of ghx on the standard seed, without errors.

use apollo_compiler::ast;
use serde_json::{Value, json};

use crate::{client::Client, conformance::operations};

const IDS: &str = "{ repository(owner: \"acme\", name: \"widgets\") { id label(name: \"bug\") { id } milestone(number: 3) { id } \
                   pullRequest(number: 7) { headRefOid reviewThreads(first: 1) { nodes { id } } } } user(login: \"mona\") { id } }";

/// A value for each variable name in the operations.
pub(crate) async fn known_values(client: &Client, operation: &str) -> Value {
    let ids = client.graphql(IDS, Value::Null).await.data();
    let repo = &ids["repository"];
    let parent = if operation == "IssueRelationsParentSet" { 42 } else { 40 };
    json!({
        "owner": "acme", "name": "widgets",
        "number": if operation.starts_with("PullRequest") { 7 } else { 41 }, "issueNumber": 1, "prNumber": 7,
        "first": 10, "after": null, "states": ["OPEN"], "labels": ["bug"],
        "label": "bug", "milestone": 3, "login": "mona", "bot": "renovate-app", "assignees": ["mona", "renovate-app[bot]"],
        "id": client.id("acme/widgets", 41), "issueId": client.id("acme/widgets", 41), "anchor": client.id("acme/widgets", 41),
        "subIssueId": client.id("acme/widgets", 41),
        "parentIssueId": client.id("acme/widgets", parent), "pullRequestId": client.id("acme/widgets", 7),
        "repositoryId": repo["id"], "labelIds": [repo["label"]["id"]], "assigneeIds": [ids["user"]["id"]],
        "milestoneId": repo["milestone"]["id"], "title": "Title", "body": "Body", "stateReason": "NOT_PLANNED",
        "hasComment": true, "comment": "Bye", "mergeMethod": "SQUASH", "expectedHeadOid": repo["pullRequest"]["headRefOid"],
        "event": "COMMENT", "threads": [{ "path": "README.md", "line": 3, "body": "Here" }],
        "threadId": repo["pullRequest"]["reviewThreads"]["nodes"][0]["id"],
    })
}

/// The variables that an operation declares. A name without a value fails here: as an
/// absent value it might go unnoticed if the variable is optional.
pub(crate) fn declared(operation: &ast::OperationDefinition, values: &Value) -> Value {
    let declared = operation.variables.iter().map(|variable| {
        let (name, operation) = (variable.name.as_str(), operation.name.as_ref().map_or("", |name| name.as_str()));
        let value = values.get(name).unwrap_or_else(|| panic!("{operation} has ${name}: give it a value in this file"));
        (name.to_owned(), value.clone())
    });
    Value::Object(declared.collect())
}

#[tokio::test]
async fn every_operation_of_ghx_works() {
    let mut count = 0;
    for (operation, fragments) in operations() {
        let name = operation.name.as_ref().unwrap().to_string();
        let client = Client::start().await;
        let variables = declared(&operation, &known_values(&client, &name).await);
        let response = client.graphql(&format!("{operation}{fragments}"), variables).await.json();
        assert_eq!(response.get("errors"), None, "{name}: {response:#}");
        let fields = response["data"].as_object().unwrap();
        assert!(fields.values().all(|value| !value.is_null()), "{name}: {response:#}");
        let is_mutation = operation.operation_type == ast::OperationType::Mutation;
        let written = if is_mutation { operation.selection_set.len() } else { 0 };
        assert_eq!(client.sandbox.writes().len(), written, "{name}");
        count += 1;
    }
    assert!(count >= 35, "{count} documents");
}
