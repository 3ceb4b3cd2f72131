//! A GraphQL schema as a pinned file: without descriptions, in a stable order.
//!
//! Directives such as `@deprecated` and `@possibleTypes` are kept. A definition that
//! the source repeats is kept once; two definitions that differ under one name are an error,
//! because it is unknown which of them is right.

use apollo_compiler::Name;
use apollo_compiler::Node;
use apollo_compiler::Schema;
use apollo_compiler::ast::{Definition, Document, EnumValueDefinition, FieldDefinition, InputValueDefinition};

use crate::error::{Error, Result};

/// A schema that is ready to be written.
#[derive(Debug)]
pub(crate) struct Pinned {
    /// The schema without descriptions, ending in one line break.
    pub(crate) sdl: String,
    /// Coordinates (`Type.field`) of the repeated definitions that were removed.
    pub(crate) dropped: Vec<String>,
}

/// Removes descriptions, sorts the definitions and validates the result.
pub(crate) fn pin(name: &str, text: &str) -> Result<Pinned> {
    let mut document = Document::parse(text, name)
        .map_err(|problem| Error::invalid(format!("{name} does not parse"), problem.errors))?;
    let mut dropped = Vec::new();
    for definition in &mut document.definitions {
        strip(definition);
        drop_repeats(definition, &mut dropped)?;
    }
    document.definitions.sort_by_cached_key(order);
    let sdl = format!("{}\n", document.serialize().to_string().trim_end());
    Schema::parse_and_validate(&sdl, name)
        .map_err(|problem| Error::invalid(format!("{name} is not a valid schema"), problem.errors))?;
    Ok(Pinned { sdl, dropped })
}

/// Directives, then the schema, then types by name, each followed by its extensions.
fn order(definition: &Definition) -> (u8, String, bool) {
    let rank = match definition {
        Definition::DirectiveDefinition(_) => 0,
        Definition::SchemaDefinition(_) | Definition::SchemaExtension(_) => 1,
        _ => 2,
    };
    let name = definition.name().map(ToString::to_string).unwrap_or_default();
    (rank, name, definition.is_extension_definition())
}

/// Removes the descriptions of a definition and of everything in it.
fn strip(definition: &mut Definition) {
    use Definition as D;
    match definition {
        D::OperationDefinition(_)
        | D::FragmentDefinition(_)
        | D::SchemaExtension(_)
        | D::ScalarTypeExtension(_)
        | D::UnionTypeExtension(_) => {}
        D::SchemaDefinition(it) => it.make_mut().description = None,
        D::ScalarTypeDefinition(it) => it.make_mut().description = None,
        D::UnionTypeDefinition(it) => it.make_mut().description = None,
        D::DirectiveDefinition(it) => {
            let it = it.make_mut();
            it.description = None;
            strip_inputs(&mut it.arguments);
        }
        D::ObjectTypeDefinition(it) => {
            let it = it.make_mut();
            it.description = None;
            strip_fields(&mut it.fields);
        }
        D::InterfaceTypeDefinition(it) => {
            let it = it.make_mut();
            it.description = None;
            strip_fields(&mut it.fields);
        }
        D::EnumTypeDefinition(it) => {
            let it = it.make_mut();
            it.description = None;
            strip_values(&mut it.values);
        }
        D::InputObjectTypeDefinition(it) => {
            let it = it.make_mut();
            it.description = None;
            strip_inputs(&mut it.fields);
        }
        D::ObjectTypeExtension(it) => strip_fields(&mut it.make_mut().fields),
        D::InterfaceTypeExtension(it) => strip_fields(&mut it.make_mut().fields),
        D::EnumTypeExtension(it) => strip_values(&mut it.make_mut().values),
        D::InputObjectTypeExtension(it) => strip_inputs(&mut it.make_mut().fields),
    }
}

fn strip_fields(fields: &mut [Node<FieldDefinition>]) {
    for field in fields {
        let field = field.make_mut();
        field.description = None;
        strip_inputs(&mut field.arguments);
    }
}

fn strip_inputs(inputs: &mut [Node<InputValueDefinition>]) {
    for input in inputs {
        input.make_mut().description = None;
    }
}

fn strip_values(values: &mut [Node<EnumValueDefinition>]) {
    for value in values {
        value.make_mut().description = None;
    }
}

/// Removes repeated members of a definition and adds them to `dropped`.
fn drop_repeats(definition: &mut Definition, dropped: &mut Vec<String>) -> Result<()> {
    let owner = definition.name().map(ToString::to_string).unwrap_or_default();
    match definition {
        Definition::ObjectTypeDefinition(it) => unique(&owner, &mut it.make_mut().fields, |field| &field.name, dropped),
        Definition::InterfaceTypeDefinition(it) => {
            unique(&owner, &mut it.make_mut().fields, |field| &field.name, dropped)
        }
        Definition::InputObjectTypeDefinition(it) => {
            unique(&owner, &mut it.make_mut().fields, |field| &field.name, dropped)
        }
        Definition::EnumTypeDefinition(it) => unique(&owner, &mut it.make_mut().values, |value| &value.value, dropped),
        _ => Ok(()),
    }
}

fn unique<T: Clone + PartialEq>(
    owner: &str,
    members: &mut Vec<Node<T>>,
    name: fn(&T) -> &Name,
    dropped: &mut Vec<String>,
) -> Result<()> {
    let mut kept: Vec<Node<T>> = Vec::with_capacity(members.len());
    for member in members.drain(..) {
        match kept.iter().find(|other| name(other) == name(&member)) {
            None => kept.push(member),
            Some(other) if *other == member => dropped.push(format!("{owner}.{}", name(&member))),
            Some(_) => {
                return Err(Error::invalid(
                    format!("{owner}.{} is defined twice", name(&member)),
                    "the two differ; correct the source or pin another version",
                ));
            }
        }
    }
    *members = kept;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSY: &str = r#"
        "about the query" type Query { "b" b: Int "a" a("arg" x: Int = 3): E @deprecated(reason: "old") b: Int }
        """block""" enum E { "v" V }
        "directive" directive @mark("arg" name: String) on OBJECT
        "input" input I @mark { "f" f: [ID!]! = [] }
    "#;

    fn pinned(text: &str) -> Pinned {
        pin("test.graphql", text).unwrap_or_else(|error| Pinned { sdl: error.to_string(), dropped: Vec::new() })
    }

    #[test]
    fn descriptions_are_removed() {
        let text = MESSY.replace("@mark {", "{");
        let expected = "directive @mark(name: String) on OBJECT\n\n\
            enum E {\n  V\n}\n\n\
            input I {\n  f: [ID!]! = []\n}\n\n\
            type Query {\n  b: Int\n  a(x: Int = 3): E @deprecated(reason: \"old\")\n}\n";
        assert_eq!(pinned(&text).sdl, expected);
    }

    #[test]
    fn equal_repeats_are_removed_and_reported() {
        let text = MESSY.replace("@mark {", "{");
        assert_eq!(pinned(&text).dropped, ["Query.b"]);
    }

    #[test]
    fn repeats_that_differ_are_refused() {
        let error = pinned("type Query { a: Int a: String }").sdl;
        assert!(error.starts_with("Query.a is defined twice"), "{error}");
    }

    #[test]
    fn invalid_schema_is_refused() {
        let error = pinned(MESSY).sdl;
        assert!(error.starts_with("test.graphql is not a valid schema"), "{error}");
    }

    #[test]
    fn pinning_is_idempotent() {
        let once = pinned("type Query { a: Int } scalar B scalar A extend type Query { b: A c: B }");
        assert_eq!(pinned(&once.sdl).sdl, once.sdl);
    }
}
