//! `cargo xtask mutants`: checks that the compiler refuses corrupted cards and documents.
//!
//! ```text
//! corpus   every card, subject and document, without mistakes
//! kinds    × every kind of corruption, at every place where it fits   → mutants
//! judge    each through the compiler                                  → verdicts
//! report   counts, equivalents, survivors
//! ```

mod apply;
mod corpus;
mod equivalent;
mod graphql;
mod judge;
mod kinds;
mod page;
mod report;
mod yaml;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use corpus::Catalogue;
use ghx_codegen::{Catalog, problem::Problems, source::Sources};
use judge::{Mutant, Verdict, judge};
use kinds::Kind;
use report::Report;

use crate::error::{Error, Result};
use crate::{docs, workspace};

/// Which mutants to run, and what to do with the page that describes them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only this kind.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only files whose path contains this.
    #[arg(long, value_name = "TEXT")]
    file: Option<String>,
    /// Only count the mutants of each kind; compile none.
    #[arg(long)]
    list: bool,
    /// Write docs/mutants.md and stop; compile no mutants.
    #[arg(long, conflicts_with_all = ["kind", "file", "check", "list"])]
    write: bool,
    /// Also fail if docs/mutants.md is not up to date.
    #[arg(long, conflicts_with_all = ["kind", "file", "list"])]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<()> {
    let started = Instant::now();
    let root = workspace::root();
    if args.write || args.check {
        docs::publish(&root.join(page::PATH), &page::text(), args.check, "cargo xtask mutants --write")?;
    }
    if args.write {
        return Ok(());
    }
    let schema = corpus::schema(&root)?;
    let folders = [root.clone(), root.join("xtask/fixtures/map_array")];
    let catalogues = folders.iter().map(|below| Catalogue::read(&root, below, &schema)).collect::<Result<Vec<_>>>()?;
    let meanings = catalogues.iter().map(meaning).collect::<Result<Vec<_>>>()?;
    let kinds = chosen(args.kind.as_deref())?;
    let mutants = mutants(&catalogues, &meanings, &kinds, args.file.as_deref());
    if args.list {
        list(&kinds, &mutants);
        return Ok(());
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
            format!(
                "{} survived: fix the compiler, or add a rule that says why they are equivalent",
                report.survivors()
            ),
        ));
    }
    Ok(())
}

fn list(kinds: &[&'static dyn Kind], mutants: &[Mutant<'_>]) {
    for kind in kinds {
        let count = mutants.iter().filter(|mutant| mutant.kind == kind.name()).count();
        println!("{:<30}{count:>6}  {}", kind.name(), kind.what());
    }
}

fn chosen(name: Option<&str>) -> Result<Vec<&'static dyn Kind>> {
    let all = kinds::all();
    let Some(name) = name else { return Ok(all) };
    let found: Vec<_> = all.iter().copied().filter(|kind| kind.name() == name).collect();
    if found.is_empty() {
        let names: Vec<&str> = all.iter().map(|kind| kind.name()).collect();
        return Err(Error::invalid(format!("unknown kind `{name}`"), format!("the kinds are {}", names.join(", "))));
    }
    Ok(found)
}

/// The meaning of a catalogue without corruptions.
fn meaning(catalogue: &Catalogue) -> Result<String> {
    let loaded = Catalog::load_with(
        catalogue.files.clone(),
        Arc::clone(&catalogue.schema),
        Sources::default(),
        Problems::default(),
    );
    let bound = loaded.bind().map_err(|_| Error::invalid("the catalogue", "it does not compile"))?;
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

/// Judges on every core; the order stays.
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
