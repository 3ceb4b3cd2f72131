//! ARCHITECTURE.md lists the modules of every crate and what each of them uses. The code must agree, and imports go one way.
//!
//! `UPDATE_EXPECT=1 cargo test --test it architecture` writes the lists anew. A new module gets the description `?`, which
//! has to be replaced. A cycle stays an error.

mod cycle;
mod page;
mod paths;
mod sources;
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use self::page::{Block, Page};
use self::sources::{Crate, Uses};

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The crates of the workspace that have modules, by name, with the folder of their sources.
fn crates() -> BTreeMap<String, PathBuf> {
    let folders = std::fs::read_dir(workspace()).unwrap().map(|entry| entry.unwrap().path());
    let members = folders.filter(|folder| folder.join("Cargo.toml").exists() && folder.join("src").exists());
    let named = members.map(|folder| (folder.file_name().unwrap().to_str().unwrap().to_owned(), folder.join("src")));
    named.chain([("ghx".to_owned(), workspace().join("src"))]).collect()
}

/// The modules of a crate and what they use. Code that the build script writes is the module `generated`.
fn uses(name: &str, folder: &Path) -> Result<Uses, String> {
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    let root = [folder.join("lib.rs"), folder.join("main.rs")].into_iter().find(|path| path.exists()).unwrap();
    let out_dir = (name == "ghx").then(|| Path::new(env!("OUT_DIR")));
    Crate { name, root: &root, out_dir, read: &read }.uses()
}

/// What is wrong with the block of a crate.
fn problems(block: &Block, uses: &Uses) -> Vec<String> {
    let mut problems = Vec::new();
    for module in uses.keys().filter(|module| block.line(module).is_none()) {
        problems.push(format!("`{module}` is not in the list"));
    }
    for line in &block.lines {
        let Some(found) = uses.get(&line.module) else {
            problems.push(format!("`{}` is in the list but not in the code", line.module));
            continue;
        };
        if line.description.is_empty() || line.description == "?" {
            problems.push(format!("`{}` has no description", line.module));
        }
        for one in found.difference(&line.uses) {
            problems.push(format!("`{}` must not use `{one}`: the list does not allow it", line.module));
        }
        for one in line.uses.difference(found) {
            problems.push(format!("`{}` does not use `{one}`, which the list allows", line.module));
        }
    }
    problems.extend(cycle::find(uses).map(|cycle| format!("a cycle: {}", cycle.join(" -> "))));
    problems
}

/// What is wrong with the page, by crate.
fn compare(page: &Page, found: &BTreeMap<String, Result<Uses, String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, uses) in found {
        let problems = match (uses, page.blocks().find(|block| block.crate_name == *name)) {
            (Err(problem), _) => vec![problem.clone()],
            (Ok(uses), None) if uses.is_empty() => Vec::new(),
            (Ok(_), None) => vec![format!("there is no block ```modules {name}")],
            (Ok(uses), Some(block)) => problems(block, uses),
        };
        wrong.extend(problems.iter().map(|problem| format!("{name}: {problem}")));
    }
    let unknown = page.blocks().filter(|block| !found.contains_key(&block.crate_name));
    wrong.extend(unknown.map(|block| format!("{}: there is no such crate", block.crate_name)));
    wrong
}

#[test]
fn modules_and_imports_are_as_the_page_says() {
    let path = workspace().join("ARCHITECTURE.md");
    let mut page = Page::parse(&std::fs::read_to_string(&path).unwrap());
    let found: BTreeMap<String, Result<Uses, String>> =
        crates().into_iter().map(|(name, folder)| (name.clone(), uses(&name, &folder))).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        for block in page.blocks_mut() {
            if let Some(Ok(uses)) = found.get(&block.crate_name) {
                block.update(uses);
            }
        }
        std::fs::write(&path, page.to_string()).unwrap();
    }
    let wrong = compare(&page, &found);
    assert!(
        wrong.is_empty(),
        "{}\n\nIf the change is meant: UPDATE_EXPECT=1 cargo test --test it architecture, then read the difference.",
        wrong.join("\n")
    );
}
