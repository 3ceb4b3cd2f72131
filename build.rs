//! Cards, documents and schema become `OUT_DIR/ghx.rs` and a file per domain, or the build stops with every problem at its place. Only what the
//! enabled features need is read and written.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo on stdout")]

use ghx_codegen::{Catalog, Files, Part, files, report};
use std::{
    error::Error,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    for folder in ["cards", "operations", "schema"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    let mut files = Files::below(&root);
    files.given = vec![root.clone()];
    let domains = files.card_files().iter().map(|card| files::domain(card)).filter(|domain| has(domain)).collect();
    files.part = Some(Part { domains, all_subjects: has("cards") });
    match Catalog::load(files).and_then(Catalog::bind) {
        Ok(catalog) => {
            for problem in catalog.problems.iter() {
                tell("warning", &report::render(&catalog.sources, problem, false));
            }
            let catalog = catalog.with_routes(has("rest"), has("gh"));
            std::fs::create_dir_all(out.join("ghx"))?;
            for (name, text) in catalog.emit_files()? {
                write_if_changed(&out.join(name), &text)?;
            }
            if has("cards") {
                let digest = out.join("schema.digest");
                write_if_changed(&digest, &catalog.schema.digest())?;
                write_if_changed(&out.join("macros.rs"), &macros(&root, &digest))?;
            }
        }
        Err(refused) => {
            for problem in refused.problems.iter() {
                tell(problem.severity.as_str(), &report::render(&refused.sources, problem, false));
            }
        }
    }
    Ok(())
}

/// Is this feature of ghx enabled?
fn has(feature: &str) -> bool {
    std::env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase().replace('-', "_"))).is_some()
}

/// Cargo takes one line per message.
fn tell(severity: &str, text: &str) {
    for line in text.lines() {
        println!("cargo::{severity}={line}");
    }
}

/// An unchanged file keeps its time, so that nothing is compiled again for it.
fn write_if_changed(path: &Path, text: &str) -> std::io::Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    std::fs::write(path, text)
}

/// A macro cannot find the crate it came from, so the place of ghx's subjects and of the schema's digest is written into it.
fn macros(root: &Path, digest: &Path) -> String {
    let quoted = |path: &Path| format!("{:?}", path.to_string_lossy());
    let template = include_str!("src/capability/macro.rs.in");
    template.replace("GHX_ROOT", &quoted(root)).replace("GHX_DIGEST", &quoted(digest))
}
