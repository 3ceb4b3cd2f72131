//! The command line. Unknown flags are errors, and every command has examples in its help.

mod duration;
mod help;
mod id;
mod max_batch;
mod output;
mod pace;
mod suggest;

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ghx::card::RouteKind;
use ghx::client::MaxBatch;

use self::id::CapabilityId;
use crate::output::PlanFormat;

pub(crate) use self::output::{Format, Output, Plan};
pub(crate) use self::pace::PaceArg;
pub(crate) use self::suggest::suggest;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "ghx", version, about = help::ABOUT, after_help = help::GHX, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run one capability and print its result as JSON.
    #[command(after_help = help::RUN, after_long_help = help::RUN_LONG)]
    Run(Run),
    /// Run several capabilities as one chain, in as few HTTP calls as possible.
    #[command(after_help = help::CHAIN, after_long_help = help::CHAIN_LONG)]
    Chain(Chain),
    /// List and explain capabilities.
    #[command(subcommand, visible_alias = "caps")]
    Capabilities(Capabilities),
    /// Run an in-memory GitHub server for testing.
    #[command(after_help = help::SANDBOX)]
    Sandbox(Sandbox),
    /// Print shell completions.
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write the pages of all commands to a directory.
    #[command(after_help = help::MAN)]
    Man {
        /// Write the pages of all commands to this directory
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Capability id; `ghx capabilities list` shows all of them
    #[arg(value_name = "ID", value_parser = CapabilityId, hide_possible_values = true)]
    pub(crate) id: String,
    /// Input as JSON or YAML: text, `-` for stdin, or @FILE [default: {}]
    #[arg(
        long,
        value_name = "JSON|-|@FILE",
        default_value = "{}",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) input: String,
    /// Use only this route
    #[arg(long, value_enum, value_name = "ROUTE")]
    pub(crate) route: Option<Route>,
    /// Get every page of a list, in one result
    #[arg(long, conflicts_with = "plan")]
    pub(crate) all: bool,
    /// Explain in `meta.attempts` why each route failed or was skipped
    #[arg(long)]
    pub(crate) trace: bool,
    #[command(flatten)]
    pub(crate) plan: Plan,
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Chain {
    /// Steps as JSON, YAML or JSON Lines: text, `-` for stdin, or @FILE
    #[arg(long, value_name = "JSON|-|@FILE", allow_hyphen_values = true)]
    pub(crate) steps: String,
    #[command(flatten)]
    pub(crate) plan: Plan,
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Where requests are sent, and their limits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Connection")]
pub(crate) struct Connection {
    /// Use a temporary in-memory GitHub: no token, no network
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// GitHub host to use instead of `GH_HOST`
    #[arg(long, conflicts_with = "sandbox")]
    pub(crate) host: Option<String>,
    /// Maximum steps per request [default: 50]
    #[arg(long, value_name = "N|unlimited", value_parser = max_batch::parse)]
    pub(crate) max_batch: Option<MaxBatch>,
    /// Maximum total wait for rate limits [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) max_wait: Option<Duration>,
    /// Timeout per request [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse_positive)]
    pub(crate) timeout: Option<Duration>,
    /// Whether to space out writes as GitHub asks; these waits do not count against --max-wait
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) pace: PaceArg,
}

/// A route of a capability.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Route {
    /// GitHub's GraphQL API
    Graphql,
    /// GitHub's REST API
    Rest,
    /// The `gh` program
    Cli,
}

impl From<Route> for RouteKind {
    fn from(route: Route) -> Self {
        match route {
            Route::Graphql => Self::Graphql,
            Route::Rest => Self::Rest,
            Route::Cli => Self::Cli,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Capabilities {
    /// List the capabilities by domain.
    #[command(after_help = help::LIST)]
    List {
        /// List only this domain, such as `issue`
        #[arg(long, value_name = "DOMAIN")]
        domain: Option<String>,
        #[command(flatten)]
        format: Format,
    },
    /// Explain one capability: its inputs, its outputs and an example.
    #[command(after_help = help::EXPLAIN)]
    Explain {
        /// Capability id
        #[arg(value_name = "ID", value_parser = CapabilityId, hide_possible_values = true)]
        id: String,
        #[command(flatten)]
        format: Format,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Sandbox {
    /// Port on 127.0.0.1 [default: any free port]
    #[arg(long)]
    pub(crate) port: Option<NonZeroU16>,
    /// YAML file with the initial content [default: acme/widgets and others]
    #[arg(long, value_name = "FILE")]
    pub(crate) seed: Option<PathBuf>,
    /// Fault to inject: a name such as `too_quickly`, or a rule as JSON
    #[arg(long = "fault", value_name = "RULE", value_parser = fault)]
    pub(crate) faults: Vec<ghx_sandbox::FaultRule>,
    /// Refuse tokens that the seed does not list
    #[arg(long)]
    pub(crate) strict_tokens: bool,
}

fn fault(text: &str) -> Result<ghx_sandbox::FaultRule, String> {
    text.parse().map_err(|error: serde_json::Error| error.to_string())
}

impl Cli {
    /// Refuses flags that contradict each other by their values.
    pub(crate) fn check(&self) -> Result<(), clap::Error> {
        let (plan, output) = match &self.command {
            Command::Run(run) => (&run.plan, &run.output),
            Command::Chain(chain) => (&chain.plan, &chain.output),
            _ => return Ok(()),
        };
        if plan.format == Some(PlanFormat::Text) && (output.jq.is_some() || output.layout.is_given()) {
            let message = "--plan=text prints no JSON: it cannot be used with --jq, --compact or --pretty";
            return Err(Self::command().error(ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
