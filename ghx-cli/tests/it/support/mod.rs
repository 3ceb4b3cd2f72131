//! Helpers for the tests.

mod chance;
mod github;
mod in_process;
mod program;
mod terminal;

pub use chance::Chance;
pub use github::GitHub;
pub use in_process::{Called, call, call_with};
pub use program::{Ended, Program, program, program_from};
pub use terminal::{Terminal, plain, quoted};

use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The steps of the README's first command.
pub fn triage() -> String {
    std::fs::read_to_string(root().join("examples/triage.json")).unwrap()
}
