//! The head of a card: id, version, effect, subject.

use super::{Edits, Kind, card};
use crate::mutants::{
    corpus::Role,
    yaml::{Sheet, entries, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("id-misspelt", "`capability_id` is misspelt or malformed", id_misspelt),
    &card("id-taken", "the id or an alias belongs to another card", id_taken),
    &card("head-dropped", "a required top-level key is removed", head_dropped),
    &card("version-malformed", "the version is not three numbers", version),
    &card("effect-flipped", "`read` becomes `write`, or the reverse", effect),
    &card("idempotent-on-read", "a read claims to be idempotent", idempotent),
    &card("cost-on-read", "a read states a `weight`, or that it creates something", cost_on_read),
    &card("weight-unknown", "`weight` has an unknown value", weight_unknown),
    &card("subject-misspelt", "the card's subject does not exist", subject_misspelt),
    &card("subject-other", "the card has another subject", subject_other),
];

fn id_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(id) = sheet.find(&["capability_id"]) else { return };
    out.one(sheet.misspell(id.value));
    let upper = text_of(id.value).unwrap_or_default().to_uppercase();
    out.one(sheet.put(id.value, upper));
}

/// The ids of the other cards.
fn others(sheet: &Sheet<'_>) -> Vec<String> {
    let own = sheet.find(&["capability_id"]).and_then(|e| text_of(e.value)).unwrap_or_default();
    let stem = |path: &std::path::Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    sheet.catalogue.of(Role::Card).filter_map(|card| stem(&card.path)).filter(|id| id != own).collect()
}

fn id_taken(sheet: &Sheet<'_>, out: &mut Edits) {
    let (Some(id), Some(other)) = (sheet.find(&["capability_id"]), others(sheet).pop()) else { return };
    out.one(sheet.put(id.value, other.as_str()));
    match sheet.find(&["aliases"]) {
        Some(aliases) => out.some(sheet.add_item(aliases.value, &other)),
        None => out.one(sheet.add_before(id, &format!("aliases: [{other}]"))),
    }
}

fn head_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    let optional = |name: &str| ["aliases", "weight", "creates"].contains(&name);
    out.some(entries(sheet.root).filter(|e| !optional(&e.key.name)).map(|entry| sheet.drop(entry)));
}

fn version(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(version) = sheet.find(&["version"]) else { return };
    for bad in ["\"1.0\"", "\"v1.0.0\"", "1.0", "\"1.0.x\""] {
        out.one(sheet.put(version.value, bad));
    }
}

fn effect(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(effect) = sheet.find(&["effect"]) else { return };
    let other = if text_of(effect.value) == Some("read") { "write" } else { "read" };
    out.one(sheet.put(effect.value, other));
    out.one(sheet.put(effect.value, "delete"));
    // Two related statements, both wrong.
    match sheet.find(&["idempotent"]) {
        Some(idempotent) => out.all(vec![sheet.put(effect.value, other), sheet.drop(idempotent)]),
        None => out.all(vec![sheet.put(effect.value, format!("{other}\nidempotent: true"))]),
    }
}

fn idempotent(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(effect) = sheet.find(&["effect"]).filter(|e| text_of(e.value) == Some("read")) else { return };
    out.one(sheet.add_before(effect, "idempotent: true"));
}

fn cost_on_read(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(effect) = sheet.find(&["effect"]).filter(|e| text_of(e.value) == Some("read")) else { return };
    out.some(["weight: light", "weight: heavy", "creates: false"].map(|key| sheet.add_before(effect, key)));
}

fn weight_unknown(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sheet.find(&["weight"]).map(|weight| sheet.misspell(weight.value)));
    let idempotent = sheet.find(&["idempotent"]).filter(|_| sheet.find(&["weight"]).is_none());
    out.some(idempotent.map(|idempotent| sheet.add_before(idempotent, "weight: medium")));
}

fn subject_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(subject) = sheet.find(&["subject"]) else { return };
    match text_of(subject.value) {
        Some(_) => out.one(sheet.misspell(subject.value)),
        None => out.some(crate::mutants::yaml::items(subject.value).iter().map(|item| sheet.misspell(item))),
    }
}

fn subject_other(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(subject) = sheet.find(&["subject"]) else { return };
    for other in sheet.catalogue.of(Role::Subject) {
        let name = other.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        out.one(sheet.put(subject.value, name));
    }
}
