//! `ghx sandbox`: an in-memory GitHub server.

use std::num::NonZeroU16;

use ghx_sandbox::{Sandbox as GitHub, SandboxBuilder, Seed};
use serde::Serialize;

use crate::Exit;
use crate::args::Sandbox;
use crate::environment::Environment;
use crate::execute::Interrupts;
use crate::output::{Layout, Summary, json_text};

/// Where the server is.
#[derive(Debug, Serialize)]
struct Started {
    graphql_url: String,
    rest_url: String,
    token: &'static str,
}

pub(crate) fn sandbox(args: &Sandbox, environment: &mut Environment<'_>) -> Exit {
    match serve(args, environment) {
        Ok(exit) => exit,
        Err(message) => {
            environment.error(&message, None);
            Exit::Failed
        }
    }
}

fn serve(args: &Sandbox, environment: &mut Environment<'_>) -> Result<Exit, String> {
    let builder = match configured(args, environment) {
        Ok(builder) => builder,
        Err(message) => {
            environment.error(&message, None);
            return Ok(Exit::Usage);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start: {error}"))?;
    runtime.block_on(async {
        // Before the URLs are printed: a program that reads them may stop the server immediately.
        let interrupts = Interrupts::listen();
        let sandbox = builder.start().await.map_err(|error| with_causes(&error))?;
        let started =
            Started { graphql_url: sandbox.graphql_url(), rest_url: sandbox.base_url(), token: GitHub::TOKEN };
        let text = if environment.streams.stdout.is_terminal() {
            for_people(&started)
        } else {
            json_text(&started, Layout::default(), environment.streams.stdout)
        };
        let exit = environment.print_result(&text, Exit::Success, &Summary::none());
        if exit == Exit::Success {
            interrupts.first().await;
        }
        sandbox.stop().await;
        Ok(exit)
    })
}

fn configured(args: &Sandbox, environment: &Environment<'_>) -> Result<SandboxBuilder, String> {
    let mut builder = GitHub::builder().port(args.port.map_or(0, NonZeroU16::get));
    if let Some(path) = &args.seed {
        let seed = Seed::load(environment.directory.join(path)).map_err(|error| with_causes(&error))?;
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
        Use it with ghx:\n  \
          export GITHUB_GRAPHQL_URL={graphql_url} GITHUB_API_URL={rest_url} GH_TOKEN={token}\n  \
          ghx run issue.list --input 'repo: acme/widgets'\n\
        Use it with gh:\n  \
          export GH_HOST=github.localhost GH_TOKEN={token} http_proxy={rest_url}\n  \
          gh issue list -R acme/widgets\n\n\
        Press Ctrl-C to stop it.\n"
    )
}

/// The message of an error and of its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.extend([": ", &cause.to_string()]);
        source = cause.source();
    }
    text
}
