//! A copy of the workspace with more cards than the project has.

use std::path::Path;
use std::process::Command;

use ghx_codegen::{Files, names};

use crate::error::{Error, Result};
use crate::process;

/// The number of cards that budgets are for.
pub(crate) const CARDS: usize = 150;

/// Copies every file that git knows to `to`, and then its cards under new ids until there are `count`.
pub(crate) fn workspace(root: &Path, to: &Path, count: usize) -> Result<()> {
    let listed = process::output(
        Command::new("git").args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]).current_dir(root),
        "install git",
    )?;
    for name in listed.split('\0').filter(|name| !name.is_empty() && root.join(name).is_file()) {
        copy(&root.join(name), &to.join(name))?;
    }
    cards(&Files::below(root), to, count)
}

/// Copies cards under new ids in the same domain, such as `issue.x2.view`, with a document each.
fn cards(real: &Files, to: &Path, count: usize) -> Result<()> {
    let originals = real.card_files();
    let copies = (2..).flat_map(|round| originals.iter().map(move |card| (round, card)));
    for (round, card) in copies.take(count.saturating_sub(originals.len())) {
        let id = card.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let Some((domain, rest)) = id.split_once('.') else { continue };
        copy_card(real, to, card, (&id, &format!("{domain}.x{round}.{rest}")))?;
    }
    Ok(())
}

fn copy_card(real: &Files, to: &Path, card: &Path, (id, new): (&str, &str)) -> Result<()> {
    let (own, renamed) = (names::struct_name(id), names::struct_name(new));
    let named = |text: &str, before: &str| text.replace(&format!("{before}{own}"), &format!("{before}{renamed}"));
    let document = |id: &str| format!("operations/{}.graphql", id.replace('.', "-"));
    // An alias belongs to one card.
    let text: String = read(card)?.split_inclusive('\n').filter(|line| !line.starts_with("aliases:")).collect();
    let text = named(&text, "operationName: ").replace(&document(id), &document(new));
    let text = text.replace(&format!("capability_id: {id}"), &format!("capability_id: {new}"));
    write(&to.join(format!("cards/{new}.yaml")), &text)?;
    let source = real.document(document(id).trim_start_matches("operations/"));
    if source.is_file() {
        write(&to.join(document(new)), &named(&named(&read(&source)?, "query "), "mutation "))?;
    }
    Ok(())
}

/// Copies a file unless the copy is the same, so that cargo does not see a change.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let bytes = std::fs::read(from).map_err(Error::io("read", from))?;
    if std::fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
    }
    std::fs::write(to, bytes).map_err(Error::io("write", to))
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(Error::io("read", path))
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(Error::io("write", path))
}
