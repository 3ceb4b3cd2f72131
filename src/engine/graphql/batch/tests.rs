//! Documents as they are sent. The conformance tests of all capabilities check that they are valid GraphQL.

use serde_json::{Map, Value, json};

use super::*;
use crate::card::operation::{Child, Fragment, Nodes, OperationKind, Part, RepositoryArguments, Root, Variable};

const fn var(name: &'static str, ty: &'static str) -> Variable {
    Variable { name, ty }
}

const REPOSITORY: &[Part] =
    &[Part::Text("repository(owner: "), Part::Var("owner"), Part::Text(", name: "), Part::Var("name"), Part::Text(")")];

const HUNDRED: &[Nodes] = &[Nodes { factor: 100, variables: &[] }];

static LABEL: Operation = Operation {
    name: "Label",
    kind: OperationKind::Query,
    variables: &[var("owner", "String!"), var("name", "String!"), var("label", "String!")],
    roots: &[Root {
        key: "repository",
        head: REPOSITORY,
        body: &[],
        children: &[
            Child {
                key: "label",
                parts: &[Part::Text("label(name: "), Part::Var("label"), Part::Text(") { id }")],
                nodes: &[],
            },
            Child { key: "labels", parts: &[Part::Text("labels(first: 100) { nodes { name } }")], nodes: HUNDRED },
        ],
        nodes: HUNDRED,
        repository: Some(RepositoryArguments { owner: "owner", name: "name" }),
    }],
    fragments: &[],
};

static CLOSE: Operation = Operation {
    name: "Close",
    kind: OperationKind::Mutation,
    variables: &[var("id", "ID!"), var("has", "Boolean!")],
    roots: &[
        Root {
            key: "addComment",
            head: &[
                Part::Text("addComment(input: {subjectId: "),
                Part::Var("id"),
                Part::Text("}) @include(if: "),
                Part::Var("has"),
                Part::Text(")"),
            ],
            body: &[Part::Text(" { clientMutationId }")],
            children: &[],
            nodes: &[],
            repository: None,
        },
        Root {
            key: "close",
            head: &[Part::Text("close(input: {id: "), Part::Var("id"), Part::Text("})")],
            body: &[Part::Text(" { it { ...Ref } }")],
            children: &[],
            nodes: &[],
            repository: None,
        },
    ],
    fragments: &[Fragment { name: "Ref", text: "fragment Ref on It { id }" }],
};

/// Another crate's operation, with another fragment of the same name.
static OTHER: Operation = Operation {
    name: "Other",
    kind: OperationKind::Mutation,
    variables: &[],
    roots: &[Root {
        key: "other",
        head: &[Part::Text("other")],
        body: &[Part::Text(" { ...Ref ...Refs }")],
        children: &[],
        nodes: &[],
        repository: None,
    }],
    fragments: &[
        Fragment { name: "Ref", text: "fragment Ref on That { url }" },
        Fragment { name: "Refs", text: "fragment Refs on That { all { ...Ref } }" },
    ],
};

#[allow(clippy::needless_pass_by_value)]
fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

fn items<'a>(operation: &'static Operation, variables: &'a [Map<String, Value>]) -> Vec<Item<'a>> {
    let named = variables.iter().enumerate();
    named.map(|(name, variables)| Item { name, operation, variables }).collect()
}

fn labels(list: &[(&str, &str)]) -> Vec<Map<String, Value>> {
    let one = |(name, label): &(&str, &str)| object(json!({"owner": "acme", "name": name, "label": label}));
    list.iter().map(one).collect()
}

#[test]
fn lookups_in_one_repository_share_a_root() {
    let variables = labels(&[("widgets", "bug"), ("widgets", "docs"), ("gadgets", "bug"), ("widgets", "bug")]);
    let batches = queries(&items(&LABEL, &variables), true, QueryLimits::new(200));
    let [(range, batch)] = batches.as_slice() else { panic!("{batches:?}") };
    assert_eq!(*range, 0..4);
    let document = "query Ghx($v0: String!, $v1: String!, $v2: String!, $v3: String!, $v4: String!) {\n\
                    r0: repository(owner: $v0, name: $v1) {\n\
                    f0: label(name: $v2) { id }\n\
                    f1: labels(first: 100) { nodes { name } }\n\
                    f2: label(name: $v3) { id }\n\
                    nameWithOwner\n\
                    }\n\
                    r1: repository(owner: $v0, name: $v4) {\n\
                    f0: label(name: $v2) { id }\n\
                    f1: labels(first: 100) { nodes { name } }\n\
                    nameWithOwner\n\
                    }\n\
                    }";
    assert_eq!(batch.document, document);
    let body: Value = serde_json::from_slice(&batch.body().unwrap()).unwrap();
    let expected = json!({"v0": "acme", "v1": "widgets", "v2": "bug", "v3": "docs", "v4": "gadgets"});
    assert_eq!(body["variables"], expected);
    assert_eq!(batch.items_of(batch.owner(3)), [0, 3]);
    assert_eq!(batch.items_of(batch.owner(4)), [0, 1, 3]);
    assert_eq!(batch.items_of(batch.owner(8)), [2]);
    assert_eq!(batch.owner(1), Owner::None);
    assert_eq!(batch.owner(0), Owner::None);
}

/// `max_batch` once did not limit reads in one repository: 1,000 issues were one query.
#[test]
fn the_limit_counts_steps_whether_they_share_a_root_or_not() {
    let variables = labels(&[("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"), ("c", "x"), ("a", "z")]);
    let ranges = |items: &[Item<'_>], shared, limit| -> Vec<Range> {
        queries(items, shared, QueryLimits::new(limit)).into_iter().map(|(range, _)| range).collect()
    };
    let mut items = items(&LABEL, &variables);
    assert_eq!(ranges(&items, true, 6), vec![0..6; 1]);
    assert_eq!(ranges(&items, true, 4), [0..4, 4..6]);
    assert_eq!(ranges(&items, false, 4), [0..4, 4..6]);
    // The lookups of one step stay together.
    for item in &mut items[..3] {
        item.name = 0;
    }
    assert_eq!(ranges(&items, true, 2), [0..4, 4..6]);
}

/// A query for 505,000 nodes was once refused, and every step in it failed.
#[test]
fn a_query_requests_no_more_nodes_than_github_allows() {
    let names: Vec<String> = (0..20).map(|number| format!("repository-{number}")).collect();
    let variables = labels(&names.iter().map(|name| (name.as_str(), "bug")).collect::<Vec<_>>());
    let items = items(&LABEL, &variables);
    // A hundred labels are requested from each repository.
    let limits = QueryLimits { steps: usize::MAX, nodes: 1_000 };
    let ranges: Vec<Range> = queries(&items, true, limits).into_iter().map(|(range, _)| range).collect();
    assert_eq!(ranges, [0..10, 10..20]);
    // From a single repository they are requested once.
    let variables = labels(&names.iter().map(|label| ("widgets", label.as_str())).collect::<Vec<_>>());
    let limits = QueryLimits { steps: usize::MAX, nodes: 200 };
    assert_eq!(queries(&super::tests::items(&LABEL, &variables), true, limits).len(), 1);
}

type Range = std::ops::Range<usize>;

#[test]
fn a_shared_root_has_at_most_a_hundred_fields() {
    let names: Vec<String> = (0..150).map(|number| format!("label-{number}")).collect();
    let list: Vec<(&str, &str)> = names.iter().map(|name| ("widgets", name.as_str())).collect();
    let variables = labels(&list);
    let batches = queries(&items(&LABEL, &variables), true, QueryLimits::new(200));
    let [(_, batch)] = batches.as_slice() else { panic!("{}", batches.len()) };
    assert_eq!(batch.roots.len(), 2);
    assert!(batch.roots.iter().all(|root| root.children.len() <= 100));
}

#[test]
fn writes_keep_their_order_and_name_their_steps() {
    let variables = [object(json!({"id": "P_1", "has": false})), object(json!({"id": "P_2", "has": true}))];
    let mut list = items(&CLOSE, &variables);
    list[1].name = 7;
    let batch = mutation(&list);
    let document = "mutation Ghx($s0_id: ID!, $s0_has: Boolean!, $s7_id: ID!, $s7_has: Boolean!) {\n\
                    s0_0: addComment(input: {subjectId: $s0_id}) @include(if: $s0_has) { clientMutationId }\n\
                    s0_1: close(input: {id: $s0_id}) { it { ...Ref } }\n\
                    s7_0: addComment(input: {subjectId: $s7_id}) @include(if: $s7_has) { clientMutationId }\n\
                    s7_1: close(input: {id: $s7_id}) { it { ...Ref } }\n\
                    }\n\
                    fragment Ref on It { id }";
    assert_eq!(batch.document, document);
    assert!(batch.items[0][0].conditional && !batch.items[0][1].conditional);
    assert_eq!(batch.items_of(batch.owner(4)), [1]);
    assert_eq!(batch.items_of(batch.owner(7)), [0, 1]);
}

#[test]
fn different_fragments_with_one_name_are_renamed() {
    let variables = [object(json!({"id": "P_1", "has": false})), Map::new(), Map::new()];
    let mut list = items(&OTHER, &variables);
    list[0].operation = &CLOSE;
    let batch = mutation(&list);
    let tail: Vec<&str> = batch.document.lines().skip(3).collect();
    let expected = [
        "s1: other { ...Ref_1 ...Refs }",
        "s2: other { ...Ref_1 ...Refs }",
        "}",
        "fragment Ref on It { id }",
        "fragment Ref_1 on That { url }",
        "fragment Refs on That { all { ...Ref_1 } }",
    ];
    assert_eq!(tail, expected);
}
