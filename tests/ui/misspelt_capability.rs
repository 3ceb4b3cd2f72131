//! The compiler knows the name that was meant.
use ghx::{Repo, issue};

fn label(repo: &Repo) {
    let _ = issue::labels::ad(repo.issue(42), ["bug"]);
}

fn main() {}
