//! GitHub's schema, to check what is sent and to know what a response may have.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use apollo_compiler::ast::Type;
use apollo_compiler::executable::{Selection, SelectionSet};
use apollo_compiler::validation::Valid;
use apollo_compiler::{ExecutableDocument, Schema};
use serde_json::Value;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

pub(crate) static PINNED: LazyLock<Valid<Schema>> = LazyLock::new(|| {
    let builder = Schema::builder().adopt_orphan_extensions();
    let builder = builder.parse(read("schema/github.graphql"), "github.graphql");
    builder.parse(read("schema/overlay.graphql"), "overlay.graphql").build().unwrap().validate().unwrap()
});

/// GitHub's current schema, where it is available.
pub(crate) static PUBLISHED: LazyLock<Option<Valid<Schema>>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/schema/github.graphql");
    let text = std::fs::read_to_string(path).ok()?;
    let schema = Schema::builder().adopt_orphan_extensions().parse(text, "published.graphql").build();
    Some(schema.unwrap().validate().unwrap())
});

/// What the schema says of one place in a response.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) nullable: bool,
    pub(crate) is_enum: bool,
    pub(crate) is_leaf: bool,
}

/// Every place in the `data` of a response, by its JSON pointer.
pub(crate) fn places(document: &str, data: &Value) -> BTreeMap<String, Place> {
    let document = ExecutableDocument::parse_and_validate(&PINNED, document, "sent.graphql").unwrap();
    let mut walk = Walk { document: &document, found: BTreeMap::new() };
    walk.object(&document.operations.get(None).unwrap().selection_set, data, "");
    walk.found
}

struct Walk<'d> {
    document: &'d ExecutableDocument,
    found: BTreeMap<String, Place>,
}

impl Walk<'_> {
    fn object(&mut self, set: &SelectionSet, value: &Value, pointer: &str) {
        for selection in &set.selections {
            match selection {
                Selection::Field(field) => {
                    if let Some(below) = value.get(field.response_key().as_str()) {
                        let pointer = format!("{pointer}/{}", field.response_key());
                        self.value(field.ty(), &field.selection_set, below, &pointer);
                    }
                }
                Selection::InlineFragment(fragment) => self.object(&fragment.selection_set, value, pointer),
                Selection::FragmentSpread(spread) => {
                    let fragment = &self.document.fragments[&spread.fragment_name];
                    self.object(&fragment.selection_set, value, pointer);
                }
            }
        }
    }

    fn value(&mut self, ty: &Type, set: &SelectionSet, value: &Value, pointer: &str) {
        let is_leaf = set.selections.is_empty();
        let is_enum = is_leaf && !ty.is_list() && PINNED.get_enum(ty.inner_named_type()).is_some();
        self.found.insert(pointer.to_owned(), Place { nullable: !ty.is_non_null(), is_enum, is_leaf });
        match value.as_array() {
            Some(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(ty.item_type(), set, item, &format!("{pointer}/{index}"));
                }
            }
            None => self.object(set, value, pointer),
        }
    }
}
