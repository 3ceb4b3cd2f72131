//! Compares the table with the resolvers.

use std::collections::BTreeSet;

use apollo_compiler::schema::{ExtendedType, FieldDefinition};
use serde_json::{Value as Json, json};

use super::table::modelled;
use crate::{
    graphql::{Environment, Plan, pinned},
    http::Urls,
    limits::{Processing, RequestLimits},
    seed::{Seed, build},
    state::{Actor, Node, Store},
};

/// One node of each type that has resolvers.
fn samples(store: &Store) -> Vec<Node> {
    let issue = |is_pull: bool| {
        let found = store.issues.find(|issue| issue.pull.is_some() == is_pull && !issue.comments.is_empty());
        Node::Issue(found.unwrap().0)
    };
    let account = |login: &str| Node::Account(store.account(login).unwrap());
    let run = store.runs.iter().next().unwrap().0;
    vec![
        account("octocat"),
        account("acme"),
        account("renovate-app"),
        Node::Repo(store.repos.iter().next().unwrap().0),
        Node::Label(store.labels.iter().next().unwrap().0),
        Node::Milestone(store.milestones.iter().next().unwrap().0),
        Node::IssueType(store.issue_types.iter().next().unwrap().0),
        issue(false),
        issue(true),
        Node::Comment(store.comments.iter().next().unwrap().0),
        Node::Review(store.reviews.iter().next().unwrap().0),
        Node::Thread(store.threads.iter().next().unwrap().0),
        Node::ReviewComment(store.review_comments.iter().next().unwrap().0),
        Node::Branch(store.branches.iter().next().unwrap().0),
        Node::Commit(store.commits.iter().next().unwrap().0),
        Node::Release(store.releases.iter().next().unwrap().0),
        Node::Workflow(store.workflows.iter().next().unwrap().0),
        Node::Run(run),
        Node::CheckSuite(run),
        Node::CheckRun(store.check_runs.iter().next().unwrap().0),
    ]
}

/// A selection of a field with its required arguments.
fn selection(field: &FieldDefinition) -> String {
    let required = field.arguments.iter().filter(|argument| argument.is_required());
    let mut arguments: Vec<String> = required
        .map(|argument| {
            let value = match argument.ty.to_string().as_str() {
                "Int!" => "1".to_owned(),
                "[ID!]!" | "[String!]!" => "[\"x\"]".to_owned(),
                "String!" if argument.name == "refPrefix" => "\"refs/heads/\"".to_owned(),
                "String!" | "ID!" | "URI!" | "GitObjectID!" => "\"x\"".to_owned(),
                "SearchType!" => "ISSUE".to_owned(),
                "[RepositorySuggestedActorFilter!]!" => "[CAN_BE_ASSIGNED]".to_owned(),
                _ => "null".to_owned(),
            };
            format!("{}: {value}", argument.name)
        })
        .collect();
    if field.argument_by_name("first").is_some() {
        arguments.push("first: 1".to_owned());
    }
    let arguments = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
    let schema = &pinned().unwrap().schema;
    let is_leaf = schema.types.get(field.ty.inner_named_type()).is_none_or(ExtendedType::is_leaf);
    format!("{}{arguments}{}", field.name, if is_leaf { "" } else { " { __typename }" })
}

/// Whether execution refuses a field as not modelled, without the check before it. `None` if the query is not
/// valid.
fn is_refused(store: &std::sync::RwLock<Store>, actor: &Actor, query: &str) -> Option<bool> {
    let plan = Plan::unchecked(query).ok()?;
    let urls = Urls::of_host("api.github.com", "");
    let environment = Environment {
        actor,
        urls: &urls,
        hidden: BTreeSet::new(),
        faults: Vec::new(),
        rate: Vec::new(),
        time: &Processing::start(RequestLimits::none()),
        may_create: &|| true,
    };
    let outcome = plan.execute(store, environment);
    let says_so = |error: &Json| error["message"].as_str().is_some_and(|text| text.contains("does not model"));
    Some(outcome.errors.iter().any(says_so))
}

#[test]
fn table_matches_the_resolvers() {
    let store = build(&Seed::standard().unwrap()).unwrap();
    let actor = Actor { account: store.account("octocat"), read_only: false, scopes: crate::seed::all_scopes() };
    let nodes: Vec<(String, String)> =
        samples(&store).iter().map(|node| (node.type_name(&store).to_owned(), node.id(&store))).collect();
    let store = std::sync::RwLock::new(store);
    let mut differences = Vec::new();
    let mut count = 0;
    for (type_name, id) in nodes {
        let Some(ExtendedType::Object(object)) = pinned().unwrap().schema.types.get(type_name.as_str()) else {
            panic!("{type_name} is not an object");
        };
        let listed = &modelled()[type_name.as_str()];
        for (name, field) in &object.fields {
            let query = format!("{{ node(id: {}) {{ ... on {type_name} {{ {} }} }} }}", json!(id), selection(field));
            let Some(refused) = is_refused(&store, &actor, &query) else { continue };
            count += 1;
            if refused == listed.contains_key(name.as_str()) {
                differences.push(format!("{type_name}.{name}: listed but not resolved, or resolved but not listed"));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(count > 500, "{count} fields were compared");
}

#[test]
fn table_matches_the_schema() {
    let schema = &pinned().unwrap().schema;
    for (type_name, fields) in modelled() {
        for (field, arguments) in fields {
            let definition = schema.type_field(type_name, field).unwrap_or_else(|_| panic!("{type_name}.{field}"));
            for argument in arguments.iter().filter(|argument| **argument != "*") {
                assert!(definition.argument_by_name(argument).is_some(), "{type_name}.{field}({argument}:)");
            }
        }
    }
}
