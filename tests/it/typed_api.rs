//! The typed API with only the imports that the code names, as in a first bot.

use ghx::value::NodeId;
use ghx::{Chain, issue, pr};

use crate::engine::harness::{Harness, widgets};

#[tokio::test]
async fn send_one_capability_and_chains() {
    let Harness { sandbox, gh } = Harness::start().await;
    let repo = widgets();
    let out = issue::labels::add(repo.issue(42), ["bug"]).send(&gh).await.unwrap();
    assert_eq!(out.labels, ["bug"]);

    let (labels, comment) = Chain::new()
        .step(issue::labels::add(repo.issue(42), ["docs"]))
        .step(issue::comments::create(repo.issue(42), "Triaged."))
        .run(&gh)
        .await
        .unwrap()
        .all()
        .unwrap();
    assert_eq!(labels.labels, ["bug", "docs"]);
    assert_eq!(comment.body, "Triaged.");

    let log = String::from("thread 'main' panicked");
    let report = Chain::new()
        .step(issue::create(&repo, "Crash on start").body(log))
        .then(|(new,)| issue::labels::add(new.id(), ["bug"]))
        .run(&gh)
        .await
        .unwrap();
    let (new, _) = report.all().unwrap();
    let made = sandbox.issue("acme/widgets", u32::try_from(new.number).unwrap()).unwrap();
    assert_eq!((made.body.as_str(), made.labels), ("thread 'main' panicked", vec!["bug".to_owned()]));
}

#[tokio::test]
async fn dynamic_chains_keep_their_types() {
    let Harness { sandbox, gh } = Harness::start().await;
    let threads: Vec<NodeId<ghx::node::PullRequestReviewThread>> =
        sandbox.pull("acme/widgets", 7).unwrap().threads.iter().map(|thread| NodeId::new(&thread.id)).collect();
    let mut chain = Chain::dynamic();
    let handles: Vec<_> = threads.iter().map(|thread| chain.push(pr::threads::resolve(thread.clone()))).collect();
    let report = chain.run(&gh).await.unwrap();
    let first = report.get(handles[0]).unwrap();
    assert!(first.is_resolved);
    assert!(sandbox.pull("acme/widgets", 7).unwrap().threads.iter().all(|thread| thread.resolved));
}

#[tokio::test]
async fn a_handle_of_another_chain_is_refused() {
    let Harness { gh, sandbox: _running } = Harness::start().await;
    let mut chain = Chain::dynamic();
    let handle = chain.push(issue::view(widgets().issue(1)));
    let mut other = Chain::dynamic();
    other.push(issue::view(widgets().issue(2)));
    let report = other.run(&gh).await.unwrap();
    let error = report.get(handle).unwrap_err();
    assert_eq!(error.to_string(), "issue.view: step 0 belongs to another chain");
}

#[tokio::test]
async fn raw_graphql_documents_can_be_sent() {
    let Harness { gh, sandbox: _running } = Harness::start().await;
    let query = "query($login: String!) { user(login: $login) { login } }";
    let data: serde_json::Value = gh.graphql(query, serde_json::json!({"login": "mona"})).await.unwrap();
    assert_eq!(data["user"]["login"], "mona");
    let error = gh.graphql::<serde_json::Value>("{ viewer { nonsense } }", ()).await.unwrap_err();
    assert_eq!(error.code(), ghx::ErrorCode::Validation);
    let error = gh.graphql::<serde_json::Value>(query, serde_json::json!({"login": "nobody"})).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (ghx::ErrorCode::NotFound, ghx::error::Phase::Refused));
}

#[tokio::test]
async fn text_addresses_an_issue_without_naming_a_type() {
    let Harness { sandbox, gh } = Harness::start().await;
    let url = String::from("https://github.com/acme/widgets/issues/42");
    let by_text = issue::view("acme/widgets#42").send(&gh).await.unwrap();
    let by_url = issue::view(&url).send(&gh).await.unwrap();
    let by_type = issue::view("acme/widgets#42".parse::<ghx::IssueRef>().unwrap()).send(&gh).await.unwrap();
    assert!(by_text == by_url && by_url == by_type && by_text.number == 42);
    drop(sandbox);
}

#[tokio::test]
async fn text_that_is_not_an_address_is_refused_before_anything_is_sent() {
    let world = Harness::start().await;
    let (gh, before) = (&world.gh, world.calls());
    for (text, message) in [
        ("42", "`issue` must be `OWNER/NAME#42` or a URL, not the string \"42\""),
        (
            "https://github.com/acme/widgets/pull/7",
            "`issue` is invalid: `https://github.com/acme/widgets/pull/7` is a pull request, not an issue",
        ),
        ("https://ghe.example.com/acme/widgets/issues/42", "`issue` is a URL on `ghe.example.com`, but this client"),
    ] {
        let error = issue::view(text).send(gh).await.unwrap_err();
        assert_eq!(error.code(), ghx::ErrorCode::Validation);
        assert!(error.message().starts_with(message), "{error}");
    }
    assert_eq!(world.calls(), before);
}

#[tokio::test]
async fn numbers_are_any_unsigned_integer_and_a_negative_one_is_refused() {
    let world = Harness::start().await;
    let (gh, repo) = (&world.gh, widgets());
    let by_u32 = issue::view(repo.issue(42_u32)).send(gh).await.unwrap();
    assert_eq!(by_u32.number, issue::view(repo.issue(42_usize)).send(gh).await.unwrap().number);
    let before = world.calls();
    let error = issue::list(&repo).first(-1).send(gh).await.unwrap_err();
    assert_eq!(error.code(), ghx::ErrorCode::Validation);
    assert!(error.message().contains("first") && error.message().contains("-1"), "{error}");
    assert_eq!(world.calls(), before);
}

#[test]
fn an_optional_input_may_be_an_option() {
    let repo = widgets();
    let body: Option<String> = Some("text".to_owned());
    assert_eq!(issue::create(&repo, "t").maybe_body(body), issue::create(&repo, "t").body("text"));
    assert_eq!(issue::create(&repo, "t").maybe_body(None::<&str>), issue::create(&repo, "t"));
}
