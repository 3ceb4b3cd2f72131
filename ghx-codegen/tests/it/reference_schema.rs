//! Every operation, as it is sent, against GitHub's published schema if there is a copy of it: the pinned one is older.

use crate::catalogue;
use apollo_compiler::{ExecutableDocument, Schema};
use ghx_codegen::{Catalog, Files, operation, report};
use std::{env, fs, path::PathBuf};

/// `GHX_REFERENCE_SCHEMA`, or `shared/schema/github.graphql` next to the project.
fn reference() -> Option<PathBuf> {
    let given = env::var_os("GHX_REFERENCE_SCHEMA").map(PathBuf::from);
    let sibling = catalogue::project().parent().map(|folder| folder.join("shared/schema/github.graphql"));
    given.or(sibling).filter(|path| path.is_file())
}

#[test]
fn every_operation_is_valid_in_githubs_published_schema() {
    let Some(path) = reference() else {
        println!("skipped: no official schema here; name it with GHX_REFERENCE_SCHEMA=FILE");
        return;
    };
    let sdl = fs::read_to_string(&path).expect("the official schema can be read");
    let schema =
        Schema::parse_and_validate(sdl, &path).unwrap_or_else(|errors| panic!("{}: {}", path.display(), errors.errors));
    let bound = Catalog::load(Files::below(&catalogue::project())).and_then(Catalog::bind);
    let bound =
        bound.unwrap_or_else(|refused| panic!("{}", report::render_all(&refused.sources, &refused.problems, false)));
    let mut refused = Vec::new();
    for (name, operation) in &bound.model().operations {
        let document = operation::pieces(operation).document;
        if let Err(errors) = ExecutableDocument::parse_and_validate(&schema, document, format!("{name}.graphql")) {
            refused.push(errors.errors.to_string());
        }
    }
    assert!(!bound.model().operations.is_empty());
    assert!(refused.is_empty(), "GitHub refuses today:\n{}", refused.join("\n"));
}
