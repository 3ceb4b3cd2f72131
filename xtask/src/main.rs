//! Development commands of the ghx workspace: `cargo xtask <command>`.
//!
//! One module per command, each with its own `Args` and `run`. A new command adds a module, a variant
//! of [`Command`] and an arm in [`run`].
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool reports on stdout and stderr")]

mod bench_build;
mod bench_cli;
mod bench_codegen;
mod bench_compare;
mod docs;
mod error;
mod multiply;
mod mutants;
mod process;
mod schema;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Development commands of the ghx workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create or check the pinned files in schema/.
    Schema(schema::Args),
    /// Measure the compiler and what it generates, and compare both with the budgets.
    BenchCodegen(bench_codegen::Args),
    /// Measure the ghx command and compare it with gh and its budgets.
    BenchCli(bench_cli::Args),
    /// Measure a cold build of a bot with ghx, and with octocrab.
    BenchBuild(bench_build::Args),
    /// Measure the same work with ghx, octocrab and gh.
    BenchCompare(bench_compare::Args),
    /// Write or check the pages that are generated from the cards.
    Docs(docs::Args),
    /// Check that every known corruption of cards and documents is noticed.
    Mutants(mutants::Args),
}

fn run(command: Command) -> error::Result<()> {
    match command {
        Command::Schema(args) => schema::run(args),
        Command::BenchCodegen(args) => bench_codegen::run(&args),
        Command::BenchCli(args) => bench_cli::run(&args),
        Command::BenchBuild(args) => bench_build::run(&args),
        Command::BenchCompare(args) => bench_compare::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Mutants(args) => mutants::run(&args),
    }
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
