//! The properties of an object schema, nested ones included.

use ghx_codegen::yaml::{Node, Value};

use super::Edits;
use crate::mutants::{
    apply::Edit,
    yaml::{Entry, Sheet, entries, entry, items, text_of},
};

/// One property.
#[derive(Clone, Copy)]
pub(super) struct Property<'a> {
    /// Its name and its schema.
    pub(super) entry: Entry<'a>,
    /// The object schema that it is part of.
    pub(super) object: &'a Node,
    /// Whether it is a top-level property.
    pub(super) root: bool,
}

impl<'a> Property<'a> {
    /// Its name.
    pub(super) fn name(&self) -> &'a str {
        &self.entry.key.name
    }

    /// A key of its schema.
    pub(super) fn get(&self, key: &str) -> Option<Entry<'a>> {
        entry(self.entry.value, key)
    }

    /// The name of its type, and whether it is nullable.
    pub(super) fn ty(&self) -> Option<(&'a str, bool)> {
        let node = self.get("type")?.value;
        match &node.value {
            Value::List(names) => Some((text_of(names.first()?)?, true)),
            _ => Some((text_of(node)?, false)),
        }
    }

    /// Its place in `required`: the list and the index.
    pub(super) fn required(&self) -> Option<(&'a Node, usize)> {
        let list = entry(self.object, "required")?.value;
        let index = items(list).iter().position(|item| text_of(item) == Some(self.name()))?;
        Some((list, index))
    }

    /// Removes it from the schema and from `required`.
    pub(super) fn cut(&self, sheet: &Sheet<'_>) -> Vec<Edit> {
        let listed = self.required().map(|(list, index)| sheet.drop_item(list, index));
        std::iter::once(sheet.drop(self.entry)).chain(listed).collect()
    }

    /// Renames it in the schema and in `required`.
    pub(super) fn rename(&self, sheet: &Sheet<'_>) -> Vec<Edit> {
        let listed = self.required().and_then(|(list, index)| items(list).get(index)).map(|item| sheet.misspell(item));
        std::iter::once(sheet.misspell_key(self.entry.key)).chain(listed).collect()
    }
}

/// Renames each property, in `required` as well.
pub(super) fn renamed(properties: &[Property<'_>], sheet: &Sheet<'_>, out: &mut Edits) {
    for property in properties {
        out.all(property.rename(sheet));
    }
}

/// Removes each property from `required`.
pub(super) fn optional(properties: &[Property<'_>], sheet: &Sheet<'_>, out: &mut Edits) {
    let listed = |property: &Property<'_>| property.required().map(|(list, index)| sheet.drop_item(list, index));
    out.some(properties.iter().filter_map(listed));
}

/// Allows null among the elements of each array.
pub(super) fn item_nullable(properties: &[Property<'_>], sheet: &Sheet<'_>, out: &mut Edits) {
    let types = properties.iter().filter_map(|property| entry(property.get("items")?.value, "type"));
    out.some(types.map(|ty| sheet.put(ty.value, format!("[{}, \"null\"]", text_of(ty.value).unwrap_or_default()))));
}

/// Every property below `input_schema` or `output_schema`.
pub(super) fn properties<'a>(sheet: &Sheet<'a>, schema: &str) -> Vec<Property<'a>> {
    let mut out = Vec::new();
    if let Some(found) = sheet.find(&[schema]) {
        collect(found.value, true, &mut out);
    }
    out
}

fn collect<'a>(object: &'a Node, root: bool, out: &mut Vec<Property<'a>>) {
    let Some(found) = entry(object, "properties") else { return };
    for property in entries(found.value) {
        out.push(Property { entry: property, object, root });
        collect(property.value, false, out);
        if let Some(items) = entry(property.value, "items") {
            collect(items.value, false, out);
        }
    }
}

/// The schema of another type.
pub(super) fn other_type(ty: &str) -> &'static str {
    match ty {
        "string" => "{ type: integer }",
        "integer" => "{ type: boolean }",
        _ => "{ type: string }",
    }
}
