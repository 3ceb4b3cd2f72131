//! What the descriptors of the real cards say to the engine: what a write costs, how many nodes a query may ask for, and
//! which variables name its repository.

use ghx::__codegen::find;
use ghx::ALL;
use ghx::card::{Card, Effect, Weight};
use ghx::operation::{Nodes, Operation, RepositoryArguments, Root};
use serde_json::{Map, Value, json};

fn ids(holds: impl Fn(&Card) -> bool) -> Vec<&'static str> {
    ALL.iter().filter(|entry| holds(entry.card)).map(|entry| entry.card.id).collect()
}

/// Fault 35.
#[test]
fn opening_an_issue_and_merging_are_heavy() {
    assert_eq!(ids(|card| card.weight == Weight::Heavy), ["issue.create", "pr.merge"]);
}

/// Fault 35.
#[test]
fn issues_comments_replies_and_reviews_count_as_creations() {
    let creating =
        ["issue.comments.create", "issue.create", "pr.comments.create", "pr.reviews.submit", "pr.threads.reply"];
    assert_eq!(ids(|card| card.creates), creating);
}

#[test]
fn a_read_costs_nothing_as_a_write() {
    assert_eq!(ids(|card| card.effect == Effect::Read && (card.creates || card.weight != Weight::Light)), [""; 0]);
}

fn root(id: &str, operation: &str) -> &'static Root {
    let card = find(ALL, id).unwrap().card;
    let found = card.operations.iter().chain(card.lookups).find(|known| known.name == operation);
    &found.unwrap().roots[0]
}

fn nodes(root: &Root, first: u64) -> u64 {
    root.count_nodes(json!({ "first": first }).as_object().unwrap())
}

/// Fault 39.
#[test]
fn nodes_are_counted_as_github_counts_them() {
    let threads = root("pr.threads.list", "PrThreadsList");
    assert_eq!(nodes(threads, 100), 100 + 100 * 100);
    assert_eq!(nodes(threads, 30), 30 + 30 * 100);
    assert_eq!(nodes(root("pr.threads.list", "PrThreadsListById"), 100), 10_100);
    assert_eq!(nodes(root("issue.list", "IssueList"), 30), 30);
    assert_eq!(nodes(root("issue.view", "IssueView"), 30), 200, "100 labels and 100 assignees");
    assert_eq!(nodes(root("repo.view", "RepoView"), 30), 0);
}

/// Fault 39.
#[test]
fn a_page_size_that_is_absent_counts_as_the_largest_page_and_nothing_overflows() {
    let none = Map::new();
    assert_eq!(root("issue.list", "IssueList").count_nodes(&none), 100);
    let huge = Nodes::new(u64::MAX, &["first", "first"]);
    let first: Map<String, Value> = json!({ "first": u64::MAX }).as_object().cloned().unwrap();
    assert_eq!(huge.count(&first), u64::MAX);
}

fn operations() -> impl Iterator<Item = &'static Operation> {
    ALL.iter().flat_map(|entry| entry.card.operations.iter().chain(entry.card.lookups).copied())
}

/// Fault 39: a batch counts fields of a shared root one by one.
#[test]
fn the_fields_of_a_root_ask_for_as_many_nodes_as_the_root() {
    for root in operations().flat_map(|operation| operation.roots).filter(|root| !root.children.is_empty()) {
        let fields: u64 = root.children.iter().map(|child| child.count_nodes(&Map::new())).sum();
        assert_eq!(fields, root.count_nodes(&Map::new()), "{}", root.key);
    }
}

/// Fault 37.
#[test]
fn every_root_that_is_a_repository_says_which_variables_name_it() {
    for root in operations().flat_map(|operation| operation.roots) {
        let named = Some(RepositoryArguments::new("owner", "name"));
        assert_eq!(root.repository, named.filter(|_| root.key == "repository"), "{}", root.key);
    }
    assert!(root("issue.view", "IssueView").repository.is_some());
    assert!(root("issue.view", "IssueViewById").repository.is_none());
}

/// The largest number that a card takes for an input, at a path such as `threads/line`.
fn maximum(id: &str, path: &str) -> Option<i64> {
    let schema: Value = serde_json::from_str(find(ALL, id).unwrap().card.input_schema).unwrap();
    let mut at = &schema;
    for name in path.split('/') {
        at = if at["items"].is_object() { &at["items"] } else { at };
        at = &at["properties"][name];
    }
    assert_eq!(at["type"], "integer", "{id} {path}");
    at["maximum"].as_i64()
}

/// Fault 42.
#[test]
fn a_number_that_goes_into_graphql_int_has_the_maximum_of_32_bits() {
    let most = Some(i64::from(i32::MAX));
    for (id, path) in [
        ("issue.milestone.set", "milestoneNumber"),
        ("issue.view", "issueNumber"),
        ("pr.merge", "prNumber"),
        ("issue.relations.parent.set", "parentIssueNumber"),
        ("pr.reviews.submit", "comments/line"),
    ] {
        assert_eq!(maximum(id, path), most, "{id} {path}");
    }
    assert_eq!(maximum("issue.list", "first"), Some(100), "the card's own bound stays");
}

/// Fault 42: ids of workflow runs are larger, and go over REST only.
#[test]
fn a_number_that_goes_over_rest_only_keeps_64_bits() {
    assert_eq!(maximum("workflow.run.view", "runId"), None);
    assert_eq!(maximum("workflow.run.rerun.failed", "runId"), None);
}

/// Fault 42: the descriptor refuses it before anything is sent, not only the JSON schema.
#[test]
fn a_number_beyond_32_bits_is_refused_with_its_path() {
    let card = find(ALL, "issue.milestone.set").unwrap().card;
    let input = json!({ "owner": "acme", "name": "widgets", "issueNumber": 42, "milestoneNumber": 2_147_483_648_u64 });
    let problems = ghx::__codegen::check(card, &input);
    let pointers: Vec<&str> = problems.iter().map(ghx::error::InputProblem::pointer).collect();
    assert_eq!(pointers, ["/milestoneNumber"]);
}
