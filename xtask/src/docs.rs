//! `cargo xtask docs`: the pages that are generated from the cards, and the schemas of cards for editors.

use std::path::Path;

use ghx_codegen::{Catalog, Files, card::editor, report};

use crate::error::{Error, Result};
use crate::workspace;

/// The page with the results of benchmarks.
const BENCHMARKS: &str = "docs/benchmarks.md";
/// The page with every capability.
const PAGE: &str = "docs/capabilities.md";

/// Write, or compare.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Fail if a page or schema is not up to date, instead of writing it.
    #[arg(long)]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = workspace::root();
    let catalog = Catalog::load(Files::below(&root)).and_then(Catalog::bind).map_err(|refused| {
        Error::invalid("the cards do not compile", report::render_all(&refused.sources, &refused.problems, false))
    })?;
    publish(&root.join(PAGE), &catalog.capabilities_page(), args.check, "cargo xtask docs")?;
    for (path, schema) in [("cards/card.schema.json", editor::card()), ("cards/subject.schema.json", editor::subject())]
    {
        publish(&root.join(path), &format!("{schema:#}\n"), args.check, "cargo xtask docs")?;
    }
    Ok(())
}

/// Replaces the table between the comments of `command` in docs/benchmarks.md.
pub(crate) fn write_table(command: &str, table: &str) -> Result<()> {
    let (page, start, end) =
        (workspace::root().join(BENCHMARKS), format!("<!-- made by `{command}` -->\n"), "<!-- end -->");
    let text = std::fs::read_to_string(&page).map_err(Error::io("read", &page))?;
    let parts = text.split_once(&start).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let (before, after) =
        parts.ok_or_else(|| Error::invalid(BENCHMARKS, format!("there is no table of `{command}`")))?;
    let text = format!("{before}{start}\n{}\n\n{end}{after}", table.trim());
    std::fs::write(&page, text).map_err(Error::io("write", &page))
}

/// Writes a generated page, or fails if it is not up to date.
pub(crate) fn publish(path: &Path, text: &str, check: bool, command: &str) -> Result<()> {
    if !check {
        return std::fs::write(path, text).map_err(Error::io("write", path));
    }
    let current = std::fs::read_to_string(path).map_err(Error::io("read", path))?;
    if current == text {
        return Ok(());
    }
    Err(Error::invalid(path.display().to_string(), format!("not up to date: run `{command}` and commit the page")))
}
