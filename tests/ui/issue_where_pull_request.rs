//! An issue addressed by number does not fit where a pull request is wanted.
use ghx::{Repo, pr};

fn merge(repo: &Repo) {
    let _ = pr::merge(repo.issue(42));
}

fn main() {}
