//! What the descriptors of the cards state for the engine: what a write costs, how many nodes a query asks for, and
//! which variables name its repository.

use ghx::__codegen::find;
use ghx::ALL;
use ghx::card::{Card, Effect, Weight};
use ghx::operation::{Nodes, Operation, RepositoryArguments, Root};
use serde_json::{Map, Value, json};

fn ids(holds: impl Fn(&Card) -> bool) -> Vec<&'static str> {
    ALL.iter().filter(|entry| holds(entry.card)).map(|entry| entry.card.id).collect()
}

/// A mutation of 50 creations once took longer than GitHub's ten seconds, with 50 unknown outcomes.
#[test]
fn creating_an_issue_and_merging_are_heavy() {
    let weight = |id| find(ALL, id).unwrap().card.weight;
    assert_eq!(["issue.create", "pr.merge"].map(weight), [Weight::Heavy; 2]);
    assert_eq!(["issue.close", "issue.labels.add", "issue.view"].map(weight), [Weight::Light; 3]);
}

#[test]
fn new_issues_comments_replies_and_reviews_are_creations() {
    let creates = |id| find(ALL, id).unwrap().card.creates;
    assert_eq!(["pr.reviews.submit", "pr.threads.reply"].map(creates), [true; 2]);
    assert_eq!(["issue.close", "issue.labels.add", "issue.view"].map(creates), [false; 3]);
    let named: Vec<&str> = ids(|card| card.id.ends_with(".create"));
    assert!(!named.is_empty() && named.iter().copied().all(creates), "{named:?}");
}

#[test]
fn reads_have_no_write_cost() {
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

/// Nodes were once not counted, and GitHub refused the whole query.
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

#[test]
fn an_absent_page_size_counts_as_the_largest_page() {
    let none = Map::new();
    assert_eq!(root("issue.list", "IssueList").count_nodes(&none), 100);
    let huge = Nodes::new(u64::MAX, &["first", "first"]);
    let first: Map<String, Value> = json!({ "first": u64::MAX }).as_object().cloned().unwrap();
    assert_eq!(huge.count(&first), u64::MAX);
}

fn operations() -> impl Iterator<Item = &'static Operation> {
    ALL.iter().flat_map(|entry| entry.card.operations.iter().chain(entry.card.lookups).copied())
}

/// A batch counts fields of a shared root one by one.
#[test]
fn the_fields_of_a_root_add_up_to_its_nodes() {
    for root in operations().flat_map(|operation| operation.roots).filter(|root| !root.children.is_empty()) {
        let fields: u64 = root.children.iter().map(|child| child.count_nodes(&Map::new())).sum();
        assert_eq!(fields, root.count_nodes(&Map::new()), "{}", root.key);
    }
}

/// Renamed repositories were once followed without a warning.
#[test]
fn repository_roots_name_their_variables() {
    for root in operations().flat_map(|operation| operation.roots) {
        let named = Some(RepositoryArguments::new("owner", "name"));
        assert_eq!(root.repository, named.filter(|_| root.key == "repository"), "{}", root.key);
    }
    assert!(root("issue.view", "IssueView").repository.is_some());
    assert!(root("issue.view", "IssueViewById").repository.is_none());
}

/// The largest number that a card accepts for an input, at a path such as `threads/line`.
fn maximum(id: &str, path: &str) -> Option<i64> {
    let schema: Value = serde_json::from_str(&find(ALL, id).unwrap().card.input_schema()).unwrap();
    let mut at = &schema;
    for name in path.split('/') {
        at = if at["items"].is_object() { &at["items"] } else { at };
        at = &at["properties"][name];
    }
    assert_eq!(at["type"], "integer", "{id} {path}");
    at["maximum"].as_i64()
}

/// This was once refused only after other writes had run.
#[test]
fn graphql_ints_are_limited_to_32_bits() {
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

/// Ids of workflow runs are larger, and go over REST only.
#[test]
fn rest_only_numbers_have_64_bits() {
    assert_eq!(maximum("workflow.run.view", "runId"), None);
    assert_eq!(maximum("workflow.run.rerun.failed", "runId"), None);
}

/// The descriptor refuses it before anything is sent, not only the JSON schema.
#[test]
fn a_number_beyond_32_bits_is_refused_with_its_path() {
    let card = find(ALL, "issue.milestone.set").unwrap().card;
    let input = json!({ "owner": "acme", "name": "widgets", "issueNumber": 42, "milestoneNumber": 2_147_483_648_u64 });
    let problems = ghx::__codegen::check(card, &input);
    let pointers: Vec<&str> = problems.iter().map(ghx::error::InputProblem::pointer).collect();
    assert_eq!(pointers, ["/milestoneNumber"]);
}

/// Tools compare schemas as text. `UPDATE_EXPECT=1 cargo test --test it descriptors` writes them anew.
#[test]
fn schemas_are_rendered_as_before() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/schemas.txt");
    let cards =
        ["issue.view", "issue.list", "pr.reviews.submit", "workflow.run.view"].map(|id| find(ALL, id).unwrap().card);
    let schemas =
        cards.map(|card| format!("{}\n{}\n{}\n", card.id, card.input_schema(), card.output_schema())).concat();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &schemas).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), schemas);
}
