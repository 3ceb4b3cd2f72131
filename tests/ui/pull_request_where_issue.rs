//! A pull request addressed by number does not fit where an issue is wanted.
use ghx::{Repo, issue};

fn label(repo: &Repo) {
    let _ = issue::labels::add(repo.pr(7), ["bug"]);
}

fn main() {}
