//! `cli`: the command.

use super::{
    Edits, Kind, card,
    route_parts::{flags, is_literal},
};
use crate::mutants::{
    corpus::{Role, Tree},
    yaml::{Sheet, entries, items, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("cli-command", "a command is misspelt, or replaced by another", command),
    &card("cli-argument", "an argument is removed or given twice", argument),
    &card("cli-flag", "a flag is renamed, removed, or one that cards may not set", flag),
    &card("cli-field", "a JSON field is misspelt, removed, given twice, or requested but unused", field),
    &card("cli-page", "`page` of a command or a part of it is removed or misspelt", page),
];

fn command(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(command) = sheet.find(&["cli", "command"]) else { return };
    out.one(sheet.misspell(command.value));
    out.one(sheet.drop(command));
    let words = text_of(command.value).unwrap_or_default();
    out.some(words.split(' ').map(|word| sheet.put(command.value, word)));
    let mut others: Vec<String> = Vec::new();
    for original in sheet.catalogue.of(Role::Card) {
        let Tree::Yaml(root) = &original.tree else { continue };
        let other = Sheet { text: &original.text, root, catalogue: sheet.catalogue };
        others.extend(other.find(&["cli", "command"]).and_then(|found| text_of(found.value)).map(str::to_owned));
    }
    others.sort();
    others.dedup();
    out.some(others.into_iter().filter(|other| other != words).map(|other| sheet.put(command.value, other)));
}

fn argument(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(arguments) = sheet.find(&["cli", "args"]) else { return };
    out.one(sheet.drop(arguments));
    for (index, argument) in items(arguments.value).iter().enumerate() {
        out.one(sheet.drop_item(arguments.value, index));
        out.some(sheet.add_item(arguments.value, text_of(argument).unwrap_or_default()));
    }
}

fn flag(sheet: &Sheet<'_>, out: &mut Edits) {
    for flag in flags(sheet) {
        out.one(sheet.misspell_key(flag.key));
        if !is_literal(flag.value) {
            out.one(sheet.drop(flag));
        }
        out.some(["web: { literal: true }", "jq: name", "no-such-flag: name"].map(|more| sheet.add_before(flag, more)));
    }
}

fn field(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(fields) = sheet.find(&["cli", "jsonFields"]) else { return };
    out.one(sheet.drop(fields));
    for (index, field) in items(fields.value).iter().enumerate() {
        out.one(sheet.misspell(field));
        out.one(sheet.drop_item(fields.value, index));
        out.some(sheet.add_item(fields.value, text_of(field).unwrap_or_default()));
    }
    out.some(["headSha", "closed", "isFork"].map(|more| sheet.add_item(fields.value, more)).into_iter().flatten());
}

fn page(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(page) = sheet.find(&["cli", "page"]) else { return };
    out.one(sheet.drop(page));
    for part in entries(page.value) {
        out.one(sheet.drop(part));
        out.one(sheet.misspell(part.value));
    }
}
