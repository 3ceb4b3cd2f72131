//! A signed number may be negative.
use ghx::{Repo, issue};

fn list(repo: &Repo, count: i64) {
    let _ = issue::list(repo).first(count);
}

fn main() {}
