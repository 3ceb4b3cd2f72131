//! The number of a new issue is not its id.
use ghx::{Chain, Repo, issue};

fn chain(repo: &Repo) {
    let _ = Chain::new()
        .step(issue::create(repo, "Crash on start"))
        .then(|(new,)| issue::labels::add(new.number(), ["bug"]));
}

fn main() {}
