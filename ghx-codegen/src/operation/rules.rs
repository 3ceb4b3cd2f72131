//! Rules for documents that GraphQL's own validation does not have.
//!
//! apollo compares a variable with the argument it is given to, but not with a field inside an input object, which is where the variables of every
//! mutation go. Conditions are kept to what paths can be followed through: on a field, by a variable.

use apollo_compiler::{
    Node,
    ast::{InputValueDefinition, Type, Value},
    collections::HashSet,
    executable::{ExecutableDocument, Operation, Selection, SelectionSet},
    parser::SourceSpan,
};

use crate::schema::Schema;

/// One mistake in a document.
pub(super) struct Fault {
    /// Where.
    pub(super) at: Option<SourceSpan>,
    /// What.
    pub(super) message: String,
    /// What is there.
    pub(super) label: &'static str,
    /// What to do.
    pub(super) help: &'static str,
}

/// Every mistake in a valid document.
pub(super) fn check(schema: &Schema, document: &ExecutableDocument) -> Vec<Fault> {
    let mut faults = Vec::new();
    for operation in document.operations.named.values() {
        let mut walker = Walker { schema, document, operation, seen: HashSet::default(), faults: &mut faults };
        walker.set(&operation.selection_set);
    }
    faults
}

struct Walker<'a> {
    schema: &'a Schema,
    document: &'a ExecutableDocument,
    operation: &'a Operation,
    seen: HashSet<String>,
    faults: &'a mut Vec<Fault>,
}

impl Walker<'_> {
    fn set(&mut self, set: &SelectionSet) {
        for selection in &set.selections {
            self.conditions(selection);
            match selection {
                Selection::Field(field) => {
                    for argument in &field.arguments {
                        if let Some(definition) = field.definition.argument_by_name(&argument.name) {
                            self.value(&argument.value, &definition.ty, None);
                        }
                    }
                    self.set(&field.selection_set);
                }
                Selection::InlineFragment(inline) => self.set(&inline.selection_set),
                Selection::FragmentSpread(spread) => {
                    let fragment = self.document.fragments.get(&spread.fragment_name);
                    if let Some(fragment) = fragment.filter(|_| self.seen.insert(spread.fragment_name.to_string())) {
                        self.set(&fragment.selection_set);
                    }
                }
            }
        }
    }

    fn conditions(&mut self, selection: &Selection) {
        let conditions = selection.directives().iter().filter(|d| d.name == "include" || d.name == "skip");
        for condition in conditions {
            let by_variable =
                condition.specified_argument_by_name("if").is_some_and(|v| matches!(&**v, Value::Variable(_)));
            let (label, help) = match selection {
                Selection::Field(_) if by_variable => continue,
                Selection::Field(_) => ("not a variable", "drop it, or drop the field"),
                _ => ("on a fragment", "put the condition on the fields themselves"),
            };
            let message = format!("`@{}` is supported only on a field, with a variable", condition.name);
            self.faults.push(Fault { at: condition.location(), message, label, help });
        }
    }

    /// `field` is the input field that the value is in; apollo checks the arguments themselves.
    fn value(&mut self, value: &Node<Value>, ty: &Type, field: Option<(&str, &InputValueDefinition)>) {
        match &**value {
            Value::Variable(name) => {
                let declared = self.operation.variables.iter().find(|variable| variable.name == *name);
                let (Some(declared), Some((input, field))) = (declared, field) else { return };
                let default = |value: &Option<Node<Value>>| value.as_ref().is_some_and(|v| !v.is_null());
                let filled = default(&declared.default_value) || default(&field.default_value);
                let wanted = if filled { ty.clone().nullable() } else { ty.clone() };
                if !declared.ty.is_assignable_to(&wanted) {
                    let message = format!("`${name}: {}` does not fit `{input}.{}: {ty}`", declared.ty, field.name);
                    self.faults.push(Fault {
                        at: value.location(),
                        message,
                        label: "wrong type",
                        help: "declare the variable with the type that GitHub expects",
                    });
                }
            }
            Value::List(items) if ty.is_list() => items.iter().for_each(|item| self.value(item, ty.item_type(), field)),
            Value::Object(fields) => {
                let input = ty.inner_named_type().as_str();
                let known = self.schema.input_fields(input).unwrap_or_default();
                for (name, value) in fields {
                    if let Some(definition) = known.iter().find(|known| known.name == *name) {
                        self.value(value, &definition.ty, Some((input, definition)));
                    }
                }
            }
            _ => {}
        }
    }
}
