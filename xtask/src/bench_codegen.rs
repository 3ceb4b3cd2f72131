//! `cargo xtask bench-codegen`: the cost of the compiler and of what it generates, compared with the budgets.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use ghx_codegen::{Bound, Catalog, Files, Refused, report};

use crate::error::{Error, Result};
use crate::multiply::{self, CARDS};
use crate::{docs, process, workspace};

/// Budget of `ghx-codegen check` with that many cards, in release mode.
const CHECK: Duration = Duration::from_secs(1);
/// Budget of `cargo check` of the library after an edit of one of that many cards.
const RECHECK: Duration = Duration::from_secs(10);
/// Budget of a capability.
const PER_CAPABILITY: Size = Size { lines: 350, bytes: 14_000 };
/// Budget of what does not depend on the number of capabilities.
const FIXED_LINES: usize = 1000;

/// What to do with the figures.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write the figures into docs/benchmarks.md.
    #[arg(long)]
    write: bool,
    /// Only compare the sizes with their budgets, and exit with 1 if one is over. Times are not measured.
    #[arg(long, conflicts_with = "write")]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace::root();
    let sizes = Sizes::measure(&root)?;
    if args.check {
        println!("{}", sizes.table());
        return sizes.compare();
    }
    let text = format!("{}\n{}", sizes.table(), times(&root)?);
    println!("{text}");
    if args.write { docs::write_table("cargo xtask bench-codegen --write", &text) } else { Ok(()) }
}

/// Lines and bytes of generated code.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    lines: usize,
    bytes: usize,
}

impl Size {
    fn of(text: &str) -> Self {
        Size { lines: text.lines().count(), bytes: text.len() }
    }

    fn minus(self, other: Size) -> Size {
        Size { lines: self.lines.saturating_sub(other.lines), bytes: self.bytes.saturating_sub(other.bytes) }
    }
}

/// The sizes of the generated library.
struct Sizes {
    cards: usize,
    mean: Size,
    /// The card without which the library would be smallest, and how much smaller.
    largest: (String, Size),
    fixed: Size,
}

impl Sizes {
    fn measure(root: &Path) -> Result<Self> {
        let files = Files::below(root);
        let cards = files.card_files();
        let without = |hidden: &[PathBuf]| {
            let mut files = files.clone();
            files.overrides.extend(hidden.iter().map(|card| (card.clone(), None)));
            Ok(Size::of(&generated(&compiled(files)?)?))
        };
        let (all, fixed) = (without(&[])?, without(&cards)?);
        let mut largest = (String::new(), Size::default());
        for card in &cards {
            let size = all.minus(without(std::slice::from_ref(card))?);
            if size.lines > largest.1.lines {
                largest = (card.file_stem().unwrap_or_default().to_string_lossy().into_owned(), size);
            }
        }
        let share = all.minus(fixed);
        let mean = Size { lines: share.lines / cards.len().max(1), bytes: share.bytes / cards.len().max(1) };
        Ok(Sizes { cards: cards.len(), mean, largest, fixed })
    }

    fn table(&self) -> String {
        let row = |what: &str, size: Size, lines: &str, bytes: &str| {
            format!("| {what} | {}{lines} | {:.1} kB{bytes} |\n", size.lines, kilo(size.bytes))
        };
        let lines = format!(" of {}", PER_CAPABILITY.lines);
        let bytes = format!(" of {:.0} kB", kilo(PER_CAPABILITY.bytes));
        [
            "| generated code | lines | bytes |\n|---|---|---|\n".to_owned(),
            row(&format!("a capability, mean of {}", self.cards), self.mean, &lines, &bytes),
            row(&format!("the largest, `{}`", self.largest.0), self.largest.1, "", ""),
            row("fixed", self.fixed, &format!(" of {FIXED_LINES}"), ""),
        ]
        .concat()
    }

    fn compare(&self) -> Result<()> {
        let over = [
            (self.mean.lines, PER_CAPABILITY.lines, "lines per capability"),
            (self.mean.bytes, PER_CAPABILITY.bytes, "bytes per capability"),
            (self.fixed.lines, FIXED_LINES, "fixed lines"),
        ];
        let over = over.into_iter().filter(|(now, budget, _)| now > budget);
        let over: Vec<_> = over.map(|(now, budget, what)| format!("{now} of {budget} {what}")).collect();
        if over.is_empty() {
            Ok(())
        } else {
            Err(Error::invalid("the generated code is over its budget", over.join(", ")))
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "sizes are far below the limit")]
fn kilo(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}

fn compiled(files: Files) -> Result<Catalog<Bound>> {
    let refused = |r: Box<Refused>| Error::invalid("the cards", report::render_all(&r.sources, &r.problems, false));
    Catalog::load(files).and_then(Catalog::bind).map_err(refused)
}

/// Everything that `build.rs` writes.
fn generated(catalog: &Catalog<Bound>) -> Result<String> {
    let files = catalog.emit_files().map_err(|error| Error::invalid("emitting", error))?;
    Ok(files.into_iter().map(|(_, text)| text).collect())
}

/// The times with many cards, in a copy of the workspace that is kept for the next run.
fn times(root: &Path) -> Result<String> {
    cargo(root, &["build", "--release", "--quiet", "-p", "ghx-codegen", "--features", "cli"], None)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let program = std::path::absolute(target.join("release/ghx-codegen")).map_err(Error::io("find", &target))?;
    let copy = target.join("bench-codegen");
    multiply::workspace(root, &copy, CARDS)?;
    let rows = [
        (format!("`ghx-codegen check`, {CARDS} cards, release"), median(|| check(&program, &copy))?, CHECK),
        (format!("`cargo check` of ghx after editing one of {CARDS} cards"), recheck(&copy)?, RECHECK),
    ];
    let row = |(what, took, budget): (String, Duration, Duration)| {
        let ratio = took.as_secs_f64() / budget.as_secs_f64();
        format!("| {what} | {:.2} s | {ratio:.2}x of {} s |\n", took.as_secs_f64(), budget.as_secs())
    };
    Ok(format!("| time | | budget |\n|---|---|---|\n{}", rows.map(row).concat()))
}

/// Edits one card and measures.
fn recheck(copy: &Path) -> Result<Duration> {
    let path = copy.join("cards/issue.labels.add.yaml");
    let check = || cargo(copy, &["check", "--quiet", "-p", "ghx"], Some(&copy.join("target")));
    check()?;
    let text = std::fs::read_to_string(&path).map_err(Error::io("read", &path))?;
    std::fs::write(&path, text.replacen("Add labels to an issue", "Put labels on an issue", 1))
        .map_err(Error::io("write", &path))?;
    let start = Instant::now();
    check()?;
    Ok(start.elapsed())
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

fn cargo(root: &Path, arguments: &[&str], target: Option<&Path>) -> Result<String> {
    let mut cargo = Command::new("cargo");
    cargo.args(arguments).arg("--manifest-path").arg(root.join("Cargo.toml"));
    if let Some(target) = target {
        cargo.env("CARGO_TARGET_DIR", target);
    }
    process::output(&mut cargo, "install Rust")
}
