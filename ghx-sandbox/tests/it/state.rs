//! The rules of the state, with GitHub's messages where they are known.

use ghx_sandbox::{RepoSeed, Sandbox, Seed};
use serde_json::{Value, json};

use crate::client::Client;

const CLOSE: &str = "mutation($id: ID!, $why: IssueClosedStateReason) { closeIssue(input: { issueId: $id, stateReason: $why }) { \
                     issue { state stateReason } } }";

#[tokio::test]
async fn names_are_case_insensitive() {
    let client = Client::start().await;
    let query = "{ user(login: \"MONA\") { login } organization(login: \"Acme\") { login } \
                 repository(owner: \"ACME\", name: \"Widgets\") { nameWithOwner label(name: \"BUG\") { name } \
                 issueType(name: \"feature\") { name } issues(labels: [\"Bug\"], filterBy: { createdBy: \"Mona\" }) { totalCount } } \
                 search(query: \"repo:Acme/WIDGETS label:DOCS is:issue\", type: ISSUE, first: 1) { issueCount } }";
    let data = client.graphql(query, Value::Null).await.data();
    assert_eq!(data["user"]["login"], "mona");
    assert_eq!(data["organization"]["login"], "acme");
    let repo = json!({
        "nameWithOwner": "acme/widgets",
        "label": { "name": "bug" },
        "issueType": { "name": "Feature" },
        "issues": { "totalCount": 1 },
    });
    assert_eq!(data["repository"], repo);
    assert_eq!(data["search"]["issueCount"], 2);
    assert_eq!(client.get("/repos/ACME/Widgets/labels/BUG").await.json()["name"], "bug");
    assert_eq!(client.get("/users/HUBOT").await.json()["login"], "hubot");
    let body = json!({ "assignees": ["Mona"], "labels": ["DOCS"] });
    client.rest("PATCH", "/repos/Acme/widgets/issues/6", body).await;
    let issue = client.sandbox.issue("ACME/WIDGETS", 6).unwrap();
    assert_eq!((issue.assignees, issue.labels), (vec!["mona".to_owned()], vec!["docs".to_owned()]));
    assert_eq!(client.sandbox.labels("acme/widgets").len(), 4, "no second label in another case");
}

#[tokio::test]
async fn issues_and_pull_requests_share_numbers() {
    let client = Client::start().await;
    let repo = client.get("/repos/acme/widgets").await.json()["node_id"].clone();
    let query = "mutation($r: ID!) { a: createIssue(input: { repositoryId: $r, title: \"a\" }) { issue { number } } \
                 b: createPullRequest(input: { repositoryId: $r, title: \"b\", headRefName: \"table\", baseRefName: \"main\" }) { pullRequest { number } } \
                 c: createIssue(input: { repositoryId: $r, title: \"c\" }) { issue { number } } \
                 d: createPullRequest(input: { repositoryId: $r, title: \"d\", headRefName: \"spin\", baseRefName: \"main\" }) { pullRequest { number } } }";
    let response = client.graphql(query, json!({ "r": repo })).await;
    let data = &response.json()["data"];
    assert_eq!(data["a"]["issue"]["number"], 43);
    assert_eq!(data["b"]["pullRequest"]["number"], 44);
    assert_eq!(data["c"]["issue"]["number"], 45);
    assert_eq!(data["d"], Value::Null);
    assert_eq!(response.first_error()["message"], "A pull request already exists for acme:spin.");
    let both = "{ repository(owner: \"acme\", name: \"widgets\") { issue(number: 44) { id } pullRequest(number: 43) { id } } }";
    let response = client.graphql(both, Value::Null).await.json();
    assert_eq!(response["errors"][0]["message"], "Could not resolve to an Issue with the number of 44.");
    assert_eq!(response["errors"][1]["message"], "Could not resolve to a PullRequest with the number of 43.");
}

#[tokio::test]
async fn closing_twice_and_reopening_twice() {
    let client = Client::start().await;
    let id = client.id("acme/widgets", 1);
    client.graphql(CLOSE, json!({ "id": id })).await.data();
    let again = client.graphql(CLOSE, json!({ "id": id, "why": "NOT_PLANNED" })).await.data();
    assert_eq!(again["closeIssue"]["issue"], json!({ "state": "CLOSED", "stateReason": "NOT_PLANNED" }));
    let reopen = "mutation($id: ID!) { reopenIssue(input: { issueId: $id }) { issue { state stateReason } } }";
    for _ in 0..2 {
        let data = client.graphql(reopen, json!({ "id": id })).await.data();
        assert_eq!(data["reopenIssue"]["issue"], json!({ "state": "OPEN", "stateReason": "REOPENED" }));
    }
    assert_eq!(client.sandbox.writes().len(), 4, "each was executed");
    let merged = "mutation($id: ID!) { reopenPullRequest(input: { pullRequestId: $id }) { clientMutationId } }";
    let error = client.graphql(merged, json!({ "id": client.id("acme/widgets", 9) })).await.first_error();
    assert_eq!(error["type"], "UNPROCESSABLE");
}

#[tokio::test]
async fn labels_and_assignees_have_no_duplicates() {
    let client = Client::start().await;
    let query = "{ repository(owner: \"acme\", name: \"widgets\") { bug: label(name: \"bug\") { id } docs: label(name: \"docs\") { id } } \
                 mona: user(login: \"mona\") { id } acme: organization(login: \"acme\") { id } }";
    let ids = client.graphql(query, Value::Null).await.data();
    let (bug, docs) = (&ids["repository"]["bug"]["id"], &ids["repository"]["docs"]["id"]);
    let id = client.id("acme/widgets", 1);
    let add = "mutation($i: ID!, $l: [ID!]!, $a: [ID!]!) { addLabelsToLabelable(input: { labelableId: $i, labelIds: $l }) { clientMutationId } \
               addAssigneesToAssignable(input: { assignableId: $i, assigneeIds: $a }) { clientMutationId } }";
    let mona = &ids["mona"]["id"];
    client.graphql(add, json!({ "i": id, "l": [bug, docs, docs], "a": [mona, mona] })).await.data();
    let issue = client.sandbox.issue("acme/widgets", 1).unwrap();
    assert_eq!(
        (issue.labels, issue.assignees),
        (vec!["bug".into(), "docs".into()], vec!["hubot".into(), "mona".to_owned()])
    );
    let organization = client.graphql(add, json!({ "i": id, "l": [], "a": [ids["acme"]["id"]] })).await;
    assert_eq!(organization.first_error()["type"], "UNPROCESSABLE");
    let wrong = client.graphql(add, json!({ "i": id, "l": [mona], "a": [] })).await.first_error();
    assert!(wrong["message"].as_str().unwrap().starts_with("Could not resolve to Label node"), "{wrong}");
    let delete = "mutation($l: ID!) { deleteLabel(input: { id: $l }) { clientMutationId } }";
    client.graphql(delete, json!({ "l": bug })).await.data();
    assert_eq!(client.sandbox.issue("acme/widgets", 1).unwrap().labels, ["docs"]);
    assert_eq!(client.graphql(delete, json!({ "l": bug })).await.first_error()["type"], "NOT_FOUND");
}

#[tokio::test]
async fn pull_requests_merge_only_if_mergeable() {
    let client = Client::start().await;
    let merge = "mutation($id: ID!) { mergePullRequest(input: { pullRequestId: $id }) { pullRequest { state } } }";
    for (number, why) in [
        (8, "Pull Request is still a draft"),
        (9, "Pull Request is already merged"),
        (10, "Pull Request has merge conflicts"),
    ] {
        let error = client.graphql(merge, json!({ "id": client.id("acme/widgets", number) })).await.first_error();
        assert_eq!((&error["type"], &error["message"]), (&json!("UNPROCESSABLE"), &json!(why)));
    }
    let ready = "mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }";
    let draft = client.id("acme/widgets", 8);
    client.graphql(ready, json!({ "id": draft })).await.data();
    client.graphql(merge, json!({ "id": draft })).await.data();
    let approve = "mutation($id: ID!) { addPullRequestReview(input: { pullRequestId: $id, event: APPROVE }) { pullRequestReview { state } } }";
    let own = client.with_token("sandbox-hubot");
    let error = own.graphql(approve, json!({ "id": own.id("acme/widgets", 7) })).await.first_error();
    assert_eq!(error["message"], "Can not approve your own pull request");
}

#[tokio::test]
async fn invalid_relations_are_refused() {
    let client = Client::start().await;
    let [epic, child, other] = [40, 41, 42].map(|number| client.id("acme/widgets", number));
    let add = "mutation($p: ID!, $c: ID, $u: String) { addSubIssue(input: { issueId: $p, subIssueId: $c, subIssueUrl: $u }) { subIssue { number } } }";
    let refused = async |variables: Value| client.graphql(add, variables).await.first_error()["message"].clone();
    assert_eq!(refused(json!({ "p": epic, "c": child })).await, "Issue may not contain duplicate sub-issues");
    assert_eq!(refused(json!({ "p": epic, "c": epic })).await, "Sub-issues may not create a circular dependency");
    assert_eq!(refused(json!({ "p": child, "c": epic })).await, "Sub-issues may not create a circular dependency");
    assert_eq!(refused(json!({ "p": other, "c": child })).await, "Sub issue may only have one parent");
    let vault = "https://github.com/acme/vault/issues/1";
    assert_eq!(
        refused(json!({ "p": epic, "u": vault })).await,
        format!("Could not resolve to an issue with the URL of '{vault}'.")
    );
    let by_url = json!({ "p": epic, "u": "https://github.com/acme/roadmap/issues/5" });
    assert_eq!(client.graphql(add, by_url).await.data()["addSubIssue"]["subIssue"]["number"], 5);
    assert_eq!(client.sandbox.issue("acme/roadmap", 5).unwrap().parent.as_deref(), Some("acme/widgets#40"));
    let block = "mutation($i: ID!, $b: ID!) { addBlockedBy(input: { issueId: $i, blockingIssueId: $b }) { \
                 issue { blockedBy(first: 9) { nodes { number } } } } }";
    let data = client.graphql(block, json!({ "i": other, "b": epic })).await.data();
    assert_eq!(data["addBlockedBy"]["issue"]["blockedBy"]["nodes"], json!([{ "number": 40 }]));
    for wrong in [json!({ "i": other, "b": epic }), json!({ "i": other, "b": other })] {
        assert_eq!(client.graphql(block, wrong).await.first_error()["type"], "UNPROCESSABLE");
    }
    let delete = "mutation($i: ID!) { deleteIssue(input: { issueId: $i }) { repository { id } } }";
    client.graphql(delete, json!({ "i": epic })).await.data();
    assert_eq!(client.sandbox.issue("acme/widgets", 41).unwrap().parent, None);
    assert!(client.sandbox.issue("acme/widgets", 40).is_none());
    assert_eq!(client.graphql(CLOSE, json!({ "id": epic })).await.first_error()["type"], "NOT_FOUND");
}

#[tokio::test]
async fn locked_issues_and_disabled_issues() {
    let client = Client::start().await;
    let id = client.id("acme/widgets", 1);
    let lock = "mutation($i: ID!) { lockLockable(input: { lockableId: $i, lockReason: SPAM }) { lockedRecord { locked activeLockReason } } }";
    let data = client.graphql(lock, json!({ "i": id })).await.data();
    assert_eq!(data["lockLockable"]["lockedRecord"], json!({ "locked": true, "activeLockReason": "SPAM" }));
    let mona = client.with_token("sandbox-mona");
    let comment = mona.rest("POST", "/repos/acme/widgets/issues/1/comments", json!({ "body": "x" })).await;
    assert_eq!(comment.status, 403);

    let repo = RepoSeed { issues_disabled: true, ..RepoSeed::new("ada/quiet") };
    let client = Client::of(Sandbox::builder().seed(Seed::empty("ada").repo(repo))).await;
    for response in [
        client.get("/repos/ada/quiet/issues").await,
        client.rest("POST", "/repos/ada/quiet/issues", json!({ "title": "x" })).await,
    ] {
        assert_eq!((response.status, &response.json()["message"]), (410, &json!("Issues are disabled for this repo")));
    }
}

#[tokio::test]
async fn paging_backwards_returns_every_label_once() {
    let client = Client::start().await;
    let query = "query($before: String) { repository(owner: \"acme\", name: \"many-labels\") { labels(last: 100, before: $before) { \
                 nodes { name } pageInfo { hasPreviousPage hasNextPage startCursor } } } }";
    let (mut before, mut names, mut sizes) = (Value::Null, Vec::new(), Vec::new());
    loop {
        let data = client.graphql(query, json!({ "before": before })).await.data();
        let labels = &data["repository"]["labels"];
        let page: Vec<Value> = labels["nodes"].as_array().unwrap().iter().map(|node| node["name"].clone()).collect();
        assert_eq!(labels["pageInfo"]["hasNextPage"], !names.is_empty());
        sizes.push(page.len());
        names.splice(0..0, page);
        before = labels["pageInfo"]["startCursor"].clone();
        if labels["pageInfo"]["hasPreviousPage"] == false {
            break;
        }
    }
    assert_eq!(sizes, [100, 100, 50]);
    assert_eq!(names, (1..=250).map(|number| json!(format!("label-{number:03}"))).collect::<Vec<_>>());
}

#[tokio::test]
async fn old_and_new_name_are_the_same_repository() {
    let client = Client::start().await;
    let query =
        "query($n: String!) { repository(owner: \"acme\", name: $n) { id nameWithOwner issue(number: 1) { id } } }";
    let old = client.graphql(query, json!({ "n": "old-gadgets" })).await.data();
    let new = client.graphql(query, json!({ "n": "gadgets" })).await.data();
    assert_eq!(old, new);
    assert_eq!(new["repository"]["nameWithOwner"], "acme/gadgets");
    client.graphql(CLOSE, json!({ "id": old["repository"]["issue"]["id"] })).await.data();
    assert_eq!(client.get("/repos/acme/gadgets/issues/1").await.json()["state"], "closed");
    assert_eq!(client.sandbox.issue("acme/old-gadgets", 1).unwrap().state, "CLOSED");
    assert_eq!(client.get("/repos/acme/gadgets").await.status, 200);
    assert_eq!(client.get("/repos/acme/old-gadgets").await.status, 301);
}

#[tokio::test]
async fn bots_are_actors_but_not_users() {
    let client = Client::start().await;
    let find = "query($login: String!) { user(login: $login) { id } repository(owner: \"acme\", name: \"widgets\") { \
                suggestedActors(capabilities: [CAN_BE_ASSIGNED], loginNames: $login, first: 9) { nodes { login } } \
                assignableUsers(first: 9) { nodes { login } } } }";
    let response = client.graphql(find, json!({ "login": "renovate-app" })).await.json();
    assert_eq!((&response["data"]["user"], &response["errors"][0]["type"]), (&json!(null), &json!("NOT_FOUND")));
    let repo = &response["data"]["repository"];
    assert_eq!(repo["suggestedActors"]["nodes"], json!([{ "login": "renovate-app" }]));
    assert!(!repo["assignableUsers"].to_string().contains("renovate-app"));

    let set = "mutation($id: ID!, $who: [String!]) { replaceActorsForAssignable(input: { assignableId: $id, actorLogins: $who }) { \
               assignable { assignees(first: 9) { nodes { login } } assignedActors(first: 9) { totalCount } } } }";
    let id = client.id("acme/widgets", 2);
    let both = client.graphql(set, json!({ "id": id, "who": ["mona", "renovate-app[bot]"] })).await.data();
    let both = &both["replaceActorsForAssignable"]["assignable"];
    assert_eq!(both["assignees"]["nodes"], json!([{ "login": "mona" }]), "users only");
    assert_eq!(both["assignedActors"]["totalCount"], 2);
    for unknown in ["renovate-app", "mona[bot]"] {
        let refused = client.graphql(set, json!({ "id": id, "who": [unknown] })).await.json();
        assert_eq!(refused["errors"][0]["type"], "NOT_FOUND", "{unknown}");
    }
    assert_eq!(client.sandbox.issue("acme/widgets", 2).unwrap().assignees, ["mona", "renovate-app"]);
}
