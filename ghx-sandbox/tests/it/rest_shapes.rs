//! Members of REST responses that other clients need, and what is 404, 400 or missing instead.

use serde_json::{Value, json};

use crate::client::Client;

const REPO: &str = "/repos/acme/widgets";

#[tokio::test]
async fn base_and_head_have_repository_and_user() {
    let client = Client::start().await;
    let list = client.get(&format!("{REPO}/pulls?head=acme:spin")).await.json();
    let pull = client.get(&format!("{REPO}/pulls/7")).await.json();
    for end in [&list[0]["head"], &pull["head"], &pull["base"]] {
        assert_eq!((&end["repo"]["full_name"], &end["user"]["login"]), (&json!("acme/widgets"), &json!("acme")));
        assert_eq!(end["repo"]["id"], client.get(REPO).await.json()["id"]);
    }
}

#[tokio::test]
async fn pull_request_files_have_name_and_urls() {
    let client = Client::start().await;
    let head = client.get(&format!("{REPO}/pulls/7")).await.json()["head"]["sha"].as_str().unwrap().to_owned();
    let files = client.get(&format!("{REPO}/pulls/7/files")).await.json();
    let sha = |index: usize| files[index]["sha"].as_str().unwrap();
    assert!(sha(0).starts_with("a9f2c04") && sha(0).len() == 40, "as in the diff: {}", sha(0));
    assert!(sha(1).starts_with("5f6a7b8") && sha(1).bytes().all(|byte| byte.is_ascii_hexdigit()), "{}", sha(1));
    let web = "https://github.com/acme/widgets";
    assert_eq!(files[0]["blob_url"], format!("{web}/blob/{head}/src/widget.rs"));
    assert_eq!(files[0]["raw_url"], format!("{web}/raw/{head}/src/widget.rs"));
    let contents = files[0]["contents_url"].as_str().unwrap();
    assert!(contents.ends_with(&format!("{REPO}/contents/src/widget.rs?ref={head}")), "{contents}");
}

#[tokio::test]
async fn requesting_reviewers_returns_the_pull_request() {
    let client = Client::start().await;
    let path = format!("{REPO}/pulls/7/requested_reviewers");
    let logins = |json: &Value| -> Vec<String> {
        let people = json["requested_reviewers"].as_array().unwrap_or_else(|| panic!("{json:#}")).iter();
        people.map(|user| user["login"].as_str().unwrap().to_owned()).collect()
    };
    for (method, status, expected) in [("DELETE", 200, vec![]), ("POST", 201, vec!["mona".to_owned()])] {
        let response = client.rest(method, &path, json!({ "reviewers": ["mona"] })).await;
        assert_eq!((response.status, logins(&response.json())), (status, expected));
        assert_eq!(response.json()["head"]["repo"]["full_name"], "acme/widgets");
    }
}

#[tokio::test]
async fn assignee_check_responds_with_status_only() {
    let client = Client::start().await;
    for (login, status) in [("hubot", 204), ("HUBOT", 204), ("nobody-at-all", 404)] {
        assert_eq!(client.get(&format!("{REPO}/assignees/{login}")).await.status, status, "{login}");
    }
}

#[tokio::test]
async fn file_sha_matches_git() {
    let client = Client::start().await;
    let file = client.get(&format!("{REPO}/contents/README.md")).await.json();
    assert_eq!(file["sha"], "72aee5371e179ffac4ce0786654ba3dd55dd2f37");
    assert!(file["url"].as_str().unwrap().ends_with("/contents/README.md?ref=main"), "{file:#}");
    assert_eq!(file["download_url"], "https://github.com/acme/widgets/raw/main/README.md");
    assert_eq!(client.get(&format!("{REPO}/readme")).await.json()["sha"], file["sha"]);
    let response = client.get(&format!("{REPO}/contents/.github/x.yml")).await;
    assert_eq!((response.status, &response.json()["message"]), (404, &json!("Not Found")));
}

#[tokio::test]
async fn the_budgets_include_search() {
    let client = Client::start().await;
    let resources = client.get("/rate_limit").await.json()["resources"].clone();
    assert_eq!((&resources["search"]["limit"], &resources["search"]["remaining"]), (&json!(30), &json!(30)));
    assert!(resources["search"]["reset"].as_u64() > Some(1_700_000_000));
}

#[tokio::test]
async fn unsupported_nested_parameters_are_refused() {
    let client = Client::start().await;
    let comment = json!({ "path": "src/widget.rs", "position": 3, "body": "x" });
    let body = json!({ "event": "COMMENT", "comments": [comment] });
    let response = client.rest("POST", &format!("{REPO}/pulls/7/reviews"), body).await;
    let message = format!("ghx-sandbox does not model `comments.position` of `POST {REPO}/pulls/7/reviews`");
    assert_eq!((response.status, response.json()["message"].as_str()), (400, Some(message.as_str())));
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn rendered_media_types_are_refused() {
    let client = Client::start().await;
    let path = format!("{REPO}/issues/1");
    let get = async |accept| client.send("GET", &path, None, &[("accept", accept)]).await.unwrap();
    for accept in ["application/vnd.github.html+json", "application/vnd.github.v3.full+json"] {
        let response = get(accept).await;
        let message = format!("ghx-sandbox does not model the media type `{accept}`");
        assert_eq!((response.status, response.json()["message"].as_str()), (400, Some(message.as_str())));
    }
    for accept in ["application/vnd.github+json", "application/vnd.github.v3+json", "text/html, */*"] {
        assert_eq!(get(accept).await.status, 200, "{accept}");
    }
}
