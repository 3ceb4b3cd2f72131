//! Development commands of the ghx workspace: `cargo xtask <command>`.
//!
//! One module per command, each with its own `Args` and `run`; a new one adds a module, a variant
//! of [`Command`] and an arm in [`run`].
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool reports on stdout and stderr")]

mod bench_build;
mod bench_cli;
mod bench_codegen;
mod bench_compare;
mod docs;
mod error;
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
    /// Make the pinned files in schema/, or check them.
    Schema(schema::Args),
    /// Measure the compiler against its budgets.
    BenchCodegen(bench_codegen::Args),
    /// Measure the command, next to gh and to its budgets.
    BenchCli(bench_cli::Args),
    /// Build a bot on ghx and the same bot on octocrab from nothing.
    BenchBuild(bench_build::Args),
    /// Do the same work with ghx, octocrab and gh.
    BenchCompare(bench_compare::Args),
    /// Write the pages that are generated from the cards, or check them.
    Docs(docs::Args),
    /// Corrupt cards and documents in every known way and require that the compiler refuses each.
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
