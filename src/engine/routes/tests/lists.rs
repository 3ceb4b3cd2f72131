//! Lists, page by page, on both routes: nothing twice, nothing missing.

use ghx_sandbox::{IssueSeed, PullSeed, RepoSeed, Sandbox, Seed};
use serde_json::{Value, json};

use super::cards::{ALL_LABELS, CREATE, LABELS, LIST, LIST_API, MISREAD, PULLS};
use super::harness::{CANARY, Harness, fate, object};
use super::server::{Server, reply};
use crate::ErrorCode::Server as Failed;
use crate::card::Card;
use crate::client::Client;
use crate::engine::routes::{RouteCall, rest};
use crate::engine::send::{Cancel, Sender};
use crate::error::Phase::Refused;

/// A repository with this many issues, and a pull request after each third of them.
async fn repository_of(issues: u32) -> Harness {
    let mut repo = RepoSeed::new("acme/crowd");
    for number in 1..=issues {
        repo = repo.issue(IssueSeed::new(format!("issue {number}")));
        if number % 3 == 0 {
            repo = repo.pull(PullSeed::new(format!("pull {number}"), format!("branch-{number}")));
        }
    }
    let seed = Seed::empty("octocat").organization("acme").repo(repo);
    Harness::of(Sandbox::builder().seed(seed).start().await.unwrap(), |builder| builder)
}

fn titles(output: &Value) -> Vec<String> {
    let items = output["items"].as_array().unwrap();
    items.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

fn page(first: usize, after: &Value) -> Value {
    json!({"owner": "acme", "name": "crowd", "first": first, "after": after})
}

async fn read(harness: &Harness, card: &'static Card, by_gh: bool, input: Value) -> Value {
    if by_gh { harness.cli(card, input).await.unwrap() } else { harness.rest(card, input).await.unwrap() }
}

#[tokio::test]
async fn every_page_size_and_route_reads_the_whole_list() {
    let harness = repository_of(250).await;
    let expected: Vec<String> = (1..=250).rev().map(|number| format!("issue {number}")).collect();
    for (card, by_gh, first) in
        [(&LIST, false, 30), (&LIST, false, 7), (&LIST, false, 100), (&LIST, true, 30), (&LIST_API, true, 100)]
    {
        let (mut seen, mut after) = (Vec::new(), Value::Null);
        loop {
            let output = read(&harness, card, by_gh, page(first, &after)).await;
            let own = titles(&output);
            after = output["pageInfo"]["endCursor"].clone();
            let more = output["pageInfo"]["hasNextPage"] == true;
            assert!(own.len() == first || !more, "a page that is not the last is full");
            seen.extend(own);
            if !more {
                break;
            }
            assert!(seen.len() < 250, "there is no empty page at the end");
        }
        assert_eq!(seen, expected, "{first} by gh: {by_gh}");
    }
}

#[tokio::test]
async fn the_page_size_may_change_between_pages() {
    let harness = repository_of(20).await;
    let first = harness.rest(&LIST, page(4, &Value::Null)).await.unwrap();
    let second = harness.rest(&LIST, page(9, &first["pageInfo"]["endCursor"])).await.unwrap();
    assert_eq!((titles(&second).first().unwrap().as_str(), titles(&second).len()), ("issue 16", 9));
    // The same calls by `gh api` have the same cursors.
    let third = harness.cli(&LIST_API, page(30, &second["pageInfo"]["endCursor"])).await.unwrap();
    assert_eq!((titles(&third).first().unwrap().as_str(), titles(&third).len()), ("issue 7", 7));
    // Its own commands have not.
    let error = harness.cli(&LIST, page(30, &second["pageInfo"]["endCursor"])).await.unwrap_err();
    assert_eq!(error.message(), "`after` is a cursor for the rest route");
}

#[tokio::test]
async fn a_cursor_does_not_change_the_filter() {
    let harness = repository_of(20).await;
    let first = harness.rest(&LIST, page(4, &Value::Null)).await.unwrap();
    let mut input = page(4, &first["pageInfo"]["endCursor"]);
    input["state"] = "closed".into();
    harness.rest(&LIST, input).await.unwrap();
    let query = harness.sandbox.requests().last().unwrap().query.clone();
    assert!(query.contains("state=closed") && !query.contains("state=open"), "{query}");
}

#[tokio::test]
async fn gh_continues_after_the_last_element_seen() {
    let harness = repository_of(12).await;
    let first = harness.cli(&LIST, page(4, &Value::Null)).await.unwrap();
    assert_eq!(titles(&first), ["issue 12", "issue 11", "issue 10", "issue 9"]);
    for number in 0..20 {
        let input = json!({"owner": "acme", "name": "crowd", "title": format!("new {number}")});
        harness.rest(&CREATE, input).await.unwrap();
    }
    let second = harness.cli(&LIST, page(4, &first["pageInfo"]["endCursor"])).await.unwrap();
    assert_eq!(titles(&second), ["issue 8", "issue 7", "issue 6", "issue 5"], "although it is further down now");
    // The last one seen is no longer in the list: its number says where to continue.
    let last = harness.sandbox.issues("acme/crowd").into_iter().find(|issue| issue.title == "issue 5").unwrap();
    let close = json!({"owner": "acme", "name": "crowd", "issueNumber": last.number});
    harness.rest(&MISREAD, close).await.unwrap_err();
    let third = harness.cli(&LIST, page(4, &second["pageInfo"]["endCursor"])).await.unwrap();
    assert_eq!(titles(&third), ["issue 3", "issue 2", "issue 1"]);
    assert_eq!(third["pageInfo"]["hasNextPage"], false);
}

#[tokio::test]
async fn rest_continues_after_the_last_element_seen() {
    let harness = repository_of(12).await;
    for first in [4, 5] {
        let before = titles(&harness.rest(&LIST, page(100, &Value::Null)).await.unwrap());
        let one = harness.rest(&LIST, page(first, &Value::Null)).await.unwrap();
        for number in 0..3 {
            let input = json!({"owner": "acme", "name": "crowd", "title": format!("new {number}")});
            harness.rest(&CREATE, input).await.unwrap();
        }
        let two = harness.rest(&LIST, page(first, &one["pageInfo"]["endCursor"])).await.unwrap();
        assert_eq!([titles(&one), titles(&two)].concat(), before[..2 * first]);
    }
    let labels = json!({"owner": "acme", "name": "crowd", "first": 2});
    assert_eq!(harness.rest(&LABELS, labels).await.unwrap()["items"], json!([]));
}

#[tokio::test]
async fn an_empty_list_is_not_an_error() {
    let harness = repository_of(0).await;
    for (card, by_gh) in [(&LIST, false), (&LIST, true), (&LIST_API, true), (&PULLS, false)] {
        let output = read(&harness, card, by_gh, page(30, &Value::Null)).await;
        assert_eq!(output, json!({"items": [], "pageInfo": {"hasNextPage": false, "endCursor": null}}));
    }
}

async fn at(root: &str, card: &'static Card, input: Value) -> Result<Value, crate::Error> {
    let client = Client::builder().token(CANARY).rest_url(root).build().unwrap();
    let sender = Sender::new(&client, Cancel::never());
    let input = object(input);
    rest::run(&RouteCall { client: &client, card, input: &input, sender: &sender }, card.rest.unwrap()).await
}

/// The number of the page that a request asks for.
fn number(request: &str) -> usize {
    let query = request.split_once('?').map_or("", |(_, rest)| rest.split(' ').next().unwrap());
    let number = query.split('&').find_map(|pair| pair.strip_prefix("page="));
    number.map_or(1, |number| number.parse().unwrap())
}

#[tokio::test]
async fn a_long_search_reports_where_it_stopped() {
    // 25 pages of pull requests, then an issue.
    let server = Server::start(|request| {
        let page = number(request);
        let body = if page < 25 { r#"[{"pull_request": {}}]"# } else { r#"[{"number": 7, "title": "found"}]"# };
        let link = format!("link: <https://elsewhere.example.com/x?page={}&evil=1>; rel=\"next\"\r\n", page + 1);
        reply("200 OK", if page < 25 { &link } else { "" }, body)
    })
    .await;
    let mut after = Value::Null;
    for calls in [10, 20] {
        let output = at(&server.url, &LIST, page(5, &after)).await.unwrap();
        assert_eq!((&output["items"], &output["pageInfo"]["hasNextPage"]), (&json!([]), &json!(true)));
        assert_eq!(server.requests().len(), calls);
        after = output["pageInfo"]["endCursor"].clone();
    }
    let output = at(&server.url, &LIST, page(5, &after)).await.unwrap();
    assert_eq!((titles(&output), &output["pageInfo"]["hasNextPage"]), (vec!["found".to_owned()], &json!(false)));
    assert_eq!(server.requests().len(), 25, "no page twice, and none on another host");
    assert!(server.requests().iter().all(|request| request.starts_with("GET /repos/acme/crowd/issues?state=open&")));
}

#[tokio::test]
async fn an_endless_list_is_an_error() {
    let server = Server::start(|_| reply("200 OK", "link: </x?page=2>; rel=\"next\"\r\n", r#"[{"name": "a"}]"#)).await;
    assert_eq!(fate(at(&server.url, &ALL_LABELS, page(1, &Value::Null)).await), (Failed, Refused));
    assert_eq!(server.requests().len(), 2);
    assert_eq!(fate(at(&server.url, &LABELS, page(9, &Value::Null)).await), (Failed, Refused));
    let server = Server::start(|_| reply("200 OK", "link: next please\r\n", "[]")).await;
    let error = at(&server.url, &LABELS, page(9, &Value::Null)).await.unwrap_err();
    assert_eq!(error.message(), "GitHub's `link` header cannot be read");
    let server = Server::start(|_| reply("200 OK", "", r#"{"items": []}"#)).await;
    let error = at(&server.url, &LABELS, page(9, &Value::Null)).await.unwrap_err();
    assert_eq!(error.message(), "unexpected response from GitHub: it is not a list");
    let server = Server::start(|_| reply("204 No Content", "", "")).await;
    assert_eq!(at(&server.url, &LABELS, page(9, &Value::Null)).await.unwrap()["items"], json!([]));
}
