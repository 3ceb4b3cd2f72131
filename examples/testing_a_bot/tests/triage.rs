//! Runs the bot on an in-memory GitHub: what it does, that it does it once, and what it does when GitHub fails.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ghx::{Client, Repo, error::Phase};
use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Sandbox, When};
use testing_a_bot::{Rules, Summary, triage};

/// A sandbox with the standard seed, and a client that uses it.
async fn start() -> (Sandbox, Client) {
    let sandbox = Sandbox::start().await.unwrap();
    let gh = Client::builder().graphql_url(&sandbox.graphql_url()).token(Sandbox::TOKEN).build().unwrap();
    (sandbox, gh)
}

async fn run(gh: &Client) -> Summary {
    let repo: Repo = "acme/widgets".parse().unwrap();
    let rules = Rules {
        label: "triage".to_owned(),
        greeting: "Thank you! Somebody will look at this soon.".to_owned(),
        stale_before: "2026-10-01T18:00:00Z".into(),
    };
    triage(gh, &repo, &rules).await.unwrap()
}

/// The writes that were executed, as `mutation` names.
fn writes(sandbox: &Sandbox) -> Vec<String> {
    sandbox.writes().into_iter().map(|write| write.name).collect()
}

#[tokio::test]
async fn unlabelled_issues_get_a_label_and_a_comment_and_stale_ones_are_closed() {
    let (sandbox, gh) = start().await;
    let summary = run(&gh).await;
    assert_eq!((summary.triaged, summary.closed), (vec![42, 40, 6], vec![3]));
    assert!(summary.failed.is_empty());

    let issue = sandbox.issue("acme/widgets", 6).unwrap();
    assert_eq!(issue.labels, ["triage"]);
    assert_eq!(issue.comments[0].body, "Thank you! Somebody will look at this soon.");
    assert_eq!(sandbox.issue("acme/widgets", 3).unwrap().state, "CLOSED");
    assert_eq!(sandbox.issue("acme/widgets", 1).unwrap().labels, ["bug"], "others are left alone");

    let once = ["addLabelsToLabelable", "addComment"];
    assert_eq!(writes(&sandbox), [&once[..], &once, &once, &["closeIssue"]].concat());
    assert_eq!(sandbox.requests().len(), 4, "list, view, look up, write");
}

#[tokio::test]
async fn a_second_run_finds_nothing_to_do() {
    let (sandbox, gh) = start().await;
    run(&gh).await;
    let (before, written) = (sandbox.issues("acme/widgets"), writes(&sandbox).len());
    let summary = run(&gh).await;
    assert!(summary.triaged.is_empty() && summary.closed.is_empty());
    assert_eq!((sandbox.issues("acme/widgets"), writes(&sandbox).len()), (before, written));
}

#[tokio::test]
async fn one_refused_comment_does_not_stop_the_others() {
    let (sandbox, gh) = start().await;
    // In the batch of writes, the fourth is the greeting of the second issue.
    sandbox.inject(FaultRule::new(Fault::field_error("FORBIDDEN", "Blocked by the author")).on(On::Mutation).root(3));
    let summary = run(&gh).await;
    assert_eq!((summary.triaged, summary.closed), (vec![42, 6], vec![3]));
    assert_eq!(summary.failed.len(), 1);
    assert_eq!((summary.failed[0].0, summary.failed[0].1.phase()), (40, Phase::Refused));
    assert!(sandbox.issue("acme/widgets", 40).unwrap().comments.is_empty());
    assert_eq!(sandbox.issue("acme/widgets", 42).unwrap().labels, ["triage"]);
}

#[tokio::test]
async fn no_comment_is_written_twice_when_the_response_is_lost() {
    let (sandbox, gh) = start().await;
    let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    sandbox.inject(FaultRule::new(lost).on(On::Mutation));
    let summary = run(&gh).await;
    // GitHub executed the writes, but the response was lost. A comment must not be sent again, so its outcome stays unknown.
    let unknown: Vec<u64> = summary
        .failed
        .iter()
        .filter(|(_, error)| error.phase() == Phase::MayBeApplied)
        .map(|(number, _)| *number)
        .collect();
    assert!(unknown.contains(&6) && unknown.contains(&42), "{:?}", summary.failed);
    for number in [6, 40, 42] {
        let comments = sandbox.issue("acme/widgets", number).unwrap().comments;
        let greetings = comments.iter().filter(|comment| comment.body.starts_with("Thank you!")).count();
        assert_eq!(greetings, 1, "#{number}");
    }
}
