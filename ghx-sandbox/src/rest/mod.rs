//! The REST side, on the same state: what is asked, paging, conditional requests, redirects and error shapes. The
//! answers of each domain are in a file of its own.

mod actions;
mod comments;
mod endpoints;
mod issues;
mod labels;
mod page;
mod pulls;
mod render;
mod repos;
mod reviews;
mod users;

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError, RwLock},
};

use serde_json::{Value as Json, json};

use self::{endpoints::Where, page::Page};
use crate::{
    http::{DOCS, Request, Response},
    limits::{Limits, Rate, now},
    state::{Actor, Found, Issue, Key, Node, Refusal, Repo, Store},
};

/// What an endpoint answers, before paging and headers.
#[derive(Debug)]
enum Output {
    Json(u16, Json),
    /// A page of a list.
    List(Page),
    /// A page of a list inside an object, beside `total_count`.
    Wrapped(&'static str, Page),
    Text(&'static str, String),
    Empty(u16),
    /// An answer that is complete already.
    Ready(Response),
}

/// Where a path leads.
enum Located<'p> {
    /// Into a repository, with the rest of the path.
    Repo(Key<Repo>, Vec<&'p str>),
    /// To a repository that has another name now.
    Moved(Response),
    /// Not into a repository.
    Elsewhere,
}

type Result<T> = std::result::Result<T, Refusal>;

/// Who sends a request, and what is hidden from them.
pub(crate) struct Caller<'a> {
    /// Empty where no token was sent.
    pub(crate) token: &'a str,
    pub(crate) actor: &'a Actor,
    /// Ids of new nodes that reads do not find yet.
    pub(crate) hidden: BTreeSet<String>,
}

/// A response, and the write that was made for it.
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

/// What a write gives.
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
        return only(Response::json(200, &rate_limit(limits, caller.token)));
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
    /// The repository of a path and what follows it; or the redirect for one that was renamed.
    fn locate<'p>(&self, store: &Store, parts: &[&'p str]) -> Result<Located<'p>> {
        let not_found = || Refusal::not_found("Not Found");
        let (key, rest) = match parts {
            ["repos", owner, name, rest @ ..] => {
                let (key, found) = store.find_repo(owner, name).ok_or_else(not_found)?;
                if found == Found::ByFormerName && store.permission(self.actor, key).is_some() {
                    return Ok(Located::Moved(self.moved(store, key, rest)));
                }
                (key, rest)
            }
            ["repositories", id, rest @ ..] => {
                let has_id = |key: &Key<Repo>| Node::Repo(*key).database_id(store).to_string() == **id;
                (store.repos.keys_where(|_| true).into_iter().find(has_id).ok_or_else(not_found)?, rest)
            }
            _ => return Ok(Located::Elsewhere),
        };
        if store.permission(self.actor, key).is_none() {
            return Err(not_found());
        }
        Ok(Located::Repo(key, rest.to_vec()))
    }

    fn moved(&self, store: &Store, key: Key<Repo>, rest: &[&str]) -> Response {
        let id = Node::Repo(key).database_id(store);
        let mut url = format!("{}/repositories/{id}", self.request.urls.api);
        for part in rest {
            url.push('/');
            url.push_str(part);
        }
        if !self.request.query.is_empty() {
            url.push('?');
            url.push_str(&self.request.query);
        }
        let (status, message) =
            if self.request.is_read() { (301, "Moved Permanently") } else { (307, "Temporary Redirect") };
        let body = json!({ "message": message, "url": url, "documentation_url": DOCS });
        Response::json(status, &body).with("location", url)
    }

    fn read(&self, store: &Store, parts: &[&str]) -> Result<Output> {
        let (repo, rest) = match self.locate(store, parts)? {
            Located::Moved(response) => return Ok(Output::Ready(response)),
            Located::Elsewhere => {
                endpoints::check(self.request, &self.body, &Where::Elsewhere(parts))?;
                return users::read(self, store, parts);
            }
            Located::Repo(repo, rest) => (repo, rest),
        };
        endpoints::check(self.request, &self.body, &Where::InRepo(&rest))?;
        match rest.as_slice() {
            ["issues", "comments", ..] | ["issues", _, "comments"] => comments::read(self, store, repo, &rest),
            ["issues", ..] => issues::read(self, store, repo, &rest),
            ["pulls", _, "reviews" | "comments", ..] => reviews::read(self, store, repo, &rest),
            ["pulls", ..] => pulls::read(self, store, repo, &rest),
            ["labels" | "milestones", ..] => labels::read(self, store, repo, &rest),
            ["actions" | "check-runs", ..] | ["commits", _, "check-runs"] => actions::read(self, store, repo, &rest),
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
            ["issues", ..] => issues::write(self, store, repo, rest),
            ["pulls", _, "reviews" | "comments" | "requested_reviewers", ..] => reviews::write(self, store, repo, rest),
            ["pulls", ..] => pulls::write(self, store, repo, rest),
            ["labels" | "milestones", ..] => labels::write(self, store, repo, rest),
            ["actions", ..] => actions::write(self, store, repo, rest),
            _ => Err(self.not_modelled()),
        }
    }

    /// The page of a list that is asked for; only what is on it is rendered.
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

fn rate_limit(limits: &Mutex<Limits>, token: &str) -> Json {
    let mut limits = limits.lock().unwrap_or_else(PoisonError::into_inner);
    let mut of = |resource| {
        // This request costs nothing, but it has been charged already.
        let rate = limits.rate(token, resource);
        if resource == "core" {
            rate.used = rate.used.saturating_sub(1);
        }
        budget(rate)
    };
    let (core, graphql) = (of("core"), of("graphql"));
    // REST search is not modelled, so nothing is used up.
    let search = Rate { resource: "search", limit: 30, used: 0, reset: now() + 60 };
    json!({ "resources": { "core": core, "graphql": graphql, "search": budget(&search) }, "rate": core })
}

fn budget(rate: &Rate) -> Json {
    json!({ "limit": rate.limit, "used": rate.used, "remaining": rate.remaining(), "reset": rate.reset })
}
