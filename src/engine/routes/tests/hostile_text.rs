//! Text that looks like flags, files or templates is sent unchanged, or nothing is sent.

use ghx_sandbox::{Permission, RepoSeed, Sandbox, Seed};
use serde_json::{Value, json};

use super::cards::{CREATE, CREATE_API, LIST};
use super::harness::Harness;
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

async fn harness() -> Harness {
    let repo = NAMES
        .iter()
        .fold(RepoSeed::new("acme/odd").collaborator("octocat", Permission::Admin), |repo, name| repo.label(*name));
    let seed = Seed::empty("octocat").organization("acme").repo(repo);
    Harness::of(Sandbox::builder().seed(seed).start().await.unwrap(), |builder| builder)
}

async fn create(harness: &Harness, card: &'static Card, by_gh: bool, input: Value) -> Result<Value, crate::Error> {
    if by_gh { harness.cli(card, input).await } else { harness.rest(card, input).await }
}

#[tokio::test]
async fn hostile_text_is_sent_unchanged() {
    let harness = harness().await;
    let long = "🦀".repeat(15_000);
    for (card, by_gh) in [(&CREATE, false), (&CREATE, true), (&CREATE_API, true)] {
        for text in TEXTS.into_iter().chain([long.as_str()]) {
            let title: String = text.replace(['\n', '\r'], " ").chars().take(200).collect();
            create(&harness, card, by_gh, input(&title, text, &[])).await.unwrap();
            let made = harness.sandbox.issues("acme/odd").into_iter().max_by_key(|issue| issue.number).unwrap();
            assert_eq!((made.title.as_str(), made.body.as_str()), (title.trim(), text), "by gh: {by_gh}");
        }
    }
    let texts = TEXTS.len() + 1;
    assert_eq!(harness.writes().len(), 3 * texts);
}

#[tokio::test]
async fn labels_of_any_name_are_found() {
    let harness = harness().await;
    for (card, by_gh) in [(&CREATE, false), (&CREATE, true), (&CREATE_API, true)] {
        create(&harness, card, by_gh, input("x", "", &NAMES)).await.unwrap();
        let made = harness.sandbox.issues("acme/odd").into_iter().max_by_key(|issue| issue.number).unwrap();
        let (mut labels, mut names) = (made.labels, NAMES.to_vec());
        labels.sort_unstable();
        names.sort_unstable();
        assert_eq!(labels, names, "by gh: {by_gh}");
    }
    let one = |label: &str| json!({"owner": "acme", "name": "odd", "labels": [label]});
    // `gh issue list` makes a search of it, with brackets as they are; and the sandbox's search knows no quotes inside quotes.
    for name in NAMES.into_iter().filter(|name| !name.contains(['"', '('])) {
        let listed = harness.cli(&LIST, one(name)).await.unwrap();
        assert_eq!(listed["items"].as_array().unwrap().len(), 3, "{name}");
        match harness.rest(&LIST, one(name)).await {
            Ok(other) => assert_eq!(other["items"], listed["items"], "{name}"),
            Err(error) => assert!(name.contains(',') && error.code() == AdapterUnsupported, "{name}: {error}"),
        }
    }
}

#[tokio::test]
async fn text_that_gh_cannot_pass_on_is_refused() {
    let harness = harness().await;
    let huge = "x".repeat(130_000);
    for (card, by_gh, input) in [
        (&CREATE, true, input("a\0b", "", &[])),
        (&CREATE, true, input("x", &huge, &[])),
        (&CREATE, true, input("x", "", &["a\r\nb"])),
        (&CREATE, false, input("x", "", &[".."])),
        (&CREATE_API, true, input("x", "", &[""])),
    ] {
        let error = create(&harness, card, by_gh, input).await.unwrap_err();
        assert_eq!((error.code(), error.phase()), (AdapterUnsupported, NotSent), "{error}");
    }
    assert_eq!(harness.calls(), 0);
    // In a body they have no meaning.
    create(&harness, &CREATE_API, true, input("x", "a\0b", &[])).await.unwrap();
    assert_eq!(harness.sandbox.issues("acme/odd")[0].body, "a\0b");
}
