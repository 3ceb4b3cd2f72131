//! Compares `overlay.graphql` with another schema.

use std::collections::BTreeMap;

use apollo_compiler::Node;
use apollo_compiler::ast::{Definition, Document, FieldDefinition, InputValueDefinition};

use crate::error::{Error, Result};

/// Coordinates of the overlay that the pinned schema already has; of a type that is
/// repeated as a whole, only its name.
pub(crate) fn repeated(pinned: &str, overlay: &str) -> Result<Vec<String>> {
    let pinned = facts("github.graphql", pinned)?;
    let mut repeated = facts("overlay.graphql", overlay)?;
    repeated.retain(|coordinate, _| pinned.contains_key(coordinate));
    let outermost = |coordinate: &&String| {
        let mut ends = coordinate.match_indices(['.', ' ']).map(|(end, _)| end);
        !ends.any(|end| coordinate.get(..end).is_some_and(|owner| repeated.contains_key(owner)))
    };
    Ok(repeated.keys().filter(outermost).cloned().collect())
}

/// The facts of a schema document by coordinate: `Issue.parent` is `Issue`, `AddSubIssueInput` is
/// `input`, `SearchType.ISSUE` is an enum value, `Assignee = User` a member of a union.
fn facts(name: &str, text: &str) -> Result<BTreeMap<String, String>> {
    let document = Document::parse(text, name)
        .map_err(|problem| Error::invalid(format!("{name} does not parse"), problem.errors))?;
    let mut facts = BTreeMap::new();
    for definition in &document.definitions {
        if let Some(owner) = definition.name() {
            if !definition.is_extension_definition() {
                facts.insert(owner.to_string(), kind(definition).to_owned());
            }
            facts.extend(members(owner, definition));
        }
    }
    Ok(facts)
}

fn kind(definition: &Definition) -> &'static str {
    match definition {
        Definition::DirectiveDefinition(_) => "directive",
        Definition::EnumTypeDefinition(_) => "enum",
        Definition::InputObjectTypeDefinition(_) => "input",
        Definition::InterfaceTypeDefinition(_) => "interface",
        Definition::ObjectTypeDefinition(_) => "type",
        Definition::ScalarTypeDefinition(_) => "scalar",
        Definition::UnionTypeDefinition(_) => "union",
        _ => "",
    }
}

fn members(owner: &str, definition: &Definition) -> Vec<(String, String)> {
    use Definition as D;
    match definition {
        D::ObjectTypeDefinition(it) => object(owner, &it.fields, &it.implements_interfaces),
        D::ObjectTypeExtension(it) => object(owner, &it.fields, &it.implements_interfaces),
        D::InterfaceTypeDefinition(it) => object(owner, &it.fields, &it.implements_interfaces),
        D::InterfaceTypeExtension(it) => object(owner, &it.fields, &it.implements_interfaces),
        D::InputObjectTypeDefinition(it) => inputs(owner, &it.fields),
        D::InputObjectTypeExtension(it) => inputs(owner, &it.fields),
        D::EnumTypeDefinition(it) => values(owner, ".", it.values.iter().map(|it| &it.value)),
        D::EnumTypeExtension(it) => values(owner, ".", it.values.iter().map(|it| &it.value)),
        D::UnionTypeDefinition(it) => values(owner, " = ", it.members.iter()),
        D::UnionTypeExtension(it) => values(owner, " = ", it.members.iter()),
        _ => Vec::new(),
    }
}

fn object(
    owner: &str,
    fields: &[Node<FieldDefinition>],
    interfaces: &[apollo_compiler::Name],
) -> Vec<(String, String)> {
    let mut facts = values(owner, " implements ", interfaces.iter());
    for field in fields {
        facts.push((format!("{owner}.{}", field.name), field.ty.to_string()));
        facts.extend(inputs(&format!("{owner}.{}", field.name), &field.arguments));
    }
    facts
}

fn inputs(owner: &str, inputs: &[Node<InputValueDefinition>]) -> Vec<(String, String)> {
    let fact = |input: &Node<InputValueDefinition>| {
        let default = input.default_value.as_ref();
        let default = default.map_or_else(String::new, |value| format!(" = {}", value.serialize().no_indent()));
        (format!("{owner}.{}", input.name), format!("{}{default}", input.ty))
    };
    inputs.iter().map(fact).collect()
}

fn values<'a>(
    owner: &str,
    between: &str,
    names: impl Iterator<Item = &'a apollo_compiler::Name>,
) -> Vec<(String, String)> {
    names.map(|name| (format!("{owner}{between}{name}"), String::new())).collect()
}

#[cfg(test)]
mod tests {
    use apollo_compiler::Schema;

    use super::*;
    use crate::schema::node_kinds::{here, reference};

    #[test]
    fn repeated_coordinates_are_found() -> Result<()> {
        let pinned = "type Issue { parent(deep: Int): Issue } enum Kind { A } input New { id: ID }";
        let overlay = "extend type Issue { parent(deep: Int): Issue child: Issue }
            extend enum Kind { A B } input New { id: ID }";
        assert_eq!(repeated(pinned, overlay)?, ["Issue.parent", "Kind.A", "New"]);
        Ok(())
    }

    #[test]
    fn overlay_and_pinned_schema_are_valid_together() -> Result<()> {
        let (pinned, overlay) = (here("github.graphql")?, here("overlay.graphql")?);
        assert_eq!(repeated(&pinned, &overlay)?, Vec::<String>::new());
        let merged = Schema::builder()
            .parse(pinned, "github.graphql")
            .parse(overlay, "overlay.graphql")
            .build()
            .map_err(|problem| problem.errors)
            .and_then(|schema| schema.validate().map_err(|problem| problem.errors));
        assert!(merged.is_ok(), "{}", merged.err().map_or_else(String::new, |it| it.to_string()));
        Ok(())
    }

    #[test]
    fn overlay_matches_the_published_schema() -> Result<()> {
        let Some(published) = reference()? else {
            return Ok(());
        };
        let published = facts("the published schema", &published)?;
        let differing: Vec<_> = facts("overlay.graphql", &here("overlay.graphql")?)?
            .into_iter()
            .filter(|(coordinate, fact)| published.get(coordinate) != Some(fact))
            .collect();
        assert!(differing.is_empty(), "{differing:#?}");
        Ok(())
    }
}
