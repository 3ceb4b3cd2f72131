//! An output that may be null cannot be referred to.
use ghx::{Chain, Repo, issue};

fn chain(repo: &Repo) {
    let _ = Chain::new()
        .step(issue::view(repo.issue(42)))
        .then(|(seen,)| issue::comments::create(repo.issue(42), seen.author()));
}

fn main() {}
