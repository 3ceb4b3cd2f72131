//! The variables of an operation and the places where each is used.

use super::shape::GraphqlType;
use crate::{schema::Schema, source::Span};
use apollo_compiler::{
    Node,
    ast::Value,
    executable::{self, ExecutableDocument, Selection, SelectionSet},
    parser::SourceSpan,
};

/// A declared variable.
#[derive(Clone, Debug)]
pub struct OperationVariable {
    /// Without `$`.
    pub name: String,
    /// Its type.
    pub ty: GraphqlType,
    /// `= 30`, as text.
    pub default: Option<String>,
    /// Where it is declared.
    pub span: Span,
    /// Where it is used.
    pub sites: Vec<Site>,
}

impl OperationVariable {
    /// Must a value be sent?
    pub fn required(&self) -> bool {
        !self.ty.nullable() && self.default.is_none()
    }
}

/// A place that a variable fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// A field of an input object: `AddLabelsToLabelableInput.labelIds`.
    InputField {
        /// The input type.
        input: String,
        /// The field.
        field: String,
    },
    /// An argument of a field: `Repository.issues(first:)`.
    Argument {
        /// The parent type.
        parent: String,
        /// The field.
        field: String,
        /// The argument.
        argument: String,
    },
    /// `node(id:)`, with fields selected only on these kinds.
    Node {
        /// The types after `... on`.
        on: Vec<String>,
    },
    /// `@include(if: $x)`.
    Condition,
}

pub(super) fn collect(
    schema: &Schema,
    document: &ExecutableDocument,
    operation: &executable::Operation,
    place: &dyn Fn(Option<SourceSpan>) -> Span,
) -> Vec<OperationVariable> {
    let mut variables: Vec<OperationVariable> = operation
        .variables
        .iter()
        .map(|definition| OperationVariable {
            name: definition.name.to_string(),
            ty: GraphqlType((*definition.ty).clone()),
            default: definition.default_value.as_ref().map(ToString::to_string),
            span: place(definition.name.location()),
            sites: Vec::new(),
        })
        .collect();
    let mut walker = Walker { schema, document, variables: &mut variables };
    walker.set(&operation.selection_set);
    variables
}

struct Walker<'a> {
    schema: &'a Schema,
    document: &'a ExecutableDocument,
    variables: &'a mut Vec<OperationVariable>,
}

impl Walker<'_> {
    fn set(&mut self, set: &SelectionSet) {
        for selection in &set.selections {
            for directive in selection.directives() {
                for argument in &directive.arguments {
                    self.value(&argument.value, &Site::Condition, None);
                }
            }
            match selection {
                Selection::Field(field) => self.field(set, field),
                Selection::InlineFragment(inline) => self.set(&inline.selection_set),
                Selection::FragmentSpread(spread) => {
                    if let Some(fragment) = self.document.fragments.get(&spread.fragment_name) {
                        self.set(&fragment.selection_set);
                    }
                }
            }
        }
    }

    fn field(&mut self, set: &SelectionSet, field: &Node<executable::Field>) {
        for argument in &field.arguments {
            let narrowed =
                (set.ty == "Query" && field.name == "node").then(|| self.narrowed(&field.selection_set)).flatten();
            let site = narrowed.map_or_else(
                || Site::Argument {
                    parent: set.ty.to_string(),
                    field: field.name.to_string(),
                    argument: argument.name.to_string(),
                },
                |on| Site::Node { on },
            );
            let ty = field.definition.argument_by_name(&argument.name).map(|a| a.ty.inner_named_type().to_string());
            self.value(&argument.value, &site, ty.as_deref());
        }
        self.set(&field.selection_set);
    }

    /// The type conditions of a selection that has nothing else.
    fn narrowed(&self, set: &SelectionSet) -> Option<Vec<String>> {
        let condition = |selection: &Selection| match selection {
            Selection::Field(_) => None,
            Selection::InlineFragment(inline) => inline.type_condition.as_ref().map(ToString::to_string),
            Selection::FragmentSpread(spread) => {
                self.document.fragments.get(&spread.fragment_name).map(|fragment| fragment.type_condition().to_string())
            }
        };
        set.selections.iter().map(condition).collect()
    }

    fn value(&mut self, value: &Value, site: &Site, input: Option<&str>) {
        match value {
            Value::Variable(name) => {
                if let Some(variable) = self.variables.iter_mut().find(|v| v.name == name.as_str())
                    && !variable.sites.contains(site)
                {
                    variable.sites.push(site.clone());
                }
            }
            Value::List(items) => items.iter().for_each(|item| self.value(item, site, input)),
            Value::Object(fields) => {
                let Some(input) = input else { return };
                for (name, value) in fields {
                    let site = Site::InputField { input: input.to_owned(), field: name.to_string() };
                    let inner = self.schema.input_fields(input).and_then(|f| {
                        f.into_iter().find(|f| f.name == *name).map(|f| f.ty.inner_named_type().to_string())
                    });
                    self.value(value, &site, inner.as_deref());
                }
            }
            _ => {}
        }
    }
}
