//! Which operation a card names, and where.

use ghx_codegen::yaml::Node;

use super::{Edits, Kind, card, sheet};
use crate::mutants::{
    corpus::{Role, Tree},
    yaml::{Entry, Sheet, entry, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &sheet("operation-missing", "the card names an operation that the document does not have", missing),
    &sheet("document-missing", "the document path is wrong or leaves `operations/`", document_missing),
    &card("operation-of-another-card", "the card names the operation of another card", of_another),
    &card("variant-misspelt", "a variant names an unknown form, or all forms", variant_misspelt),
    &card("variant-dropped", "a variant is removed", variant_dropped),
    &card("variant-operation", "a variant names the operation of the other form", variant_operation),
];

/// Every mapping that names an operation.
pub(super) fn references<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    sheet.all().into_iter().map(|(_, entry)| entry).filter(|entry| entry.key.name == "operationName").collect()
}

fn missing(sheet: &Sheet<'_>, out: &mut Edits) {
    for reference in references(sheet) {
        out.one(sheet.misspell(reference.value));
        out.one(sheet.put(reference.value, text_of(reference.value).unwrap_or_default().to_lowercase()));
    }
}

fn document_missing(sheet: &Sheet<'_>, out: &mut Edits) {
    for reference in references(sheet) {
        let Some(document) = entry(reference.map, "documentPath") else { continue };
        let path = text_of(document.value).unwrap_or_default();
        out.some([
            sheet.misspell(document.value),
            sheet.put(document.value, format!("operations/../{path}")),
            sheet.put(document.value, path.trim_start_matches("operations/")),
        ]);
    }
}

fn route(root: &Node) -> Option<(&Node, &Node, &str)> {
    let graphql = entry(root, "graphql")?.value;
    let effect = text_of(entry(root, "effect")?.value)?;
    Some((entry(graphql, "operationName")?.value, entry(graphql, "documentPath")?.value, effect))
}

fn of_another(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some((name, document, _)) = route(sheet.root) else { return };
    for other in sheet.catalogue.of(Role::Card) {
        let Tree::Yaml(root) = &other.tree else { continue };
        let Some((other_name, other_document, _)) = route(root) else { continue };
        if let (Some(other_name), Some(other_document)) = (text_of(other_name), text_of(other_document)) {
            out.all(vec![sheet.put(name, other_name), sheet.put(document, other_document)]);
        }
    }
}

fn variant_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for variant in sheet.below(&["graphql", "variants"]) {
        out.one(sheet.misspell_key(variant.key));
        out.some(
            ["numbered", "named", "sibling"]
                .map(|form| crate::mutants::apply::Edit::replace(variant.key.span.start..variant.key.span.end, form)),
        );
    }
}

fn variant_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sheet.below(&["graphql", "variants"]).map(|variant| sheet.drop(variant)));
    out.some(sheet.find(&["graphql", "variants"]).map(|variants| sheet.drop(variants)));
}

fn variant_operation(sheet: &Sheet<'_>, out: &mut Edits) {
    let main = sheet.find(&["graphql", "operationName"]).and_then(|name| text_of(name.value));
    let variants = sheet.below(&["graphql", "variants"]).filter_map(|variant| entry(variant.value, "operationName"));
    out.some(variants.zip(main).map(|(name, main)| sheet.put(name.value, main)));
}
