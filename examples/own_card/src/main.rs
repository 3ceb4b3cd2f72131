//! A capability from a card of this crate, in a chain with ghx's own.
//!
//! The capability consists of `cards/triage.title.prefix.yaml` and `operations/triage-title-prefix.graphql`. The macro checks both
//! against GitHub's schema while this crate compiles. Misspell a field name in either, and `cargo check` points at it.
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use ghx::{Chain, Repo, issue};

mod triage {
    //! This team's own capabilities.
    ghx::capability!("cards/triage.title.prefix.yaml");
}

fn main() -> ghx::Result<()> {
    let repo: Repo = "acme/widgets".parse()?;
    let chain = Chain::new()
        .step(triage::prefix(repo.issue(42), "[triaged] Crash on start", ["bug"]))
        .then(|(triaged,)| issue::comments::create(triaged.id(), "Triaged."));
    chain.validate()?;
    println!("{chain}");
    Ok(())
}
