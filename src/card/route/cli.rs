//! The CLI route of a capability.

use super::{Field, Guard, Source, Unsupported};

/// The CLI route of a capability.
#[derive(Debug)]
pub enum CliRoute {
    /// A command of `gh` of its own.
    Command(CliCommand),
    /// The calls of the REST route, made by `gh api`.
    Api,
}

/// One command of `gh`.
#[derive(Debug)]
pub struct CliCommand {
    /// Its words: `issue`, `view`.
    pub command: &'static [&'static str],
    /// Positional arguments, which go after `--`.
    pub arguments: &'static [Source],
    /// Flags.
    pub flags: &'static [Flag],
    /// The fields of `--json`; none: the output is text, or of no interest.
    pub json: &'static [&'static str],
    /// A list that goes on page after page.
    pub page: Option<CliPage>,
    /// What must hold in the answer.
    pub guards: &'static [Guard],
    /// The output, property by property.
    pub output: &'static [Field],
    /// Inputs that it cannot pass on.
    pub unsupported: &'static [Unsupported],
}

/// A flag.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its name without dashes.
    pub name: &'static str,
    /// Its value.
    pub value: Source,
    /// How the value is written.
    pub style: FlagStyle,
}

/// How the value of a flag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagStyle {
    /// `--flag=value`, and for a list once per element.
    Value,
    /// `--flag=value`, and for a list once per element, each quoted as a field of CSV: `gh` takes such flags apart at commas.
    Csv,
    /// `--flag`, if the value is true.
    Switch,
}

/// How a list goes on. `gh` knows no cursor: the list is asked for from its beginning, up to the end of the page.
#[derive(Clone, Copy, Debug)]
pub struct CliPage {
    /// The flag that says how many.
    pub flag: &'static str,
    /// The input for the size of a page: `first`.
    pub size: &'static str,
    /// The input for the cursor: `after`.
    pub cursor: &'static str,
    /// What tells elements apart, so that a page begins after the element that the last one ended with, even if there are
    /// new ones before it.
    pub key: &'static [&'static str],
}
