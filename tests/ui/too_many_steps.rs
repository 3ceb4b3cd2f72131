//! A typed chain holds twelve steps; more go into a growing one.
use ghx::{Chain, Repo, issue};

fn chain(repo: &Repo) {
    let close = |number: u64| issue::close(repo.issue(number));
    let _ = Chain::new()
        .step(close(1))
        .step(close(2))
        .step(close(3))
        .step(close(4))
        .step(close(5))
        .step(close(6))
        .step(close(7))
        .step(close(8))
        .step(close(9))
        .step(close(10))
        .step(close(11))
        .step(close(12))
        .step(close(13));
}

fn main() {}
