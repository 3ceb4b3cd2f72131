//! A comment's id is not an issue's.
use ghx::{Chain, Repo, issue};

fn chain(repo: &Repo) {
    let _ = Chain::new()
        .step(issue::comments::create(repo.issue(42), "Triaged."))
        .then(|(comment,)| issue::close(comment.id()));
}

fn main() {}
