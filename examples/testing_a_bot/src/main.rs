//! Runs the bot once, on an in-memory GitHub: it needs no token, and nothing leaves the machine.

#![allow(clippy::print_stdout, reason = "a program that reports to its user")]

use ghx::{Client, Repo};
use ghx_sandbox::Sandbox;
use testing_a_bot::{Rules, triage};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sandbox = Sandbox::start().await?;
    let gh = Client::builder().graphql_url(&sandbox.graphql_url()).token(Sandbox::TOKEN).build()?;
    let repo: Repo = "acme/widgets".parse()?;
    let rules = Rules {
        label: "triage".to_owned(),
        greeting: "Thank you! Somebody will look at this soon.".to_owned(),
        stale_before: "2026-10-01T18:00:00Z".into(),
    };

    let summary = triage(&gh, &repo, &rules).await?;
    println!("triaged {:?}, closed {:?}, {} failed", summary.triaged, summary.closed, summary.failed.len());
    println!("\n{} HTTP calls. GitHub executed:", sandbox.requests().len());
    for write in sandbox.writes() {
        println!("  {} ({})", write.name, write.response_key.unwrap_or_default());
    }
    for issue in sandbox.issues("acme/widgets").iter().filter(|issue| summary.triaged.contains(&issue.number.into())) {
        println!("\n#{} {}\n  labels {:?}, comments {}", issue.number, issue.title, issue.labels, issue.comments.len());
    }
    Ok(())
}
