//! A number in quotes is text.
use ghx::{Repo, issue};

fn plan(repo: &Repo) {
    let _ = issue::milestone::set(repo.issue(42), "3");
}

fn main() {}
