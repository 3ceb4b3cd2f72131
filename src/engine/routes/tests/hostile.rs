//! Texts that look like syntax: they arrive unchanged, or nothing is sent.

use ghx_sandbox::{Permission, RepoSeed, Sandbox, Seed};
use serde_json::{Value, json};

use super::cards::{CREATE, CREATE_API, LIST};
use super::world::World;
use crate::ErrorCode::AdapterUnsupported;
use crate::card::Card;
use crate::error::Phase::NotSent;

const TEXTS: [&str; 32] = [
    "plain",
    "--web",
    "-F @file",
    "@/etc/passwd",
    "@-",
    "-",
    "--",
    "--body=other",
    "$(touch /tmp/pwned)",
    "`id`",
    "${HOME} %PATH%",
    "a'b\"c",
    "\\",
    "\\n",
    "line\nbreak",
    "carriage\r\nreturn",
    "tab\there",
    "{owner}/{repo}",
    "{{0.id}}",
    "${{ github.sha }}",
    "a,b;c|d&e>f<g",
    "a, \"b\", c",
    "100% sûr, 日本語 🦀",
    "\u{202e}right to left",
    "\u{7}bell",
    "../../../user",
    "a/b?c=d#e",
    "a%2Fb",
    "null",
    "true",
    "0",
    "HTTP 404: Not Found (https://api.github.com/)",
];

const NAMES: [&str; 14] = [
    "plain",
    "a,b",
    "say \"so\"",
    "it's",
    "-F",
    "--web",
    "@file",
    "a/b",
    "per%cent",
    "what?",
    "#hash",
    "$(x)",
    "日本語 🦀",
    "a;b&c=d",
];

fn input(title: &str, body: &str, labels: &[&str]) -> Value {
    json!({"owner": "acme", "name": "odd", "title": title, "body": body, "labels": labels})
}

async fn world() -> World {
    let repo = NAMES
        .iter()
        .fold(RepoSeed::new("acme/odd").collaborator("octocat", Permission::Admin), |repo, name| repo.label(*name));
    let seed = Seed::empty("octocat").organization("acme").repo(repo);
    World::of(Sandbox::builder().seed(seed).start().await.unwrap(), |builder| builder)
}

async fn create(world: &World, card: &'static Card, by_gh: bool, input: Value) -> Result<Value, crate::Error> {
    if by_gh { world.cli(card, input).await } else { world.rest(card, input).await }
}

#[tokio::test]
async fn texts_arrive_unchanged() {
    let world = world().await;
    let long = "🦀".repeat(15_000);
    for (card, by_gh) in [(&CREATE, false), (&CREATE, true), (&CREATE_API, true)] {
        for text in TEXTS.into_iter().chain([long.as_str()]) {
            let title: String = text.replace(['\n', '\r'], " ").chars().take(200).collect();
            create(&world, card, by_gh, input(&title, text, &[])).await.unwrap();
            let made = world.sandbox.issues("acme/odd").into_iter().max_by_key(|issue| issue.number).unwrap();
            assert_eq!((made.title.as_str(), made.body.as_str()), (title.trim(), text), "by gh: {by_gh}");
        }
    }
    let texts = TEXTS.len() + 1;
    assert_eq!(world.writes().len(), 3 * texts);
}

#[tokio::test]
async fn labels_with_any_name_can_be_selected() {
    let world = world().await;
    for (card, by_gh) in [(&CREATE, false), (&CREATE, true), (&CREATE_API, true)] {
        create(&world, card, by_gh, input("x", "", &NAMES)).await.unwrap();
        let made = world.sandbox.issues("acme/odd").into_iter().max_by_key(|issue| issue.number).unwrap();
        let (mut labels, mut names) = (made.labels, NAMES.to_vec());
        labels.sort_unstable();
        names.sort_unstable();
        assert_eq!(labels, names, "by gh: {by_gh}");
    }
    let one = |label: &str| json!({"owner": "acme", "name": "odd", "labels": [label]});
    // `gh issue list` turns it into a search and keeps brackets. The search of the sandbox does not support nested quotes.
    for name in NAMES.into_iter().filter(|name| !name.contains(['"', '('])) {
        let listed = world.cli(&LIST, one(name)).await.unwrap();
        assert_eq!(listed["items"].as_array().unwrap().len(), 3, "{name}");
        match world.rest(&LIST, one(name)).await {
            Ok(other) => assert_eq!(other["items"], listed["items"], "{name}"),
            Err(error) => assert!(name.contains(',') && error.code() == AdapterUnsupported, "{name}: {error}"),
        }
    }
}

#[tokio::test]
async fn a_text_that_cannot_be_expressed_is_not_sent() {
    let world = world().await;
    let huge = "x".repeat(130_000);
    for (card, by_gh, input) in [
        (&CREATE, true, input("a\0b", "", &[])),
        (&CREATE, true, input("x", &huge, &[])),
        (&CREATE, true, input("x", "", &["a\r\nb"])),
        (&CREATE, false, input("x", "", &[".."])),
        (&CREATE_API, true, input("x", "", &[""])),
    ] {
        let error = create(&world, card, by_gh, input).await.unwrap_err();
        assert_eq!((error.code(), error.phase()), (AdapterUnsupported, NotSent), "{error}");
    }
    assert_eq!(world.calls(), 0);
    // In a body they have no special meaning.
    create(&world, &CREATE_API, true, input("x", "a\0b", &[])).await.unwrap();
    assert_eq!(world.sandbox.issues("acme/odd")[0].body, "a\0b");
}
