//! Replies to all unresolved review threads of a pull request, and resolves them.
//!
//! ```text
//! cargo run --example review_threads                     # on a sandbox
//! cargo run --example review_threads -- OWNER/NAME#7     # on GitHub, with your token; a URL works too
//! ```

#![allow(clippy::print_stdout, reason = "a program that reports to its user")]

mod common;

use ghx::{Chain, PrRef, pr};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = common::connect("acme/widgets#7").await?;
    let pull: PrRef = target.name.parse()?;

    let threads = pr::threads::list(&pull).unresolved_only(true).all_items(&target.gh).await?;
    let mut chain = Chain::dynamic();
    let mut steps = Vec::new();
    for thread in &threads {
        let reply = chain.push(pr::threads::reply(&thread.id, "Done in the last commit."));
        let resolve = chain.push(pr::threads::resolve(&thread.id));
        chain.after(resolve, [reply.into()]); // a thread without a reply stays open
        steps.push((thread, reply, resolve));
    }
    let report = chain.run(&target.gh).await?;

    println!("{} unresolved threads of {pull}: {} in {} calls", threads.len(), report.status(), report.http_calls());
    for (thread, reply, resolve) in steps {
        let replied = match report.get(reply) {
            Ok(reply) if reply.pending => "replied in your pending review".to_owned(),
            Ok(reply) => format!("replied at {}", reply.url),
            Err(error) => format!("no reply: {error}"),
        };
        let resolved = report.get(resolve).is_ok_and(|thread| thread.is_resolved);
        println!("  {}: {replied}; {}", thread.path, if resolved { "resolved" } else { "not resolved" });
    }
    Ok(report.check()?)
}
