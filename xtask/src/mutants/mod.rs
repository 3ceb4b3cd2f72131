//! `cargo xtask mutants`: proof that drift cannot pass.
//!
//! ```text
//! corpus   every card, subject and document, as it should be
//! kinds    × every kind of corruption, at every place where it fits   → mutants
//! judge    each through the compiler                                  → verdicts
//! report   figures, equivalents, survivors
//! ```

mod apply;
mod corpus;
mod equivalent;
mod graphql;
mod judge;
mod kinds;
mod report;
mod yaml;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use corpus::Catalogue;
use ghx_codegen::{Catalog, problem::Problems, source::Sources};
use judge::{Mutant, Verdict, judge};
use kinds::Kind;
use report::Report;

use crate::error::{Error, Result};
use crate::workspace;

/// The page with the figures.
const PAGE: &str = "docs/mutants.md";

/// Which mutants, and what to do with the figures.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only this kind.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only files whose path contains this.
    #[arg(long, value_name = "TEXT")]
    file: Option<String>,
    /// Only say how many mutants there are of each kind.
    #[arg(long)]
    list: bool,
    /// Write docs/mutants.md.
    #[arg(long, conflicts_with_all = ["kind", "file", "check"])]
    write: bool,
    /// Fail if docs/mutants.md is not what would be written.
    #[arg(long, conflicts_with_all = ["kind", "file"])]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<()> {
    let started = Instant::now();
    let root = workspace::root();
    let schema = corpus::schema(&root)?;
    let folders = [root.clone(), root.join("xtask/fixtures/map_array")];
    let catalogues = folders.iter().map(|below| Catalogue::read(&root, below, &schema)).collect::<Result<Vec<_>>>()?;
    let meanings = catalogues.iter().map(meaning).collect::<Result<Vec<_>>>()?;
    let kinds = chosen(args.kind.as_deref())?;
    let mutants = mutants(&catalogues, &meanings, &kinds, args.file.as_deref());
    if args.list {
        return list(&kinds, &mutants);
    }
    let judged = judge_all(mutants);
    let report = Report::new(&kinds, &judged);
    print!("{}", report.text());
    println!(
        "\n{} mutants in {:.1} s, {} survivors",
        report.total(),
        started.elapsed().as_secs_f64(),
        report.survivors()
    );
    if report.survivors() > 0 {
        return Err(Error::invalid(
            "mutants",
            format!("{} survived: mend the compiler, or say by a rule why they are equivalent", report.survivors()),
        ));
    }
    settle(args, &root.join(PAGE), &report.page())
}

#[allow(clippy::unnecessary_wraps, reason = "the last act of a command")]
fn list(kinds: &[&'static dyn Kind], mutants: &[Mutant<'_>]) -> Result<()> {
    for kind in kinds {
        let count = mutants.iter().filter(|mutant| mutant.kind == kind.name()).count();
        println!("{:<30}{count:>6}  {}", kind.name(), kind.what());
    }
    Ok(())
}

/// Writes the page, or compares it.
fn settle(args: &Args, path: &Path, page: &str) -> Result<()> {
    if args.write {
        return std::fs::write(path, page).map_err(Error::io("write", path));
    }
    if args.check && std::fs::read_to_string(path).map_err(Error::io("read", path))? != page {
        return Err(Error::invalid(PAGE, "it is stale: run `cargo xtask mutants --write`"));
    }
    Ok(())
}

fn chosen(name: Option<&str>) -> Result<Vec<&'static dyn Kind>> {
    let all = kinds::all();
    let Some(name) = name else { return Ok(all) };
    let found: Vec<_> = all.iter().copied().filter(|kind| kind.name() == name).collect();
    if found.is_empty() {
        let names: Vec<&str> = all.iter().map(|kind| kind.name()).collect();
        return Err(Error::invalid(
            format!("there is no kind `{name}`"),
            format!("the kinds are {}", names.join(", ")),
        ));
    }
    Ok(found)
}

/// What a catalogue means as it is.
fn meaning(catalogue: &Catalogue) -> Result<String> {
    let loaded = Catalog::load_with(
        catalogue.files.clone(),
        Arc::clone(&catalogue.schema),
        Sources::default(),
        Problems::default(),
    );
    let bound = loaded.bind().map_err(|_| Error::invalid("the catalogue", "it does not bind"))?;
    Ok(equivalent::meaning(bound.model()))
}

fn mutants<'a>(
    catalogues: &'a [Catalogue],
    meanings: &'a [String],
    kinds: &[&'static dyn Kind],
    file: Option<&str>,
) -> Vec<Mutant<'a>> {
    let mut out = Vec::new();
    for kind in kinds {
        for (catalogue, meaning) in catalogues.iter().zip(meanings) {
            let wanted =
                catalogue.originals.iter().filter(|original| file.is_none_or(|file| original.shown.contains(file)));
            for original in wanted {
                let changes = kind.changes(catalogue, original);
                out.extend(changes.into_iter().map(|change| Mutant {
                    kind: kind.name(),
                    catalogue,
                    meaning,
                    original,
                    change,
                }));
            }
        }
    }
    out
}

/// Judges on every core, in the order given.
fn judge_all(mutants: Vec<Mutant<'_>>) -> Vec<(Mutant<'_>, Verdict)> {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut verdicts = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(index) else { return verdicts };
            if index.is_multiple_of(100) {
                eprint!("\r{index}/{} mutants", mutants.len());
            }
            verdicts.push((index, judge(mutant)));
        }
    };
    let mut verdicts: Vec<(usize, Verdict)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        handles.into_iter().filter_map(|handle| handle.join().ok()).flatten().collect()
    });
    eprintln!("\r{0}/{0} mutants", mutants.len());
    verdicts.sort_by_key(|(index, _)| *index);
    mutants.into_iter().zip(verdicts.into_iter().map(|(_, verdict)| verdict)).collect()
}
