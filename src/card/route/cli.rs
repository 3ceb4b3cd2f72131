//! The CLI route of a capability.

use super::{Field, Guard, Keys, Source, Unsupported};
use crate::card::const_setters;

/// The CLI route of a capability.
#[derive(Debug)]
#[non_exhaustive]
pub enum CliRoute {
    /// A command of `gh` of its own.
    Command(CliCommand),
    /// The calls of the REST route, made by `gh api`.
    Api,
}

/// One command of `gh`.
#[derive(Debug)]
#[non_exhaustive]
pub struct CliCommand {
    /// Its words: `issue`, `view`.
    pub command: &'static [&'static str],
    /// Positional arguments, which go after `--`.
    pub arguments: &'static [Source],
    /// Flags.
    pub flags: &'static [Flag],
    /// The fields of `--json`. Without any, the output is text or is ignored.
    pub json: &'static [&'static str],
    /// A list with pages.
    pub page: Option<CliPage>,
    /// Conditions on the response.
    pub guards: &'static [Guard],
    /// The output, property by property.
    pub output: &'static [Field],
    /// Inputs that it does not support.
    pub unsupported: &'static [Unsupported],
}

impl CliCommand {
    /// A command by its words, and how its output is read.
    #[must_use]
    pub const fn new(command: &'static [&'static str], output: &'static [Field]) -> Self {
        Self { command, arguments: &[], flags: &[], json: &[], page: None, guards: &[], output, unsupported: &[] }
    }

    const_setters! {
        set arguments: &'static [Source];
        set flags: &'static [Flag];
        set json: &'static [&'static str];
        some page: CliPage;
        set guards: &'static [Guard];
        set unsupported: &'static [Unsupported];
    }
}

/// A flag.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Flag {
    /// Its name without dashes.
    pub name: &'static str,
    /// Its value.
    pub value: Source,
    /// How the value is written.
    pub style: FlagStyle,
}

impl Flag {
    /// A flag by name, without dashes, and value.
    #[must_use]
    pub const fn new(name: &'static str, value: Source) -> Self {
        Self { name, value, style: FlagStyle::Value }
    }

    const_setters! {
        set style: FlagStyle;
    }
}

/// How the value of a flag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlagStyle {
    /// `--flag=value`, and for a list once per element.
    Value,
    /// `--flag=value`, and for a list once per element, each quoted as a field of CSV: `gh` takes such flags apart at commas.
    Csv,
    /// `--flag`, if the value is true.
    Switch,
}

/// How a list is paged. `gh` has no cursors: the list is requested from its beginning, up to the end of the page.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CliPage {
    /// The flag that says how many.
    pub flag: &'static str,
    /// The input for the size of a page: `first`.
    pub size: &'static str,
    /// The input for the cursor: `after`.
    pub cursor: &'static str,
    /// The key of an element. A page begins after the last element of the previous page, even if there are new elements
    /// before it.
    pub key: Keys,
}

impl CliPage {
    /// The flag, the inputs for size and cursor, and the key of an element.
    #[must_use]
    pub const fn new(flag: &'static str, size: &'static str, cursor: &'static str, key: Keys) -> Self {
        Self { flag, size, cursor, key }
    }
}
