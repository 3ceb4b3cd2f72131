//! `cargo xtask bench-compare`: the same work with ghx, octocrab and `gh`.

use std::process::Command;

use crate::error::Result;
use crate::{docs, process, workspace};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Also write the table to docs/benchmarks.md.
    #[arg(long)]
    write: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace::root();
    let manifest = root.join("benches/compare/Cargo.toml");
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--release", "--quiet", "--manifest-path"]).arg(manifest);
    let table = process::output(&mut cargo, "install Rust")?;
    println!("{table}");
    if args.write { docs::write_table("cargo xtask bench-compare --write", &table) } else { Ok(()) }
}
