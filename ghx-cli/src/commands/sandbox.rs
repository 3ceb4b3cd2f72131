//! `ghx sandbox`: a GitHub in memory, until it is stopped.

use std::num::NonZeroU16;

use ghx_sandbox::{Sandbox as GitHub, SandboxBuilder, Seed};
use serde::Serialize;

use crate::account::Account;
use crate::args::{Layout, Sandbox};
use crate::interrupt::Interrupts;
use crate::world::World;
use crate::{Exit, json};

/// What a bot needs to know.
#[derive(Debug, Serialize)]
struct Started {
    graphql_url: String,
    rest_url: String,
    token: &'static str,
}

pub(crate) fn sandbox(args: &Sandbox, world: &mut World<'_>) -> Exit {
    match serve(args, world) {
        Ok(exit) => exit,
        Err(message) => {
            world.complain(&message, None);
            Exit::Failed
        }
    }
}

fn serve(args: &Sandbox, world: &mut World<'_>) -> Result<Exit, String> {
    let builder = match configured(args, world) {
        Ok(builder) => builder,
        Err(message) => {
            world.complain(&message, None);
            return Ok(Exit::Usage);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start: {error}"))?;
    runtime.block_on(async {
        // Before it says that it is there: whoever reads that may stop it at once.
        let interrupts = Interrupts::listen();
        let sandbox = builder.start().await.map_err(|error| described(&error))?;
        let started =
            Started { graphql_url: sandbox.graphql_url(), rest_url: sandbox.base_url(), token: GitHub::TOKEN };
        let text = if world.looks.stdout.is_terminal() {
            for_people(&started)
        } else {
            json::text(&started, Layout::default(), world.looks.stdout)
        };
        let exit = world.deliver(&text, Exit::Success, &Account::none());
        if exit == Exit::Success {
            interrupts.first().await;
        }
        sandbox.stop().await;
        Ok(exit)
    })
}

fn configured(args: &Sandbox, world: &World<'_>) -> Result<SandboxBuilder, String> {
    let mut builder = GitHub::builder().port(args.port.map_or(0, NonZeroU16::get));
    if let Some(path) = &args.seed {
        let seed = Seed::load(world.directory.join(path)).map_err(|error| described(&error))?;
        builder = builder.seed(seed);
    }
    if args.strict_tokens {
        builder = builder.strict_tokens();
    }
    Ok(args.faults.iter().cloned().fold(builder, SandboxBuilder::fault))
}

fn for_people(started: &Started) -> String {
    let Started { graphql_url, rest_url, token } = started;
    format!(
        "GraphQL  {graphql_url}\nREST     {rest_url}\n\n\
        ghx, against it:\n  \
          export GITHUB_GRAPHQL_URL={graphql_url} GITHUB_API_URL={rest_url} GH_TOKEN={token}\n  \
          ghx run issue.list --input 'repo: acme/widgets'\n\
        gh, against it:\n  \
          export GH_HOST=github.localhost GH_TOKEN={token} http_proxy={rest_url}\n  \
          gh issue list -R acme/widgets\n\n\
        Ctrl-C stops it.\n"
    )
}

/// An error with its causes.
fn described(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.extend([": ", &cause.to_string()]);
        source = cause.source();
    }
    text
}
