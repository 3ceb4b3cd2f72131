//! Users and bots as assignees.

use serde_json::{Value, json};

use super::harness::Harness;

fn assignees(verb: &str, logins: &[&str]) -> Value {
    json!({"task": format!("issue.assignees.{verb}"), "input": {"issue": "acme/widgets#1", "assignees": logins}})
}

fn assigned(harness: &Harness) -> Vec<String> {
    harness.sandbox.issue("acme/widgets", 1).unwrap().assignees
}

/// Bots could once not be assigned: `user(login:)` does not find them.
#[tokio::test]
async fn a_bot_is_assigned_and_removed_by_its_login() {
    for login in ["renovate-app", "renovate-app[bot]", "Renovate-App[bot]"] {
        let harness = Harness::start().await;
        let before = assigned(&harness);
        let added = harness.task(assignees("add", &[login, "mona"])).await;
        assert_eq!(added["ok"], true, "{login}: {added:#}");
        let now = added["data"]["assignees"].as_array().unwrap();
        assert!(now.contains(&json!("renovate-app")) && now.contains(&json!("mona")), "{login}: {added:#}");
        assert_eq!(now.len(), before.len() + 2);
        let removed = harness.task(assignees("remove", &[login])).await;
        assert_eq!(removed["ok"], true, "{removed:#}");
        assert!(!assigned(&harness).contains(&"renovate-app".to_owned()));
        assert!(assigned(&harness).contains(&"mona".to_owned()));
        assert_eq!(harness.calls(), 4, "two each");
    }
}

/// The issue is given by node id.
#[tokio::test]
async fn a_bot_is_assigned_to_an_issue_given_by_id() {
    let harness = Harness::start().await;
    let input = json!({"issueId": harness.id(2), "assignees": ["renovate-app[bot]"]});
    let envelope = harness.task(json!({"task": "issue.assignees.add", "input": input})).await;
    assert_eq!(envelope["data"]["assignees"], json!(["renovate-app"]), "{envelope:#}");
}

/// Bots stay assigned, and are in the output.
#[tokio::test]
async fn changing_users_keeps_the_bots() {
    let harness = Harness::start().await;
    harness.task(assignees("add", &["renovate-app"])).await;
    harness.task(assignees("add", &["mona"])).await;
    let envelope = harness.task(assignees("remove", &["mona"])).await;
    assert!(envelope["data"]["assignees"].as_array().unwrap().contains(&json!("renovate-app")), "{envelope:#}");
    assert!(assigned(&harness).contains(&"renovate-app".to_owned()));
}

#[tokio::test]
async fn setting_assignees_accepts_users_and_bots() {
    let harness = Harness::start().await;
    let envelope = harness.task(assignees("set", &["mona", "renovate-app[bot]"])).await;
    assert_eq!(envelope["data"]["assignees"], json!(["mona", "renovate-app"]), "{envelope:#}");
    assert_eq!(assigned(&harness), ["mona", "renovate-app"]);
    let envelope = harness.task(assignees("set", &["hubot", "nobody-at-all"])).await;
    assert_eq!(envelope["error"]["code"], "NOT_FOUND", "{envelope:#}");
    assert_eq!(assigned(&harness), ["mona", "renovate-app"], "nothing was changed");
    let envelope = harness.task(assignees("set", &[])).await;
    assert_eq!(envelope["data"]["assignees"], json!([]), "{envelope:#}");
}

/// A login with the suffix `[bot]` is never a user, and an unknown login changes nothing.
#[tokio::test]
async fn an_unknown_login_is_not_found() {
    for login in ["mona[bot]", "dependabot[bot]", "nobody-at-all"] {
        let harness = Harness::start().await;
        let envelope = harness.task(assignees("add", &[login])).await;
        let error = &envelope["error"];
        let message = format!("no user or bot `{login}` in acme/widgets");
        assert_eq!((&error["code"], &error["message"]), (&json!("NOT_FOUND"), &json!(message)), "{envelope:#}");
        assert!(harness.writes().is_empty());
    }
}
