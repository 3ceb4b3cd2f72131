//! `cargo xtask schema --against FILE`: how a newer schema would affect each card.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use apollo_compiler::Schema;
use apollo_compiler::ast::{Definition, Document};
use ghx_codegen::model::{Ask, BoundCard, Model, Source};
use ghx_codegen::problem::{Code, Problem, Severity};
use ghx_codegen::schema::date;
use ghx_codegen::source::Sources;
use ghx_codegen::{Bound, Catalog, Files, report};

use super::files;
use crate::error::{Error, Result};
use crate::workspace;

/// Prints a report per card; fails if a card would break.
pub(super) fn run(file: &Path) -> Result<()> {
    let root = workspace::root();
    let current = Catalog::load(Files::below(&root)).and_then(Catalog::bind).map_err(|refused| {
        Error::invalid(
            "the cards do not compile with the pinned schema",
            report::render_all(&refused.sources, &refused.problems, false),
        )
    })?;
    let users = users(&current);
    let verdict = judge(&root, &files::read(file)?)?;
    let foreign = verdict.iter().filter(|(file, _, _)| !users.values().any(|files| files.contains(file)));
    if let Some((_, _, text)) = foreign.into_iter().find(|(_, kind, _)| *kind == Kind::Breaks) {
        return Err(Error::invalid(file.display().to_string(), format!("not usable for a comparison: {text}")));
    }
    let mut broken = 0;
    for (card, files) in &users {
        let of_card = |problem: &&(String, Kind, String)| files.contains(&problem.0);
        let (breaks, deprecates): (Vec<_>, Vec<_>) =
            verdict.iter().filter(of_card).partition(|(_, kind, _)| *kind == Kind::Breaks);
        let word = match (breaks.is_empty(), deprecates.is_empty()) {
            (false, _) => "breaks",
            (true, false) => "deprecates",
            (true, true) => "unchanged",
        };
        broken += usize::from(!breaks.is_empty());
        println!("{word:<11} {card}");
        for (_, _, text) in breaks.iter().chain(&deprecates) {
            println!("            {text}");
        }
    }
    let shown = file.display();
    println!("\n{} cards against {shown}: {broken} would break", users.len());
    if broken > 0 {
        return Err(Error::invalid(
            shown.to_string(),
            format!("{broken} cards would break; fix them before pinning it"),
        ));
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Breaks,
    Deprecates,
}

/// The problems of all files with the newer schema: file, kind, message.
fn judge(root: &Path, sdl: &str) -> Result<Vec<(String, Kind, String)>> {
    let mut files = Files::below(root);
    let overlay = files.schema.join(super::OVERLAY);
    let rest = missing_from(sdl, &super::files::read(&overlay)?)?;
    files.overrides.insert(files.schema.join(super::GRAPHQL), Some(sdl.to_owned()));
    files.overrides.insert(overlay, Some(rest).filter(|rest| !rest.trim().is_empty()));
    if sdl.contains("@possibleTypes") {
        // This schema has the kinds of node that an input accepts.
        files.overrides.insert(files.schema.join("node-kinds.yaml"), None);
    }
    let bound = Catalog::load(files).and_then(|catalog| catalog.as_of(date::today()).bind());
    let (sources, problems) = match bound {
        Ok(catalog) => (catalog.sources, catalog.problems),
        Err(refused) => (refused.sources, refused.problems),
    };
    Ok(problems.iter().filter_map(|problem| classify(&sources, problem)).collect())
}

fn classify(sources: &Sources, problem: &Problem) -> Option<(String, Kind, String)> {
    let kind = match (problem.severity, problem.code) {
        (Severity::Error, _) => Kind::Breaks,
        (Severity::Warning, Code::Deprecated) => Kind::Deprecates,
        (Severity::Warning, _) => return None,
    };
    let line = format!("{}: {} [{}]", sources.place(problem.at), problem.message, problem.code);
    Some((sources.file(problem.at.file).path.clone(), kind, line))
}

/// Card → the files that it depends on: its own, its subjects', and the documents of all its operations.
fn users(catalog: &Catalog<Bound>) -> BTreeMap<String, BTreeSet<String>> {
    let model = catalog.model();
    let path = |operation: &str| {
        let operation = model.operations.get(operation)?;
        let mut files = BTreeSet::from([catalog.sources.file(operation.span.file).path.clone()]);
        operation.shape.walk(&mut |field| {
            files.insert(catalog.sources.file(field.span.file).path.clone());
        });
        Some(files)
    };
    let of_card = |card: &BoundCard| {
        let mut files: BTreeSet<String> =
            operations(model, card).iter().filter_map(|name| path(name)).flatten().collect();
        files.insert(catalog.sources.file(card.card.file).path.clone());
        let subjects = card.subjects.iter().filter_map(|index| model.subjects.get(*index));
        files.extend(subjects.map(|subject| catalog.sources.file(subject.subject.file).path.clone()));
        (card.card.id.value.clone(), files)
    };
    model.cards.iter().map(of_card).collect()
}

/// Every operation that a card uses.
fn operations(model: &Model, card: &BoundCard) -> BTreeSet<String> {
    let Some(graphql) = &card.graphql else { return BTreeSet::new() };
    let mut names: BTreeSet<String> = graphql.plans.iter().map(|plan| plan.operation.clone()).collect();
    names.extend(graphql.lookups.iter().map(|lookup| lookup.operation.clone()));
    let sources = graphql.plans.iter().flat_map(|plan| &plan.variables).map(|variable| &variable.source);
    for source in sources {
        let (subject, question) = match source {
            Source::SubjectId(index) => (*index, "id"),
            Source::Find { question, .. } => (0, question.as_str()),
            _ => continue,
        };
        let subject = card.subjects.get(subject).and_then(|index| model.subjects.get(*index));
        let question = subject.and_then(|s| s.questions.iter().find(|q| q.name == question));
        names.extend(question.iter().flat_map(|q| &q.forms).filter_map(|(_, ask)| match ask {
            Ask::Lookup { operation, .. } => Some(operation.clone()),
            Ask::Given => None,
        }));
    }
    names
}

/// The part of the overlay that the newer schema lacks; the rest would conflict with it.
fn missing_from(sdl: &str, overlay: &str) -> Result<String> {
    let newer = Schema::parse(sdl, "newer.graphql").map_err(|e| Error::invalid("the schema", e.errors))?;
    let mut document =
        Document::parse(overlay, super::OVERLAY).map_err(|e| Error::invalid(super::OVERLAY, e.errors))?;
    document.definitions.retain_mut(|definition| keep(&newer, definition));
    Ok(document.to_string())
}

fn keep(newer: &Schema, definition: &mut Definition) -> bool {
    let known = |name: Option<&apollo_compiler::Name>| name.is_some_and(|name| newer.types.contains_key(name));
    let has = |ty: &str, field: &str| newer.type_field(ty, field).is_ok();
    match definition {
        Definition::ObjectTypeExtension(extension) => {
            let extension = extension.make_mut();
            let name = extension.name.clone();
            extension.fields.retain(|field| !has(&name, &field.name));
            extension.implements_interfaces.retain(|interface| {
                !newer.get_object(&name).is_some_and(|object| object.implements_interfaces.contains(interface))
            });
            !extension.fields.is_empty() || !extension.implements_interfaces.is_empty()
        }
        Definition::InterfaceTypeExtension(extension) => {
            let extension = extension.make_mut();
            let name = extension.name.clone();
            extension.fields.retain(|field| !has(&name, &field.name));
            !extension.fields.is_empty()
        }
        Definition::InputObjectTypeExtension(extension) => {
            let extension = extension.make_mut();
            let newer = newer.get_input_object(&extension.name);
            extension.fields.retain(|field| !newer.is_some_and(|input| input.fields.contains_key(&field.name)));
            !extension.fields.is_empty()
        }
        Definition::EnumTypeExtension(extension) => {
            let extension = extension.make_mut();
            let newer = newer.get_enum(&extension.name);
            extension.values.retain(|value| !newer.is_some_and(|e| e.values.contains_key(&value.value)));
            !extension.values.is_empty()
        }
        Definition::UnionTypeExtension(extension) => {
            let extension = extension.make_mut();
            let newer = newer.get_union(&extension.name);
            extension.members.retain(|member| !newer.is_some_and(|u| u.members.contains(member)));
            !extension.members.is_empty()
        }
        other => !known(other.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlay_is_reduced_to_what_the_newer_schema_lacks() {
        let newer = "type Query { a: Int } type Known { x: Int } enum E { A }";
        let overlay = "extend type Known { x: Int y: Int } extend enum E { A B } type Known2 { z: Int } extend type Query { a: Int }";
        let rest = missing_from(newer, overlay).unwrap();
        assert!(rest.contains("y: Int") && !rest.contains("x: Int"), "{rest}");
        assert!(rest.contains('B') && rest.contains("Known2") && !rest.contains("a: Int"), "{rest}");
    }

    #[test]
    fn removed_field_breaks_the_cards_that_select_it() {
        let pinned = files::read(&files::schema_dir().join(super::super::GRAPHQL)).unwrap();
        let without = pinned.replacen("  isResolved: Boolean!\n", "", 1);
        assert_ne!(pinned, without);
        let root = workspace::root();
        assert!(judge(&root, &pinned).unwrap().iter().all(|(_, kind, _)| *kind != Kind::Breaks));
        let verdict = judge(&root, &without).unwrap();
        assert!(
            verdict.iter().any(|(file, kind, _)| *kind == Kind::Breaks && file.contains("pr-threads")),
            "{verdict:?}"
        );
    }
}
