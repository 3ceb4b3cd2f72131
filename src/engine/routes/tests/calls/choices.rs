//! One call or the other, calls that only read, responses that may be empty, texts in paths, and redirects as results.

use serde_json::{Value, json};

use super::super::harness::{fate, widgets};
use super::super::server::{Server, reply};
use super::*;
use crate::ErrorCode::{AdapterUnsupported, NotFound, Server as Failed};
use crate::card::Effect;
use crate::card::operation::{Operation, OperationKind, Part, Root, Variable};
use crate::card::route::{Condition, Lookup, Match, Path, ResponseKind, Success, SuccessBody, Test};
use crate::error::Phase::{MayBeApplied, NotSent, Refused};

const NAME: Segment = Segment::Value(Source::Input("title"));
const WRITTEN: &[Success] = &[Success::new(201, SuccessBody::Object), Success::new(204, SuccessBody::Empty)];

/// Creates a variable, or changes it if it is there.
static UPSERT: Card = card(
    Effect::Write,
    Some(&RestRoute::new(
        &[
            RestCall::new("found", Method::Get, below![Segment::Text("/variables/"), NAME]).optional(),
            RestCall::new("set", Method::Post, below![Segment::Text("/variables")])
                .body(&[("name", Source::Input("title"))])
                .when(Condition::found("found", &[], Test::Absent))
                .successes(WRITTEN),
            RestCall::new("set", Method::Patch, below![Segment::Text("/variables/"), NAME]).successes(WRITTEN),
        ],
        &[field("id", Take::Value(Pick::new(&["id"]).nullable()))],
    )),
    None,
    super::super::cards::INPUTS,
);

fn first_lines(server: &Server) -> Vec<String> {
    let line = |request: &String| request.lines().next().unwrap_or_default().replace(" HTTP/1.1", "");
    server.requests().iter().map(line).collect()
}

#[tokio::test]
async fn an_earlier_response_decides_which_call_is_made() {
    let github = Server::start(|request| match request {
        get if get.starts_with("GET ") => reply("404 Not Found", "", MISSING),
        _ => reply("201 Created", "", r#"{"id": 7}"#),
    })
    .await;
    assert_eq!(run(&github.url, &UPSERT, widgets(json!({"title": "A"}))).await.unwrap(), json!({"id": 7}));
    let expected = ["GET /repos/acme/widgets/variables/A", "POST /repos/acme/widgets/variables"];
    assert_eq!(first_lines(&github), expected);

    let github = Server::start(|request| match request {
        get if get.starts_with("GET ") => reply("200 OK", "", r#"{"name": "A"}"#),
        _ => reply("204 No Content", "", ""),
    })
    .await;
    assert_eq!(run(&github.url, &UPSERT, widgets(json!({"title": "A"}))).await.unwrap(), json!({"id": null}));
    let expected = ["GET /repos/acme/widgets/variables/A", "PATCH /repos/acme/widgets/variables/A"];
    assert_eq!(first_lines(&github), expected);
    let patch = github.requests()[1].to_lowercase();
    assert!(!patch.contains("content-type") && patch.ends_with("\r\n\r\n"), "a PATCH without a body: {patch}");
}

#[tokio::test]
async fn only_documented_responses_prove_that_a_write_was_executed() {
    for (status, body) in
        [("200 OK", "<html>log in</html>"), ("204 No Content", ""), ("201 Created", ""), ("201 Created", "[1]")]
    {
        let github = Server::start(move |request| match request {
            get if get.starts_with("GET ") => reply("404 Not Found", "", MISSING),
            _ => reply(status, "", body),
        })
        .await;
        let result = run(&github.url, &UPSERT, widgets(json!({"title": "A"}))).await;
        match status {
            "204 No Content" => assert_eq!(result.unwrap(), json!({"id": null})),
            _ => assert_eq!(fate(result), (Failed, MayBeApplied), "{status} {body}"),
        }
        assert_eq!(github.requests().len(), 2, "a write is sent once");
    }
}

/// A POST that only reads.
const NOTES: RestCall = RestCall::new("notes", Method::Post, below![Segment::Text("/releases/generate-notes")])
    .body(&[("tag_name", Source::Input("title"))]);
static READING: Card = card(
    Effect::Read,
    Some(&RestRoute::new(&[NOTES.reads()], &[field("body", Take::Value(Pick::new(&["body"])))])),
    None,
    super::super::cards::INPUTS,
);
static WRITING: Card = card(
    Effect::Write,
    Some(&RestRoute::new(&[NOTES], &[field("body", Take::Value(Pick::new(&["body"])))])),
    None,
    super::super::cards::INPUTS,
);

#[tokio::test]
async fn a_post_that_only_reads_is_sent_again() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    for (card, expected) in [(&READING, 2), (&WRITING, 1)] {
        let count = AtomicUsize::new(0);
        let github = Server::start(move |_| match count.fetch_add(1, Ordering::Relaxed) {
            0 => reply("502 Bad Gateway", "", "<html>"),
            _ => reply("200 OK", "", r#"{"body": "notes"}"#),
        })
        .await;
        let result = run(&github.url, card, widgets(json!({"title": "v1"}))).await;
        assert_eq!(github.requests().len(), expected);
        match expected {
            2 => assert_eq!(result.unwrap(), json!({"body": "notes"})),
            _ => assert_eq!(fate(result), (Failed, MayBeApplied)),
        }
    }
}

/// A file by its path, which goes into the URL with its slashes.
static CONTENTS: Card = card(
    Effect::Read,
    Some(&RestRoute::new(
        &[RestCall::new(
            "main",
            Method::Get,
            below![Segment::Text("/contents/"), Segment::Value(Source::Text(&[&[Source::Input("title")]]))],
        )],
        &[field("text", Take::Value(Pick::new(&["content"]).decode()))],
    )),
    None,
    super::super::cards::INPUTS,
);

#[tokio::test]
async fn a_text_in_a_path_keeps_its_slashes() {
    let github = Server::start(|_| reply("200 OK", "", r#"{"content": "aGk=\n"}"#)).await;
    let read = async |path: &str| run(&github.url, &CONTENTS, widgets(json!({"title": path}))).await;
    assert_eq!(read("src/a b/é?#.rs").await.unwrap(), json!({"text": "hi"}));
    assert_eq!(first_lines(&github), ["GET /repos/acme/widgets/contents/src/a%20b/%C3%A9%3F%23.rs"]);
    for path in ["../secret", "a/../b", "a//b", "/a", "a/", "a/./b", ".."] {
        assert_eq!(fate(read(path).await), (AdapterUnsupported, NotSent), "{path}");
    }
    assert_eq!(github.requests().len(), 1);
}

/// An artifact: the redirect is the result.
static DOWNLOAD: Card = card(
    Effect::Read,
    Some(&RestRoute::new(
        &[RestCall::new("main", Method::Get, below![Segment::Text("/zip")]).response(ResponseKind::Location)],
        &[field("url", Take::Location)],
    )),
    None,
    super::super::cards::INPUTS,
);

#[tokio::test]
async fn a_redirect_can_be_the_result() {
    let storage = Server::start(|_| reply("200 OK", "", "megabytes")).await;
    let target = format!("{}/blob?sig=secret", storage.url);
    let location = format!("location: {target}\r\n");
    let github = Server::start(move |request| {
        if request.starts_with("GET /repositories/") {
            return reply("302 Found", &location, "");
        }
        reply("301 Moved Permanently", "location: /repositories/1/zip\r\n", MISSING)
    })
    .await;
    assert_eq!(run(&github.url, &DOWNLOAD, widgets(json!({}))).await.unwrap(), json!({"url": target}));
    assert_eq!(github.requests().len(), 2, "a repository that was renamed is followed");
    assert_eq!(storage.requests().len(), 0, "the target is not requested");
}

#[tokio::test]
async fn a_bad_redirect_is_not_a_result_and_is_not_shown() {
    for (status, target) in [
        ("302 Found", "http://storage.example.com/blob?sig=secret"),
        ("302 Found", "file:///blob?sig=secret"),
        ("302 Found", "https://"),
        ("200 OK", "https://storage.example.com/blob?sig=secret"),
    ] {
        let github = Server::start(move |_| reply(status, &format!("location: {target}\r\n"), "bytes")).await;
        let error = run(&github.url, &DOWNLOAD, widgets(json!({}))).await.unwrap_err();
        assert_eq!((error.code(), error.phase()), (Failed, Refused), "{target}");
        assert!(!format!("{error:?}").contains("secret"), "{error:?}");
    }
}

/// A deployment by the names of its environments.
static REVIEW: Card = card(
    Effect::Write,
    Some(&RestRoute::new(
        &[
            RestCall::new("pending", Method::Get, below![Segment::Text("/pending")]),
            RestCall::new("main", Method::Post, below![Segment::Text("/pending")])
                .body(&[("environment_ids", Source::Match(&ENVIRONMENTS))])
                .successes(&[Success::new(200, SuccessBody::Array)]),
        ],
        &[field("ids", Take::list(Path::new(&["[]", "id?"]), &[], &Take::Value(Pick::new(&[]))))],
    )),
    None,
    super::super::cards::INPUTS,
);
const ENVIRONMENTS: Match = Match::new(
    Source::Input("labels"),
    "waiting environment",
    Source::found("pending", &["[]"]),
    &["environment", "name"],
    &["environment", "id"],
);

#[tokio::test]
async fn names_become_ids_of_an_earlier_response() {
    let github = Server::start(|request| match request {
        get if get.starts_with("GET ") => reply(
            "200 OK",
            "",
            r#"[{"environment": {"id": 3, "name": "Production"}}, {"environment": {"id": 4, "name": "qa"}}]"#,
        ),
        _ => reply("200 OK", "", r#"[{"id": 9}, {"id": null}]"#),
    })
    .await;
    let output = run(&github.url, &REVIEW, widgets(json!({"labels": ["qa", "production"]}))).await.unwrap();
    assert_eq!(output, json!({"ids": [9]}));
    assert!(github.requests()[1].ends_with(r#"{"environment_ids":[4,3]}"#), "{}", github.requests()[1]);
    let error = run(&github.url, &REVIEW, widgets(json!({"labels": ["produktion"]}))).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (NotFound, Refused));
    assert_eq!(error.message(), "no waiting environment `produktion` (did you mean `Production`?)");
    assert_eq!(github.requests().len(), 3, "nothing is written");
}

const LOOKUP: Lookup =
    Lookup::new("repo", &QUERY, &[("owner", Source::Input("owner")), ("name", Source::Input("name"))]);
static QUERY: Operation = Operation::new(
    "Repo",
    OperationKind::Query,
    "query Repo($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { name } }",
)
.variables(&[Variable::new("owner", "String!"), Variable::new("name", "String!")])
.roots(&[Root::new(
    "repository",
    &[Part::Text("repository(owner: "), Part::Var("owner"), Part::Text(", name: "), Part::Var("name"), Part::Text(")")],
)
.body(&[Part::Text(" { name }")])]);

/// A repository by the name that GraphQL knows.
static FOUND: Card = card(
    Effect::Read,
    Some(
        &RestRoute::new(
            &[RestCall::new(
                "main",
                Method::Get,
                &[REPO[0], REPO[1], REPO[2], Segment::Value(Source::found("repo", &["repository", "name"]))],
            )],
            &[field("fullName", Take::Value(Pick::new(&["full_name"])))],
        )
        .lookups(&[LOOKUP]),
    ),
    None,
    super::super::cards::INPUTS,
);

#[tokio::test]
async fn a_lookup_runs_before_the_calls() {
    use super::super::harness::Harness;
    let harness = Harness::start().await;
    let output = harness.rest(&FOUND, widgets(json!({}))).await.unwrap();
    assert_eq!(output, json!({"fullName": "acme/widgets"}));
    assert_eq!(harness.calls(), 2);
    let missing = json!({"owner": "acme", "name": "nothing"});
    assert_eq!(fate(harness.rest(&FOUND, missing).await), (NotFound, Refused));
    let why = rest::suits_gh(FOUND.rest.unwrap()).unwrap_err();
    assert!(why.contains("GraphQL"), "{why}");
    assert!(rest::suits_gh(DOWNLOAD.rest.unwrap()).is_err() && rest::suits_gh(UPSERT.rest.unwrap()).is_ok());
}

#[test]
fn a_plan_shows_the_calls_that_are_possible() {
    let input = object(widgets(json!({"title": "A"})));
    let lines = rest::preview(UPSERT.rest.unwrap(), &UPSERT, &input, &|value: &Value| value.to_string());
    assert_eq!(lines.len(), 3, "which one is made is not known yet: {lines:?}");
}
