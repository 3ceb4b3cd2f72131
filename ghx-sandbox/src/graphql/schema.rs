//! The pinned schema, parsed once per process.

use std::sync::OnceLock;

use apollo_compiler::{Name, Schema, collections::HashMap, schema::Implementers, validation::Valid};

/// The pinned schema, and what GitHub has added since. The build script sets the paths.
const SOURCES: [(&str, &str); 2] = [
    ("github.graphql", include_str!(env!("GITHUB_GRAPHQL"))),
    ("overlay.graphql", include_str!(env!("OVERLAY_GRAPHQL"))),
];

/// The schema and what execution derives from it.
pub(crate) struct Pinned {
    pub(crate) schema: Valid<Schema>,
    pub(crate) implementers: HashMap<Name, Implementers>,
}

/// The pinned schema, or why it is not valid.
pub(crate) fn pinned() -> Result<&'static Pinned, &'static str> {
    static PINNED: OnceLock<Result<Pinned, String>> = OnceLock::new();
    PINNED.get_or_init(parse).as_ref().map_err(String::as_str)
}

fn parse() -> Result<Pinned, String> {
    let mut builder = Schema::builder();
    for (name, text) in SOURCES {
        builder = builder.parse(text, name);
    }
    let schema = builder.build().map_err(|problems| problems.errors.to_string())?;
    let schema = schema.validate().map_err(|problems| problems.errors.to_string())?;
    let implementers = schema.implementers_map();
    Ok(Pinned { schema, implementers })
}
