#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod commands;
mod environment;
mod execute;
mod exit;
mod input;
mod output;
mod refusal;
mod repository;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use ghx::ClientBuilder;

pub use self::environment::{Environment, StreamKind, Streams};
pub use self::exit::Exit;

use self::args::{Cli, Command};
use self::output::{Summary, is_visible, visible};
use self::refusal::Refusal;

/// The command of this process: its arguments, streams and environment.
pub fn main() -> ExitCode {
    let (stdin, stdout, mut stderr) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    let mut environment = Environment {
        stdin: &mut stdin.lock(),
        stdout: &mut stdout.lock(),
        // Not locked: progress and logs write to it as well.
        stderr: &mut stderr,
        streams: Streams::of_process(),
        directory: std::env::current_dir().unwrap_or_default(),
        client: &ClientBuilder::from_env,
        log: std::env::var("GHX_LOG").ok().filter(|filter| !filter.is_empty()),
    };
    run(std::env::args_os(), &mut environment).into()
}

/// Runs the command with these arguments, the first of which is its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, environment: &mut Environment<'_>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let parsed = Cli::try_parse_from(&arguments).and_then(|cli| cli.check().map(|()| cli));
    match parsed {
        Ok(cli) => dispatch(&cli.command, environment),
        Err(error) => usage(error, &arguments, environment),
    }
}

fn dispatch(command: &Command, environment: &mut Environment<'_>) -> Exit {
    match command {
        Command::Run(run) => commands::run(run, environment),
        Command::Chain(chain) => commands::chain(chain, environment),
        Command::Capabilities(capabilities) => commands::capabilities(capabilities, environment),
        Command::Sandbox(sandbox) => commands::sandbox(sandbox, environment),
        Command::Completions { shell } => commands::completions(*shell, environment),
        Command::Man { dir } => commands::man(dir.as_deref(), environment),
    }
}

/// Prints what clap returned instead of arguments: help and version are results, the rest are errors.
fn usage(mut error: clap::Error, arguments: &[OsString], environment: &mut Environment<'_>) -> Exit {
    if let Some(suggestion) = args::suggest(&mut error, arguments) {
        environment.error(&suggestion.message, None);
        suggestion.help.iter().for_each(|help| environment.help(help));
        return Exit::Usage;
    }
    let stream = if error.use_stderr() { environment.streams.stderr } else { environment.streams.stdout };
    let rendered = error.render();
    let plain = rendered.to_string();
    // The text repeats arguments. Colors are escape sequences as well, so text with control characters gets none.
    let has_color = stream == StreamKind::ColorTerminal && is_visible(&plain);
    let text = if has_color { rendered.ansi().to_string() } else { visible(&plain) };
    if error.use_stderr() {
        environment.write_stderr(&text);
        return Exit::Usage;
    }
    environment.print_result(&text, Exit::Success, &Summary::none())
}
