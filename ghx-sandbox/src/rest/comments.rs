//! Comments on issues and pull requests.

use serde_json::{Value as Json, json};

use super::{Done, Output, Rest, Result, accounts};
use crate::{
    http::Urls,
    state::{Comment, Key, Node, Permission, Refusal, Repo, Store},
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["issues", "comments", id] => Ok(Output::Json(200, json(store, urls, comment(rest, store, repo, id)?)?)),
        ["issues", number, "comments"] => {
            let issue = store.issues.get(rest.numbered(store, repo, number)?)?;
            let mut seen = issue.comments.clone();
            seen.retain(|key| rest.can_see(store, Node::Comment(*key)));
            if let Some(since) = rest.request.param("since") {
                seen.retain(|key| store.comments.get(*key).is_ok_and(|row| row.updated_at.to_string() >= since));
            }
            rest.list(seen, |key| json(store, urls, key))
        }
        _ => Err(rest.not_modelled()),
    }
}

fn comment(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, id: &str) -> Result<Key<Comment>> {
    let fits = |key: &Key<Comment>| {
        let node = Node::Comment(*key);
        node.database_id(store).to_string() == id && node.repo(store) == Some(repo) && rest.can_see(store, node)
    };
    store.comments.keys_where(|_| true).into_iter().find(fits).ok_or_else(|| Refusal::not_found("Not Found"))
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    let urls = &rest.request.urls;
    let body = rest.text("body").unwrap_or_default();
    match (rest.request.method.as_str(), parts) {
        ("POST", ["issues", number, "comments"]) => {
            let issue = rest.numbered(store, repo, number)?;
            let needed = if store.issues.get(issue)?.locked { Permission::Write } else { Permission::Read };
            store.permit(rest.actor, repo, needed)?;
            let key = store.add_comment(issue, rest.actor.account, body)?;
            let output = Output::Json(201, json(store, urls, key)?);
            let route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
            Ok(Done { output, route, subject: Some(Node::Comment(key)) })
        }
        ("PATCH" | "DELETE", ["issues", "comments", id]) => {
            let key = comment(rest, store, repo, id)?;
            let author = store.comments.get(key)?.author;
            store.permit_author(rest.actor, repo, author, Permission::Write)?;
            if rest.request.method == "DELETE" {
                store.delete_comment(key)?;
                let route = "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}";
                return Ok(Done { output: Output::Empty(204), route, subject: None });
            }
            store.update_comment(key, body)?;
            let output = Output::Json(200, json(store, urls, key)?);
            let route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
            Ok(Done { output, route, subject: Some(Node::Comment(key)) })
        }
        _ => Err(rest.not_modelled()),
    }
}

pub(super) fn json(store: &Store, urls: &Urls, key: Key<Comment>) -> Result<Json> {
    let row = store.comments.get(key)?;
    let node = Node::Comment(key);
    let issue = store.issues.get(row.issue)?;
    let api = urls.repo_api(store, issue.repo);
    let id = node.database_id(store);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "url": format!("{api}/issues/comments/{id}"),
        "html_url": format!("{}#issuecomment-{id}", urls.issue(store, row.issue)),
        "issue_url": format!("{api}/issues/{}", issue.number),
        "body": row.body,
        "user": accounts::optional_json(store, urls, row.author)?,
        "created_at": row.created_at.to_string(),
        "updated_at": row.updated_at.to_string(),
    }))
}
