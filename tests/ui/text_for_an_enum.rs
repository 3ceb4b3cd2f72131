//! A choice is a value of its enum.
use ghx::{Repo, pr};

fn merge(repo: &Repo) {
    let _ = pr::merge(repo.pr(7)).method("squash");
}

fn main() {}
