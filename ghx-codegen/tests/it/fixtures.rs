//! One broken catalogue per folder, with the words that its author is told.

use crate::{
    catalogue::{self, Catalogue, Checked},
    expect, follow_ups,
};
use ghx_codegen::problem::{Code, Problem};
use std::{collections::BTreeSet, fs, path::Path};

/// Codes of routes and rules that no part of the compiler can report yet.
pub(crate) const RESERVED: &[Code] = &[];

/// The names of all broken catalogues, sorted.
pub(crate) fn names() -> Vec<String> {
    let entries = fs::read_dir(catalogue::fixtures()).expect("there are fixtures").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|name| name != "base").collect();
    names.sort();
    names
}

/// The code that a folder is about.
pub(crate) fn code_of(name: &str) -> Code {
    let prefix = name.split('_').next().unwrap_or_default();
    let found = Code::ALL.iter().copied().find(|code| code.to_string() == prefix);
    found.unwrap_or_else(|| panic!("the folder {name} does not start with a code"))
}

#[test]
fn the_base_catalogue_has_no_problem() {
    let checked = Catalogue::base().check();
    assert!(checked.problems.is_empty(), "{}", checked.text());
}

#[test]
fn every_broken_catalogue_is_told_what_is_wrong() {
    let mut failures = Vec::new();
    for name in names() {
        let checked = Catalogue::base().with_fixture(&name).check();
        let path = catalogue::fixtures().join(&name).join("expected.txt");
        failures.extend(expect::same(&path, &checked.text()).err());
        failures.extend(flaws(&name, &checked));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// What is wrong with the problems themselves: none, of another kind, without words, or at a place where nothing stands.
fn flaws(name: &str, checked: &Checked) -> Vec<String> {
    let (code, on_top) = (code_of(name), follow_ups::known(name));
    let mut flaws = Vec::new();
    if checked.problems.is_empty() {
        flaws.push(format!("{name}: no problem is reported"));
    }
    for problem in checked.problems.iter() {
        let mut flaw = |what: &str| flaws.push(format!("{name}: {} ({}) {what}", problem.message, problem.code));
        if problem.code != code && !on_top.contains(&problem.code) {
            flaw("is not what this catalogue is about: one fault is one problem");
        }
        if problem.message.is_empty() || problem.label.is_empty() || problem.help.is_empty() {
            flaw("has no message, no label or no help");
        }
        if points_nowhere(problem, checked) {
            flaw("points at nothing");
        }
    }
    for gone in on_top.iter().filter(|code| !checked.problems.iter().any(|p| p.code == **code)) {
        flaws.push(format!("{name}: {gone} is no longer reported on top: take it out of follow_ups.rs"));
    }
    flaws
}

/// An empty file has no better place than its beginning; collections are pointed at by their first character.
fn points_nowhere(problem: &Problem, checked: &Checked) -> bool {
    let text = &checked.sources.file(problem.at.file).text;
    let there = text.get(problem.at.start..).and_then(|rest| rest.chars().next());
    text.get(..problem.at.end).is_none() || there.is_none_or(char::is_whitespace)
}

#[test]
fn every_code_has_a_broken_catalogue() {
    let covered: BTreeSet<Code> = names().iter().map(|name| code_of(name)).collect();
    let missing: Vec<String> = Code::ALL
        .iter()
        .filter(|code| !covered.contains(code) && !RESERVED.contains(code))
        .map(ToString::to_string)
        .collect();
    assert!(missing.is_empty(), "no folder in tests/it/fixtures for {}", missing.join(", "));
    let stale: Vec<&Code> = RESERVED.iter().filter(|code| covered.contains(code)).collect();
    assert!(stale.is_empty(), "{stale:?} have fixtures: take them out of RESERVED");
}

#[test]
fn reserved_codes_are_reported_by_nothing() {
    let mut texts = String::new();
    read_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    for code in RESERVED {
        assert!(
            !texts.contains(&format!("Code::{code:?},")),
            "{code} is reported now: give it a fixture and take it out of RESERVED"
        );
    }
}

fn read_sources(folder: &Path, texts: &mut String) {
    for entry in fs::read_dir(folder).expect("the sources are there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_sources(&path, texts);
        } else {
            texts.push_str(&fs::read_to_string(&path).expect("sources are text"));
        }
    }
}
