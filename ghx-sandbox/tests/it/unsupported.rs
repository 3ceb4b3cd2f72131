//! The sandbox returns state, or refuses what it does not model.

use ghx_sandbox::{MergeMethod, PullSeed, RepoSeed, Sandbox, Seed};
use serde_json::{Value, json};

use crate::client::Client;

const SETTINGS: &str = "
viewer: ada
users: [{ login: ada, email: ada@example.org, site_admin: true }, { login: bob }]
repositories:
  - name: ada/engine
    merge_methods: [squash]
    delete_branch_on_merge: true
    labels: [{ name: bug, default: true }, { name: own }]
    issue_types: [{ name: Old, enabled: false }, { name: New }]
    issues: [{ title: Pinned, pinned: true }, { title: Not }]
    pulls: [{ title: Steam, head: steam, maintainer_can_modify: true }]
    workflows: [{ id: 1, name: CI, path: ci.yml, state: disabled_manually }]
    releases: [{ tag: v1, immutable: true }, { tag: v2-rc, prerelease: true }, { tag: v3, draft: true }]
";

async fn settings() -> Client {
    Client::of(Sandbox::builder().seed(Seed::from_yaml(SETTINGS).unwrap())).await
}

#[tokio::test]
async fn settings_come_from_the_seed() {
    let client = settings().await;
    let query = "{ viewer { email isSiteAdmin } user(login: \"bob\") { email isSiteAdmin } \
                 repository(owner: \"ada\", name: \"engine\") { mergeCommitAllowed squashMergeAllowed deleteBranchOnMerge \
                 labels(first: 9) { nodes { isDefault } } issueTypes(first: 9) { nodes { isEnabled } } \
                 issues(first: 9) { nodes { isPinned } } pullRequest(number: 3) { maintainerCanModify } \
                 releases(first: 9) { nodes { tagName immutable isLatest publishedAt } } } }";
    let data = client.graphql(query, Value::Null).await.data();
    assert_eq!(data["viewer"], json!({ "email": "ada@example.org", "isSiteAdmin": true }));
    assert_eq!(data["user"], json!({ "email": "", "isSiteAdmin": false }));
    let repo = &data["repository"];
    assert_eq!((&repo["mergeCommitAllowed"], &repo["squashMergeAllowed"]), (&json!(false), &json!(true)));
    assert_eq!(repo["deleteBranchOnMerge"], true);
    assert_eq!(repo["labels"]["nodes"], json!([{ "isDefault": true }, { "isDefault": false }]));
    assert_eq!(repo["issueTypes"]["nodes"], json!([{ "isEnabled": false }, { "isEnabled": true }]));
    assert_eq!(repo["issues"]["nodes"], json!([{ "isPinned": true }, { "isPinned": false }]));
    assert_eq!(repo["pullRequest"]["maintainerCanModify"], true);
    let releases = repo["releases"]["nodes"].as_array().unwrap();
    assert_eq!((&releases[0]["tagName"], &releases[0]["publishedAt"]), (&json!("v3"), &Value::Null));
    assert_eq!((&releases[2]["immutable"], &releases[2]["isLatest"]), (&json!(true), &json!(true)));
    let workflows = client.get("/repos/ada/engine/actions/workflows").await.json();
    assert_eq!(workflows["workflows"][0]["state"], "disabled_manually");
    let rest = client.get("/repos/ada/engine").await.json();
    assert_eq!((&rest["allow_merge_commit"], &rest["allow_squash_merge"]), (&json!(false), &json!(true)));
    assert_eq!(client.get("/user").await.json()["site_admin"], true);
}

#[tokio::test]
async fn seeded_settings_have_an_effect() {
    let client = settings().await;
    let merge = "mutation($id: ID!, $how: PullRequestMergeMethod) { mergePullRequest(input: { pullRequestId: $id, mergeMethod: $how }) { \
                 pullRequest { headRef { name } mergeCommit { message } } } }";
    let id = client.id("ada/engine", 3);
    let refused = client.graphql(merge, json!({ "id": id, "how": "MERGE" })).await.first_error();
    assert_eq!(refused["message"], "Merge commits are not allowed on this repository.");
    let merged = client.graphql(merge, json!({ "id": id, "how": "SQUASH" })).await.data();
    let pull = &merged["mergePullRequest"]["pullRequest"];
    assert_eq!(*pull, json!({ "headRef": null, "mergeCommit": { "message": "Steam (#3)" } }));

    let pin = "mutation($id: ID!) { unpinIssue(input: { issueId: $id }) { issue { isPinned } } }";
    let data = client.graphql(pin, json!({ "id": client.id("ada/engine", 1) })).await.data();
    assert_eq!(data["unpinIssue"]["issue"]["isPinned"], false);

    let repo = RepoSeed {
        merge_methods: vec![MergeMethod::Rebase],
        ..RepoSeed::new("ada/other").pull(PullSeed::new("Coal", "coal"))
    };
    let client = Client::of(Sandbox::builder().seed(Seed::empty("ada").repo(repo))).await;
    let response = client.rest("PUT", "/repos/ada/other/pulls/1/merge", json!({ "merge_method": "squash" })).await;
    assert_eq!(
        (response.status, &response.json()["message"]),
        (405, &json!("Squash merges are not allowed on this repository."))
    );
}

#[tokio::test]
async fn lists_of_objects_that_cannot_be_created_are_empty() {
    let client = Client::start().await;
    let query = "{ repository(owner: \"acme\", name: \"widgets\") { projectsV2(first: 1) { totalCount } isFork isEmpty parent { id } \
                 pullRequest(number: 7) { isCrossRepository autoMergeRequest { enabledAt } isInMergeQueue mergeStateStatus } \
                 issue(number: 1) { reactionGroups { content users { totalCount } } projectItems(first: 1) { totalCount } } } }";
    let data = client.graphql(query, Value::Null).await.data();
    let repo = &data["repository"];
    assert_eq!((&repo["projectsV2"]["totalCount"], &repo["isEmpty"]), (&json!(0), &json!(false)));
    assert_eq!(repo["pullRequest"]["mergeStateStatus"], "UNSTABLE", "a check of its head has failed");
    assert_eq!(repo["issue"]["reactionGroups"].as_array().unwrap().len(), 8);
}

#[tokio::test]
async fn fields_without_state_are_refused() {
    let client = Client::start().await;
    for (field, name) in [
        ("viewer { isHireable }", "`User.isHireable`"),
        ("viewer { organizations(first: 1) { totalCount } }", "`User.organizations`"),
        ("viewer { repositories(first: 1, privacy: PRIVATE) { totalCount } }", "`repositories(privacy:)`"),
        ("repository(owner: \"acme\", name: \"widgets\") { hasWikiEnabled }", "`Repository.hasWikiEnabled`"),
        ("repository(owner: \"acme\", name: \"widgets\") { licenseInfo { key } }", "`Repository.licenseInfo`"),
        ("repository(owner: \"acme\", name: \"widgets\") { primaryLanguage { name } }", "`Repository.primaryLanguage`"),
        ("repository(owner: \"acme\", name: \"widgets\") { issue(number: 1) { bodyText } }", "`Issue.bodyText`"),
        (
            "repository(owner: \"acme\", name: \"widgets\") { issue(number: 1) { timelineItems(first: 1) { totalCount } } }",
            "`Issue.timelineItems`",
        ),
        (
            "repository(owner: \"acme\", name: \"widgets\") { label(name: \"bug\") { ...L } } } fragment L on Label { viewerDidAuthor: resourcePath",
            "`Label.resourcePath`",
        ),
    ] {
        let json = client.graphql(&format!("{{ {field} }}"), Value::Null).await.json();
        assert_eq!(json["data"], Value::Null, "{field}: nothing is executed");
        let error = &json["errors"][0];
        assert_eq!(error["message"], format!("ghx-sandbox does not model {name}"));
        let code = if name.contains(":)") { "argumentNotAccepted" } else { "undefinedField" };
        assert_eq!((&error["extensions"]["code"], &error["type"]), (&json!(code), &Value::Null), "{field}");
    }
}

#[tokio::test]
async fn errors_found_during_execution_are_at_their_alias() {
    let client = Client::start().await;
    for (field, name) in [
        (
            "a: repository(owner: \"acme\", name: \"widgets\") { issues(first: 1, filterBy: { viewerSubscribed: true }) { totalCount } }",
            "`IssueFilters.viewerSubscribed`",
        ),
        ("a: search(query: \"x\", type: USER, first: 1) { userCount }", "search of type USER"),
        (
            "a: search(query: \"reactions:>5\", type: ISSUE, first: 1) { issueCount }",
            "the search qualifier `reactions:`",
        ),
    ] {
        let error = client.graphql(&format!("{{ {field} }}"), Value::Null).await.first_error();
        assert_eq!((&error["type"], &error["path"][0]), (&json!("UNPROCESSABLE"), &json!("a")), "{field}");
        assert_eq!(error["message"], format!("ghx-sandbox does not model {name}"));
    }
}

/// A client can see that nothing was executed: `path` starts with the operation, and there is no `data`.
#[tokio::test]
async fn mutation_with_unsupported_field_executes_nothing() {
    let client = Client::start().await;
    let query = "mutation Ghx($id: ID!, $merge: MergePullRequestInput!) {
  s0: addComment(input: { subjectId: $id, body: \"x\" }) { timelineEdge { cursor } clientMutationId }
  s1: addReaction(input: { subjectId: $id, content: HEART }) { clientMutationId }
  s2: mergePullRequest(input: $merge) { clientMutationId }
  s3: createIssue(input: { repositoryId: $id, title: \"x\", issueTemplate: \"bug\", projectIds: [] }) { clientMutationId }
}";
    let merge = json!({ "pullRequestId": client.id("acme/widgets", 7), "authorEmail": "x@y", "commitBody": null });
    let response = client.graphql(query, json!({ "id": client.id("acme/widgets", 1), "merge": merge })).await;
    let json = response.json();
    assert_eq!((response.status, json.get("data")), (200, None));
    let seen: Vec<_> =
        json["errors"].as_array().unwrap().iter().map(|error| (&error["message"], &error["path"])).collect();
    let says = |what: &str| json!(format!("ghx-sandbox does not model {what}"));
    assert_eq!(
        seen,
        [
            (&says("`AddCommentPayload.timelineEdge`"), &json!(["mutation Ghx", "s0", "timelineEdge"])),
            (&says("the mutation `addReaction`"), &json!(["mutation Ghx", "s1"])),
            (&says("`authorEmail` of the mutation `mergePullRequest`"), &json!(["mutation Ghx", "s2"])),
            (&says("`issueTemplate` of the mutation `createIssue`"), &json!(["mutation Ghx", "s3", "input"])),
        ]
    );
    assert_eq!(json["errors"][1]["locations"], json!([{ "line": 3, "column": 3 }]));
    assert_eq!(
        json["errors"][1]["extensions"],
        json!({ "code": "undefinedField", "typeName": "Mutation", "fieldName": "addReaction" })
    );
    assert_eq!(json["errors"][2]["extensions"]["code"], "argumentNotAccepted");
    assert!(client.sandbox.writes().is_empty());
    assert_eq!(client.sandbox.issue("acme/widgets", 1).unwrap().comments.len(), 2);
}

#[tokio::test]
async fn unsupported_inputs_are_refused_without_a_write() {
    let client = Client::start().await;
    let id = client.id("acme/widgets", 7);
    let merge = "mutation($id: ID!) { mergePullRequest(input: { pullRequestId: $id, authorEmail: \"x@y\" }) { clientMutationId } }";
    let error = client.graphql(merge, json!({ "id": id })).await.first_error();
    assert_eq!(error["message"], "ghx-sandbox does not model `authorEmail` of the mutation `mergePullRequest`");
    let response = client.rest("POST", "/repos/acme/widgets/issues", json!({ "title": "x", "type": "Bug" })).await;
    assert_eq!(
        (response.status, response.json()["message"].as_str()),
        (400, Some("ghx-sandbox does not model `type` of `POST /repos/acme/widgets/issues`"))
    );
    assert_eq!(client.get("/repos/acme/widgets/issues?mentioned=mona").await.status, 400);
    assert!(client.sandbox.writes().is_empty());
    assert!(client.sandbox.issue("acme/widgets", 43).is_none());
}
