//! `cargo xtask mutants`: checks that corrupted cards and documents are noticed.
//!
//! ```text
//! corpus, base   every card, subject and document, without mistakes
//! kinds          × every kind of corruption, at every place where it fits   → mutants
//! scope, sample  all of them, or a fixed sample
//! judge          each through the compiler: an error, or a new warning
//! contract       those that it accepts, on the sandbox, over every route
//! report         who noticed how many, equivalents, survivors
//! ```

mod apply;
mod base;
mod contract;
mod corpus;
mod equivalent;
mod graphql;
mod judge;
mod kinds;
mod page;
mod report;
mod sample;
mod scope;
mod yaml;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use base::Base;
use contract::{Case, Noticed};
use corpus::Catalogue;
use judge::{Killer, Mutant, Verdict, judge};
use kinds::Kind;
use report::Report;

use crate::error::{Error, Result};
use crate::{docs, workspace};

/// Which mutants to run, and what to do with the page that describes them.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct Args {
    /// Only this kind.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only files whose path contains this.
    #[arg(long, value_name = "TEXT")]
    file: Option<String>,
    /// All mutants; the default.
    #[arg(long, conflicts_with_all = ["sample", "auto"])]
    full: bool,
    /// Only this many: the same ones each time, spread over kinds and files.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// A sample if these cards, documents, schema and compiler are known to have passed in full, otherwise all.
    #[arg(long, conflicts_with_all = ["kind", "file", "sample"])]
    auto: bool,
    /// Only count the mutants of each kind; compile none.
    #[arg(long)]
    list: bool,
    /// Ignore warnings, to see what the sandbox notices without them.
    #[arg(long)]
    no_lints: bool,
    /// Do not run mutants on the sandbox; those that the compiler accepts survive.
    #[arg(long)]
    no_contract: bool,
    /// Write docs/mutants.md and stop; compile no mutants.
    #[arg(long, conflicts_with_all = ["kind", "file", "check", "list"])]
    write: bool,
    /// Exit with 1 if a mutant survives or docs/mutants.md is not up to date.
    #[arg(long, conflicts_with_all = ["list"])]
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
    let bases = catalogues.iter().map(|catalogue| Base::of(catalogue, !args.no_lints)).collect::<Result<Vec<_>>>()?;
    let kinds = chosen(args.kind.as_deref())?;
    let mutants = mutants(&catalogues, &bases, &kinds, args.file.as_deref());
    if args.list {
        list(&kinds, &mutants);
        return Ok(());
    }
    let scope = if args.auto { scope::choose(&root)? } else { scope::Scope::given(args.sample) };
    println!("{}", scope.reason());
    let mut judged = judge_all(scope.limit(mutants));
    println!("compiled in {:.0} s", started.elapsed().as_secs_f64());
    if !args.no_contract {
        on_the_sandbox(&root, &mut judged)?;
    }
    let report = Report::new(&kinds, &judged);
    print!("{}", report.text());
    println!("\n{} in {:.0} s", report.summary(), started.elapsed().as_secs_f64());
    if report.survivors() > 0 && args.check {
        let fix = "fix the compiler, add a lint or an input of xtask/contract/inputs.json, or a rule that says why they are equivalent";
        return Err(Error::invalid("mutants", format!("{} survived: {fix}", report.survivors())));
    }
    if report.survivors() == 0
        && scope.is_full()
        && args.kind.is_none()
        && args.file.is_none()
        && !args.no_contract
        && !args.no_lints
    {
        scope::passed(&root)?;
    }
    Ok(())
}

/// Hands the mutants that the compiler accepts to the contract.
fn on_the_sandbox(root: &Path, judged: &mut [(Mutant<'_>, Verdict)]) -> Result<()> {
    let mut cases = Vec::new();
    for (number, (mutant, verdict)) in judged.iter().enumerate() {
        let Verdict::Accepted(cards) = verdict else { continue };
        let original = |card: &base::Rendered| mutant.base.cards.iter().find(|original| original.id == card.id);
        cases.extend(
            cards.iter().filter_map(|mutated| Some(Case { mutant: number, original: original(mutated)?, mutated })),
        );
    }
    if cases.is_empty() {
        return Ok(());
    }
    eprintln!("{} cards on the sandbox", cases.len());
    let noticed = contract::run(root, &cases)?;
    for (number, (_, verdict)) in judged.iter_mut().enumerate() {
        if !matches!(verdict, Verdict::Accepted(_)) {
            continue;
        }
        *verdict = match noticed.get(&number) {
            Some(Noticed::Difference) => Verdict::Killed(Killer::Contract),
            Some(Noticed::Rustc) => Verdict::Killed(Killer::Error),
            None => Verdict::Survived,
        };
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

fn mutants<'a>(
    catalogues: &'a [Catalogue],
    bases: &'a [Base],
    kinds: &[&'static dyn Kind],
    file: Option<&str>,
) -> Vec<Mutant<'a>> {
    let mut out = Vec::new();
    for kind in kinds {
        for (catalogue, base) in catalogues.iter().zip(bases) {
            let wanted =
                catalogue.originals.iter().filter(|original| file.is_none_or(|file| original.shown.contains(file)));
            for original in wanted {
                let changes = kind.changes(catalogue, original);
                out.extend(changes.into_iter().map(|change| Mutant {
                    kind: kind.name(),
                    catalogue,
                    base,
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
