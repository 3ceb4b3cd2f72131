//! A required input is an argument.
use ghx::{Repo, issue};

fn label(repo: &Repo) {
    let _ = issue::labels::add(repo.issue(42));
}

fn main() {}
