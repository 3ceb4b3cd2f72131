//! Execution according to the GraphQL specification: nulls, error paths, variables, directives, order, malformed requests.

use ghx_sandbox::{Fault, FaultRule};
use serde_json::{Value, json};

use crate::client::{Client, Received};

/// A sandbox in which some fields cannot be read: `Issue.milestone` is nullable, the others are not.
async fn with_failing_fields() -> Client {
    let client = Client::start().await;
    for field in [
        "Issue.milestone",
        "Issue.body",
        "Issue.closed",
        "Organization.url",
        "Repository.isPrivate",
        "User.avatarUrl",
        "ReactionGroup.content",
    ] {
        let fault =
            Fault::NestedError { field: field.to_owned(), kind: None, message: "It cannot be read.".to_owned() };
        client.sandbox.inject(FaultRule::new(fault).always());
    }
    client
}

/// The result of a document: its data, and the path of each error.
async fn outcome(client: &Client, query: &str, variables: Value) -> (Value, Vec<Value>) {
    let json = client.graphql(query, variables).await.json();
    let errors = json["errors"].as_array().cloned().unwrap_or_default();
    (json["data"].clone(), errors.into_iter().map(|error| error["path"].clone()).collect())
}

/// Inside `acme/widgets`, under the alias `r`.
fn in_repo(selection: &str) -> String {
    format!("{{ r: repository(owner: \"acme\", name: \"widgets\") {{ {selection} }} }}")
}

#[tokio::test]
async fn failing_field_nulls_itself_or_its_parent() {
    let client = with_failing_fields().await;
    let issue = |inner: Value| json!({ "r": { "i": inner } });
    for (selection, data, paths) in [
        // `milestone` is nullable: only it is null.
        (
            "i: issue(number: 1) { number e: milestone { title } }",
            issue(json!({ "number": 1, "e": null })),
            vec![json!(["r", "i", "e"])],
        ),
        // `body` is not: the issue is null.
        ("i: issue(number: 1) { number html: body }", issue(Value::Null), vec![json!(["r", "i", "html"])]),
        // The sibling stays, in the order of the document.
        (
            "i: issue(number: 1) { body } j: issue(number: 2) { number }",
            json!({ "r": { "i": null, "j": { "number": 2 } } }),
            vec![json!(["r", "i", "body"])],
        ),
        // Through several non-null fields: `owner` and `issues` propagate it to the repository.
        (
            "owner { ... on User { name } ... on Organization { url } } name",
            json!({ "r": null }),
            vec![json!(["r", "owner", "url"])],
        ),
        (
            "name issues(first: 1) { totalCount nodes { number } filteredCount: totalCount pageInfo { hasNextPage } } isPrivate",
            json!({ "r": null }),
            vec![json!(["r", "isPrivate"])],
        ),
    ] {
        assert_eq!(outcome(&client, &in_repo(selection), Value::Null).await, (data, paths), "{selection}");
    }
}

#[tokio::test]
async fn error_of_non_null_field_propagates_to_root() {
    let client = with_failing_fields().await;
    let (data, paths) =
        outcome(&client, "{ me: viewer { login avatarUrl } r: rateLimit { limit } }", Value::Null).await;
    assert_eq!((data, paths), (Value::Null, vec![json!(["me", "avatarUrl"])]));
}

#[tokio::test]
async fn nullable_list_items_fail_individually() {
    let client = with_failing_fields().await;
    let selection = "issues(first: 3) { nodes { number e: milestone { title } } }";
    let (data, paths) = outcome(&client, &in_repo(selection), Value::Null).await;
    let nodes = data["r"]["issues"]["nodes"].as_array().unwrap();
    assert_eq!(nodes[2], json!({ "number": 3, "e": null }));
    assert_eq!(paths, (0..3).map(|index| json!(["r", "issues", "nodes", index, "e"])).collect::<Vec<_>>());

    // `[Issue]`: each item separately.
    let selection = "issues(first: 2) { edges { cursor node { body } } }";
    let (data, paths) = outcome(&client, &in_repo(selection), Value::Null).await;
    let edges = data["r"]["issues"]["edges"].as_array().unwrap();
    assert!(edges.iter().all(|edge| edge["node"].is_null() && edge["cursor"].is_string()), "{data}");
    assert_eq!(paths[1], json!(["r", "issues", "edges", 1, "node", "body"]));

    // `[Node]!`: an item fails, the others do not.
    let ids = [client.id("acme/widgets", 1), "nope".to_owned(), client.id("acme/widgets", 7)];
    let query = "query($ids: [ID!]!) { all: nodes(ids: $ids) { __typename } }";
    let (data, paths) = outcome(&client, query, json!({ "ids": ids })).await;
    assert_eq!(data, json!({ "all": [{ "__typename": "Issue" }, null, { "__typename": "PullRequest" }] }));
    assert_eq!(paths, [json!(["all", 1])]);
}

#[tokio::test]
async fn non_null_list_item_error_nulls_the_list() {
    let client = with_failing_fields().await;
    // `[ReactionGroup!]`, and `content` of an item is not nullable.
    let selection = "issue(number: 1) { number g: reactionGroups { __typename s: content } }";
    let (data, paths) = outcome(&client, &in_repo(selection), Value::Null).await;
    assert_eq!(data, json!({ "r": { "issue": { "number": 1, "g": null } } }));
    assert_eq!(paths[0], json!(["r", "issue", "g", 0, "s"]));
}

#[tokio::test]
async fn two_errors_below_one_parent_null_it_once() {
    let client = with_failing_fields().await;
    let selection = "a: issue(number: 1) { x: body y: closed } b: issue(number: 2) { number }";
    let (data, paths) = outcome(&client, &in_repo(selection), Value::Null).await;
    assert_eq!(data, json!({ "r": { "a": null, "b": { "number": 2 } } }));
    // The specification lets a server stop after the first.
    assert!(!paths.is_empty() && paths.iter().all(|path| path[1] == "a"), "{paths:?}");
}

#[tokio::test]
async fn fields_are_merged_across_fragments() {
    let client = Client::start().await;
    let query = "query { v: viewer { login ...F } ...Q } fragment F on Actor { ... on User { name login } } \
                 fragment Q on Query { v: viewer { databaseId } __typename }";
    let response = client.graphql(query, Value::Null).await;
    let start = r#"{"data":{"v":{"login":"octocat","name":"The Octocat","databaseId":"#;
    assert!(response.text.starts_with(start), "{}", response.text);
    assert!(response.text.ends_with(r#"},"__typename":"Query"}}"#), "{}", response.text);
}

#[tokio::test]
async fn invalid_variable_values_are_refused() {
    let client = Client::start().await;
    let number = "query($v: Int!) { repository(owner: \"acme\", name: \"widgets\") { issue(number: $v) { number } } }";
    let login = "query($v: String!) { user(login: $v) { login } }";
    let states = "query($v: [IssueState!]) { repository(owner: \"acme\", name: \"widgets\") { issues(states: $v) { totalCount } } }";
    let order = "query($v: IssueOrder) { repository(owner: \"acme\", name: \"widgets\") { issues(orderBy: $v) { totalCount } } }";
    let input = "mutation($v: AddCommentInput!) { addComment(input: $v) { clientMutationId } }";
    for (query, value) in [
        (number, json!("1")),
        (number, json!(1.5)),
        (number, json!(3_000_000_000_u64)),
        (number, json!(null)),
        (number, json!([1])),
        (login, json!(1)),
        (login, json!(["mona"])),
        (states, json!(["SHUT"])),
        (states, json!(["OPEN", null])),
        (states, json!(7)),
        (order, json!({ "field": "CREATED_AT" })),
        (order, json!({ "field": "CREATED_AT", "direction": "ASC", "x": 1 })),
        (order, json!("CREATED_AT")),
        (input, json!({ "subjectId": "x" })),
        (input, json!({ "subjectId": "x", "body": null })),
    ] {
        let response = client.graphql(query, json!({ "v": value })).await;
        let error = response.first_error();
        let start = error["message"].as_str().unwrap();
        assert!(start.starts_with("Variable $v of type ") && start.ends_with("was provided invalid value"), "{error}");
        assert_eq!(error["extensions"]["value"], value, "{error}");
        assert!(error["locations"].is_array() && response.json().get("data").is_none(), "{error}");
    }
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn valid_variable_values_are_coerced() {
    let client = Client::start().await;
    let node = "query($v: ID!) { node(id: $v) { id } }";
    let error = client.graphql(node, json!({ "v": 42 })).await.first_error();
    assert_eq!(error["message"], "Could not resolve to a node with the global id of '42'", "a number is an id");
    let states = "query($v: [IssueState!]) { repository(owner: \"acme\", name: \"widgets\") { issues(states: $v) { totalCount } } }";
    for (variables, count) in [
        (json!({ "v": "CLOSED" }), 2),
        (json!({ "v": ["CLOSED"] }), 2),
        (json!({ "v": null }), 9),
        (json!({}), 9),
        (json!({ "v": "CLOSED", "nobody": "asks" }), 2),
    ] {
        let data = client.graphql(states, variables).await.data();
        assert_eq!(data["repository"]["issues"]["totalCount"], count);
    }
}

#[tokio::test]
async fn skip_and_include_by_variables() {
    let client = Client::start().await;
    let query = "query($yes: Boolean!, $no: Boolean = false) { viewer { a: login @include(if: $yes) b: login @skip(if: $yes) \
                 c: login @include(if: $no) d: login @skip(if: $no) e: login @include(if: $yes) @skip(if: $yes) \
                 ... @include(if: $no) { f: login } ...F @skip(if: $no) } } fragment F on User { g: login }";
    let names = async |yes: bool| -> Vec<String> {
        let data = client.graphql(query, json!({ "yes": yes })).await.data();
        data["viewer"].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(names(true).await, ["a", "d", "g"]);
    assert_eq!(names(false).await, ["b", "d", "g"]);
    let skipped = "mutation($no: Boolean!, $id: ID!) { a: closeIssue(input: { issueId: $id }) @include(if: $no) { clientMutationId } \
                   b: addComment(input: { subjectId: $id, body: \"b\" }) @skip(if: $no) { clientMutationId } }";
    client.graphql(skipped, json!({ "no": false, "id": client.id("acme/widgets", 2) })).await.data();
    assert_eq!(client.sandbox.writes().len(), 1);
    assert_eq!(client.sandbox.writes()[0].response_key.as_deref(), Some("b"));
}

#[tokio::test]
async fn mutation_fields_run_serially() {
    let client = Client::start().await;
    let query = "mutation($id: ID!) {
        a: addComment(input: { subjectId: $id, body: \"1\" }) { subject { ...C } }
        b: addComment(input: { subjectId: \"nobody\", body: \"2\" }) { subject { ...C } }
        c: closeIssue(input: { issueId: $id }) { issue { closed ...C } }
        d: addComment(input: { subjectId: $id, body: \"3\" }) { subject { ... on Issue { closed } ...C } }
        e: reopenIssue(input: { issueId: $id }) { issue { closed stateReason ...C } }
    } fragment C on Issue { comments { totalCount } }";
    let (data, paths) = outcome(&client, query, json!({ "id": client.id("acme/widgets", 2) })).await;
    let count = |count: u32| json!({ "totalCount": count });
    assert_eq!(data["a"]["subject"]["comments"], count(1));
    assert_eq!(data["b"], Value::Null);
    assert_eq!(data["c"]["issue"], json!({ "closed": true, "comments": count(1) }));
    assert_eq!(data["d"]["subject"], json!({ "closed": true, "comments": count(2) }));
    assert_eq!(data["e"]["issue"], json!({ "closed": false, "stateReason": "REOPENED", "comments": count(2) }));
    assert_eq!(paths, [json!(["b"])]);
}

async fn post(client: &Client, body: Value) -> Received {
    client.send("POST", "/graphql", Some(body), &[]).await.unwrap()
}

#[tokio::test]
async fn operation_is_selected_by_name() {
    let client = Client::start().await;
    let query = "query A { viewer { login } } query B { viewer { name } }";
    let response = post(&client, json!({ "query": query, "operationName": "B" })).await;
    assert_eq!(response.data(), json!({ "viewer": { "name": "The Octocat" } }));
    let response = post(&client, json!({ "query": query, "operationName": "C" })).await;
    assert_eq!(response.json(), json!({ "errors": [{ "message": "No operation named \"C\"" }] }));
    let response = post(&client, json!({ "query": query })).await;
    assert_eq!(response.json(), json!({ "errors": [{ "message": "An operation name is required" }] }));
    let response = post(&client, json!({ "query": "query A { viewer { login } }", "operationName": null })).await;
    assert_eq!(response.data()["viewer"]["login"], "octocat");
}

#[tokio::test]
async fn malformed_requests_are_refused() {
    let client = Client::start().await;
    let url = client.sandbox.graphql_url();
    let http = crate::clients::http_client().build().unwrap();
    let broken = http.post(&url).header("authorization", "Bearer x").body("{ \"query\": ").send().await.unwrap();
    assert_eq!(broken.status(), 400);
    assert!(broken.text().await.unwrap().contains("Problems parsing JSON"));
    for body in [json!({}), json!({ "query": null }), json!({ "query": 1 }), json!([]), json!("{ viewer { login } }")] {
        let response = post(&client, body).await;
        let message = "A query attribute must be specified and must be a string.";
        assert_eq!((response.status, response.json()), (200, json!({ "errors": [{ "message": message }] })));
    }
    for variables in [json!([]), json!("x"), json!(1), json!(true)] {
        let response = post(&client, json!({ "query": "{ viewer { login } }", "variables": variables })).await;
        assert_eq!(response.json(), json!({ "errors": [{ "message": "Variables must be a JSON object" }] }));
    }
    let response = client.get("/graphql").await;
    assert_eq!(
        (response.status, &response.json()["message"]),
        (400, &json!("ghx-sandbox does not model `GET /graphql`"))
    );
}
