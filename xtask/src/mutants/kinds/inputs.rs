//! Inputs: names and types, compared with the variables that they fill.

use super::{
    Edits, Kind, card,
    properties::{self, Property, other_type, properties},
};
use crate::mutants::yaml::{Sheet, items};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("input-renamed", "an input is renamed, in `required` as well", renamed),
    &card("input-required-misspelt", "a name in `required` of the inputs is misspelt", required_misspelt),
    &card("input-dropped", "a top-level input is removed", dropped),
    &card("input-optional", "a required input becomes optional", optional),
    &card("input-type", "an input has another type", ty),
    &card("input-list", "an array becomes a single value, or the reverse", list),
    &card("input-nullable", "an input that is required or has a default becomes nullable", nullable),
    &card("input-item-nullable", "elements of an input array become nullable", item_nullable),
];

fn inputs<'a>(sheet: &Sheet<'a>) -> Vec<Property<'a>> {
    properties(sheet, "input_schema")
}

fn renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    properties::renamed(&inputs(sheet), sheet, out);
}

fn optional(sheet: &Sheet<'_>, out: &mut Edits) {
    properties::optional(&inputs(sheet), sheet, out);
}

fn item_nullable(sheet: &Sheet<'_>, out: &mut Edits) {
    properties::item_nullable(&inputs(sheet), sheet, out);
}

fn required_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    let listed = |input: &Property<'_>| {
        input.required().and_then(|(list, index)| items(list).get(index)).map(|item| sheet.misspell(item))
    };
    out.some(inputs(sheet).iter().filter_map(listed));
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    inputs(sheet).iter().filter(|input| input.root).for_each(|input| out.all(input.cut(sheet)));
}

fn ty(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in inputs(sheet) {
        let Some((ty, _)) = input.ty() else { continue };
        out.one(sheet.put(input.entry.value, other_type(ty)));
        // An enum becomes a plain string.
        if input.get("enum").is_some() {
            out.one(sheet.put(input.entry.value, "{ type: string }"));
        }
        if let (Some(node), None) = (input.get("type"), input.get("items")) {
            out.one(sheet.put(node.value, "number"));
        }
    }
}

fn list(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in inputs(sheet) {
        let Some((ty, _)) = input.ty() else { continue };
        match ty {
            "array" => out.one(sheet.put(input.entry.value, "{ type: string }")),
            "object" => {}
            _ => out.one(sheet.put(input.entry.value, format!("{{ type: array, items: {{ type: {ty} }} }}"))),
        }
    }
}

fn nullable(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in inputs(sheet).iter().filter(|input| input.required().is_some() || input.get("default").is_some()) {
        if let (Some(node), Some((ty, false))) = (input.get("type"), input.ty()) {
            out.one(sheet.put(node.value, format!("[{ty}, \"null\"]")));
        }
    }
}
