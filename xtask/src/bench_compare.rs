//! `cargo xtask bench-compare`: the same work with ghx, octocrab and `gh`.

use std::process::Command;

use crate::error::{Error, Result};
use crate::{process, workspace};

/// Where the table goes.
const PAGE: &str = "docs/benchmarks.md";
const START: &str = "<!-- made by `cargo xtask bench-compare --write` -->\n";
const END: &str = "<!-- end -->";

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
    if !args.write {
        return Ok(());
    }
    let page = root.join(PAGE);
    let text = std::fs::read_to_string(&page).map_err(Error::io("read", &page))?;
    let parts = text.split_once(START).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| Error::invalid(PAGE, "the comments around the table are missing"))?;
    let table = table.trim();
    std::fs::write(&page, format!("{before}{START}\n{table}\n\n{END}{after}")).map_err(Error::io("write", &page))
}
