//! How many nodes a field may ask GitHub for, counted as GitHub does: every connection counts the product of its own page
//! size and those of the connections around it, and a request counts the sum.

use super::shape::{FieldShape, Shape};
use apollo_compiler::ast::Value;

/// One product of the sum: a number times the values of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeTerm {
    /// The product of the page sizes that are literals in the document.
    pub factor: u64,
    /// The variables that are page sizes, sorted.
    pub variables: Vec<String>,
}

/// The nodes that a field may ask for: its own and those below it.
pub(super) fn nodes(field: &FieldShape) -> Vec<NodeTerm> {
    let mut terms = Vec::new();
    count(field, &NodeTerm { factor: 1, variables: Vec::new() }, &mut terms);
    terms
}

fn count(field: &FieldShape, around: &NodeTerm, terms: &mut Vec<NodeTerm>) {
    let Some(shape) = &field.shape else { return };
    match page_size(field, shape) {
        Some(size) => {
            let own = around.times(size);
            add(terms, &own);
            count_below(shape, &own, terms);
        }
        None => count_below(shape, around, terms),
    }
}

fn count_below(shape: &Shape, around: &NodeTerm, terms: &mut Vec<NodeTerm>) {
    shape.fields.iter().for_each(|field| count(field, around, terms));
    shape.on.iter().for_each(|shape| count_below(shape, around, terms));
}

/// The page size of a connection whose elements are selected.
fn page_size<'a>(field: &'a FieldShape, shape: &Shape) -> Option<&'a Value> {
    let elements = shape.fields.iter().any(|below| below.name == "nodes" || below.name == "edges");
    let connection = elements && field.ty.name().ends_with("Connection");
    let size = field.arguments.iter().find(|argument| argument.name == "first" || argument.name == "last");
    size.filter(|_| connection).map(|argument| &*argument.value)
}

/// Terms of the same variables become one.
fn add(terms: &mut Vec<NodeTerm>, term: &NodeTerm) {
    match terms.iter_mut().find(|known| known.variables == term.variables) {
        Some(known) => known.factor = known.factor.saturating_add(term.factor),
        None => terms.push(term.clone()),
    }
}

impl NodeTerm {
    fn times(&self, size: &Value) -> Self {
        let mut term = self.clone();
        match size {
            Value::Variable(name) => {
                term.variables.push(name.to_string());
                term.variables.sort_unstable();
            }
            Value::Int(size) => {
                let size = size.try_to_i32().ok().and_then(|size| u64::try_from(size).ok());
                term.factor = term.factor.saturating_mul(size.unwrap_or(1));
            }
            _ => {}
        }
        term
    }
}
