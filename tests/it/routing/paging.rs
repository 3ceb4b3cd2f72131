//! Long lists, page by page, on every route: the same elements in the same order, none twice, none missing.

use ghx::capability::find;
use ghx::card::RouteKind;
use ghx_sandbox::{IssueSeed, Permission, PullSeed, RepoSeed, Sandbox, Seed};
use serde_json::{Value, json};

use super::harness::Harness;

/// 250 issues and 120 pull requests, mixed: of three numbers in a row about one is a pull request.
async fn sandbox() -> Sandbox {
    let mut repo = RepoSeed::new("acme/long").collaborator("octocat", Permission::Admin);
    let (mut issues, mut pulls) = (0, 0);
    for number in 1..=370u32 {
        if number % 3 == 0 && pulls < 120 {
            pulls += 1;
            repo = repo.pull(PullSeed::new(format!("Pull {pulls}"), format!("branch-{pulls}")).number(number));
        } else {
            issues += 1;
            repo = repo.issue(IssueSeed::new(format!("Issue {issues}")).number(number));
        }
    }
    assert_eq!((issues, pulls), (250, 120));
    Sandbox::builder().seed(Seed::empty("octocat").repo(repo)).start().await.unwrap()
}

/// All numbers of a list, page by page.
async fn walk(harness: &Harness, route: RouteKind, task: &str, size: usize) -> Vec<Vec<u64>> {
    let mut pages = Vec::new();
    let mut after = Value::Null;
    loop {
        let step = json!({"task": task, "input": {"repo": "acme/long", "first": size, "after": after}});
        let envelope = harness.over(route, &step).await;
        assert_eq!(envelope["ok"], true, "{task} over {route}, page {}: {envelope:#}", pages.len());
        let data = &envelope["data"];
        pages.push(data["items"].as_array().unwrap().iter().map(|item| item["number"].as_u64().unwrap()).collect());
        assert_eq!(envelope["meta"]["pagination"]["has_next_page"], data["pageInfo"]["hasNextPage"]);
        if data["pageInfo"]["hasNextPage"] == false {
            return pages;
        }
        assert!(data["pageInfo"]["endCursor"].is_string(), "{envelope:#}");
        after = data["pageInfo"]["endCursor"].clone();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn long_lists_are_the_same_on_every_route() {
    let harness = Harness::of(sandbox().await, |builder| builder);
    for (task, total) in [("issue.list", 250), ("pr.list", 120)] {
        let expected = walk(&harness, RouteKind::Graphql, task, 30).await;
        let mut numbers = expected.concat();
        assert_eq!(numbers.len(), total);
        assert!(numbers.is_sorted_by(|newer, older| newer > older), "{task}: newest first, none twice");
        numbers.dedup();
        assert_eq!(numbers.len(), total);
        for route in find(ghx::ALL, task).unwrap().card.fallbacks {
            let pages = walk(&harness, *route, task, 30).await;
            assert_eq!(pages, expected, "{task} over {route}");
        }
    }
}

/// A list may grow while it is read: newer elements push the others back.
#[tokio::test(flavor = "multi_thread")]
async fn new_elements_cause_no_duplicates() {
    for route in [RouteKind::Graphql, RouteKind::Cli] {
        let harness = Harness::of(sandbox().await, |builder| builder);
        let pages = walk(&harness, route, "issue.list", 30).await;
        let page =
            |after: Value| json!({"task": "issue.list", "input": {"repo": "acme/long", "first": 30, "after": after}});
        let cursor = harness.over(route, &page(Value::Null)).await["data"]["pageInfo"]["endCursor"].clone();
        for title in ["New", "Newer"] {
            let step = json!({"task": "issue.create", "input": {"repo": "acme/long", "title": title}});
            assert_eq!(harness.task(&step).await["ok"], true);
        }
        let second = harness.over(route, &page(cursor)).await;
        let items = second["data"]["items"].as_array().unwrap();
        let numbers: Vec<u64> = items.iter().map(|item| item["number"].as_u64().unwrap()).collect();
        assert_eq!(numbers, pages[1], "{route}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cursor_is_for_the_route_that_made_it() {
    let harness = Harness::of(sandbox().await, |builder| builder);
    let page = |after: Value| json!({"task": "issue.list", "input": {"repo": "acme/long", "after": after}});
    for from in [RouteKind::Graphql, RouteKind::Rest, RouteKind::Cli] {
        let cursor = harness.over(from, &page(Value::Null)).await["data"]["pageInfo"]["endCursor"].clone();
        for to in [RouteKind::Graphql, RouteKind::Rest, RouteKind::Cli] {
            let envelope = harness.over(to, &page(cursor.clone())).await;
            assert_eq!(envelope["ok"], from == to, "{from} to {to}: {envelope:#}");
        }
        // Whichever route the card prefers, the list continues on the route of its cursor.
        let envelope = harness.task(&page(cursor)).await;
        assert_eq!((&envelope["ok"], &envelope["meta"]["route_used"]), (&json!(true), &json!(from.as_str())));
    }
    let broken = harness.over(RouteKind::Rest, &page(json!("rest:nonsense"))).await;
    assert_eq!(broken["error"]["code"], "VALIDATION", "{broken:#}");
}
