//! `facts.yaml`: what is true of GitHub, but stands in none of the other files.

use super::{Described, RestOperation, Schema};
use crate::{
    card::METHODS,
    problem::{Code, Problem, Problems},
    source::{FileId, Sources, Span},
    yaml::{self, Node, Value},
};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The facts. Operations are written as `GET /repos/{owner}/{repo}`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Pull requests are issues in REST.
    pub pull_requests: PullRequests,
    /// Kinds of node that share the numbers of a repository.
    pub shared_numbers: Vec<Vec<String>>,
    /// How logins are written.
    pub actors: Actors,
    /// Names in bodies that GitHub does not check: operation → member → the operation that looks one up.
    pub unchecked_names: BTreeMap<String, BTreeMap<String, String>>,
    /// Media types whose response is text, and the operations that have them.
    pub text: BTreeMap<String, BTreeSet<String>>,
    /// Operations that are a POST, but change nothing.
    pub reads: BTreeSet<String>,
}

/// Operations on issues that also accept and return pull requests.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PullRequests {
    /// The member that only a pull request has.
    pub member: String,
    /// The operations.
    pub operations: BTreeSet<String>,
}

/// How logins are written, per route.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actors {
    /// In REST; a member is `schema.member`.
    pub rest: Logins,
    /// In the JSON of `gh`; a member is `command.field`.
    pub gh: Logins,
}

/// How logins are written on one route.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logins {
    /// What is added to the name of an app.
    pub app: String,
    /// The login of an account that was deleted.
    pub deleted: String,
    /// The accounts that may be an app or may be deleted.
    pub members: BTreeSet<String>,
}

impl Facts {
    pub(super) fn parse(schema: &Schema, sources: &Sources, file: FileId, problems: &mut Problems) -> Option<Self> {
        let node = yaml::parse(sources, file).map_err(|problem| problems.push(*problem)).ok()?;
        let facts = serde_json::from_value::<Facts>(node.to_json()).map_err(|error| {
            let message = format!("the facts cannot be read: {error}");
            let problem = Problem::error(Code::SchemaFolder, Span::start_of(file), message).label("this file");
            problems.push(problem.help("compare it with the file of an earlier version"));
        });
        let facts = facts.ok()?;
        facts.check(&Check { schema, node: &node }, problems);
        Some(facts)
    }

    /// Every operation, member and kind is one of the pinned schemas.
    fn check(&self, check: &Check<'_>, problems: &mut Problems) {
        let unchecked = self.unchecked_names.iter().flat_map(|(operation, members)| {
            std::iter::once(operation.as_str()).chain(members.values().map(String::as_str))
        });
        let named = self.pull_requests.operations.iter().chain(self.text.values().flatten()).chain(&self.reads);
        for operation in named.map(String::as_str).chain(unchecked) {
            let known = check.schema.rest.is_none() || check.operation(operation).is_some();
            check.that(known, operation, "rest.json has no operation", problems);
        }
        for (operation, members) in &self.unchecked_names {
            let body = check.operation(operation).and_then(|operation| operation.body());
            for member in members.keys() {
                let known = body.as_ref().is_none_or(|body| body.member(member).is_some());
                check.that(known, member, "the body of the operation has no member", problems);
            }
        }
        for kind in self.shared_numbers.iter().flatten() {
            check.that(check.schema.ty(kind).is_some(), kind, "github.graphql has no type", problems);
        }
        for member in &self.actors.rest.members {
            check.that(check.rest_member(member), member, "rest.json has no member", problems);
        }
        for field in &self.actors.gh.members {
            check.that(check.gh_field(field), field, "gh-json.yaml has no field", problems);
        }
    }
}

/// What facts are compared with.
struct Check<'c> {
    schema: &'c Schema,
    node: &'c Node,
}

impl<'c> Check<'c> {
    fn that(&self, holds: bool, name: &str, message: &str, problems: &mut Problems) {
        if !holds {
            let at = place(self.node, name).unwrap_or(self.node.span);
            let problem = Problem::error(Code::SchemaFolder, at, format!("{message} `{name}`")).label("not there");
            problems.push(problem.help("correct the name, or remove the fact"));
        }
    }

    fn operation(&self, name: &str) -> Option<RestOperation<'c>> {
        let (method, path) = name.split_once(' ')?;
        let method = METHODS.iter().find(|(known, _)| *known == method)?.1;
        self.schema.rest.as_ref()?.operation(method, path)
    }

    fn rest_member(&self, name: &str) -> bool {
        let Some(rest) = &self.schema.rest else { return true };
        let found = name
            .split_once('.')
            .and_then(|(component, member)| rest.component(component)?.member(member)?.member("login"));
        found.is_some()
    }

    fn gh_field(&self, name: &str) -> bool {
        let record = name.split_once('.').and_then(|(command, field)| {
            self.schema.gh_json.record(command).and_then(|record: Described<'_>| record.member(field))
        });
        record.is_some()
    }
}

/// Where a name stands, as a key or as a value.
fn place(node: &Node, name: &str) -> Option<Span> {
    match &node.value {
        Value::Text(text) if text == name => Some(node.span),
        Value::List(items) => items.iter().find_map(|item| place(item, name)),
        Value::Map(entries) => {
            entries.iter().find_map(|(key, node)| if key.name == name { Some(key.span) } else { place(node, name) })
        }
        _ => None,
    }
}
