//! Reads over GraphQL, and errors in GitHub's shape.

use serde_json::{Value, json};

use crate::client::Client;

#[tokio::test]
async fn aliases_fragments_directives_and_order() {
    let client = Client::start().await;
    let query = "query Q($with: Boolean!, $name: String = \"widgets\") {
        b: repository(owner: \"ACME\", name: $name) { ...R }
        a: repository(owner: \"acme\", name: \"Gadgets\") { ...R description @include(if: $with) }
    }
    fragment R on Repository { name nameWithOwner __typename }";
    let response = client.graphql(query, json!({ "with": false })).await;
    assert_eq!(
        response.text,
        "{\"data\":{\"b\":{\"name\":\"widgets\",\"nameWithOwner\":\"acme/widgets\",\"__typename\":\"Repository\"},\
         \"a\":{\"name\":\"gadgets\",\"nameWithOwner\":\"acme/gadgets\",\"__typename\":\"Repository\"}}}"
    );
}

#[tokio::test]
async fn every_response_has_rate_limit_headers() {
    let client = Client::start().await;
    let query = "{ rateLimit { cost remaining used limit nodeCount resetAt } viewer { login } }";
    let response = client.graphql(query, Value::Null).await;
    assert_eq!(response.header("x-ratelimit-limit"), "5000");
    assert_eq!(response.header("x-ratelimit-remaining"), "4999");
    assert_eq!(response.header("x-ratelimit-resource"), "graphql");
    assert!(!response.header("x-github-request-id").is_empty());
    let rate = &response.data()["rateLimit"];
    assert_eq!((&rate["cost"], &rate["remaining"], &rate["used"]), (&json!(1), &json!(4999), &json!(1)));
    let big = "{ repository(owner: \"acme\", name: \"widgets\") { issues(first: 100) { nodes { labels(first: 100) { nodes { name } } \
               comments(first: 100) { nodes { id } } } } } }";
    let used = |response: &crate::client::Received| response.header("x-ratelimit-used").parse::<u32>().unwrap();
    assert_eq!(used(&client.graphql(big, Value::Null).await), 3, "201 requests are two points");
}

#[tokio::test]
async fn missing_objects_are_null_with_or_without_an_error() {
    let client = Client::start().await;
    let query = "{ r: repository(owner: \"acme\", name: \"widgets\") {
        one: issue(number: 999) { id }
        pr: issue(number: 7) { id }
        label(name: \"nope\") { id }
        milestone(number: 99) { id }
        ref(qualifiedName: \"refs/heads/nope\") { name }
        both: issueOrPullRequest(number: 7) { ... on PullRequest { number } }
    } u: user(login: \"nobody\") { id } }";
    let response = client.graphql(query, Value::Null).await.json();
    assert_eq!(
        response["data"]["r"],
        json!({ "one": null, "pr": null, "label": null, "milestone": null, "ref": null, "both": { "number": 7 } })
    );
    let errors: Vec<_> =
        response["errors"].as_array().unwrap().iter().map(|error| (&error["type"], &error["path"])).collect();
    let not_found = json!("NOT_FOUND");
    assert_eq!(
        errors,
        [(&not_found, &json!(["r", "one"])), (&not_found, &json!(["r", "pr"])), (&not_found, &json!(["u"]))]
    );
    assert_eq!(response["errors"][0]["message"], "Could not resolve to an Issue with the number of 999.");
    assert_eq!(response["errors"][0]["locations"], json!([{ "line": 2, "column": 9 }]));
}

#[tokio::test]
async fn null_propagates_to_the_nearest_nullable_field() {
    let client = Client::start().await;
    let fault =
        r#"{"fault": "nested_error", "field": "Issue.body", "type": "FORBIDDEN", "message": "no", "times": null}"#;
    client.sandbox.inject(fault.parse::<ghx_sandbox::FaultRule>().unwrap());
    let query =
        "{ r: repository(owner: \"acme\", name: \"widgets\") { name i: issue(number: 1) { title html: body } } }";
    let response = client.graphql(query, Value::Null).await.json();
    assert_eq!(response["data"], json!({ "r": { "name": "widgets", "i": null } }));
    assert_eq!(response["errors"][0]["path"], json!(["r", "i", "html"]));
    assert_eq!(response["errors"][0]["message"], "no");
    assert_eq!(response["errors"][0]["type"], "FORBIDDEN");
    let list = "{ repository(owner: \"acme\", name: \"widgets\") { issues(first: 2) { nodes { number body } } } }";
    let response = client.graphql(list, Value::Null).await.json();
    assert_eq!(response["data"]["repository"]["issues"]["nodes"], json!([null, null]));
    assert_eq!(response["errors"][1]["path"], json!(["repository", "issues", "nodes", 1, "body"]));
}

#[tokio::test]
async fn validation_errors_have_graphql_rubys_shape() {
    let client = Client::start().await;
    let error = client.graphql("query Foo { v: viewer { nonsense } }", Value::Null).await.first_error();
    assert_eq!(error["message"], "Field 'nonsense' doesn't exist on type 'User'");
    assert_eq!(error["path"], json!(["query Foo", "v", "nonsense"]));
    assert_eq!(error["extensions"], json!({ "code": "undefinedField", "typeName": "User", "fieldName": "nonsense" }));
    assert_eq!(error["locations"], json!([{ "line": 1, "column": 25 }]));
    assert_eq!(error.get("type"), None);
    for (query, code) in [
        ("{ repository(owner: \"a\", name: \"b\", x: 1) { id } }", "argumentNotAccepted"),
        ("{ repository(owner: \"a\") { id } }", "missingRequiredArguments"),
        ("{ repository(owner: 1, name: \"b\") { id } }", "argumentLiteralsIncompatible"),
        ("query($a: Int) { repository(owner: $a, name: \"b\") { id } }", "variableMismatch"),
        ("query($a: Int) { viewer { login } }", "variableNotUsed"),
        ("{ viewer { login(x: $y) } }", "argumentNotAccepted"),
        ("{ viewer { ...F } }", "useAndDefineFragment"),
        ("{ viewer { login } } fragment F on User { id }", "useAndDefineFragment"),
        ("{ viewer { ... on Nope { id } } }", "undefinedType"),
        ("{ viewer }", "selectionMismatch"),
        ("{ viewer { login { x } } }", "selectionMismatch"),
        ("{ viewer { login login: name } }", "fieldConflict"),
        ("{ viewer { ... on Issue { id } } }", "cannotSpreadFragment"),
        ("mutation { closeIssue(input: {}) { issue { id } } }", "missingRequiredInputObjectAttribute"),
        ("mutation { closeIssue(input: { issueId: 1, x: 2 }) { issue { id } } }", "argumentNotAccepted"),
    ] {
        let response = client.graphql(query, Value::Null).await;
        assert_eq!(response.status, 200);
        assert_eq!(response.json().get("data"), None, "{query}");
        let codes: Vec<Value> = response.json()["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["extensions"]["code"].clone())
            .collect();
        assert!(codes.contains(&json!(code)), "{query}: {codes:?}");
    }
}

#[tokio::test]
async fn variables_are_coerced_or_refused() {
    let client = Client::start().await;
    let query = "query($n: Int!) { repository(owner: \"acme\", name: \"widgets\") { issue(number: $n) { number } } }";
    let error = client.graphql(query, json!({ "n": "1" })).await.first_error();
    assert_eq!(error["message"], "Variable $n of type Int! was provided invalid value");
    assert_eq!(error["extensions"]["value"], "1");
    assert!(error["extensions"]["problems"][0]["explanation"].is_string());
    let error = client.graphql(query, json!({})).await.first_error();
    assert_eq!(error["message"], "Variable $n of type Int! was provided invalid value");
    let states = "query($s: [IssueState!] = CLOSED) { repository(owner: \"acme\", name: \"widgets\") { issues(states: $s) { totalCount } } }";
    for (variables, count) in [(json!({}), 2), (json!({ "s": "OPEN" }), 7), (json!({ "s": ["OPEN", "CLOSED"] }), 9)] {
        let data = client.graphql(states, variables).await.data();
        assert_eq!(data["repository"]["issues"]["totalCount"], count);
    }
}

#[tokio::test]
async fn connections_require_page_size() {
    let client = Client::start().await;
    let of = |args: &str| {
        format!(
            "query Q {{ r: repository(owner: \"acme\", name: \"widgets\") {{ issues{args} {{ nodes {{ id }} }} }} }}"
        )
    };
    let error = client.graphql(&of(""), Value::Null).await.first_error();
    assert_eq!(error["type"], "MISSING_PAGINATION_BOUNDARIES");
    assert_eq!(
        error["message"],
        "You must provide a `first` or `last` value to properly paginate the `issues` connection."
    );
    assert_eq!(error["path"], json!(["r", "issues"]));
    let response = client.graphql(&of("(last: 1000)"), Value::Null).await;
    let error = response.first_error();
    assert_eq!(
        error["message"],
        "Requesting 1000 records on the `issues` connection exceeds the `last` limit of 100 records."
    );
    assert_eq!(response.json().get("data"), None);
    let error = client.graphql(&of("(first: 3, after: \"x\")"), Value::Null).await.first_error();
    assert_eq!(error["type"], "INVALID_CURSOR_ARGUMENTS");
    assert_eq!(error["message"], "`x` does not appear to be a valid cursor.");
    let nested = "{ repository(owner: \"acme\", name: \"widgets\") { issues(first: 100) { nodes { comments(first: 100) { nodes { \
                  author { ... on User { repositories(first: 100) { nodes { id } } } } } } } } } }";
    let error = client.graphql(nested, Value::Null).await.first_error();
    assert_eq!(
        error["message"],
        "This query requests up to 1,010,100 possible nodes which exceeds the maximum limit of 500,000."
    );
}

#[tokio::test]
async fn paging_in_both_directions() {
    let client = Client::start().await;
    let query = "query($first: Int, $last: Int, $after: String, $before: String) { repository(owner: \"acme\", name: \"many-labels\") { \
                 labels(first: $first, last: $last, after: $after, before: $before) { totalCount nodes { name } edges { cursor } \
                 pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }";
    let page = async |variables: Value| client.graphql(query, variables).await.data()["repository"]["labels"].clone();
    let (mut after, mut names) = (Value::Null, Vec::new());
    loop {
        let labels = page(json!({ "first": 100, "after": after })).await;
        names.extend(labels["nodes"].as_array().unwrap().iter().map(|node| node["name"].clone()));
        after = labels["pageInfo"]["endCursor"].clone();
        if labels["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!((names.len(), &names[249]), (250, &json!("label-250")));
    let last = page(json!({ "last": 2 })).await;
    assert_eq!(last["nodes"], json!([{ "name": "label-249" }, { "name": "label-250" }]));
    assert_eq!(last["pageInfo"]["hasPreviousPage"], true);
    let before = page(json!({ "last": 1, "before": last["pageInfo"]["startCursor"] })).await;
    assert_eq!(before["nodes"], json!([{ "name": "label-248" }]));
}

#[tokio::test]
async fn node_ids_are_checked_by_kind() {
    let client = Client::start().await;
    let node = "query($id: ID!) { node(id: $id) { __typename id } }";
    let id = client.id("acme/widgets", 7);
    assert_eq!(client.graphql(node, json!({ "id": id })).await.data()["node"]["__typename"], "PullRequest");
    let close = "mutation($id: ID!) { c: closeIssue(input: { issueId: $id }) { issue { id } } }";
    let error = client.graphql(close, json!({ "id": id })).await.first_error();
    assert_eq!((&error["type"], &error["path"]), (&json!("NOT_FOUND"), &json!(["c"])));
    assert_eq!(error["message"], format!("Could not resolve to Issue node with the global id of '{id}'."));
    for wrong in ["", "I_kwDO", "I_kwDO00000000", "nonsense", "42"] {
        let error = client.graphql(node, json!({ "id": wrong })).await.first_error();
        assert_eq!(error["message"], format!("Could not resolve to a node with the global id of '{wrong}'"));
    }
}

#[tokio::test]
async fn renamed_repositories_resolve() {
    let client = Client::start().await;
    let query = "query($f: Boolean) { repository(owner: \"acme\", name: \"old-gadgets\", followRenames: $f) { nameWithOwner } }";
    let data = client.graphql(query, Value::Null).await.data();
    assert_eq!(data["repository"]["nameWithOwner"], "acme/gadgets");
    assert_eq!(client.graphql(query, json!({ "f": false })).await.first_error()["type"], "NOT_FOUND");
}
