//! `ghx-codegen check`: what a card author runs.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line program prints")]

use clap::{Args, Parser, Subcommand, ValueEnum};
use ghx_codegen::{Catalog, Files, problem::Problems, report, schema::date, source::Sources};
use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The compiler behind ghx.
#[derive(Debug, Parser)]
#[command(name = "ghx-codegen", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check every card, document and subject against GitHub's schema and report every problem.
    Check(Check),
}

#[derive(Debug, Args)]
struct Check {
    /// The folder of cards, with `subjects/` below it [default: cards]
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// The folder of GraphQL documents, with `lookups/` and `fragments/` below it [default: operations]
    #[arg(long, value_name = "DIR")]
    operations: Option<PathBuf>,
    /// The folder of the pinned schema [default: schema]
    #[arg(long, value_name = "DIR")]
    schema: Option<PathBuf>,
    /// How problems are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Exit with 1 if there is a warning
    #[arg(long)]
    deny_warnings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Annotated snippets
    Text,
    /// A JSON array
    Json,
}

impl Check {
    fn files(&self) -> Files {
        let folder = |given: &Option<PathBuf>, default: &str| given.clone().unwrap_or_else(|| PathBuf::from(default));
        let given = [&self.cards, &self.operations, &self.schema].into_iter().flatten().cloned().collect();
        Files {
            cards: folder(&self.cards, "cards"),
            operations: folder(&self.operations, "operations"),
            schema: folder(&self.schema, "schema"),
            given,
            ..Files::default()
        }
    }
}

fn main() -> ExitCode {
    let Command::Check(check) = Cli::parse().command;
    let files = check.files();
    for (folder, flag) in [(&files.cards, "--cards"), (&files.operations, "--operations"), (&files.schema, "--schema")]
    {
        if !Path::is_dir(folder) {
            eprintln!(
                "error: there is no folder `{}`\n  = help: name it with {flag} DIR, or run the command in the project's root",
                folder.display()
            );
            return ExitCode::from(2);
        }
    }
    run(files, &check)
}

fn run(files: Files, check: &Check) -> ExitCode {
    let mut cards = 0;
    let bound = Catalog::load(files).and_then(|catalog| {
        cards = catalog.cards();
        catalog.as_of(date::today()).bind()
    });
    let (sources, problems) = match &bound {
        Ok(catalog) => (&catalog.sources, &catalog.problems),
        Err(refused) => (&refused.sources, &refused.problems),
    };
    print(sources, problems, check.format, cards);
    if problems.has_errors() || check.deny_warnings && !problems.is_empty() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn print(sources: &Sources, problems: &Problems, format: Format, cards: usize) {
    match format {
        Format::Json => println!("{:#}", report::json(sources, problems)),
        Format::Text => {
            let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            print!("{}", report::render_all(sources, problems, colour));
            println!("{cards} cards checked: {}", report::summary(problems));
        }
    }
}
