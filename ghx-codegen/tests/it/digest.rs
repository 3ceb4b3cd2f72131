//! The digest of the schema, which `ghx::capability!` reads instead of the SDL.

use apollo_compiler::schema::ExtendedType;
use ghx_codegen::{Files, problem::Problems, schema::Schema, source::Sources};
use std::path::Path;

fn load(files: &Files) -> Schema {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let schema =
        Schema::load(files, &mut sources, &mut problems).unwrap_or_else(|| panic!("the schema cannot be read"));
    assert!(!problems.has_errors());
    schema
}

/// The words of a type's SDL. Whether they are from an extension does not matter.
fn words(ty: &ExtendedType) -> Vec<String> {
    const HEAD: [&str; 11] =
        ["extend", "type", "interface", "union", "enum", "input", "implements", "{", "}", "=", "|"];
    let text = ty.serialize().to_string();
    let words = text.split_whitespace().filter(|word| !HEAD.contains(word) && *word != ty.name().as_str());
    words.map(str::to_owned).collect()
}

/// Default values and directives such as `@deprecated` included.
#[test]
fn the_digest_has_the_types_of_the_schema() {
    let mut files = Files::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let pinned = load(&files);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schema.digest");
    std::fs::write(&path, pinned.digest()).unwrap();
    files.digest = Some(path);
    let read = load(&files);
    let own = |schema: &Schema| -> Vec<ExtendedType> {
        schema.apollo.types.values().filter(|ty| !ty.is_built_in()).cloned().collect()
    };
    let (left, right) = (own(&pinned), own(&read));
    assert!(left.len() > 1000);
    assert_eq!(left.len(), right.len());
    for (left, right) in left.iter().zip(&right) {
        assert_eq!(words(left), words(right));
    }
    assert_eq!(pinned.apollo.schema_definition, read.apollo.schema_definition);
    assert_eq!(pinned.digest(), read.digest());
}

#[test]
fn a_file_that_is_not_a_digest_is_not_used() {
    let mut files = Files::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schema.digest");
    for text in
        ["", "type Query { a: Int }", "z Query \n\ninput Extras {\n}\n", "f name String \n\ninput Extras {\n}\n"]
    {
        std::fs::write(&path, text).unwrap();
        files.digest = Some(path.clone());
        assert!(load(&files).ty("Issue").is_some(), "{text}");
    }
}
