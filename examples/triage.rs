//! Creates an issue, labels it and comments on it, in one chain.
//!
//! ```text
//! cargo run --example triage                   # on a sandbox
//! cargo run --example triage -- OWNER/NAME     # on GitHub, with your token
//! ```

#![allow(clippy::print_stdout, reason = "a program that reports to its user")]

mod common;

use ghx::{Chain, Repo, issue, text};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = common::connect("acme/widgets").await?;
    let repo: Repo = target.name.parse()?;

    // `new.id()` is a reference to the issue that the first step creates.
    let report = Chain::new()
        .step(issue::create(&repo, "Crash on start").body("Version 2.1 stops with `out of range`."))
        .then(|(new,)| issue::labels::add(new.id(), ["bug"]))
        .then(|(new, _)| issue::comments::create(new.id(), text!("Thank you! This is number {}.", new.number())))
        .run(&target.gh)
        .await?;

    println!("{} in {} HTTP calls", report.status(), report.http_calls());
    for step in report.steps() {
        match step.result {
            Ok(_) => println!("  {}: done", step.capability),
            Err(error) => println!("  {}: {error}", step.capability),
        }
    }
    let (new, labelled, comment) = report.all()?; // an error if a step failed
    println!("{}\n  labels {:?}\n  {}", new.url, labelled.labels, comment.url);
    Ok(())
}
