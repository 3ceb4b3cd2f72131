//! `routing`: routes and the rules for them.

use super::{Edits, Kind, card};
use crate::mutants::yaml::{Sheet, entries, entry, items};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("route-unknown", "a route is unknown", unknown),
    &card("route-without-block", "a route is listed that the card does not describe", without_block),
    &card("route-twice", "a route is listed twice", twice),
    &card("suitability", "a suitability rule is malformed, or names an unknown input or route", suitability),
    &card("unsupported", "`unsupported` is removed, or names an unknown or required input", unsupported),
];

fn unknown(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(preferred) = sheet.find(&["routing", "preferred"]) else { return };
    out.one(sheet.misspell(preferred.value));
    out.one(sheet.drop(preferred));
    let fallbacks = sheet.find(&["routing", "fallbacks"]);
    out.some(fallbacks.and_then(|fallbacks| sheet.add_item(fallbacks.value, "soap")));
}

fn without_block(sheet: &Sheet<'_>, out: &mut Edits) {
    let (preferred, fallbacks) = (sheet.find(&["routing", "preferred"]), sheet.find(&["routing", "fallbacks"]));
    for route in ["rest", "cli"].into_iter().filter(|route| sheet.find(&[route]).is_none()) {
        out.some(preferred.map(|preferred| sheet.put(preferred.value, route)));
        out.some(fallbacks.and_then(|fallbacks| sheet.add_item(fallbacks.value, route)));
    }
}

fn unsupported(sheet: &Sheet<'_>, out: &mut Edits) {
    for found in ["graphql", "rest", "cli"].iter().filter_map(|route| sheet.find(&[route, "unsupported"])) {
        out.one(sheet.drop(found));
        for one in entries(found.value) {
            out.one(sheet.misspell_key(one.key));
            out.one(sheet.drop(one));
            out.some(["owner", "noSuchInput"].map(|name| sheet.add_before(one, &format!("{name}: why"))));
        }
    }
}

fn twice(sheet: &Sheet<'_>, out: &mut Edits) {
    let fallbacks = sheet.find(&["routing", "fallbacks"]);
    out.some(fallbacks.and_then(|fallbacks| sheet.add_item(fallbacks.value, "graphql")));
}

fn suitability(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(preferred) = sheet.find(&["routing", "preferred"]) else { return };
    if let Some(rules) = sheet.find(&["routing", "suitability"]) {
        for rule in items(rules.value) {
            out.some(entries(rule).map(|part| sheet.drop(part)));
            out.some(
                ["when", "predicate", "route"]
                    .iter()
                    .filter_map(|key| entry(rule, key))
                    .map(|part| sheet.misspell(part.value)),
            );
        }
        return;
    }
    let rules = [
        ("params", "params.noSuchInput present"),
        ("params", "params.owner is given"),
        ("params", "owner present"),
        ("sometimes", "env.CI present"),
    ];
    for (when, predicate) in rules {
        out.one(
            sheet.add_before(
                preferred,
                &format!("suitability: [{{ when: {when}, predicate: {predicate}, reason: why }}]"),
            ),
        );
    }
}
