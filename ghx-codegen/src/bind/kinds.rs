//! Rule 9: an id is sent only to a place that accepts its kind of node.

use super::Binder;
use crate::{
    model::Model,
    operation::{OperationVariable, Site},
    problem::{Code, Problem},
    schema::Schema,
    source::Span,
};
use std::collections::{BTreeMap, BTreeSet};

/// Every object type that is a node, with the interfaces it fits.
pub(super) fn all(schema: &Schema) -> BTreeMap<String, Vec<String>> {
    schema
        .objects()
        .filter(|(_, interfaces)| interfaces.contains("Node"))
        .map(|(name, interfaces)| (name.to_owned(), interfaces.into_iter().map(str::to_owned).collect()))
        .collect()
}

/// The kinds that all uses of a variable accept; `None` if that is not known for any use.
pub(super) fn accepted(binder: &Binder<'_>, variable: &OperationVariable) -> Option<BTreeSet<String>> {
    variable
        .sites
        .iter()
        .filter_map(|site| match site {
            Site::InputField { input, field } => binder.schema.node_kinds.accepted(binder.schema, input, field),
            Site::Node { on } => Some(on.iter().flat_map(|kind| binder.schema.concrete(kind)).collect()),
            Site::Argument { .. } | Site::Condition => None,
        })
        .reduce(|a, b| a.intersection(&b).cloned().collect())
}

/// Reports an id of `kind` that fills a variable which does not accept it.
pub(super) fn check(binder: &mut Binder<'_>, operation: &str, variable: &OperationVariable, kind: &str, at: Span) {
    let given = binder.schema.concrete(kind);
    match accepted(binder, variable) {
        Some(accepted) if !given.is_subset(&accepted) => {
            let list: Vec<&str> = accepted.iter().map(String::as_str).take(6).collect();
            binder.fail(
                operation,
                Problem::error(
                    Code::NodeKind,
                    at,
                    format!("`${}` does not accept the id of a `{kind}`", variable.name),
                )
                .label(format!("an id of kind `{kind}`"))
                .related(variable.span, format!("passed to {}", site_names(variable)))
                .help(format!("accepted: {}", crate::suggest::quoted(&list))),
            );
        }
        None if flows_into_input(variable) && !binder.schema.node_kinds.unreadable() => binder.problems.push(
            Problem::warning(
                Code::NodeKind,
                at,
                format!("it is not known which kinds of node `${}` accepts", variable.name),
            )
            .label(format!("an id of kind `{kind}`"))
            .related(variable.span, format!("passed to {}", site_names(variable)))
            .help("add it to schema/node-kinds.yaml, or pin a schema that has `@possibleTypes`"),
        ),
        _ => {}
    }
}

/// The one name for a set of kinds: a type, or the interface that has exactly these types.
pub(super) fn single(schema: &Schema, kinds: &BTreeSet<String>) -> Option<String> {
    if kinds.len() == 1 {
        return kinds.first().cloned();
    }
    let mut interfaces: BTreeSet<&str> =
        schema.objects().filter(|(name, _)| kinds.contains(*name)).flat_map(|(_, i)| i).collect();
    interfaces.remove("Node");
    interfaces.into_iter().find(|i| schema.concrete(i) == *kinds).map(str::to_owned)
}

fn flows_into_input(variable: &OperationVariable) -> bool {
    variable.sites.iter().any(|site| matches!(site, Site::InputField { .. }))
}

fn site_names(variable: &OperationVariable) -> String {
    let names: Vec<String> = variable
        .sites
        .iter()
        .map(|site| match site {
            Site::InputField { input, field } => format!("`{input}.{field}`"),
            Site::Argument { parent, field, argument } => format!("`{parent}.{field}({argument}:)`"),
            Site::Node { on } => format!("`node(id:)`, read only as {}", on.join(" or ")),
            Site::Condition => "a directive".to_owned(),
        })
        .collect();
    names.join(" and ")
}

impl Model {
    /// Is this a kind that ids can be typed with?
    pub fn is_kind(&self, name: &str) -> bool {
        self.kinds.contains_key(name) || self.kinds.values().any(|interfaces| interfaces.iter().any(|i| i == name))
    }
}
