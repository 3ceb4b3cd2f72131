//! `cargo xtask schema`: the pinned files in `schema/`.
//!
//! | file | made from | by |
//! |---|---|---|
//! | `github.graphql` | npm, or any SDL file with `--from` | [`graphql`] |
//! | `rest.json` | npm, the operations in `rest-operations.txt` | [`rest`] |
//! | `gh-cli.json` | the help of a real `gh` | [`gh_cli`] |
//! | `pin.toml` | what was made, from what | [`pin`] |
//!
//! The same sources give the same bytes. `overlay.graphql` and `node-kinds.yaml` are written by
//! hand; the tests of this crate compare them with the pinned schema and with GitHub's own.

mod against;
mod files;
mod gh_cli;
mod gh_help;
mod graphql;
mod npm;
mod overlay;
mod pin;
mod rest;
mod rest_operations;

#[cfg(test)]
mod node_kinds;

use std::path::{Path, PathBuf};

use npm::Package;
use pin::{Pin, Pins};
use rest_operations::Operation;

use crate::error::Result;

/// The file names below `schema/` that this command writes.
const GRAPHQL: &str = "github.graphql";
const REST: &str = "rest.json";
const GH_CLI: &str = "gh-cli.json";
/// The file names below `schema/` that this command reads.
const REST_OPERATIONS: &str = "rest-operations.txt";
const OVERLAY: &str = "overlay.graphql";

/// The package with GitHub's GraphQL schema.
const GRAPHQL_PACKAGE: Package =
    Package { name: "@octokit/graphql-schema", version: "15.26.1", date: "2025-02-27", member: "schema.graphql" };

/// The package with GitHub's `OpenAPI` description. Its date is the one a mirror gave, so at the
/// latest that day.
const REST_PACKAGE: Package = Package {
    name: "@octokit/openapi",
    version: "23.0.2",
    date: "2026-09-09",
    member: "generated/api.github.com.json",
};

/// What to do with the pinned files; by default, all of them are created again.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Compare the files with pin.toml instead of creating them; needs no network.
    #[arg(long, conflicts_with_all = ["from", "out"])]
    check: bool,
    /// Pin this SDL file as github.graphql, and create nothing else.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Report for each card whether this SDL file would break it, deprecate something in it, or leave it unchanged.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "from", "out"])]
    against: Option<PathBuf>,
    /// Write to this folder instead of schema/.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> Result<()> {
    let home = files::schema_dir();
    if args.check {
        return check(&home);
    }
    if let Some(file) = args.against {
        return against::run(&file);
    }
    let out = args.out.unwrap_or_else(|| home.clone());
    match args.from {
        Some(file) => pin_file(&file, &home, &out),
        None => make_all(&home, &out),
    }
}

fn check(home: &Path) -> Result<()> {
    Pins::read(home)?.check(home, &[GRAPHQL, REST, GH_CLI])?;
    println!("schema files match pin.toml");
    Ok(())
}

/// A file that is ready to be written.
struct Made {
    name: &'static str,
    text: String,
    pin: Pin,
    /// Notes for the user.
    notes: Vec<String>,
}

/// Creates every file from its pinned source; nothing is written before all are complete.
fn make_all(home: &Path, out: &Path) -> Result<()> {
    let pins = Pins::read_or_default(out)?;
    let made = [make_graphql(home, &pins)?, make_rest(home, &pins)?, make_gh_cli()?];
    save(out, pins, made)
}

fn make_graphql(home: &Path, pins: &Pins) -> Result<Made> {
    let package = GRAPHQL_PACKAGE.fetch()?;
    pins.expect_integrity(GRAPHQL, GRAPHQL_PACKAGE.version, package.integrity.as_deref())?;
    let pinned = graphql::pin(GRAPHQL_PACKAGE.member, &package.text)?;
    Ok(Made {
        name: GRAPHQL,
        pin: Pin::npm(&GRAPHQL_PACKAGE, package.integrity, &pinned.sdl),
        notes: notes(&pinned, home)?,
        text: pinned.sdl,
    })
}

fn make_rest(home: &Path, pins: &Pins) -> Result<Made> {
    let operations = Operation::list(&files::read(&home.join(REST_OPERATIONS))?)?;
    let package = REST_PACKAGE.fetch()?;
    pins.expect_integrity(REST, REST_PACKAGE.version, package.integrity.as_deref())?;
    let text = rest::prune(&package.text, &operations, REST_PACKAGE.version)?;
    Ok(Made {
        name: REST,
        pin: Pin::npm(&REST_PACKAGE, package.integrity, &text),
        notes: vec![format!("{} operations", operations.len())],
        text,
    })
}

fn make_gh_cli() -> Result<Made> {
    let cli = gh_cli::read()?;
    Ok(Made { name: GH_CLI, pin: Pin::gh(&cli), notes: Vec::new(), text: cli.text })
}

/// Pins an SDL file from disk as `github.graphql`.
fn pin_file(file: &Path, home: &Path, out: &Path) -> Result<()> {
    let text = files::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let pinned = graphql::pin(&name, &text)?;
    let made = Made {
        name: GRAPHQL,
        pin: Pin::file(name.into_owned(), &text, &pinned.sdl),
        notes: notes(&pinned, home)?,
        text: pinned.sdl,
    };
    save(out, Pins::read_or_default(out)?, [made])
}

/// What was removed from a schema, and what can be removed from the overlay.
fn notes(pinned: &graphql::Pinned, home: &Path) -> Result<Vec<String>> {
    let dropped = pinned.dropped.iter();
    let mut notes: Vec<String> = dropped.map(|it| format!("removed the duplicate {it}")).collect();
    let overlay = home.join(OVERLAY);
    if overlay.exists() {
        let repeated = overlay::repeated(&pinned.sdl, &files::read(&overlay)?)?;
        notes.extend(repeated.iter().map(|it| format!("has {it}: remove it from {OVERLAY}")));
    }
    Ok(notes)
}

/// Writes files and their pins.
fn save(out: &Path, mut pins: Pins, made: impl IntoIterator<Item = Made>) -> Result<()> {
    files::create_dir(out)?;
    for Made { name, text, pin, notes } in made {
        files::write(&out.join(name), &text)?;
        println!("wrote {name} ({} kB)", text.len() / 1000);
        for note in notes {
            println!("  {note}");
        }
        pins.insert(name, pin);
    }
    pins.write(out)
}
