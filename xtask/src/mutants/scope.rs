//! How many mutants a run needs: all of them, unless the same files are known to have passed in full.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use super::{judge::Mutant, sample::sample};
use crate::error::{Error, Result};
use crate::process;

/// What a verdict of the compiler depends on.
const INPUTS: [&str; 9] = [
    "cards",
    "operations",
    "schema",
    "ghx-codegen/src",
    "ghx-codegen/Cargo.toml",
    "Cargo.lock",
    "xtask/src/mutants",
    "xtask/fixtures",
    "xtask/contract",
];

/// The size of a sample that nobody asked for.
const SAMPLE: usize = 1500;

/// Which mutants to run, and why.
pub(crate) struct Scope {
    limit: Option<usize>,
    reason: String,
}

impl Scope {
    /// As the command line says.
    pub(crate) fn given(sample: Option<usize>) -> Self {
        let reason = sample.map_or_else(|| "all mutants".to_owned(), |count| format!("a sample of {count} mutants"));
        Scope { limit: sample, reason }
    }

    fn full(reason: &str) -> Self {
        Scope { limit: None, reason: format!("all mutants: {reason}") }
    }

    fn sample(reason: &str) -> Self {
        Scope { limit: Some(SAMPLE), reason: format!("a sample of {SAMPLE} mutants: {reason}") }
    }

    /// For people.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }

    /// Whether it has all mutants.
    pub(crate) fn is_full(&self) -> bool {
        self.limit.is_none()
    }

    /// The mutants to run.
    pub(crate) fn limit<'a>(&self, mutants: Vec<Mutant<'a>>) -> Vec<Mutant<'a>> {
        match self.limit {
            Some(count) => sample(mutants, count),
            None => mutants,
        }
    }
}

/// All mutants, unless the inputs are known to have passed: here before, or on the branch that this one starts from.
/// `GHX_MUTANTS` decides if it is set.
pub(crate) fn choose(root: &Path) -> Result<Scope> {
    match std::env::var("GHX_MUTANTS").as_deref() {
        Ok("full") => return Ok(Scope::full("GHX_MUTANTS asks for them")),
        Ok("sample") => return Ok(Scope::sample("GHX_MUTANTS asks for it")),
        Ok(other) => return Err(Error::invalid("GHX_MUTANTS", format!("`{other}` is neither `full` nor `sample`"))),
        Err(_) => {}
    }
    if std::fs::read_to_string(stamp(root)).is_ok_and(|passed| digest(root).is_ok_and(|now| now == passed)) {
        return Ok(Scope::sample("the same files have passed in full in this target folder"));
    }
    if is_as_on_main(root) {
        return Ok(Scope::sample("cards, documents, schema and compiler are those of main"));
    }
    Ok(Scope::full("cards, documents, schema or compiler are new"))
}

/// Notes that these files have passed in full.
pub(crate) fn passed(root: &Path) -> Result<()> {
    let path = stamp(root);
    std::fs::write(&path, digest(root)?).map_err(Error::io("write", &path))
}

fn stamp(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("mutants-passed")
}

/// Whether this is a branch off `origin/main` on which no input differs. The tip of main itself proves nothing.
fn is_as_on_main(root: &Path) -> bool {
    let git =
        |arguments: &[&str]| process::output(Command::new("git").args(arguments).current_dir(root), "install git");
    let (Ok(head), Ok(fork)) = (git(&["rev-parse", "HEAD"]), git(&["merge-base", "HEAD", "origin/main"])) else {
        return false;
    };
    let with_inputs = |arguments: &[&str]| git(&[arguments, &["--"], &INPUTS].concat());
    let changed = with_inputs(&["diff", "--name-only", fork.trim()]);
    let new = with_inputs(&["ls-files", "--others", "--exclude-standard"]);
    head != fork && changed.is_ok_and(|names| names.is_empty()) && new.is_ok_and(|names| names.is_empty())
}

/// A digest of all inputs: their paths and their bytes.
fn digest(root: &Path) -> Result<String> {
    let mut files = Vec::new();
    for input in INPUTS {
        collect(&root.join(input), &mut files)?;
    }
    files.sort();
    let mut digest = Sha256::new();
    for path in files {
        let bytes = std::fs::read(&path).map_err(Error::io("read", &path))?;
        digest.update(path.strip_prefix(root).unwrap_or(&path).to_string_lossy().as_bytes());
        digest.update(bytes.len().to_le_bytes());
        digest.update(&bytes);
    }
    let mut text = String::new();
    for byte in digest.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(Error::io("read", path))?.flatten() {
        collect(&entry.path(), files)?;
    }
    Ok(())
}
