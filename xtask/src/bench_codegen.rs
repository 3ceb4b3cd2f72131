//! `cargo xtask bench-codegen`: the cost of the compiler, compared with its budgets.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use ghx_codegen::{Catalog, Files, names, report};

use crate::error::{Error, Result};
use crate::{process, workspace};

/// The number of cards that the budget is for.
const CARDS: usize = 150;
/// Budget of `ghx-codegen check` with that many cards, in release mode.
const CHECK: Duration = Duration::from_secs(1);
/// Budget of `cargo check` of the library after an edit of one card.
const RECHECK: Duration = Duration::from_secs(10);

/// No options.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

/// Runs the command.
pub(crate) fn run(_: &Args) -> Result<()> {
    let root = workspace::root();
    cargo(&root, &["build", "--release", "--quiet", "-p", "ghx-codegen", "--features", "cli"])?;
    let program = target(&root).join("release/ghx-codegen");
    let folder = tempfile::tempdir().map_err(Error::io("make", Path::new("a temporary folder")))?;
    let real = Files::below(&root);
    let cards = multiply(&real, folder.path())?;
    line("check, the cards of the project (release)", median(|| check(&program, &root))?, CHECK);
    line(&format!("check, {cards} cards (release)"), median(|| check(&program, folder.path()))?, CHECK);
    stages(folder.path(), if cfg!(debug_assertions) { "debug" } else { "release" })?;
    line("cargo check of the library after editing one card", recheck(&root)?, RECHECK);
    Ok(())
}

fn line(what: &str, took: Duration, budget: Duration) {
    let (took, budget) = (took.as_secs_f64(), budget.as_secs_f64());
    println!("{what:<52} {took:>7.3} s of {budget} s: {:.2}×", took / budget);
}

/// The share of each stage, in this process.
fn stages(root: &Path, profile: &str) -> Result<()> {
    let refused =
        |r: Box<ghx_codegen::Refused>| Error::invalid("the cards", report::render_all(&r.sources, &r.problems, false));
    let start = Instant::now();
    let loaded = Catalog::load(Files::below(root)).map_err(refused)?;
    let parsed = start.elapsed();
    let bound = loaded.bind().map_err(refused)?;
    let bound_at = start.elapsed();
    let rust = bound.emit().map_err(|e| Error::invalid("emitting", e))?;
    let emitted = start.elapsed();
    let share = |part: Duration| 100.0 * part.as_secs_f64() / emitted.as_secs_f64();
    println!("stages in this process ({profile}), {} lines of Rust:", rust.lines().count());
    for (name, part) in [
        ("parse (schema, cards)", parsed),
        ("bind (documents included)", bound_at.saturating_sub(parsed)),
        ("emit", emitted.saturating_sub(bound_at)),
    ] {
        println!("  {name:<28} {:>7.3} s  {:>4.0} %", part.as_secs_f64(), share(part));
    }
    Ok(())
}

/// Copies the cards under new ids until there are enough.
pub(crate) fn multiply(real: &Files, out: &Path) -> Result<usize> {
    copy_tree(&real.operations, &out.join("operations"))?;
    copy_tree(&real.cards, &out.join("cards"))?;
    copy_tree(&real.schema, &out.join("schema"))?;
    let originals = real.card_files();
    let mut count = originals.len();
    for round in 2.. {
        for card in &originals {
            if count == CARDS {
                return Ok(count);
            }
            copy_card(card, real, out, round)?;
            count += 1;
        }
    }
    Ok(count)
}

fn copy_card(card: &Path, real: &Files, out: &Path, round: usize) -> Result<()> {
    let id = card.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    // Copies stay in their domain, which has a feature.
    let (domain, rest) = id.split_once('.').unwrap_or_default();
    let new = format!("{domain}.copy{round}.{rest}");
    let text = read(card)?;
    let own = names::struct_name(&id);
    let document = format!("operations/{}.graphql", id.replace('.', "-"));
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("aliases:")).collect();
    let other = names::struct_name(&new);
    let copied = |text: &str, before: &str| text.replace(&format!("{before}{own}"), &format!("{before}{other}"));
    let text = copied(&(lines.join("\n") + "\n"), "operationName: ");
    let text = text.replace(&format!("capability_id: {id}"), &format!("capability_id: {new}"));
    let renamed = format!("operations/{}.graphql", new.replace('.', "-"));
    write(&out.join(format!("cards/{new}.yaml")), &text.replace(&document, &renamed))?;
    let source = real.document(document.trim_start_matches("operations/"));
    write(&out.join(&renamed), &copied(&copied(&read(&source)?, "query "), "mutation "))
}

/// Edits one card, measures, and restores the card.
fn recheck(root: &Path) -> Result<Duration> {
    cargo(root, &["check", "--quiet", "-p", "ghx"])?;
    let card = Restore::new(root.join("cards/issue.labels.add.yaml"))?;
    let edited = card.text.replacen("Add labels to an issue", "Put labels on an issue", 1);
    write(&card.path, &edited)?;
    let start = Instant::now();
    cargo(root, &["check", "--quiet", "-p", "ghx"])?;
    Ok(start.elapsed())
}

/// A file whose text is restored on drop.
struct Restore {
    path: PathBuf,
    text: String,
}

impl Restore {
    fn new(path: PathBuf) -> Result<Self> {
        let text = read(&path)?;
        Ok(Restore { path, text })
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        if let Err(error) = std::fs::write(&self.path, &self.text) {
            eprintln!("cannot restore {}: {error}; run `git checkout` on it", self.path.display());
        }
    }
}

fn check(program: &Path, root: &Path) -> Result<Duration> {
    let start = Instant::now();
    process::output(Command::new(program).arg("check").current_dir(root), "build ghx-codegen first")?;
    Ok(start.elapsed())
}

fn median(mut measure: impl FnMut() -> Result<Duration>) -> Result<Duration> {
    let mut times = (0..5).map(|_| measure()).collect::<Result<Vec<_>>>()?;
    times.sort_unstable();
    times.get(2).copied().ok_or_else(|| Error::invalid("measuring", "no times"))
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<String> {
    process::output(Command::new("cargo").args(arguments).current_dir(root), "install Rust")
}

fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

pub(crate) fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to).map_err(Error::io("make", to))?;
    for entry in std::fs::read_dir(from).map_err(Error::io("read", from))?.flatten() {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_tree(&source, &target)?;
        } else {
            std::fs::copy(&source, &target).map_err(Error::io("copy", &source))?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(Error::io("read", path))
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(Error::io("write", path))
}
