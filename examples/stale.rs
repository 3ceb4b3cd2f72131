//! Labels open issues that have not changed since a given time, and comments on them.
//!
//! ```text
//! cargo run --example stale                                        # on a sandbox
//! cargo run --example stale -- OWNER/NAME 2026-01-31T00:00:00Z     # on GitHub, with your token
//! ```

#![allow(clippy::print_stdout, reason = "a program that reports to its user")]

mod common;

use ghx::http::Method;
use ghx::value::Timestamp;
use ghx::{Chain, Client, Repo, issue, repo};
use serde_json::json;

const LABEL: &str = "stale";
const COMMENT: &str = "There has been no activity here for a while. Is this still needed?";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = common::connect("acme/widgets").await?;
    let (gh, repo): (&Client, Repo) = (&target.gh, target.name.parse()?);
    let cutoff = cutoff()?;

    // No capability creates labels yet, so this uses the REST API.
    if !repo::labels::list(&repo).all_items(gh).await?.iter().any(|label| label.name == LABEL) {
        let path = format!("/repos/{repo}/labels");
        let _: serde_json::Value = gh.rest(Method::POST, &path, json!({"name": LABEL, "color": "ededed"})).await?;
    }

    // The list has neither labels nor times: view all issues, as one chain.
    let mut views = Chain::dynamic();
    let open = issue::list(&repo).first(100).all_items(gh).await?;
    let steps: Vec<_> = open.into_iter().map(|issue| views.push(issue::view(issue.id))).collect();
    let viewed = views.run(gh).await?;

    let mut chain = Chain::dynamic();
    let mut marked = Vec::new();
    for step in steps {
        let issue = viewed.get(step)?;
        if issue.updated_at >= cutoff || issue.labels.iter().any(|label| label == LABEL) {
            continue;
        }
        let label = chain.push(issue::labels::add(&issue.id, [LABEL]));
        let comment = chain.push(issue::comments::create(&issue.id, COMMENT));
        // They belong together: without the label, the next run would comment again.
        chain.after(comment, [label.into()]);
        marked.push((issue.number, label, comment));
    }
    let report = chain.run(gh).await?;
    println!("{} stale issues of {}: {}", marked.len(), viewed.steps().len(), report.status());
    for (number, label, comment) in marked {
        match report.get(label).and_then(|_| report.get(comment)) {
            Ok(comment) => println!("  #{number}: {}", comment.url),
            Err(error) => println!("  #{number}: {error}"),
        }
    }
    Ok(report.check()?)
}

/// The second argument; on the sandbox, a time at which some of its issues are old.
fn cutoff() -> Result<Timestamp, Box<dyn std::error::Error>> {
    let text = match std::env::args().len() {
        ..=1 => "2026-10-01T18:00:00Z".to_owned(),
        _ => std::env::args().nth(2).ok_or("write a time after the repository, such as 2026-01-31T00:00:00Z")?,
    };
    let instant: jiff::Timestamp = text.parse()?; // `Timestamp::new` does not check its text
    Ok(Timestamp::new(instant.to_string()))
}
