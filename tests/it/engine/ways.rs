//! What GitHub does that is easily taken for something else.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};
use serde_json::{Value, json};

use super::clock::paused;
use super::world::{World, codes, in_short};

fn set_parent(issue: u32, parent: u32) -> Value {
    json!({"task": "issue.relations.parent.set",
        "input": {"issue": format!("acme/widgets#{issue}"), "parentIssueNumber": parent}})
}

/// Fault 53.
#[tokio::test]
async fn setting_the_parent_that_an_issue_has_is_a_success() {
    let world = World::start().await;
    let before = world.sandbox.issue("acme/widgets", 41).unwrap();
    assert_eq!(before.parent.as_deref(), Some("acme/widgets#40"));
    let envelope = world.task(set_parent(41, 40)).await;
    assert_eq!(envelope["ok"], true, "{envelope:#}");
    assert_eq!((&envelope["data"]["number"], &envelope["data"]["parent"]["number"]), (&json!(41), &json!(40)));
    assert!(world.writes().is_empty(), "nothing was there to do");
    let elsewhere = world.task(set_parent(41, 42)).await;
    assert_eq!(elsewhere["data"]["parent"]["number"], 42, "{elsewhere:#}");
}

/// Fault 53: the data is that of a parent that was just set.
#[tokio::test]
async fn a_parent_that_was_there_gives_the_data_of_one_that_was_set() {
    let world = World::start().await;
    let first = world.task(set_parent(42, 40)).await;
    let again = world.chain(json!([set_parent(42, 40), set_parent(41, 40)])).await;
    assert_eq!(codes(&again), ["ok", "ok"], "{again:#}");
    assert_eq!(again["results"][0]["data"], first["data"]);
    assert_eq!(world.calls(), 2 + 3, "lookups, the mutation, and one look for both");
}

/// Fault 53: GitHub's word alone is no proof.
#[tokio::test]
async fn a_refusal_that_the_state_does_not_bear_out_stays_an_error() {
    let said = Fault::field_error("UNPROCESSABLE", "Issue may not contain duplicate sub-issues");
    let world = World::start().await.arm(FaultRule::new(said).on(On::Mutation));
    let envelope = world.task(set_parent(42, 40)).await;
    assert_eq!(in_short(&envelope["error"]), "VALIDATION", "{envelope:#}");
    let other = Fault::field_error("UNPROCESSABLE", "Sub-issues may not create a circular dependency");
    let world = World::start().await.arm(FaultRule::new(other).on(On::Mutation));
    let envelope = world.task(set_parent(41, 40)).await;
    assert_eq!(in_short(&envelope["error"]), "VALIDATION", "{envelope:#}");
    assert_eq!(world.calls(), 2, "another refusal is not looked into");
}

/// Fault 53: the answer got lost, and sending it again is refused because it was done.
#[tokio::test(start_paused = true)]
async fn a_parent_whose_answer_got_lost_is_seen_to_be_set() {
    let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    let world = paused(|builder| builder).await.arm(FaultRule::new(lost).on(On::Mutation));
    let envelope = world.chain(json!([set_parent(42, 40), set_parent(6, 40)])).await;
    assert_eq!(codes(&envelope), ["ok", "ok"], "{envelope:#}");
    assert_eq!(world.writes(), ["addSubIssue", "addSubIssue"], "each was done once");
}

/// Fault 54.
#[tokio::test]
async fn a_reply_that_joins_a_pending_review_says_so() {
    let world = World::start().await;
    let thread = world.sandbox.pull("acme/widgets", 7).unwrap().threads[0].id.clone();
    let reply = json!({"task": "pr.threads.reply", "input": {"threadId": thread, "body": "Done."}});
    let published = world.task(reply.clone()).await;
    assert_eq!(published["data"]["pending"], false, "{published:#}");

    let begin =
        "mutation($id: ID!) { addPullRequestReview(input: { pullRequestId: $id }) { pullRequestReview { state } } }";
    world.gh.graphql::<Value>(begin, &json!({"id": world.id(7)})).await.unwrap();
    let waiting = world.task(reply).await;
    assert_eq!((&waiting["ok"], &waiting["data"]["pending"]), (&json!(true), &json!(true)), "{waiting:#}");

    let list = json!({"task": "pr.threads.list", "input": {"pr": "acme/widgets#7"}});
    let listed = world.task(list).await;
    let comments = listed["data"]["items"][0]["comments"].as_array().unwrap();
    let pending: Vec<&Value> = comments.iter().rev().take(2).map(|comment| &comment["pending"]).collect();
    assert_eq!(pending, [&json!(true), &json!(false)], "{listed:#}");
}

/// B7: the id of an issue is looked up once in a chain, whatever its waves; a label is looked up again.
#[tokio::test]
async fn an_id_that_was_found_is_known_in_later_waves() {
    let steps = json!([
        {"id": "label", "task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": ["docs"]}},
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "Labelled."}, "after": ["label"]},
    ]);
    let world = World::start().await;
    let envelope = world.chain(steps).await;
    assert_eq!((codes(&envelope), world.calls()), (vec!["ok", "ok"], 3), "{envelope:#}");

    let again = json!([
        {"id": "first", "task": "issue.labels.set", "input": {"issue": "acme/widgets#1", "labels": ["bug"]}},
        {"task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": ["bug"]}, "after": ["first"]},
    ]);
    let world = World::start().await;
    let envelope = world.chain(again).await;
    assert_eq!((codes(&envelope), world.calls()), (vec!["ok", "ok"], 4), "a label may have been renamed meanwhile");
    let second = &world.documents()[2];
    assert!(second.contains("label(name:") && !second.contains("issueOrPullRequest(number:"), "{second}");
}

/// B7: what was not found is asked for again.
#[tokio::test]
async fn an_id_that_was_not_found_is_asked_for_again() {
    let world = World::start().await;
    let steps = json!([
        {"task": "issue.close", "input": {"issue": "acme/widgets#43"}},
        {"id": "new", "task": "issue.create", "input": {"repo": "acme/widgets", "title": "Number 43"}},
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#43", "body": "Here."}, "after": ["new"]},
    ]);
    let envelope = world.chain(steps).await;
    assert_eq!(envelope["results"][1]["data"]["number"], 43, "{envelope:#}");
    assert_eq!(codes(&envelope), ["NOT_FOUND", "ok", "ok"], "{envelope:#}");
}

/// B7: a plan counts what will be sent.
#[tokio::test]
async fn a_plan_counts_an_id_once() {
    let world = World::start().await;
    let repo = super::world::widgets();
    let chain = ghx::Chain::new().step(ghx::issue::labels::add(repo.issue(1), ["docs"]));
    let chain =
        chain.then(|(labelled,)| ghx::issue::comments::create(repo.issue(1), ghx::text!("See {}", labelled.url())));
    assert_eq!(chain.plan().unwrap().http_calls(), 3);
    let report = chain.run(&world.gh).await.unwrap();
    assert_eq!(report.http_calls(), 3);
}

fn assignees(verb: &str, logins: &[&str]) -> Value {
    json!({"task": format!("issue.assignees.{verb}"), "input": {"issue": "acme/widgets#1", "assignees": logins}})
}

fn assigned(world: &World) -> Vec<String> {
    world.sandbox.issue("acme/widgets", 1).unwrap().assignees
}

/// Fault 52.
#[tokio::test]
async fn a_bot_is_assigned_and_taken_off_by_its_login_with_or_without_its_suffix() {
    for login in ["renovate-app", "renovate-app[bot]", "Renovate-App[bot]"] {
        let world = World::start().await;
        let before = assigned(&world);
        let added = world.task(assignees("add", &[login, "mona"])).await;
        assert_eq!(added["ok"], true, "{login}: {added:#}");
        let now = added["data"]["assignees"].as_array().unwrap();
        assert!(now.contains(&json!("renovate-app")) && now.contains(&json!("mona")), "{login}: {added:#}");
        assert_eq!(now.len(), before.len() + 2);
        let removed = world.task(assignees("remove", &[login])).await;
        assert_eq!(removed["ok"], true, "{removed:#}");
        assert!(!assigned(&world).contains(&"renovate-app".to_owned()));
        assert!(assigned(&world).contains(&"mona".to_owned()));
        assert_eq!(world.calls(), 4, "two each");
    }
}

/// Fault 52: by node id of the issue, too.
#[tokio::test]
async fn a_bot_is_assigned_to_an_issue_that_is_given_by_id() {
    let world = World::start().await;
    let input = json!({"issueId": world.id(2), "assignees": ["renovate-app[bot]"]});
    let envelope = world.task(json!({"task": "issue.assignees.add", "input": input})).await;
    assert_eq!(envelope["data"]["assignees"], json!(["renovate-app"]), "{envelope:#}");
}

/// Fault 52: a bot that is there stays there, and is shown.
#[tokio::test]
async fn changing_users_keeps_the_bots() {
    let world = World::start().await;
    world.task(assignees("add", &["renovate-app"])).await;
    world.task(assignees("add", &["mona"])).await;
    let envelope = world.task(assignees("remove", &["mona"])).await;
    assert!(envelope["data"]["assignees"].as_array().unwrap().contains(&json!("renovate-app")), "{envelope:#}");
    assert!(assigned(&world).contains(&"renovate-app".to_owned()));
}

/// Fault 52.
#[tokio::test]
async fn setting_assignees_takes_users_and_bots() {
    let world = World::start().await;
    let envelope = world.task(assignees("set", &["mona", "renovate-app[bot]"])).await;
    assert_eq!(envelope["data"]["assignees"], json!(["mona", "renovate-app"]), "{envelope:#}");
    assert_eq!(assigned(&world), ["mona", "renovate-app"]);
    let envelope = world.task(assignees("set", &["hubot", "nobody-at-all"])).await;
    assert_eq!(envelope["error"]["code"], "NOT_FOUND", "{envelope:#}");
    assert_eq!(assigned(&world), ["mona", "renovate-app"], "nothing was changed");
    let envelope = world.task(assignees("set", &[])).await;
    assert_eq!(envelope["data"]["assignees"], json!([]), "{envelope:#}");
}

/// Fault 52: a login with the suffix of a bot is never a user of that name, and what does not exist changes nothing.
#[tokio::test]
async fn a_login_that_leads_to_nobody_is_not_found() {
    for login in ["mona[bot]", "dependabot[bot]", "nobody-at-all"] {
        let world = World::start().await;
        let envelope = world.task(assignees("add", &[login])).await;
        let error = &envelope["error"];
        let message = format!("no user or bot `{login}` in acme/widgets");
        assert_eq!((&error["code"], &error["message"]), (&json!("NOT_FOUND"), &json!(message)), "{envelope:#}");
        assert!(world.writes().is_empty());
    }
}

/// Fault 51: fifty issues are still looked up in one request, which grows by what tells a pull request.
#[tokio::test]
async fn fifty_issues_are_looked_up_in_one_request() {
    let world = World::start().await;
    let numbers = [1, 2, 3, 6, 40, 41, 42];
    let steps: Vec<Value> = (0..50)
        .map(|step| {
            let issue = format!("acme/widgets#{}", numbers[step % numbers.len()]);
            json!({"task": "issue.labels.add", "input": {"issue": issue, "labels": ["bug"]}})
        })
        .collect();
    let envelope = world.chain(Value::Array(steps)).await;
    assert_eq!((&envelope["status"], world.calls()), (&json!("success"), 2), "{envelope:#}");
    let query = &world.documents()[0];
    assert_eq!(query.matches("issueOrPullRequest(").count(), numbers.len());
    assert!(query.len() < 100 * numbers.len() + 300, "{} bytes: {query}", query.len());
}
