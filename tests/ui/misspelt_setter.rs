//! An optional input is a setter.
use ghx::{Repo, issue};

fn create(repo: &Repo) {
    let _ = issue::create(repo, "Crash on start").lables(["bug"]);
}

fn main() {}
