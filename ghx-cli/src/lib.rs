#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod account;
mod args;
mod commands;
mod connect;
mod envelope;
mod execute;
mod exit;
mod explain;
mod hint;
mod input;
mod interrupt;
mod json;
mod logging;
mod plan;
mod progress;
mod refusal;
mod report;
mod repository;
mod steps;
mod style;
mod world;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use ghx::ClientBuilder;

pub use self::exit::Exit;
pub use self::world::{Look, Looks, World};

use self::account::Account;
use self::args::{Cli, Command};
use self::refusal::Refusal;
use self::style::{is_visible, visible};

/// The command of this process: its arguments, streams and environment.
pub fn main() -> ExitCode {
    let (stdin, stdout, mut stderr) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    let mut world = World {
        stdin: &mut stdin.lock(),
        stdout: &mut stdout.lock(),
        // Not locked: progress and logs write to it as well.
        stderr: &mut stderr,
        looks: Looks::of_process(),
        directory: std::env::current_dir().unwrap_or_default(),
        client: &ClientBuilder::from_env,
        log: std::env::var("GHX_LOG").ok().filter(|filter| !filter.is_empty()),
    };
    run(std::env::args_os(), &mut world).into()
}

/// Runs the command with these arguments, of which the first is its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, world: &mut World<'_>) -> Exit {
    match Cli::try_parse_from(arguments) {
        Ok(cli) => dispatch(&cli.command, world),
        Err(error) => usage(&error, world),
    }
}

fn dispatch(command: &Command, world: &mut World<'_>) -> Exit {
    match command {
        Command::Run(run) => commands::run(run, world),
        Command::Chain(chain) => commands::chain(chain, world),
        Command::Capabilities(capabilities) => commands::capabilities(capabilities, world),
        Command::Sandbox(sandbox) => commands::sandbox(sandbox, world),
        Command::Completions { shell } => commands::completions(*shell, world),
        Command::Man { dir } => commands::man(dir.as_deref(), world),
    }
}

/// Help and version are results; everything else that clap says is an error.
fn usage(error: &clap::Error, world: &mut World<'_>) -> Exit {
    let look = if error.use_stderr() { world.looks.stderr } else { world.looks.stdout };
    let rendered = error.render();
    let plain = rendered.to_string();
    // What was typed is repeated here. Colours are escapes as well, so a text that must be escaped has none.
    let text = if look == Look::Color && is_visible(&plain) { rendered.ansi().to_string() } else { visible(&plain) };
    if error.use_stderr() {
        world.say(&text);
        return Exit::Usage;
    }
    world.deliver(&text, Exit::Success, &Account::none())
}
