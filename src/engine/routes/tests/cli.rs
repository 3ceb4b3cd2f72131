//! The CLI route: the real `gh` against the sandbox.

use serde_json::{Value, json};

use super::cards::{CREATE, CREATE_API, DIFF, LIST, LIST_API, MISREAD, RUN, VIEW, VIEW_API};
use super::world::{World, fate, gh, issue, status, widgets};
use crate::ErrorCode::{AdapterUnsupported, Auth, Network, NotFound, Server, Validation};
use crate::client::gh::{authenticated, available, stored_token};
use crate::client::{Client, Gh};
use crate::error::Phase::{MayBeApplied, NotSent, Refused};
use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};

#[tokio::test]
async fn every_route_gives_the_same_output() {
    let world = World::start().await;
    for number in [1, 3, 4] {
        let rest = world.rest(&VIEW, issue(number)).await.unwrap();
        assert_eq!(world.cli(&VIEW, issue(number)).await.unwrap(), rest);
        assert_eq!(world.cli(&VIEW_API, issue(number)).await.unwrap(), rest);
    }
    assert_eq!(world.cli(&DIFF, issue(7)).await.unwrap(), world.rest(&DIFF, issue(7)).await.unwrap());
    let run = widgets(json!({"runId": 1002}));
    assert_eq!(world.cli(&RUN, run.clone()).await.unwrap(), world.rest(&RUN, run).await.unwrap());
}

#[tokio::test]
async fn a_write_is_sent_once() {
    let world = World::start().await;
    let input = widgets(json!({"title": "-F @file", "body": "--web\n$(x) \"q\" 'p'", "labels": ["bug"]}));
    let output = world.cli(&CREATE, input.clone()).await.unwrap();
    assert!(output["url"].as_str().unwrap().contains("/issues/"), "{output}");
    let made = world.cli(&CREATE_API, input).await.unwrap();
    assert_eq!((&made["title"], &made["labels"]), (&json!("-F @file"), &json!(["bug"])));
    assert_eq!(world.writes().len(), 2);
}

#[tokio::test]
async fn failures_have_their_code_and_phase() {
    let world = World::start().await;
    assert_eq!(fate(world.cli(&VIEW, issue(999)).await), (NotFound, Refused));
    assert_eq!(fate(world.cli(&VIEW, issue(7)).await), (NotFound, Refused));
    assert_eq!(fate(world.cli(&VIEW_API, issue(999)).await), (NotFound, Refused));
    assert_eq!(fate(world.cli(&VIEW_API, issue(7)).await), (NotFound, Refused));
    assert_eq!(fate(world.cli(&RUN, widgets(json!({"runId": 9}))).await), (NotFound, Refused));
    assert_eq!(fate(world.cli(&CREATE, widgets(json!({"title": "x", "labels": ["nope"]}))).await), (NotFound, Refused));
    assert_eq!(fate(world.cli(&CREATE_API, widgets(json!({"title": ""}))).await), (Validation, Refused));
    assert_eq!(fate(world.cli(&MISREAD, issue(1)).await), (Server, MayBeApplied));
    assert_eq!(fate(world.cli(&CREATE, widgets(json!({"title": "a\0b"}))).await), (AdapterUnsupported, NotSent));
    assert_eq!(world.writes().len(), 1);
}

#[tokio::test]
async fn failures_of_github_are_classified() {
    let after = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    for (fault, read, write) in [
        (Fault::ExpiredToken, (Auth, Refused), (Auth, Refused)),
        (after, (Server, Refused), (Server, MayBeApplied)),
        (Fault::Drop { when: When::After }, (Network, Refused), (Network, MayBeApplied)),
        (status(404), (NotFound, Refused), (NotFound, Refused)),
    ] {
        let world = World::start().await.arm(FaultRule::new(fault.clone()).always());
        assert_eq!(fate(world.cli(&VIEW, issue(1)).await), read, "{fault:?}");
        assert_eq!(fate(world.cli(&VIEW_API, issue(1)).await), read, "{fault:?}");
        let input = widgets(json!({"title": "x"}));
        assert_eq!(fate(world.cli(&CREATE_API, input.clone()).await), write, "{fault:?}");
        world.sandbox.disarm();
        world.sandbox.inject(FaultRule::new(fault.clone()).on(On::Mutation).always());
        assert_eq!(fate(world.cli(&CREATE, input).await), write, "{fault:?}");
        assert!(world.writes().len() <= 2, "{fault:?}");
    }
}

#[tokio::test]
async fn lists_continue_after_a_page() {
    let world = World::start().await;
    for card in [&LIST, &LIST_API] {
        let mut numbers = Vec::new();
        let mut after = Value::Null;
        loop {
            let input = widgets(json!({"state": "all", "first": 4, "after": after}));
            let output = world.cli(card, input).await.unwrap();
            let items = output["items"].as_array().unwrap();
            numbers.extend(items.iter().map(|item| item["number"].as_u64().unwrap()));
            after = output["pageInfo"]["endCursor"].clone();
            if output["pageInfo"]["hasNextPage"] == false {
                break;
            }
            assert_eq!(items.len(), 4);
        }
        assert_eq!(numbers, [42, 41, 40, 6, 5, 4, 3, 2, 1]);
    }
}

#[tokio::test]
async fn a_missing_program_and_an_unreachable_github_are_reported() {
    let world = World::with(|builder| builder.gh(Gh::at("/nowhere/gh"))).await;
    assert_eq!(fate(world.cli(&VIEW, issue(1)).await), (AdapterUnsupported, NotSent));
    assert_eq!(fate(world.cli(&CREATE_API, widgets(json!({"title": "x"}))).await), (AdapterUnsupported, NotSent));
    let world = World::with(|builder| builder.gh(gh("http://127.0.0.1:1"))).await;
    assert_eq!(fate(world.cli(&VIEW, issue(1)).await), (Network, Refused));
    assert_eq!(fate(world.cli(&CREATE_API, widgets(json!({"title": "x"}))).await), (Network, NotSent));
}

#[tokio::test]
async fn availability_depends_on_installation_and_login() {
    let world = World::start().await;
    let own = world.client.gh().unwrap();
    assert!(available(own).await.is_ok() && authenticated(&world.client, own).await.is_ok());
    let missing = available(&Gh::at("/nowhere/gh")).await.unwrap_err();
    assert_eq!(missing.message(), "there is no program `/nowhere/gh` (install the GitHub CLI)");
    let other = available(&Gh::at("true")).await.unwrap_err();
    assert!(other.message().starts_with("`true` is not the GitHub CLI: "), "{other}");
    assert!(stored_token(own, world.client.host()).await.unwrap().is_none());
    let logged_out = Client::builder().host("github.localhost").gh(own.clone()).build().unwrap();
    let error = authenticated(&logged_out, own).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Auth, NotSent));
}
