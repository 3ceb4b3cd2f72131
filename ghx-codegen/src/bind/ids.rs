//! Rule 1: ids, aliases and the Rust names they become.

use crate::{
    card::{Card, Located, Subject},
    names,
    problem::{Code, Problem, Problems},
    source::Span,
};
use std::collections::BTreeMap;

pub(super) fn check(cards: &[Card], problems: &mut Problems) {
    let mut taken: BTreeMap<&str, Span> = BTreeMap::new();
    let mut structs: BTreeMap<String, (&str, Span)> = BTreeMap::new();
    for card in cards {
        if !is_version(&card.version.value) {
            problems.push(
                Problem::error(
                    Code::BadVersion,
                    card.version.span,
                    format!("`{}` is not a version", card.version.value),
                )
                .label("not MAJOR.MINOR.PATCH")
                .help("write three numbers in quotes, such as \"1.0.0\""),
            );
        }
        for id in std::iter::once(&card.id).chain(&card.aliases) {
            check_grammar(id, problems);
            check_unique(id, &mut taken, problems);
        }
        let name = names::struct_name(&card.id.value);
        match structs.get(&name) {
            Some((other, at)) if *other != card.id.value => problems.push(
                Problem::error(
                    Code::RustName,
                    card.id.span,
                    format!("`{}` and `{other}` both become the struct `{name}`", card.id.value),
                )
                .label("the second")
                .related(*at, "the first")
                .help("choose ids that differ in more than `.` and `_`"),
            ),
            _ => {
                structs.insert(name, (&card.id.value, card.id.span));
            }
        }
    }
}

/// The id equals the file name.
pub(crate) fn check_file_name(card: &Card, stem: &str, problems: &mut Problems) {
    if card.id.value != stem {
        problems.push(
            Problem::error(
                Code::BadId,
                card.id.span,
                format!("the id is `{}`, but the file is `{stem}.yaml`", card.id.value),
            )
            .label("does not match the file name")
            .help(rename_help(&card.id.value, stem)),
        );
    }
}

/// Suggests a change of the id or of the file name, whichever is wrong.
fn rename_help(id: &str, stem: &str) -> String {
    match (names::is_capability_id(id), names::is_capability_id(stem)) {
        (_, true) => format!("write `capability_id: {stem}`, or rename the file"),
        (true, false) => format!("rename the file to `{id}.yaml`: `{stem}` is not a capability id"),
        (false, false) => {
            "choose an id of two or more words joined by dots, and name the file after it, with `.yaml`".to_owned()
        }
    }
}

/// The name of a subject equals the file name.
pub(crate) fn check_subject_name(subject: &Subject, stem: &str, problems: &mut Problems) {
    if subject.name.value != stem {
        problems.push(
            Problem::error(
                Code::BadId,
                subject.name.span,
                format!("the subject is `{}`, but the file is `{stem}.yaml`", subject.name.value),
            )
            .label("does not match the file name")
            .help(format!("write `subject: {stem}`, or rename the file")),
        );
    }
}

fn check_grammar(id: &Located<String>, problems: &mut Problems) {
    if !names::is_capability_id(&id.value) {
        problems.push(
            Problem::error(Code::BadId, id.span, format!("`{}` is not a capability id", id.value))
                .label("not of the form `issue.labels.add`")
                .help("write two or more words of lower-case letters, digits and `_`, joined by dots"),
        );
    }
}

fn check_unique<'a>(id: &'a Located<String>, taken: &mut BTreeMap<&'a str, Span>, problems: &mut Problems) {
    match taken.get(id.value.as_str()) {
        Some(first) => problems.push(
            Problem::error(Code::DuplicateId, id.span, format!("`{}` is already used", id.value))
                .label("the second")
                .related(*first, "the first")
                .help("choose another: ids and aliases must be unique across all cards"),
        ),
        None => {
            taken.insert(&id.value, id.span);
        }
    }
}

fn is_version(version: &str) -> bool {
    let parts: Vec<&str> = version.split('.').collect();
    parts.len() == 3
        && parts.iter().all(|p| {
            !p.is_empty() && p.len() < 6 && p.chars().all(|c| c.is_ascii_digit()) && (*p == "0" || !p.starts_with('0'))
        })
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions() {
        assert!(is_version("1.0.0") && is_version("10.2.30") && is_version("0.1.0"));
        for bad in ["1.0", "1", "v1.0.0", "1.0.x", "01.0.0", "1..0", ""] {
            assert!(!is_version(bad), "{bad}");
        }
    }
}
