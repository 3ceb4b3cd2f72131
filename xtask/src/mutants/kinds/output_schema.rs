//! Outputs: the output schema, compared with what GitHub returns.

use super::{
    Edits, Kind, card,
    properties::{self, Property, other_type, properties},
};
use crate::mutants::{
    apply::slice,
    yaml::{Sheet, items, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("output-renamed", "an output is renamed, in `required` as well", renamed),
    &card("output-dropped", "an output is removed, from `required` as well", dropped),
    &card("output-optional", "an output becomes optional", optional),
    &card("output-type", "an output has another type", ty),
    &card("output-list", "an array becomes a single value, or the reverse", list),
    &card("output-nullable", "an output's nullability contradicts GitHub's schema", nullable),
    &card("output-item-nullable", "elements of an output array become nullable", item_nullable),
    &card("output-enum-misspelt", "a value of an output enum is misspelt", enum_misspelt),
    &card("output-enum-added", "an output enum gets a value that GitHub does not have", enum_added),
    &card("output-enum-dropped", "a value is removed from an output enum", enum_dropped),
    &card("output-format", "an output has another format", format),
    &card("output-node", "an output is declared to be the id of another kind of node", node),
    &card("output-default", "an output gets a default in its schema", default),
];

fn outputs<'a>(sheet: &Sheet<'a>) -> Vec<Property<'a>> {
    properties(sheet, "output_schema")
}

fn renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    properties::renamed(&outputs(sheet), sheet, out);
}

fn optional(sheet: &Sheet<'_>, out: &mut Edits) {
    properties::optional(&outputs(sheet), sheet, out);
}

fn item_nullable(sheet: &Sheet<'_>, out: &mut Edits) {
    properties::item_nullable(&outputs(sheet), sheet, out);
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for output in &outputs(sheet) {
        out.all(output.cut(sheet));
    }
}

fn ty(sheet: &Sheet<'_>, out: &mut Edits) {
    for output in outputs(sheet) {
        let Some((ty, _)) = output.ty() else { continue };
        out.one(sheet.put(output.entry.value, other_type(ty)));
        if output.get("enum").is_some() {
            out.one(sheet.put(output.entry.value, "{ type: string }"));
        }
    }
}

fn list(sheet: &Sheet<'_>, out: &mut Edits) {
    for output in outputs(sheet) {
        match output.ty() {
            Some(("array", _)) => {
                out.some(
                    output
                        .get("items")
                        .map(|items| sheet.put(output.entry.value, slice(sheet.text, &sheet.extent(items.value)))),
                );
            }
            Some(("object", _)) | None => {}
            Some((ty, _)) => {
                out.one(sheet.put(output.entry.value, format!("{{ type: array, items: {{ type: {ty} }} }}")));
            }
        }
    }
}

fn nullable(sheet: &Sheet<'_>, out: &mut Edits) {
    for output in outputs(sheet) {
        let (Some(node), Some((ty, nullable))) = (output.get("type"), output.ty()) else { continue };
        out.one(sheet.put(node.value, if nullable { ty.to_owned() } else { format!("[{ty}, \"null\"]") }));
    }
}

fn enum_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for values in outputs(sheet).iter().filter_map(|output| output.get("enum")) {
        out.some(items(values.value).iter().map(|value| sheet.misspell(value)));
    }
}

fn enum_added(sheet: &Sheet<'_>, out: &mut Edits) {
    for values in outputs(sheet).iter().filter_map(|output| output.get("enum")) {
        out.some(sheet.add_item(values.value, "NO_SUCH_VALUE"));
    }
}

fn enum_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for values in outputs(sheet).iter().filter_map(|output| output.get("enum")) {
        out.some((0..items(values.value).len()).map(|index| sheet.drop_item(values.value, index)));
    }
}

fn format(sheet: &Sheet<'_>, out: &mut Edits) {
    for output in outputs(sheet) {
        match (output.get("format"), output.get("type"), output.get("enum")) {
            (Some(format), ..) => {
                let other = if text_of(format.value) == Some("uri") { "date-time" } else { "uri" };
                out.some([other, "email"].map(|format_name| sheet.put(format.value, format_name)));
            }
            (None, Some(ty), None) => out.one(sheet.add_before(ty, "format: uri")),
            _ => {}
        }
    }
}

fn node(sheet: &Sheet<'_>, out: &mut Edits) {
    for output in outputs(sheet).iter().filter(|output| output.ty().is_some_and(|(ty, _)| ty == "string")) {
        out.some(output.get("type").map(|ty| sheet.add_before(ty, "node: Milestone")));
    }
}

fn default(sheet: &Sheet<'_>, out: &mut Edits) {
    for output in outputs(sheet) {
        out.some(output.get("type").map(|ty| sheet.add_before(ty, "default: null")));
    }
}
