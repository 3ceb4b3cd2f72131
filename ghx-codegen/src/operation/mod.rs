//! GraphQL documents: read, validated, and turned into shapes that paths can be followed through.

mod document;
mod nodes;
mod pieces;
mod prune;
mod rules;
mod shape;
mod variables;

pub use document::{Documents, Reading};
pub use nodes::NodeTerm;
pub use pieces::{ChildPiece, Part, Pieces, RootPiece, pieces};
pub use prune::{client_document, client_schema};
pub use shape::{FieldShape, GraphqlType, Shape};
pub use variables::{OperationVariable, Site};

use crate::source::Span;

/// Query or mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationKind {
    /// Reads.
    Query,
    /// Writes.
    Mutation,
}

impl OperationKind {
    /// The keyword.
    pub fn as_str(self) -> &'static str {
        match self {
            OperationKind::Query => "query",
            OperationKind::Mutation => "mutation",
        }
    }
}

/// One validated operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its name, unique over all documents.
    pub name: String,
    /// Query or mutation.
    pub kind: OperationKind,
    /// Declared variables, in order.
    pub variables: Vec<OperationVariable>,
    /// What it selects, fragments merged in.
    pub shape: Shape,
    /// The place of its name.
    pub span: Span,
}

impl Operation {
    /// The variable of that name.
    pub fn variable(&self, name: &str) -> Option<&OperationVariable> {
        self.variables.iter().find(|v| v.name == name)
    }
}
