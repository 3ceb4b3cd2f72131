//! GitHub's limits for one request, and for the pace of requests.

use std::time::{Duration, Instant};

use ghx_sandbox::{IssueSeed, RepoSeed, RequestLimits, Sandbox, Seed};
use serde_json::{Value, json};

use crate::client::{Client, Received};

/// Root fields `s0`, `s1` and so on.
fn document(kind: &str, count: usize, field: impl Fn(usize) -> String) -> String {
    let fields: Vec<String> = (0..count).map(|index| format!("s{index}: {}", field(index))).collect();
    format!("{kind} {{ {} }}", fields.join("\n"))
}

fn create(client: &Client, count: usize) -> String {
    let repo = client.sandbox.repository_id("acme/widgets").unwrap();
    document("mutation", count, |index| {
        format!("createIssue(input: {{ repositoryId: \"{repo}\", title: \"new {index}\" }}) {{ issue {{ number }} }}")
    })
}

fn comment(client: &Client, count: usize) -> String {
    let issue = client.id("acme/widgets", 1);
    document("mutation", count, |_| {
        format!("addComment(input: {{ subjectId: \"{issue}\", body: \"x\" }}) {{ clientMutationId }}")
    })
}

async fn limited(limits: RequestLimits) -> Client {
    Client::of(Sandbox::builder().request_limits(limits)).await
}

fn assert_out_of_time(response: &Received) {
    assert_eq!(
        (response.status, response.header("content-type")),
        (502, "text/html; charset=utf-8"),
        "{}",
        response.text
    );
    assert!(response.text.contains("We couldn't respond to your request in time"), "{}", response.text);
}

fn assert_too_fast(response: &Received, retry_after: &str) {
    assert_eq!((response.status, response.header("retry-after")), (403, retry_after), "{}", response.text);
    assert!(response.json()["message"].as_str().unwrap().contains("secondary rate limit"), "{}", response.text);
}

/// 100 repositories + 100 × 50 issues + 100 × 50 × 99 labels, as GitHub's documentation counts.
#[tokio::test]
async fn node_count_multiplies_over_nested_connections() {
    let client = Client::start().await;
    let query = |labels: u32| {
        format!(
            "{{ viewer {{ repositories(first: 100) {{ nodes {{ issues(last: 50) {{ edges {{ node {{ ...L }} }} }} }} }} }} rateLimit {{ nodeCount }} }}
             fragment L on Issue {{ labels(first: {labels}) {{ totalCount nodes {{ name }} }} }}"
        )
    };
    let data = client.graphql(&query(98), Value::Null).await.data();
    assert_eq!(data["rateLimit"]["nodeCount"], 100 + 5_000 + 490_000);
    let response = client.graphql(&query(99), Value::Null).await;
    let error = response.first_error();
    assert_eq!((response.status, &error["type"]), (200, &json!("MAX_NODE_LIMIT_EXCEEDED")));
    assert_eq!(
        error["message"],
        "This query requests up to 500,100 possible nodes which exceeds the maximum limit of 500,000."
    );
    assert_eq!(response.json().get("data"), None);
    client.sandbox.set_request_limits(RequestLimits::none());
    client.graphql(&query(99), Value::Null).await.data();
}

/// The reads in a payload count, and nothing is executed.
#[tokio::test]
async fn mutation_over_node_limit_executes_nothing() {
    let client = Client::start().await;
    let id = client.id("acme/widgets", 1);
    let labels =
        "labels(first: 100) { nodes { issues(first: 100) { nodes { labels(first: 100) { nodes { name } } } } } }";
    let query = format!(
        "mutation {{ addComment(input: {{ subjectId: \"{id}\", body: \"x\" }}) {{ subject {{ ... on Issue {{ {labels} }} }} }} }}"
    );
    assert_eq!(client.graphql(&query, Value::Null).await.first_error()["type"], "MAX_NODE_LIMIT_EXCEEDED");
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn page_sizes_are_from_1_to_100() {
    let client = Client::start().await;
    for (arguments, kind, message) in [
        (
            "",
            "MISSING_PAGINATION_BOUNDARIES",
            "You must provide a `first` or `last` value to properly paginate the `labels` connection.",
        ),
        (
            "(first: 101)",
            "EXCESSIVE_PAGINATION",
            "Requesting 101 records on the `labels` connection exceeds the `first` limit of 100 records.",
        ),
        (
            "(last: 1000)",
            "EXCESSIVE_PAGINATION",
            "Requesting 1000 records on the `labels` connection exceeds the `last` limit of 100 records.",
        ),
        (
            "(first: 0)",
            "INVALID_PAGINATION_BOUNDARIES",
            "`first` on the `labels` connection must be between 1 and 100.",
        ),
        ("(last: -1)", "INVALID_PAGINATION_BOUNDARIES", "`last` on the `labels` connection must be between 1 and 100."),
    ] {
        let query = format!(
            "{{ repository(owner: \"acme\", name: \"widgets\") {{ labels{arguments} {{ nodes {{ id }} }} }} }}"
        );
        let response = client.graphql(&query, Value::Null).await;
        let error = response.first_error();
        assert_eq!((response.status, response.json().get("data")), (200, None), "{arguments}");
        assert_eq!((&error["type"], &error["message"]), (&json!(kind), &json!(message)));
        assert_eq!(error["path"], json!(["repository", "labels"]));
    }
    for arguments in ["(first: 1)", "(last: 100)"] {
        let query = format!(
            "{{ repository(owner: \"acme\", name: \"widgets\") {{ labels{arguments} {{ nodes {{ id }} }} }} }}"
        );
        client.graphql(&query, Value::Null).await.data();
    }
}

/// GitHub runs root fields one after the other: those before the limit stay executed, but the client does not see them.
#[tokio::test]
async fn slow_mutation_is_partially_executed() {
    let client = Client::start().await;
    let response = client.graphql(&create(&client, 50), Value::Null).await;
    assert_out_of_time(&response);
    let writes = client.sandbox.writes();
    assert_eq!(writes.len(), 24, "each takes 0.404 seconds");
    assert_eq!(writes.last().unwrap().response_key.as_deref(), Some("s23"));
    assert!(client.sandbox.issue("acme/widgets", 66).is_some() && client.sandbox.issue("acme/widgets", 67).is_none());
    assert_eq!(client.sandbox.requests()[0].processing_millis, 10_000);

    client.sandbox.clear_record();
    assert_eq!(client.graphql(&create(&client, 10), Value::Null).await.data().as_object().unwrap().len(), 10);
    assert_eq!(client.sandbox.requests()[0].processing_millis, 50 + 10 * (400 + 4));
}

#[tokio::test]
async fn slow_query_gets_502() {
    let issues = (0..1_000).map(|number| IssueSeed::new(format!("issue {number}")).label("bug"));
    let repo = issues.fold(RepoSeed::new("ada/engine").label("bug"), RepoSeed::issue);
    let client = Client::of(Sandbox::builder().seed(Seed::empty("ada").repo(repo))).await;
    let query = |count| {
        let views = document("", count, |index| {
            format!(
                "issue(number: {}) {{ title author {{ login }} labels(first: 9) {{ nodes {{ name }} }} }}",
                index + 1
            )
        });
        format!("{{ repository(owner: \"ada\", name: \"engine\") {views} }}")
    };
    client.graphql(&query(500), Value::Null).await.data();
    assert_out_of_time(&client.graphql(&query(1_000), Value::Null).await);
}

#[tokio::test]
async fn slowdown_applies_to_rest() {
    let client = limited(RequestLimits { slowdown: 30.0, ..RequestLimits::default() }).await;
    assert_out_of_time(&client.rest("POST", "/repos/acme/widgets/issues", json!({ "title": "x" })).await);
    assert!(client.sandbox.writes().is_empty());
    assert_eq!(client.rest("PATCH", "/repos/acme/widgets/issues/1", json!({ "title": "x" })).await.status, 200);
    assert_eq!(client.sandbox.requests()[1].processing_millis, 30 * 150);
}

#[tokio::test]
async fn real_time_sleeps() {
    let client = limited(RequestLimits { max_millis: Some(200), real_time: true, ..RequestLimits::default() }).await;
    let start = Instant::now();
    assert_out_of_time(&client.graphql(&comment(&client, 2), Value::Null).await);
    assert!(start.elapsed() >= Duration::from_millis(200));
    assert_eq!(client.sandbox.writes().len(), 1);
}

#[tokio::test]
async fn eighty_creations_per_minute() {
    let client = limited(RequestLimits { millis_between_writes: None, ..RequestLimits::github() }).await;
    client.graphql(&comment(&client, 50), Value::Null).await.data();
    let response = client.graphql(&comment(&client, 50), Value::Null).await;
    let errors = response.json()["errors"].clone();
    assert_eq!((response.status, errors.as_array().unwrap().len()), (200, 20));
    assert_eq!(
        (&errors[0]["type"], &errors[0]["message"], &errors[0]["path"]),
        (&json!("UNPROCESSABLE"), &json!("was submitted too quickly"), &json!(["s30"]))
    );
    assert_eq!(client.sandbox.writes().len(), 80);
    assert_too_fast(&client.rest("POST", "/repos/acme/widgets/labels", json!({ "name": "x" })).await, "60");
    let close = json!({ "state": "closed" });
    assert_eq!(client.rest("PATCH", "/repos/acme/widgets/issues/1", close).await.status, 200, "it creates nothing");
    client.sandbox.advance(Duration::from_secs(60));
    client.graphql(&comment(&client, 50), Value::Null).await.data();
}

#[tokio::test]
async fn writes_require_a_pause() {
    let client = limited(RequestLimits { creations_per_minute: None, ..RequestLimits::github() }).await;
    client.graphql(&comment(&client, 1), Value::Null).await.data();
    assert_too_fast(&client.graphql(&comment(&client, 1), Value::Null).await, "1");
    assert_too_fast(&client.rest("PATCH", "/repos/acme/widgets/issues/1", json!({ "title": "x" })).await, "1");
    assert_eq!(client.get("/repos/acme/widgets/issues/1").await.status, 200, "reads need none");
    client.graphql("{ viewer { login } }", Value::Null).await.data();
    assert_eq!(client.sandbox.writes().len(), 1);
    client.sandbox.advance(Duration::from_secs(1));
    assert_eq!(client.rest("PATCH", "/repos/acme/widgets/issues/1", json!({ "title": "x" })).await.status, 200);
}

#[tokio::test]
async fn limits_and_the_clock_can_be_set_over_http() {
    let client = Client::start().await;
    let limits = client.get("/_sandbox/limits").await.json();
    assert_eq!(limits, json!(RequestLimits::default()));
    let set =
        client.rest("PUT", "/_sandbox/limits", json!({ "millis_between_writes": 5_000, "max_nodes": null })).await;
    assert_eq!(set.status, 204);
    client.graphql(&comment(&client, 1), Value::Null).await.data();
    assert_too_fast(&client.graphql(&comment(&client, 1), Value::Null).await, "5");
    assert_eq!(client.rest("POST", "/_sandbox/clock", json!({ "advance_millis": 5_000 })).await.status, 204);
    client.graphql(&comment(&client, 1), Value::Null).await.data();
    for (path, method) in [("/_sandbox/limits", "PUT"), ("/_sandbox/clock", "POST")] {
        assert_eq!(client.rest(method, path, json!({ "x": 1 })).await.status, 422);
    }
}
