//! Tests of `node-kinds.yaml` against the merged schema and against what GitHub publishes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use apollo_compiler::Schema;
use apollo_compiler::ast::InputValueDefinition;
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::validation::Valid;

use super::files;
use crate::error::{Error, Result};

/// A file of the workspace's `schema/`.
pub(super) fn here(name: &str) -> Result<String> {
    files::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema").join(name))
}

/// GitHub's published schema: the file that `GHX_REFERENCE_SCHEMA` names, or a copy next to the
/// checkout. It is not part of the project, so it may be absent.
pub(super) fn reference() -> Result<Option<String>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/schema/github.graphql");
    let path = std::env::var_os("GHX_REFERENCE_SCHEMA").map_or(beside, PathBuf::from);
    if path.exists() {
        return files::read(&path).map(Some);
    }
    eprintln!("skipped: no published schema; set GHX_REFERENCE_SCHEMA to its path");
    Ok(None)
}

fn merged() -> Result<Valid<Schema>> {
    Schema::builder()
        .parse(here("github.graphql")?, "github.graphql")
        .parse(here("overlay.graphql")?, "overlay.graphql")
        .build()
        .map_err(|problem| problem.errors)
        .and_then(|schema| schema.validate().map_err(|problem| problem.errors))
        .map_err(|problem| Error::invalid("the merged schema", problem))
}

fn kinds() -> Result<BTreeMap<String, Vec<String>>> {
    serde_saphyr::from_str(&here("node-kinds.yaml")?).map_err(|problem| Error::invalid("node-kinds.yaml", problem))
}

fn input_field<'a>(schema: &'a Schema, coordinate: &str) -> Option<&'a InputValueDefinition> {
    let (input, field) = coordinate.split_once('.')?;
    schema.get_input_object(input)?.fields.get(field).map(|field| &***field)
}

/// The object types of a kind.
fn objects(schema: &Schema, kind: &str) -> BTreeSet<String> {
    match schema.types.get(kind) {
        Some(ExtendedType::Object(object)) => [object.name.to_string()].into(),
        Some(ExtendedType::Interface(_)) => schema
            .implementers_map()
            .get(kind)
            .map(|found| found.objects.iter().map(ToString::to_string).collect())
            .unwrap_or_default(),
        _ => BTreeSet::new(),
    }
}

/// The object types that GitHub's `@possibleTypes` lists for a field, if it has any.
fn possible_types(published: &Schema, coordinate: &str) -> Option<BTreeSet<String>> {
    let directive = input_field(published, coordinate)?.directives.get("possibleTypes")?;
    let listed = directive.specified_argument_by_name("concreteTypes")?.as_list()?;
    Some(listed.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect())
}

#[test]
fn every_line_is_an_id_input_with_known_kinds() -> Result<()> {
    let schema = merged()?;
    for (coordinate, kinds) in kinds()? {
        let field = input_field(&schema, &coordinate);
        let is_id = field.is_some_and(|field| field.ty.inner_named_type() == "ID");
        assert!(is_id, "{coordinate} is not an ID input field");
        assert!(!kinds.is_empty(), "{coordinate} has no kinds");
        for kind in kinds {
            assert!(!objects(&schema, &kind).is_empty(), "{coordinate}: unknown type {kind}");
        }
    }
    Ok(())
}

#[test]
fn lines_are_sorted() -> Result<()> {
    let text = here("node-kinds.yaml")?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<_> = lines.filter_map(|line| line.split_once(':')).map(|(name, _)| name).collect();
    assert!(names.is_sorted(), "node-kinds.yaml is not sorted");
    assert_eq!(names.len(), kinds()?.len());
    Ok(())
}

#[test]
fn inputs_are_listed_completely_or_not_at_all() -> Result<()> {
    let (schema, kinds) = (merged()?, kinds()?);
    let inputs: BTreeSet<_> = kinds.keys().filter_map(|name| name.split('.').next()).collect();
    for input in inputs {
        let fields = schema.get_input_object(input).into_iter().flat_map(|input| &input.fields);
        for (name, field) in fields.filter(|(_, field)| field.ty.inner_named_type() == "ID") {
            let coordinate = format!("{input}.{name}");
            assert!(kinds.contains_key(&coordinate), "{coordinate}: {} is missing", field.ty);
        }
    }
    Ok(())
}

#[test]
fn kinds_match_the_published_schema() -> Result<()> {
    let Some(text) = reference()? else {
        return Ok(());
    };
    let published = Schema::parse(text, "the published schema")
        .map_err(|problem| Error::invalid("the published schema", problem.errors))?;
    let schema = merged()?;
    for (coordinate, kinds) in kinds()? {
        let Some(mut expected) = possible_types(&published, &coordinate) else {
            continue;
        };
        expected.retain(|name| schema.types.contains_key(name.as_str()));
        let stated: BTreeSet<_> = kinds.iter().flat_map(|kind| objects(&schema, kind)).collect();
        assert_eq!(stated, expected, "{coordinate}");
    }
    Ok(())
}
