//! `ghx-codegen check` as a card author runs it.

use crate::catalogue::{self, Catalogue};
use ghx_codegen::{Catalog, Files, problem::Code};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

/// A catalogue on disk.
fn on_disk(catalogue: &Catalogue) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    catalogue.write_to(folder.path());
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ghx-codegen"));
    command.current_dir(folder).arg("check").args(arguments).output().expect("the command starts")
}

/// The same with the pinned schema.
fn check_pinned(folder: &Path, arguments: &[&str]) -> Output {
    let schema = catalogue::project().join("schema");
    let schema = schema.to_string_lossy();
    check(folder, &[&["--schema", &schema], arguments].concat())
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is UTF-8")
}

fn json(output: &Output) -> Vec<Value> {
    serde_json::from_str(&stdout(output)).expect("the output is a JSON array")
}

#[test]
fn the_real_cards_have_no_problem() {
    let output = check(&catalogue::project(), &["--deny-warnings"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).ends_with(" cards checked: no problems\n"), "{}", stdout(&output));
    assert!(output.stderr.is_empty());
}

#[test]
fn an_error_is_exit_1_and_shows_its_place() {
    let folder = on_disk(&Catalogue::base().with_fixture("GHX002_misspelt_key"));
    let output = check_pinned(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output);
    assert!(shown.contains("error[GHX002]: a card has no key `alias`"), "{shown}");
    assert!(shown.contains("--> cards/issue.labels.add.yaml:4:1"), "{shown}");
    assert!(shown.ends_with("9 cards checked: 1 error\n"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no colours outside a terminal: {shown:?}");
}

#[test]
fn warnings_alone_are_exit_0() {
    let folder = on_disk(&Catalogue::base().with_fixture("GHX030_unstated"));
    let output = check_pinned(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).ends_with("10 cards checked: 1 warning\n"), "{}", stdout(&output));
    assert_eq!(check_pinned(folder.path(), &["--deny-warnings"]).status.code(), Some(1));
}

/// `Repository.projects` was removed on 2025-04-01, and the schema was pinned on 2025-02-27.
#[test]
fn a_removal_since_the_pin_is_an_error_of_check_and_a_warning_of_a_build() {
    let folder = on_disk(&Catalogue::base().with_fixture("GHX037_dated"));
    let output = check_pinned(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output);
    assert!(shown.contains("error[GHX038]: `Repository.projects`"), "{shown}");

    let mut files = Files::below(folder.path());
    files.schema = catalogue::project().join("schema");
    let built = Catalog::load(files).and_then(Catalog::bind).expect("a build goes by the day of the pin");
    let codes: Vec<Code> = built.problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, [Code::Deprecated]);
}

#[test]
fn a_missing_folder_is_exit_2_and_is_named() {
    let folder = on_disk(&Catalogue::base());
    for (flag, name) in [("--cards", "no-cards"), ("--operations", "no-operations"), ("--schema", "no-schema")] {
        let arguments: &[&str] = if flag == "--schema" { &[flag, name] } else { &["--schema", ".", flag, name] };
        let output = check(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{flag}");
        let shown = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(shown.contains(&format!("`{name}`")) && shown.contains(flag), "{shown}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn an_unknown_flag_is_exit_2() {
    for arguments in [&["--card", "cards"][..], &["--format", "yaml"], &["cards"]] {
        let output = check(&catalogue::project(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn json_is_an_array_of_objects_with_fixed_keys() {
    let keys = BTreeSet::from(["code", "severity", "message", "file", "line", "column", "help"]);
    for name in ["GHX002_misspelt_key", "GHX018_optional_input", "GHX030_unstated", "GHX034_fragment"] {
        let folder = on_disk(&Catalogue::base().with_fixture(name));
        let problems = json(&check_pinned(folder.path(), &["--format", "json"]));
        assert!(!problems.is_empty());
        for problem in &problems {
            let found: BTreeSet<&str> = problem
                .as_object()
                .expect("an object")
                .keys()
                .map(String::as_str)
                .filter(|key| *key != "related")
                .collect();
            assert_eq!(found, keys);
            assert!(problem["line"].as_u64() >= Some(1) && problem["column"].as_u64() >= Some(1), "{problem:#}");
            assert!(["error", "warning"].contains(&problem["severity"].as_str().expect("text")));
            let related = problem["related"].as_array().into_iter().flatten();
            for place in related {
                let found: BTreeSet<&str> = place.as_object().expect("an object").keys().map(String::as_str).collect();
                assert_eq!(found, BTreeSet::from(["file", "line", "column", "label"]));
            }
        }
    }
}

#[test]
fn json_without_problems_is_an_empty_array() {
    let folder = on_disk(&Catalogue::base());
    let output = check_pinned(folder.path(), &["--format", "json"]);
    assert_eq!((output.status.code(), json(&output)), (Some(0), Vec::new()));
}

#[test]
fn json_paths_are_relative_to_the_given_folder() {
    let folder = on_disk(&Catalogue::base().with_fixture("GHX018_optional_input"));
    let cards = folder.path().join("cards");
    let operations = folder.path().join("operations");
    let (cards, operations) = (cards.to_string_lossy(), operations.to_string_lossy());
    let problems = json(&check_pinned(
        &catalogue::project(),
        &["--format", "json", "--cards", &cards, "--operations", &operations],
    ));
    let files: Vec<&Value> =
        problems.iter().map(|p| &p["file"]).chain(problems.iter().map(|p| &p["related"][0]["file"])).collect();
    assert_eq!(files, ["issue.create.yaml", "issue-create.graphql"]);
    let problems = json(&check_pinned(folder.path(), &["--format", "json"]));
    assert_eq!(problems[0]["file"], "cards/issue.create.yaml", "without --cards: from where the command was started");
}

#[test]
fn json_and_text_report_the_same_problems() {
    let folder = on_disk(&Catalogue::base().with_fixture("GHX010_keywords"));
    let text = stdout(&check_pinned(folder.path(), &[]));
    for problem in json(&check_pinned(folder.path(), &["--format", "json"])) {
        let word = |key: &str| problem[key].as_str().unwrap_or_default().to_owned();
        assert!(text.contains(&format!("{}[{}]: {}", word("severity"), word("code"), word("message"))), "{problem:#}");
        assert!(text.contains(&format!("{}:{}:{}", word("file"), problem["line"], problem["column"])), "{problem:#}");
    }
}

#[test]
fn a_missing_schema_file_is_named() {
    let folder = on_disk(&Catalogue::base());
    let problems = json(&check(folder.path(), &["--schema", "operations", "--format", "json"]));
    assert_eq!(problems.len(), 1);
    assert_eq!((&problems[0]["code"], &problems[0]["file"]), (&"GHX044".into(), &"github.graphql".into()));
}
