//! `text!` takes as many values as it has places.
use ghx::{Chain, Repo, issue};

fn chain(repo: &Repo) {
    let _ = Chain::new()
        .step(issue::create(repo, "Crash on start"))
        .then(|(new,)| issue::comments::create(new.id(), ghx::text!("See {} ({})", new.url())));
}

fn main() {}
