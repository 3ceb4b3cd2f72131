//! What GitHub checks before execution: page sizes and the number of nodes. The same walk computes the cost in points.

use apollo_compiler::{
    ExecutableDocument,
    ast::Value as Ast,
    executable::{Field, Operation, Selection, SelectionSet},
    response::JsonMap,
};
use serde_json::{Value as Json, json};

use super::locations;

/// The largest page of a connection.
const MAX_PAGE: i64 = 100;

/// The cost of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) points: u32,
    pub(crate) nodes: u64,
}

/// The cost of an operation, or the errors with which GitHub refuses it.
pub(crate) fn measure(
    document: &ExecutableDocument,
    operation: &Operation,
    variables: &JsonMap,
    max_nodes: Option<u64>,
) -> Result<Cost, Vec<Json>> {
    let mut walk = Walk { document, variables, errors: Vec::new(), requests: 0, nodes: 0, path: Vec::new() };
    walk.selections(&operation.selection_set, 1);
    if let Some(limit) = max_nodes.filter(|limit| walk.nodes > *limit) {
        let message = format!(
            "This query requests up to {} possible nodes which exceeds the maximum limit of {}.",
            grouped(walk.nodes),
            grouped(limit)
        );
        walk.errors.push(json!({ "type": "MAX_NODE_LIMIT_EXCEEDED", "message": message }));
    }
    if walk.errors.is_empty() {
        let points = u32::try_from((walk.requests + 50) / 100).unwrap_or(u32::MAX).max(1);
        Ok(Cost { points, nodes: walk.nodes })
    } else {
        Err(walk.errors)
    }
}

struct Walk<'a> {
    document: &'a ExecutableDocument,
    variables: &'a JsonMap,
    errors: Vec<Json>,
    requests: u64,
    nodes: u64,
    path: Vec<String>,
}

impl Walk<'_> {
    /// `times`: how many objects this selection applies to.
    fn selections(&mut self, set: &SelectionSet, times: u64) {
        for selection in &set.selections {
            match selection {
                Selection::Field(field) => self.field(field, times),
                Selection::InlineFragment(inline) => self.selections(&inline.selection_set, times),
                Selection::FragmentSpread(spread) => {
                    if let Some(fragment) = spread.fragment_def(self.document) {
                        self.selections(&fragment.selection_set, times);
                    }
                }
            }
        }
    }

    fn field(&mut self, field: &Field, times: u64) {
        self.path.push(field.response_key().to_string());
        let size = if is_connection(field) { self.page_size(field) } else { None };
        if is_connection(field) {
            self.requests = self.requests.saturating_add(times);
        }
        let below = match size {
            Some(size) => times.saturating_mul(size),
            None => times,
        };
        if size.is_some() {
            self.nodes = self.nodes.saturating_add(below);
        }
        self.selections(&field.selection_set, below);
        self.path.pop();
    }

    fn page_size(&mut self, field: &Field) -> Option<u64> {
        let (first, last) = (self.int(field, "first"), self.int(field, "last"));
        let name = &field.name;
        for (argument, size) in [("first", first), ("last", last)] {
            let Some(size) = size else { continue };
            if size > MAX_PAGE {
                let message = format!(
                    "Requesting {size} records on the `{name}` connection exceeds the `{argument}` limit of 100 records."
                );
                self.refuse(field, "EXCESSIVE_PAGINATION", &message);
            } else if size < 1 {
                let message = format!("`{argument}` on the `{name}` connection must be between 1 and 100.");
                self.refuse(field, "INVALID_PAGINATION_BOUNDARIES", &message);
            }
        }
        if first.or(last).is_none() && self.selects_items(&field.selection_set) {
            let message =
                format!("You must provide a `first` or `last` value to properly paginate the `{name}` connection.");
            self.refuse(field, "MISSING_PAGINATION_BOUNDARIES", &message);
        }
        first.or(last).and_then(|size| u64::try_from(size).ok())
    }

    fn selects_items(&self, set: &SelectionSet) -> bool {
        set.selections.iter().any(|selection| match selection {
            Selection::Field(field) => matches!(field.name.as_str(), "nodes" | "edges"),
            Selection::InlineFragment(inline) => self.selects_items(&inline.selection_set),
            Selection::FragmentSpread(spread) => {
                spread.fragment_def(self.document).is_some_and(|fragment| self.selects_items(&fragment.selection_set))
            }
        })
    }

    fn int(&self, field: &Field, argument: &str) -> Option<i64> {
        match field.specified_argument_by_name(argument)?.as_ref() {
            Ast::Int(number) => number.as_str().parse().ok(),
            Ast::Variable(name) => self.variables.get(name.as_str())?.as_i64(),
            _ => None,
        }
    }

    fn refuse(&mut self, field: &Field, kind: &str, message: &str) {
        let locations = locations::locations(self.document, field);
        self.errors.push(json!({ "type": kind, "path": self.path, "locations": locations, "message": message }));
    }
}

/// A paged field: it returns a connection and has the argument `first`.
fn is_connection(field: &Field) -> bool {
    let returns = field.definition.ty.inner_named_type();
    returns.ends_with("Connection") && field.definition.argument_by_name("first").is_some()
}

/// 608400 → 608,400.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
