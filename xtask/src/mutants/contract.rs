//! Runs the cards of mutants that the compiler accepts on the sandbox, all in one program, and compares them with the
//! originals: see `xtask/contract`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ghx_codegen::names;
use serde::Deserialize;

use super::base::Rendered;
use crate::error::{Error, Result};

/// How many mutated cards are compiled in one program. More would take too much memory.
const AT_ONCE: usize = 150;

/// A card of an accepted mutant.
pub(crate) struct Case<'a> {
    /// The number of the mutant.
    pub(crate) mutant: usize,
    /// The card without the corruption.
    pub(crate) original: &'a Rendered,
    /// The card with it.
    pub(crate) mutated: &'a Rendered,
}

/// What the contract says of a mutant that it noticed.
pub(crate) enum Noticed {
    /// The generated code does not compile.
    Rustc,
    /// This is different on the sandbox.
    Difference,
}

/// A line that the program prints.
#[derive(Deserialize)]
struct Line {
    mutant: usize,
    difference: Option<String>,
}

/// Runs all cases; the mutants that are noticed, by number.
pub(crate) fn run(root: &Path, cases: &[Case<'_>]) -> Result<BTreeMap<usize, Noticed>> {
    let mut noticed = BTreeMap::new();
    for some in cases.chunks(AT_ONCE) {
        let folder = tempfile::tempdir().map_err(Error::io("make", Path::new("a temporary folder")))?;
        let mut left: Vec<(usize, &Case<'_>)> = some.iter().enumerate().collect();
        let program = loop {
            write(folder.path(), &left)?;
            match build(root, folder.path())? {
                Built::Program(program) => break program,
                Built::Refused(files) => {
                    let refused = |(number, _): &(usize, &Case<'_>)| files.contains(&format!("m{number}.rs"));
                    noticed
                        .extend(left.iter().filter(|one| refused(one)).map(|(_, case)| (case.mutant, Noticed::Rustc)));
                    let before = left.len();
                    left.retain(|one| !refused(one));
                    if left.len() == before {
                        return Err(Error::invalid(
                            "the contract",
                            "the program that runs the mutants does not compile",
                        ));
                    }
                }
            }
        };
        let output = Command::new(&program).stderr(Stdio::inherit()).output();
        let output = output.map_err(|source| Error::Start { command: program.display().to_string(), source })?;
        if !output.status.success() {
            return Err(Error::invalid("the contract", "the program that runs the mutants failed"));
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let line: Line = serde_json::from_str(line).map_err(|error| Error::invalid("the contract", error))?;
            if line.difference.is_some() {
                noticed.entry(line.mutant).or_insert(Noticed::Difference);
            }
        }
    }
    Ok(noticed)
}

/// Writes a module for each card, and the list of cases.
fn write(folder: &Path, cases: &[(usize, &Case<'_>)]) -> Result<()> {
    let mut originals: Vec<&Rendered> = Vec::new();
    let mut list = String::from("use ghx::capability::Entry;\n");
    let mut entries = String::new();
    for (number, case) in cases {
        let known = originals.iter().position(|original| *original == case.original);
        let original = known.unwrap_or(originals.len());
        if known.is_none() {
            originals.push(case.original);
            module(folder, &mut list, &format!("o{original}"), case.original)?;
        }
        module(folder, &mut list, &format!("m{number}"), case.mutated)?;
        let entry = |module: &str, id: &str| format!("&[Entry::of::<{module}::{}>()]", names::struct_name(id));
        let _ = writeln!(
            entries,
            "ghx_contract::Case {{ mutant: {}, original: {}, mutated: {} }},",
            case.mutant,
            entry(&format!("o{original}"), &case.original.id),
            entry(&format!("m{number}"), &case.mutated.id)
        );
    }
    let _ = writeln!(list, "pub(crate) static CASES: &[ghx_contract::Case] = &[\n{entries}];");
    save(&folder.join("cases.rs"), &list)
}

fn module(folder: &Path, list: &mut String, name: &str, card: &Rendered) -> Result<()> {
    let path = folder.join(format!("{name}.rs"));
    let _ = writeln!(list, "#[allow(warnings)]\n#[path = {:?}]\nmod {name};", path.display().to_string());
    save(&path, &card.code)
}

fn save(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(Error::io("write", path))
}

enum Built {
    Program(PathBuf),
    /// The files that rustc refuses.
    Refused(BTreeSet<String>),
}

/// Builds the program, with the packages and features of `cargo test --workspace`, so that nothing else is built again.
fn build(root: &Path, folder: &Path) -> Result<Built> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--quiet", "--workspace", "--test", "contract", "--no-run", "--message-format=json"]);
    cargo.arg("--manifest-path").arg(root.join("Cargo.toml"));
    cargo.env("GHX_CONTRACT_CASES", folder).stderr(Stdio::inherit());
    let output = cargo.output().map_err(|source| Error::Start { command: "cargo test".to_owned(), source })?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages: Vec<serde_json::Value> =
        messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let executable = messages.iter().filter_map(|message| message["executable"].as_str()).next_back();
    if let Some(program) = executable.filter(|_| output.status.success()) {
        return Ok(Built::Program(program.into()));
    }
    let errors = messages.iter().map(|message| &message["message"]).filter(|message| message["level"] == "error");
    let spans = errors.filter_map(|message| message["spans"].as_array()).flatten();
    let files = spans.filter_map(|span| Path::new(span["file_name"].as_str()?).file_name()?.to_str());
    Ok(Built::Refused(files.map(str::to_owned).collect()))
}
