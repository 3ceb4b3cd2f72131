//! How many HTTP calls a chain takes.

use ghx::chain::Status;
use ghx::value::NodeId;
use ghx::{Chain, issue, pr};

use super::harness::{Harness, widgets};

#[tokio::test]
async fn pure_reads_take_one_call() {
    let harness = Harness::start().await;
    let report = Chain::new()
        .step(issue::view(widgets().issue(1)))
        .step(pr::view(widgets().pr(7)))
        .step(issue::list(widgets()))
        .run(&harness.gh)
        .await
        .unwrap();
    assert_eq!((report.http_calls(), harness.calls()), (1, 1));
    let (issue, pull, list) = report.all().unwrap();
    assert_eq!((issue.number, pull.number), (1, 7));
    assert_eq!(list.items.len(), 7);
}

#[tokio::test]
async fn writes_without_lookup_take_one_call() {
    let harness = Harness::start().await;
    let id = issue::view(widgets().issue(1)).send(&harness.gh).await.unwrap().id;
    let before = harness.calls();
    let report = Chain::new()
        .step(issue::comments::create(id.clone(), "one"))
        .step(issue::close(id))
        .run(&harness.gh)
        .await
        .unwrap();
    assert_eq!((report.http_calls(), harness.calls() - before), (1, 1));
    let (comment, closed) = report.all().unwrap();
    assert_eq!(comment.body, "one");
    assert!(closed.closed);
}

#[tokio::test]
async fn writes_with_lookup_take_two_calls() {
    let harness = Harness::start().await;
    let report = Chain::new()
        .step(issue::labels::add(widgets().issue(42), ["bug"]))
        .step(issue::comments::create(widgets().issue(42), "Triaged."))
        .run(&harness.gh)
        .await
        .unwrap();
    assert_eq!((report.http_calls(), harness.calls()), (2, 2));
    let (labels, comment) = report.all().unwrap();
    assert!(labels.labels.contains(&"bug".to_owned()));
    assert_eq!(comment.body, "Triaged.");
    assert_eq!(harness.writes(), ["addLabelsToLabelable", "addComment"]);
}

#[tokio::test]
async fn reads_and_writes_together_take_two_calls() {
    let harness = Harness::start().await;
    let report = Chain::new()
        .step(issue::close(widgets().issue(1)))
        .step(issue::view(widgets().issue(1)))
        .run(&harness.gh)
        .await
        .unwrap();
    assert_eq!((report.status(), report.http_calls()), (Status::Success, 2));
    let (closed, seen) = report.all().unwrap();
    assert!(closed.closed);
    assert_eq!(seen.state.as_str(), "OPEN", "a read sees the state before the writes of its wave");
}

#[tokio::test]
async fn each_further_wave_takes_at_most_two_calls() {
    let harness = Harness::start().await;
    let report = Chain::new()
        .step(issue::create(widgets(), "Crash on start").body("It does."))
        .then(|(new,)| issue::labels::add(new.id(), ["bug"]))
        .then(|(new, _)| {
            issue::comments::create(widgets().issue(2), ghx::text!("See {} (#{})", new.url(), new.number()))
        })
        .run(&harness.gh)
        .await
        .unwrap();
    assert_eq!(report.http_calls(), 4);
    let (new, labels, comment) = report.all().unwrap();
    assert_eq!(labels.labels, ["bug"]);
    assert_eq!(comment.body, format!("See {} (#{})", new.url, new.number));
    assert_eq!(harness.sandbox.issue("acme/widgets", u32::try_from(new.number).unwrap()).unwrap().labels, ["bug"]);
}

#[tokio::test]
async fn a_read_can_be_ordered_after_a_write() {
    let harness = Harness::start().await;
    let report = Chain::new()
        .step(issue::close(widgets().issue(1)))
        .step(issue::view(widgets().issue(1)))
        .after(|(closed, _)| [closed.into()])
        .run(&harness.gh)
        .await
        .unwrap();
    let (_, seen) = report.all().unwrap();
    assert_eq!(seen.state.as_str(), "CLOSED");
}

#[tokio::test]
async fn fifty_mixed_steps_take_two_calls() {
    let harness = Harness::start().await;
    let mut chain = Chain::dynamic();
    let numbers = [1, 2, 3, 6, 40, 41, 42];
    for index in 0..10 {
        let issue = widgets().issue(numbers[index % numbers.len()]);
        chain.push(issue::labels::add(issue.clone(), ["docs"]));
        chain.push(issue::comments::create(issue.clone(), format!("comment {index}")));
        chain.push(issue::view(issue.clone()));
        chain.push(issue::assignees::add(issue.clone(), ["mona"]));
        chain.push(issue::update(issue).title(format!("title {index}")));
    }
    let plan = chain.plan().unwrap();
    let report = chain.run(&harness.gh).await.unwrap();
    report.check().unwrap();
    assert_eq!((plan.http_calls(), report.http_calls(), harness.calls()), (2, 2, 2));
    assert_eq!(report.steps().len(), 50);
    for step in report.steps() {
        let output = step.result.unwrap().to_json().unwrap();
        assert!(output["id"].is_string(), "{output}");
    }
}

#[tokio::test]
async fn what_is_planned_is_what_is_sent() {
    let harness = Harness::start().await;
    let chain = Chain::new()
        .step(issue::create(widgets(), "New"))
        .then(|(new,)| issue::labels::add(new.id(), ["bug"]))
        .step(issue::view(widgets().issue(1)));
    let plan = chain.plan().unwrap();
    chain.run(&harness.gh).await.unwrap().check().unwrap();
    let sent: Vec<String> = harness.sandbox.requests().into_iter().filter_map(|request| request.document).collect();
    let planned: Vec<String> = plan
        .waves()
        .iter()
        .flat_map(|wave| wave.queries.iter().chain(&wave.mutations))
        .map(|request| request.document.clone())
        .collect();
    assert_eq!(planned, sent);
    assert_eq!(plan.http_calls(), sent.len());
}

#[tokio::test]
async fn a_typed_id_needs_no_lookup_of_its_own() {
    let harness = Harness::start().await;
    let thread = harness.sandbox.pull("acme/widgets", 7).unwrap().threads[0].id.clone();
    let reply = pr::threads::reply(NodeId::<ghx::node::PullRequestReviewThread>::new(&thread), "Done.")
        .send(&harness.gh)
        .await
        .unwrap();
    assert_eq!((reply.body.as_str(), harness.calls()), ("Done.", 1));
}
