//! What can be typed. Unknown flags are errors, and every command has examples in its help.

mod duration;
mod help;
mod id;
mod max_batch;

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ghx::card::RouteKind;
use ghx::client::MaxBatch;

use self::id::CapabilityId;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "ghx", version, about = help::ABOUT, after_help = help::GHX, arg_required_else_help = true)]
#[command(disable_help_subcommand = true)]
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
    /// Show what can be run.
    #[command(subcommand, visible_alias = "caps")]
    Capabilities(Capabilities),
    /// Serve a GitHub in memory until it is stopped, to try things on.
    #[command(after_help = help::SANDBOX)]
    Sandbox(Sandbox),
    /// Print the completions for a shell.
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write all of them.
    #[command(hide = true)]
    Man {
        /// Write the pages of all commands into this folder
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Id of the capability: `ghx capabilities list` shows all
    #[arg(value_name = "ID", value_parser = CapabilityId, hide_possible_values = true)]
    pub(crate) id: String,
    /// Its input as JSON or YAML: text, `-` for stdin, or @FILE; none unless given
    #[arg(
        long,
        value_name = "JSON|-|@FILE",
        default_value = "{}",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) input: String,
    /// Take only this route instead of those of the card
    #[arg(long, value_enum, value_name = "ROUTE")]
    pub(crate) route: Option<Route>,
    /// Say in `meta.attempts` why each route failed or was passed over
    #[arg(long)]
    pub(crate) trace: bool,
    /// Show what would be done, and send nothing
    #[arg(long)]
    pub(crate) plan: bool,
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

#[derive(Debug, Args)]
pub(crate) struct Chain {
    /// The steps as JSON, YAML or JSON Lines: text, `-` for stdin, or @FILE
    #[arg(long, value_name = "JSON|-|@FILE", allow_hyphen_values = true)]
    pub(crate) steps: String,
    /// Show what would be done, and send nothing
    #[arg(long)]
    pub(crate) plan: bool,
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

/// Where requests go, and how much they may take.
#[derive(Debug, Args)]
#[command(next_help_heading = "Connection")]
pub(crate) struct Connection {
    /// Use a GitHub in memory that is gone afterwards: no token, no network
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// Use this GitHub host instead of that of `GH_HOST`
    #[arg(long, conflicts_with = "sandbox")]
    pub(crate) host: Option<String>,
    /// Put at most so many steps into one request [default: 50]
    #[arg(long, value_name = "N|unlimited", value_parser = max_batch::parse)]
    pub(crate) max_batch: Option<MaxBatch>,
    /// Wait at most so long for rate limits in all [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) max_wait: Option<Duration>,
    /// Give each request so long [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = duration::parse_positive)]
    pub(crate) timeout: Option<Duration>,
}

/// How JSON is laid out: for people on a terminal, on one line otherwise.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Layout {
    /// Print JSON on one line, also on a terminal
    #[arg(long, conflicts_with = "pretty")]
    pub(crate) compact: bool,
    /// Print JSON over several lines, also into a pipe
    #[arg(long)]
    pub(crate) pretty: bool,
}

/// A way to run a capability.
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
        /// Only those of this domain, such as `issue`
        #[arg(long, value_name = "DOMAIN")]
        domain: Option<String>,
        #[command(flatten)]
        format: Format,
    },
    /// Explain one: what it takes, what it gives, and an example.
    #[command(after_help = help::EXPLAIN)]
    Explain {
        /// Id of the capability
        #[arg(value_name = "ID", value_parser = CapabilityId, hide_possible_values = true)]
        id: String,
        #[command(flatten)]
        format: Format,
    },
}

/// Text or JSON.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Format {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

#[derive(Debug, Args)]
pub(crate) struct Sandbox {
    /// Listen on this port of 127.0.0.1 instead of a free one
    #[arg(long)]
    pub(crate) port: Option<NonZeroU16>,
    /// Start with the content of this YAML file instead of acme/widgets and friends
    #[arg(long, value_name = "FILE")]
    pub(crate) seed: Option<PathBuf>,
    /// Arm a fault: its name, such as `too_quickly`, or a rule as JSON
    #[arg(long = "fault", value_name = "RULE", value_parser = fault)]
    pub(crate) faults: Vec<ghx_sandbox::FaultRule>,
    /// Refuse every token that the seed does not list
    #[arg(long)]
    pub(crate) strict_tokens: bool,
}

fn fault(text: &str) -> Result<ghx_sandbox::FaultRule, String> {
    text.parse().map_err(|error: serde_json::Error| error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
