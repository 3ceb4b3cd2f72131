//! Broken catalogues: each is a good one with a few edits, and the report that the compiler gives for it.
//!
//! `fixtures/GHX015.toml` holds the cases of one code. The first case is the one that `docs/diagnostics.md` shows.

use std::{collections::BTreeSet, env, fs, path::PathBuf};

use ghx_codegen::problem::{Code, Problem};
use serde::Deserialize;

use crate::catalogue::{self, Catalogue, Checked};

/// The cases of one code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Broken {
    /// What the code means.
    pub(crate) meaning: String,
    /// What to do about it.
    pub(crate) fix: String,
    #[serde(rename = "case")]
    pub(crate) cases: Vec<Case>,
}

/// A broken catalogue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// Codes that are also reported. Each is a flaw of the compiler: one mistake should be one problem.
    #[serde(default)]
    also: Vec<String>,
    /// The only edit, or the first of `edit`.
    file: Option<String>,
    replace: Option<String>,
    with: Option<String>,
    text: Option<String>,
    #[serde(default)]
    edit: Vec<Edit>,
    /// The report.
    expect: String,
}

/// A change of one file of the base: a part of it is replaced, or all of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    pub(crate) file: String,
    replace: Option<String>,
    with: Option<String>,
    text: Option<String>,
}

impl Case {
    pub(crate) fn edits(&self) -> Vec<Edit> {
        let (replace, with, text) = (self.replace.clone(), self.with.clone(), self.text.clone());
        let only = self.file.clone().map(|file| Edit { file, replace, with, text });
        only.into_iter().chain(self.edit.iter().cloned()).collect()
    }
}

impl Catalogue {
    /// With the edits of a case, such as `GHX002_misspelt_key`.
    pub(crate) fn with_fixture(self, name: &str) -> Self {
        let (code, case) = name.split_once('_').expect("a code and the name of a case");
        let broken = read(code);
        let case = broken.cases.iter().find(|known| known.name == case);
        self.with_edits(&case.unwrap_or_else(|| panic!("there is no case {name}")).edits())
    }

    pub(crate) fn with_edits(self, edits: &[Edit]) -> Self {
        edits.iter().fold(self, |catalogue, edit| match (&edit.replace, &edit.with, &edit.text) {
            (Some(from), Some(to), None) => catalogue.edit(&edit.file, from, to),
            (None, None, Some(text)) => catalogue.set(&edit.file, text),
            _ => panic!("{}: an edit has `replace` and `with`, or `text`", edit.file),
        })
    }
}

fn path(code: &str) -> PathBuf {
    catalogue::fixtures().join(format!("{code}.toml"))
}

/// The cases of a code.
pub(crate) fn read(code: &str) -> Broken {
    let path = path(code);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All cases with their codes.
pub(crate) fn all() -> Vec<(Code, Case)> {
    let codes = Code::ALL.iter().filter(|code| path(&code.to_string()).is_file());
    codes.flat_map(|code| read(&code.to_string()).cases.into_iter().map(|case| (*code, case))).collect()
}

#[test]
fn the_base_catalogue_has_no_problem() {
    let checked = Catalogue::base().check();
    assert!(checked.problems.is_empty(), "{}", checked.text());
}

#[test]
fn every_broken_catalogue_gets_its_report() {
    let mut failures = Vec::new();
    for (code, case) in all() {
        let checked = Catalogue::base().with_edits(&case.edits()).check();
        failures.extend(compare(code, &case, &checked.text()).err());
        failures.extend(flaws(code, &case, &checked));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Compares a report with the one in the file. With `UPDATE_EXPECT` it is written there.
fn compare(code: Code, case: &Case, report: &str) -> Result<(), String> {
    if case.expect == report {
        return Ok(());
    }
    if env::var_os("UPDATE_EXPECT").is_some() {
        write(&code.to_string(), &case.name, report);
        return Ok(());
    }
    Err(format!(
        "{code} {}: the report has changed\n--- expected\n{}\n--- actual\n{report}\n\
         To accept it: UPDATE_EXPECT=1 cargo test -p ghx-codegen, then read the difference.",
        case.name, case.expect
    ))
}

fn write(code: &str, name: &str, report: &str) {
    let path = path(code);
    let text = fs::read_to_string(&path).expect("the file was read before");
    let mut document: toml_edit::DocumentMut = text.parse().expect("the file was read before");
    let cases = document["case"].as_array_of_tables_mut().expect("cases are tables");
    let case = cases.iter_mut().find(|case| case["name"].as_str() == Some(name)).expect("the case is there");
    let block: toml_edit::Value = format!("'''\n{report}'''").parse().expect("reports have no '''");
    case["expect"] = toml_edit::value(block);
    fs::write(&path, document.to_string()).expect("the file can be written");
}

/// What is wrong with the problems themselves: none, a different code, an empty text, or an empty place.
fn flaws(code: Code, case: &Case, checked: &Checked) -> Vec<String> {
    let mut flaws = Vec::new();
    if checked.problems.is_empty() {
        flaws.push(format!("{code} {}: no problem is reported", case.name));
    }
    for problem in checked.problems.iter() {
        let mut flaw =
            |what: &str| flaws.push(format!("{code} {}: {} ({}) {what}", case.name, problem.message, problem.code));
        if problem.code != code && !case.also.contains(&problem.code.to_string()) {
            flaw("is not the code of this case: one mistake is one problem");
        }
        if problem.message.is_empty() || problem.label.is_empty() || problem.help.is_empty() {
            flaw("has no message, no label or no help");
        }
        if points_nowhere(problem, checked) {
            flaw("has an empty place");
        }
    }
    let is_reported = |also: &String| checked.problems.iter().any(|problem| problem.code.to_string() == *also);
    for gone in case.also.iter().filter(|also| !is_reported(also)) {
        flaws.push(format!("{code} {}: {gone} is no longer reported: remove it from `also`", case.name));
    }
    flaws
}

/// The place of a problem in an empty file is its beginning; that of a list or mapping is its first character.
fn points_nowhere(problem: &Problem, checked: &Checked) -> bool {
    let text = &checked.sources.file(problem.at.file).text;
    let there = text.get(problem.at.start..).and_then(|rest| rest.chars().next());
    text.get(..problem.at.end).is_none() || there.is_none_or(char::is_whitespace)
}

#[test]
fn every_code_has_a_broken_catalogue() {
    let covered: BTreeSet<Code> = all().iter().map(|(code, _)| *code).collect();
    let missing: Vec<String> =
        Code::ALL.iter().filter(|code| !covered.contains(code)).map(ToString::to_string).collect();
    assert!(missing.is_empty(), "no file in tests/it/fixtures for {}", missing.join(", "));
    let files = fs::read_dir(catalogue::fixtures()).expect("there are fixtures").count();
    assert_eq!(files, covered.len() + 1, "a file for each code, and the base");
}
