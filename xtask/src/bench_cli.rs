//! `cargo xtask bench-cli`: the cost of the ghx command, compared with `gh` and with its budgets.
//!
//! Both do the same work on the same sandbox: N comments on an issue, as one chain of `ghx` and as N calls of `gh`. The figures
//! are of one run on one machine, so only the ratios matter.

mod contenders;
mod measure;
mod served;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use self::contenders::Contenders;
use self::measure::Cost;
use crate::error::{Error, Result};
use crate::{process, workspace};

/// Budgets of `ghx --version` and of a chain of ten steps on loopback.
const VERSION: Duration = Duration::from_millis(5);
const CHAIN: Duration = Duration::from_millis(20);
/// The memory budget of a chain of ten steps.
const MEMORY: u64 = 25 * 1024 * 1024;

/// How many steps the chains have.
const STEPS: [usize; 3] = [1, 10, 50];

/// No options.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

/// Runs the command.
pub(crate) fn run(_: &Args) -> Result<()> {
    let root = workspace::root();
    let build = ["build", "--release", "--quiet", "-p", "ghx-cli"];
    process::output(Command::new("cargo").args(build).current_dir(&root), "install Rust")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let ghx = target.join("release/ghx");
    let size = std::fs::metadata(&ghx).map_err(Error::io("read", &ghx))?.len();
    println!("release binary: {:.1} MB\n", megabytes(size));

    let contenders = Contenders::start(ghx)?;
    println!("{:<22} {:<5} {:>10} {:>8} {:>9} {:>6} {:>6}", "", "with", "wall", "× ghx", "CPU", "peak", "calls");
    // The time to start any process on this machine.
    line("nothing", "true", &contenders.nothing()?, None);
    let version = contenders.version()?;
    side_by_side("--version", &version);
    let mut ten = None;
    for steps in STEPS {
        let costs = contenders.comments(steps)?;
        side_by_side(&format!("{steps} comment{}", if steps == 1 { "" } else { "s" }), &costs);
        if steps == 10 {
            ten = Some(costs.0);
        }
    }
    println!();
    budget("ghx --version", version.0.wall.as_secs_f64() * 1e3, VERSION.as_secs_f64() * 1e3, "ms");
    if let Some(ten) = ten {
        budget("ghx chain of 10 steps", ten.wall.as_secs_f64() * 1e3, CHAIN.as_secs_f64() * 1e3, "ms");
        budget("ghx chain of 10 steps", megabytes(ten.peak), megabytes(MEMORY), "MB");
    }
    Ok(())
}

/// A line each for ghx and for gh.
fn side_by_side(what: &str, (ghx, gh): &(Cost, Cost)) {
    line(what, "ghx", ghx, Some(ghx));
    line(what, "gh", gh, Some(ghx));
}

fn line(what: &str, program: &str, cost: &Cost, peer: Option<&Cost>) {
    let ratio = peer.map(|peer| format!("{:.1}", cost.wall.as_secs_f64() / peer.wall.as_secs_f64()));
    let calls = cost.calls.map(|calls| calls.to_string());
    println!(
        "{what:<22} {program:<5} {:>7.1} ms {:>8} {:>6.1} ms {:>3.0} MB {:>6}",
        cost.wall.as_secs_f64() * 1e3,
        ratio.unwrap_or_default(),
        cost.cpu.as_secs_f64() * 1e3,
        megabytes(cost.peak),
        calls.unwrap_or_default(),
    );
}

fn budget(what: &str, is: f64, may_be: f64, unit: &str) {
    println!("{what:<28} {is:>6.1} {unit} of {may_be} {unit}: {:.2}×", is / may_be);
}

#[allow(clippy::cast_precision_loss, reason = "only for display")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / (1024.0 * 1024.0)
}
