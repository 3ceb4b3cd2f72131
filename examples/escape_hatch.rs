//! Calls GitHub's API where no capability fits: any GraphQL document, any REST endpoint.
//!
//! ```text
//! cargo run --example escape_hatch                   # on a sandbox
//! cargo run --example escape_hatch -- OWNER/NAME     # on GitHub, with your token; creates a label
//! ```

#![allow(clippy::print_stdout, reason = "a program that reports to its user")]

mod common;

use ghx::Repo;
use ghx::error::Phase;
use ghx::http::Method;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Data {
    viewer: Viewer,
}

#[derive(Deserialize)]
struct Viewer {
    login: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = common::connect("acme/widgets").await?;
    let (gh, repo) = (&target.gh, target.name.parse::<Repo>()?);

    let data: Data = gh.graphql("query { viewer { login } }", ()).await?;
    println!("I am {}", data.viewer.login);

    let milestones: Vec<Value> = gh.rest(Method::GET, &format!("/repos/{repo}/milestones"), ()).await?;
    println!("{} open milestones", milestones.len());

    // A write. The error says whether it may have been executed.
    let label = json!({"name": "needs info", "color": "ededed"});
    match gh.rest::<Value>(Method::POST, &format!("/repos/{repo}/labels"), label).await {
        Ok(label) => println!("created the label {}", label["name"]),
        Err(error) if error.phase() == Phase::Refused => println!("refused: {error}"),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}
