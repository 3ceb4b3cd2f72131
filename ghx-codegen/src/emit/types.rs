//! The Rust types of inputs and outputs, and the names of those that are declared for them.

use super::scope::{Scope, node};
use crate::{
    card::{Property, Schema, Type},
    model::{BoundCard, BoundOutput, OutputValue},
    names,
};
use proc_macro2::TokenStream;
use quote::quote;

/// A Rust type of an input or output, without `Arg` and `Option`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rust {
    /// `String`.
    String,
    /// `Timestamp`.
    Timestamp,
    /// `NodeId<K>`.
    Id(String),
    /// `u64`.
    Unsigned,
    /// `i64`.
    Signed,
    /// `f64`.
    Float,
    /// `bool`.
    Boolean,
    /// `BTreeMap<String, T>`; `None` for any JSON.
    Map(Option<Box<Rust>>),
    /// An enum declared for the card, with its values.
    Enum(String, Vec<String>),
    /// An open enum declared for an output of the card, with its values.
    OpenEnum(String, Vec<String>),
    /// One of GitHub's enums.
    GraphqlEnum(String),
    /// A struct declared for the card.
    Object(String),
    /// `Vec<T>`.
    List(Box<Rust>),
}

impl Rust {
    /// The type as code, in the module that holds the types.
    pub(super) fn tokens(&self, scope: &Scope<'_>) -> TokenStream {
        self.tokens_from(scope, &TokenStream::new())
    }

    /// The type as code. `structs` is the path of the module that holds the types.
    pub(super) fn tokens_from(&self, scope: &Scope<'_>, structs: &TokenStream) -> TokenStream {
        match self {
            Rust::String => quote!(String),
            Rust::Timestamp => quote!(::ghx::value::Timestamp),
            Rust::Id(kind) => {
                let kind = node(kind);
                quote!(::ghx::NodeId<#kind>)
            }
            Rust::Unsigned => quote!(u64),
            Rust::Signed => quote!(i64),
            Rust::Float => quote!(f64),
            Rust::Boolean => quote!(bool),
            Rust::Map(None) => quote!(::std::collections::BTreeMap<String, g::Value>),
            Rust::Map(Some(values)) => {
                let values = values.tokens_from(scope, structs);
                quote!(::std::collections::BTreeMap<String, #values>)
            }
            Rust::Enum(name, _) | Rust::OpenEnum(name, _) | Rust::Object(name) => {
                let name = names::ident(name);
                quote!(#structs #name)
            }
            Rust::GraphqlEnum(name) => {
                let (types, name) = (scope.types(), names::ident(name));
                quote!(#types::#name)
            }
            Rust::List(item) => {
                let item = item.tokens_from(scope, structs);
                quote!(Vec<#item>)
            }
        }
    }

    /// The type as a reader sees it, for tables.
    pub(super) fn describe(&self) -> String {
        match self {
            Rust::String => "`String`".to_owned(),
            Rust::Timestamp => "`Timestamp`".to_owned(),
            Rust::Id(kind) => format!("`NodeId<{kind}>`"),
            Rust::Unsigned => "`u64`".to_owned(),
            Rust::Signed => "`i64`".to_owned(),
            Rust::Float => "`f64`".to_owned(),
            Rust::Boolean => "`bool`".to_owned(),
            Rust::Map(None) => "`BTreeMap<String, Value>`".to_owned(),
            Rust::Map(Some(values)) => format!("`BTreeMap<String, {}>`", values.describe().trim_matches('`')),
            Rust::Enum(name, _) | Rust::OpenEnum(name, _) | Rust::GraphqlEnum(name) | Rust::Object(name) => {
                format!("`{name}`")
            }
            Rust::List(item) => format!("`Vec<{}>`", item.describe().trim_matches('`')),
        }
    }
}

/// The type of an input. `parent` is the type that it is a field of.
pub(super) fn input(scope: &Scope<'_>, card: &BoundCard, parent: &str, property: &Property) -> Rust {
    let kind = card.input_kinds.get(&property.name.value).filter(|_| parent == struct_name(card));
    Declaring { scope, parent, name: &property.name.value, kind }.rust(&property.schema, false)
}

/// The type of an input that is a field of an object.
pub(super) fn member(scope: &Scope<'_>, parent: &str, property: &Property) -> Rust {
    Declaring { scope, parent, name: &property.name.value, kind: None }.rust(&property.schema, false)
}

/// An input whose type is declared.
struct Declaring<'a> {
    scope: &'a Scope<'a>,
    /// The type that it is a field of.
    parent: &'a str,
    name: &'a str,
    /// The kind of node that its id belongs to, where the operation says so.
    kind: Option<&'a String>,
}

impl Declaring<'_> {
    /// The type of the input, or of its elements.
    fn rust(&self, schema: &Schema, item: bool) -> Rust {
        let declared = || declared_name(self.parent, self.name, item);
        match &schema.ty {
            Type::String { node, .. } => {
                let kind = self.kind.or(node.as_ref().map(|node| &node.value));
                match kind.filter(|kind| self.scope.is_kind(kind)) {
                    Some(kind) => Rust::Id(kind.clone()),
                    None => Rust::String,
                }
            }
            Type::Enum(values) => Rust::Enum(declared(), values.iter().map(|v| v.value.clone()).collect()),
            Type::Integer { minimum, .. } => integer(minimum.as_ref().map(|m| m.value)),
            Type::Number => Rust::Float,
            Type::Boolean => Rust::Boolean,
            Type::Map { values, .. } => Rust::Map(values.as_ref().map(|values| Box::new(self.rust(values, true)))),
            Type::Array { items, .. } => Rust::List(Box::new(self.rust(items, true))),
            Type::Object(_) => Rust::Object(declared()),
        }
    }
}

/// The type of an output. `parent` is the name that nested types start with.
pub(super) fn output(scope: &Scope<'_>, parent: &str, output: &BoundOutput) -> Rust {
    let schema = &output.property.schema;
    let (inner, list) = match &schema.ty {
        Type::Array { items, .. } => (&items.ty, true),
        other => (other, false),
    };
    let rust = match &output.value {
        OutputValue::Count => integer(None),
        OutputValue::Equals(_) => Rust::Boolean,
        OutputValue::Object { .. } => Rust::Object(declared_name(parent, &output.property.name.value, list)),
        OutputValue::Leaf { ty, kind } => match inner {
            Type::Enum(values) if ty.is_empty() => {
                let name = declared_name(parent, &output.property.name.value, list);
                Rust::OpenEnum(name, values.iter().map(|value| value.value.clone()).collect())
            }
            _ => leaf(scope, ty, kind.as_deref(), inner),
        },
    };
    if list { Rust::List(Box::new(rust)) } else { rust }
}

fn leaf(scope: &Scope<'_>, ty: &str, kind: Option<&str>, json: &Type) -> Rust {
    match (ty, json, kind) {
        ("Int", Type::Integer { minimum, .. }, _) => integer(minimum.as_ref().map(|m| m.value)),
        ("Int", ..) => integer(None),
        ("Boolean", ..) => Rust::Boolean,
        ("Float", ..) => Rust::Float,
        (name, ..) if scope.is_enum(name) => Rust::GraphqlEnum(name.to_owned()),
        (_, Type::String { format: Some(format), .. }, _) if format.value == "date-time" => Rust::Timestamp,
        ("ID", _, Some(kind)) if scope.is_kind(kind) => Rust::Id(kind.to_owned()),
        _ => Rust::String,
    }
}

fn integer(minimum: Option<i64>) -> Rust {
    if minimum.is_some_and(|m| m < 0) { Rust::Signed } else { Rust::Unsigned }
}

/// `IssueLabelsAdd`.
pub(super) fn struct_name(card: &BoundCard) -> String {
    names::struct_name(&card.card.id.value)
}

/// The first word of the id, whose module holds the types of the card: `issue`.
pub(super) fn domain(card: &BoundCard) -> &str {
    let id = &card.card.id.value;
    id.split_once('.').map_or(id.as_str(), |(domain, _)| domain)
}

/// The name of a type declared for a property: `IssueListItem` for the elements of `items`.
pub(super) fn declared_name(parent: &str, property: &str, item: bool) -> String {
    let name = names::type_name(property);
    format!("{parent}{}", if item { singular(&name) } else { name })
}

fn singular(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies") {
        return format!("{stem}y");
    }
    match name.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') => stem.to_owned(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_named_in_the_singular() {
        for (list, one) in [("Items", "Item"), ("Entries", "Entry"), ("Address", "Address"), ("Data", "Data")] {
            assert_eq!(singular(list), one);
        }
        assert_eq!(declared_name("IssueList", "items", true), "IssueListItem");
        assert_eq!(declared_name("IssueList", "pageInfo", false), "IssueListPageInfo");
    }
}
