//! Places in a GraphQL document, and edits of them.

use std::ops::Range;

use apollo_compiler::{
    Name, Node,
    ast::{Argument, Definition, Document, Field, OperationDefinition, OperationType, Selection, Type, Value},
    parser::SourceSpan,
    schema::ExtendedType,
};
use ghx_codegen::schema::Schema;

use super::{apply::Edit, apply::slice, corpus::Catalogue};

/// A document.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    /// Its text.
    pub(crate) text: &'a str,
    /// Its tree.
    pub(crate) document: &'a Document,
    /// The catalogue that it is part of.
    pub(crate) catalogue: &'a Catalogue,
}

/// A selection in braces.
#[derive(Clone, Copy)]
pub(crate) struct Set<'a> {
    /// The type that is selected on.
    pub(crate) on: &'a str,
    /// What is selected.
    pub(crate) selections: &'a [Selection],
}

/// A variable where it is used: as an argument, or as a field of an input object.
#[derive(Clone)]
pub(crate) struct Use {
    /// The variable.
    pub(crate) variable: String,
    /// The argument or input field.
    pub(crate) name: String,
    /// `$variable`.
    pub(crate) value: Range<usize>,
    /// `name: $variable`.
    pub(crate) whole: Range<usize>,
    /// Uses with the same number are arguments of the same field or object.
    pub(crate) group: usize,
    /// Whether it is the only argument.
    pub(crate) alone: bool,
}

/// The bytes of a place.
pub(crate) fn range(at: Option<SourceSpan>) -> Range<usize> {
    at.map_or(0..0, |at| at.offset()..at.end_offset())
}

/// The bytes of a name.
pub(crate) fn name(name: &Name) -> Range<usize> {
    range(name.location())
}

/// The bytes of a selection.
pub(crate) fn selection(selection: &Selection) -> Range<usize> {
    range(match selection {
        Selection::Field(field) => field.location(),
        Selection::FragmentSpread(spread) => spread.location(),
        Selection::InlineFragment(inline) => inline.location(),
    })
}

/// Adds a letter.
pub(crate) fn misspell(at: &Range<usize>) -> Edit {
    Edit::insert(at.end, "X")
}

impl<'a> Page<'a> {
    /// The operations.
    pub(crate) fn operations(&self) -> impl Iterator<Item = &'a Node<OperationDefinition>> {
        self.document.definitions.iter().filter_map(|definition| match definition {
            Definition::OperationDefinition(operation) => Some(operation),
            _ => None,
        })
    }

    /// Every selection in braces, outer ones first.
    pub(crate) fn sets(&self) -> Vec<Set<'a>> {
        let schema = &*self.catalogue.schema;
        let mut out = Vec::new();
        for definition in &self.document.definitions {
            match definition {
                Definition::OperationDefinition(operation) => {
                    let root = if operation.operation_type == OperationType::Mutation { "Mutation" } else { "Query" };
                    sets(schema, root, &operation.selection_set, &mut out);
                }
                Definition::FragmentDefinition(fragment) => {
                    sets(schema, fragment.type_condition.as_str(), &fragment.selection_set, &mut out);
                }
                _ => {}
            }
        }
        out
    }

    /// Every selected field.
    pub(crate) fn fields(&self) -> Vec<&'a Node<Field>> {
        let fields = |set: Set<'a>| {
            set.selections.iter().filter_map(move |selection| match selection {
                Selection::Field(field) => Some(field),
                _ => None,
            })
        };
        self.sets().into_iter().flat_map(fields).collect()
    }

    /// Every use of a variable in one operation.
    #[allow(clippy::unused_self, reason = "for symmetry with the other methods")]
    pub(crate) fn uses(&self, operation: &'a OperationDefinition) -> Vec<Use> {
        let mut out = Uses { group: 0, uses: Vec::new() };
        out.selections(&operation.selection_set);
        out.uses
    }

    /// Removes an argument; the only one with its brackets.
    pub(crate) fn drop_use(&self, used: &Use) -> Edit {
        self.drop_argument(&used.whole, used.alone)
    }

    /// Removes an element of a list in brackets; the only one with its brackets.
    pub(crate) fn drop_argument(&self, at: &Range<usize>, alone: bool) -> Edit {
        let at = at.start..at.start + slice(self.text, at).trim_end().len();
        let open = self.text[..at.start].trim_end();
        let close = self.text[at.end..].find(')').map_or(at.end, |found| at.end + found + 1);
        match open.strip_suffix('(') {
            Some(before) if alone => Edit::cut(before.len()..close),
            _ => Edit::cut(at),
        }
    }
}

fn sets<'a>(schema: &'a Schema, on: &'a str, selections: &'a [Selection], out: &mut Vec<Set<'a>>) {
    if selections.is_empty() {
        return;
    }
    out.push(Set { on, selections });
    for selection in selections {
        match selection {
            Selection::Field(field) => {
                let ty = schema.field(on, field.name.as_str()).map_or("", |f| f.ty.inner_named_type().as_str());
                sets(schema, ty, &field.selection_set, out);
            }
            Selection::InlineFragment(inline) => {
                sets(schema, inline.type_condition.as_ref().map_or(on, |t| t.as_str()), &inline.selection_set, out);
            }
            Selection::FragmentSpread(_) => {}
        }
    }
}

/// Leaves of a type that can be selected without arguments.
pub(crate) fn leaves<'a>(schema: &'a Schema, ty: &str) -> Vec<&'a str> {
    let fields = match schema.ty(ty) {
        Some(ExtendedType::Object(object)) => &object.fields,
        Some(ExtendedType::Interface(interface)) => &interface.fields,
        _ => return Vec::new(),
    };
    let leaf =
        |ty: &Type| matches!(schema.ty(ty.inner_named_type()), Some(ExtendedType::Scalar(_) | ExtendedType::Enum(_)));
    fields
        .values()
        .filter(|field| {
            leaf(&field.ty)
                && !field.arguments.iter().any(|a| a.is_required())
                && field.directives.get("deprecated").is_none()
        })
        .map(|field| field.name.as_str())
        .collect()
}

struct Uses {
    group: usize,
    uses: Vec<Use>,
}

impl Uses {
    fn selections(&mut self, selections: &[Selection]) {
        for selection in selections {
            match selection {
                Selection::Field(field) => {
                    self.arguments(&field.arguments);
                    for directive in &field.directives {
                        self.arguments(&directive.arguments);
                    }
                    self.selections(&field.selection_set);
                }
                Selection::InlineFragment(inline) => self.selections(&inline.selection_set),
                Selection::FragmentSpread(_) => {}
            }
        }
    }

    fn arguments(&mut self, arguments: &[Node<Argument>]) {
        self.group += 1;
        let group = self.group;
        for argument in arguments {
            self.value(&argument.name, &argument.value, group, arguments.len() == 1);
        }
    }

    fn value(&mut self, key: &Name, value: &Node<Value>, group: usize, alone: bool) {
        match &**value {
            Value::Variable(variable) => {
                let at = range(value.location());
                let whole = name(key).start..at.end;
                self.uses.push(Use {
                    variable: variable.to_string(),
                    name: key.to_string(),
                    value: at,
                    whole,
                    group,
                    alone,
                });
            }
            Value::Object(fields) => {
                self.group += 1;
                let group = self.group;
                for (key, value) in fields {
                    self.value(key, value, group, false);
                }
            }
            _ => {}
        }
    }
}
