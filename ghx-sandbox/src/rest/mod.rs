//! The REST endpoints: dispatch, paging, conditional requests, redirects and error shapes. Each domain is a file.

mod accounts;
mod comments;
mod contents;
mod endpoints;
mod git;
mod issues;
mod labels;
mod locate;
mod milestones;
mod page;
mod pulls;
mod rate_limit;
mod relations;
mod releases;
mod repos;
mod reviews;
mod workflows;

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError, RwLock},
};

use serde_json::{Value as Json, json};

use self::{endpoints::Where, locate::Located, page::Page};
use crate::{
    http::{DOCS, Request, Response},
    limits::Limits,
    state::{Actor, Issue, Key, Node, Refusal, Repo, Store},
};

/// The result of an endpoint, before headers are added.
#[derive(Debug)]
enum Output {
    Json(u16, Json),
    /// A page of a list.
    List(Page),
    /// A page of a list inside an object, next to `total_count`.
    Wrapped(&'static str, Page),
    Text(&'static str, String),
    Empty(u16),
    /// A complete response.
    Ready(Response),
}

type Result<T> = std::result::Result<T, Refusal>;

/// Who sends a request, and what is hidden from them.
pub(crate) struct Caller<'a> {
    /// Empty if no token was sent.
    pub(crate) token: &'a str,
    pub(crate) actor: &'a Actor,
    /// Ids of new nodes that reads do not find yet.
    pub(crate) hidden: BTreeSet<String>,
}

/// A response, and the write that was executed.
pub(crate) struct Outcome {
    pub(crate) response: Response,
    pub(crate) write: Option<ExecutedWrite>,
}

/// A write, for the record.
pub(crate) struct ExecutedWrite {
    /// The route in GitHub's notation.
    pub(crate) route: &'static str,
    pub(crate) subject: Option<String>,
    /// The ids of what it created.
    pub(crate) created: BTreeSet<String>,
}

/// A request that is being executed.
struct Rest<'a> {
    request: &'a Request,
    actor: &'a Actor,
    body: Json,
    hidden: BTreeSet<String>,
}

/// The result of a write.
struct Done {
    output: Output,
    /// The route in GitHub's notation.
    route: &'static str,
    subject: Option<Node>,
}

/// Executes a REST request.
pub(crate) fn respond(store: &RwLock<Store>, limits: &Mutex<Limits>, request: &Request, caller: Caller<'_>) -> Outcome {
    let only = |response| Outcome { response, write: None };
    let body = match request.json() {
        Some(body) => body,
        None if request.body.trim().is_empty() => Json::Null,
        None => return only(Response::error(400, "Problems parsing JSON")),
    };
    let segments = request.segments();
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    if let ["rate_limit"] = parts.as_slice() {
        return only(Response::json(200, &rate_limit::json(limits, caller.token)));
    }
    let rest = Rest { request, actor: caller.actor, body, hidden: caller.hidden };
    let result = if request.is_read() {
        rest.read(&store.read().unwrap_or_else(PoisonError::into_inner), &parts).map(|output| (output, None))
    } else {
        rest.write(store, &parts)
    };
    match result {
        Ok((output, write)) => Outcome { response: page::response(request, output), write },
        Err(refusal) => only(refused(&refusal)),
    }
}

impl Rest<'_> {
    fn read(&self, store: &Store, parts: &[&str]) -> Result<Output> {
        let (repo, rest) = match self.locate(store, parts)? {
            Located::Moved(response) => return Ok(Output::Ready(response)),
            Located::Elsewhere => {
                endpoints::check(self.request, &self.body, &Where::Elsewhere(parts))?;
                return accounts::read(self, store, parts);
            }
            Located::Repo(repo, rest) => (repo, rest),
        };
        endpoints::check(self.request, &self.body, &Where::InRepo(&rest))?;
        match rest.as_slice() {
            ["issues", "comments", ..] | ["issues", _, "comments"] => comments::read(self, store, repo, &rest),
            ["issues", _, "labels"] | ["labels", ..] => labels::read(self, store, repo, &rest),
            ["issues", _, "parent" | "sub_issues"] => relations::read(self, store, repo, &rest),
            ["issues", ..] => issues::read(self, store, repo, &rest),
            ["pulls", _, "reviews" | "comments", ..] => reviews::read(self, store, repo, &rest),
            ["pulls", ..] => pulls::read(self, store, repo, &rest),
            ["milestones", ..] => milestones::read(self, store, repo, &rest),
            ["actions" | "check-runs", ..] | ["commits", _, "check-runs"] => workflows::read(self, store, repo, &rest),
            ["branches", ..] => git::read(self, store, repo, &rest),
            ["readme"] | ["contents", ..] => contents::read(self, store, repo, &rest),
            ["releases", ..] => releases::read(self, store, repo, &rest),
            _ => repos::read(self, store, repo, &rest),
        }
    }

    fn write(&self, store: &RwLock<Store>, parts: &[&str]) -> Result<(Output, Option<ExecutedWrite>)> {
        let mut store = store.write().unwrap_or_else(PoisonError::into_inner);
        let (repo, rest) = match self.locate(&store, parts)? {
            Located::Moved(response) => return Ok((Output::Ready(response), None)),
            Located::Elsewhere => return Err(self.not_modelled()),
            Located::Repo(repo, rest) => (repo, rest),
        };
        endpoints::check(self.request, &self.body, &Where::InRepo(&rest))?;
        if self.actor.account.is_none() {
            return Ok((Output::Ready(Response::error(401, "Requires authentication")), None));
        }
        // Without the scope, GitHub does not admit that there is something to write to.
        if !self.actor.has_scope("public_repo") {
            return Err(Refusal::not_found("Not Found"));
        }
        store.clock.advance(1);
        let done = self.change(&mut store, repo, &rest);
        let created = store.take_created();
        let done = done?;
        let subject = done.subject.map(|node| node.id(&store));
        Ok((done.output, Some(ExecutedWrite { route: done.route, subject, created })))
    }

    fn change(&self, store: &mut Store, repo: Key<Repo>, rest: &[&str]) -> Result<Done> {
        match rest {
            ["issues", "comments", ..] | ["issues", _, "comments"] => comments::write(self, store, repo, rest),
            ["issues", _, "labels", ..] | ["labels", ..] => labels::write(self, store, repo, rest),
            ["issues", _, "sub_issues" | "sub_issue"] => relations::write(self, store, repo, rest),
            ["issues", ..] => issues::write(self, store, repo, rest),
            ["pulls", _, "reviews" | "comments" | "requested_reviewers", ..] => reviews::write(self, store, repo, rest),
            ["pulls", ..] => pulls::write(self, store, repo, rest),
            ["milestones", ..] => milestones::write(self, store, repo, rest),
            ["actions", ..] => workflows::write(self, store, repo, rest),
            _ => Err(self.not_modelled()),
        }
    }

    /// The requested page of a list; only its items are rendered.
    fn list<T>(&self, keys: Vec<T>, render: impl FnMut(T) -> Result<Json>) -> Result<Output> {
        Page::cut(self.request, keys, render).map(Output::List)
    }

    /// The same, inside an object.
    fn wrapped<T>(&self, name: &'static str, keys: Vec<T>, render: impl FnMut(T) -> Result<Json>) -> Result<Output> {
        Page::cut(self.request, keys, render).map(|page| Output::Wrapped(name, page))
    }

    fn not_modelled(&self) -> Refusal {
        Refusal::not_modelled(format_args!("`{} {}`", self.request.method, self.request.path))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.body[name].as_str()
    }

    /// A list of strings; labels may also be objects with a name.
    fn strings(&self, name: &str) -> Option<Vec<String>> {
        let list = if self.body.is_array() { self.body.as_array() } else { self.body[name].as_array() }?;
        let text = |item: &Json| item.as_str().or_else(|| item["name"].as_str()).map(str::to_owned);
        Some(list.iter().filter_map(text).collect())
    }

    fn can_see(&self, store: &Store, node: Node) -> bool {
        let is_hidden = !self.hidden.is_empty() && self.hidden.contains(&node.id(store));
        !is_hidden && store.can_see(self.actor, node)
    }

    /// The issue or pull request of a number in the path.
    fn numbered(&self, store: &Store, repo: Key<Repo>, number: &str) -> Result<Key<Issue>> {
        let key = number.parse().ok().and_then(|number| store.numbered(repo, number));
        key.filter(|key| self.can_see(store, Node::Issue(*key))).ok_or_else(|| Refusal::not_found("Not Found"))
    }
}

fn refused(refusal: &Refusal) -> Response {
    let status = refusal.status();
    let mut body = json!({ "message": refusal.message, "documentation_url": DOCS, "status": status.to_string() });
    if status == 404 {
        body["message"] = "Not Found".into();
    }
    if let Some(problem) = &refusal.problem {
        body["message"] = "Validation Failed".into();
        body["errors"] = json!([{ "resource": problem.resource, "field": problem.field, "code": problem.code }]);
    } else if status == 422 {
        body["message"] = "Validation Failed".into();
        body["errors"] = json!([{ "message": refusal.message, "code": "custom" }]);
    }
    Response::json(status, &body)
}
