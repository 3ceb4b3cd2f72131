//! Reviews, inline comments and requested reviewers of pull requests.

use serde_json::{Value as Json, json};

use super::{
    Done, Output, Rest, Result, accounts,
    pulls::{self, pull},
};
use crate::{
    http::Urls,
    state::{
        Inline, Issue, Key, NewReview, Node, PENDING, Permission, Place, Refusal, Repo, Review, ReviewComment, Store,
    },
};

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    let urls = &rest.request.urls;
    match parts {
        ["pulls", number, "reviews"] => {
            let mut reviews = store.reviews_of(pull(rest, store, repo, number)?);
            reviews.retain(|key| rest.can_see(store, Node::Review(*key)));
            rest.list(reviews, |key| json(store, urls, key))
        }
        ["pulls", number, "comments"] => {
            let threads = store.threads_of(pull(rest, store, repo, number)?).into_iter();
            let comments = threads.flat_map(|thread| store.comments_of_thread(thread));
            let seen = comments.filter(|key| rest.can_see(store, Node::ReviewComment(*key))).collect();
            rest.list(seen, |key| comment_json(store, urls, key))
        }
        _ => Err(rest.not_modelled()),
    }
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    match (rest.request.method.as_str(), parts) {
        ("POST", ["pulls", number, "reviews"]) => {
            let key = pull(rest, store, repo, number)?;
            submit(rest, store, repo, key)
        }
        ("POST", ["pulls", number, "comments", id, "replies"]) => {
            let key = pull(rest, store, repo, number)?;
            reply(rest, store, repo, key, id)
        }
        ("POST" | "DELETE", ["pulls", number, "requested_reviewers"]) => {
            let key = pull(rest, store, repo, number)?;
            request(rest, store, repo, key)
        }
        _ => Err(rest.not_modelled()),
    }
}

fn submit(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, key: Key<Issue>) -> Result<Done> {
    store.permit(rest.actor, repo, Permission::Read)?;
    let state = match rest.text("event") {
        Some("APPROVE") => "APPROVED",
        Some("REQUEST_CHANGES") => "CHANGES_REQUESTED",
        Some("COMMENT") => "COMMENTED",
        Some(other) => return Err(Refusal::unprocessable(format!("`{other}` is not an event of a review"))),
        None => PENDING,
    };
    let inline: Vec<Inline> = rest.body["comments"].as_array().into_iter().flatten().map(inline).collect();
    store.check_lines(key, &inline)?;
    let (author, body) = (rest.actor.account, rest.text("body").unwrap_or_default());
    let review = store.add_review(NewReview { pull: key, author, state, body, inline })?;
    let output = Output::Json(200, json(store, &rest.request.urls, review)?);
    let route = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
    Ok(Done { output, route, subject: Some(Node::Review(review)) })
}

fn inline(json: &Json) -> Inline {
    let number = |name: &str| json[name].as_u64().and_then(|number| u32::try_from(number).ok());
    let text = |name: &str| json[name].as_str().map(str::to_owned);
    let place = Place {
        path: text("path").unwrap_or_default(),
        line: number("line"),
        start_line: number("start_line"),
        side: text("side"),
        start_side: text("start_side"),
    };
    Inline { place, body: text("body").unwrap_or_default() }
}

fn reply(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, pull: Key<Issue>, id: &str) -> Result<Done> {
    store.permit(rest.actor, repo, Permission::Read)?;
    let thread = store.threads_of(pull).into_iter().find(|thread| {
        let has_id = |key: &Key<_>| Node::ReviewComment(*key).database_id(store).to_string() == id;
        store.comments_of_thread(*thread).iter().any(has_id)
    });
    let thread = thread.ok_or_else(|| Refusal::not_found("Not Found"))?;
    let key = store.reply(thread, rest.actor.account, rest.text("body").unwrap_or_default())?;
    let output = Output::Json(201, comment_json(store, &rest.request.urls, key)?);
    let route = "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies";
    Ok(Done { output, route, subject: Some(Node::ReviewComment(key)) })
}

fn request(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, key: Key<Issue>) -> Result<Done> {
    store.permit(rest.actor, repo, Permission::Write)?;
    let logins = rest.strings("reviewers").unwrap_or_default();
    let people = logins.iter().map(|login| store.user(login)).collect::<Result<Vec<_>>>()?;
    let author = store.issues.get(key)?.author;
    if people.iter().any(|person| Some(*person) == author) {
        return Err(Refusal::unprocessable("Review cannot be requested from pull request author."));
    }
    let reviewers = &mut store.pull_mut(key)?.requested_reviewers;
    reviewers.retain(|reviewer| !people.contains(reviewer));
    let (status, route) = if rest.request.method == "POST" {
        reviewers.extend(people);
        (201, "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers")
    } else {
        (200, "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers")
    };
    let output = Output::Json(status, pulls::json(rest, store, key, false)?);
    Ok(Done { output, route, subject: Some(Node::Issue(key)) })
}

pub(super) fn json(store: &Store, urls: &Urls, key: Key<Review>) -> Result<Json> {
    let row = store.reviews.get(key)?;
    let node = Node::Review(key);
    let id = node.database_id(store);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "user": accounts::optional_json(store, urls, row.author)?,
        "body": row.body,
        "state": row.state,
        "html_url": format!("{}#pullrequestreview-{id}", urls.issue(store, row.pull)),
        "commit_id": row.commit,
        "submitted_at": row.submitted_at.map(|at| at.to_string()),
    }))
}

pub(super) fn comment_json(store: &Store, urls: &Urls, key: Key<ReviewComment>) -> Result<Json> {
    let row = store.review_comments.get(key)?;
    let thread = store.threads.get(row.thread)?;
    let node = Node::ReviewComment(key);
    let id = node.database_id(store);
    let first = store.comments_of_thread(row.thread).first().copied().filter(|first| *first != key);
    Ok(json!({
        "id": id,
        "node_id": node.id(store),
        "pull_request_review_id": Node::Review(row.review).database_id(store),
        "in_reply_to_id": first.map(|first| Node::ReviewComment(first).database_id(store)),
        "path": thread.place.path,
        "line": thread.place.line.filter(|_| !thread.outdated),
        "original_line": thread.place.line,
        "side": thread.place.side.as_deref().unwrap_or("RIGHT"),
        "body": row.body,
        "user": accounts::optional_json(store, urls, row.author)?,
        "html_url": format!("{}#discussion_r{id}", urls.issue(store, thread.pull)),
        "created_at": row.created_at.to_string(),
        "updated_at": row.created_at.to_string(),
    }))
}
