//! Help for commands that clap does not know: capabilities typed as commands, and short flags.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use ghx::capability::Entry;
use ghx::card::SubjectSpec;
use serde_json::{Value, json};

use super::Cli;
use crate::output::shell_word;

/// What is wrong with a command, and what was probably meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Suggestion {
    pub(crate) message: String,
    pub(crate) help: Vec<String>,
}

/// The `ghx run` command that was meant by the words of a capability, as in `ghx issue view 42`. Otherwise the error may get
/// a better tip.
pub(crate) fn suggest(error: &mut clap::Error, arguments: &[OsString]) -> Option<Suggestion> {
    if !matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument) {
        return None;
    }
    let arguments: Vec<&str> = arguments.iter().skip(1).map(|argument| argument.to_str().unwrap_or("-")).collect();
    let suggestion = Words::of(&arguments).and_then(|words| words.suggestion());
    if suggestion.is_none() && error.kind() == ErrorKind::UnknownArgument {
        suggest_long_flags(error, arguments.first().copied().unwrap_or_default());
    }
    suggestion
}

/// A command that looks like the words of a capability.
struct Words<'a> {
    /// `issue`, `view`.
    id: Vec<&'a str>,
    /// `42`.
    rest: &'a [&'a str],
    /// Whether `ghx run` was typed before them.
    is_run: bool,
}

impl<'a> Words<'a> {
    /// The words before the first flag. `ghx run` may stand before them, but no other command.
    fn of(arguments: &'a [&'a str]) -> Option<Self> {
        let (is_run, arguments) = match arguments {
            ["run", rest @ ..] => (true, rest),
            [first, ..] if Cli::command().find_subcommand(first).is_some() => return None,
            all => (false, all),
        };
        let is_word = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'.' || byte == b'_');
        let id: Vec<&str> = arguments.iter().take_while(is_word).copied().collect();
        // The id of `ghx run` is one word, and the library explains a wrong one.
        let is_enough = !id.is_empty() && (!is_run || id.len() > 1 && !id[0].contains('.'));
        is_enough.then(|| Self { rest: &arguments[id.len()..], id, is_run })
    }

    fn suggestion(&self) -> Option<Suggestion> {
        let expected = if self.is_run { "the id of a capability" } else { "a command" };
        let message = format!("`{}` is not {expected}", self.id.join(" "));
        let lengths = || (1..=self.id.len()).rev();
        let exact = lengths().find_map(|length| ghx::capability::find(ghx::ALL, &self.joined(length)).ok());
        let near = || lengths().find_map(|length| nearest(&self.joined(length)));
        if let Some(entry) = exact.or_else(near) {
            let run = self.run(entry);
            let first = if exact.is_some() { format!("write: {run}") } else { format!("did you mean: {run}") };
            let second = format!("`ghx capabilities explain {}` shows its inputs", entry.card.id);
            return Some(Suggestion { message, help: vec![first, second] });
        }
        let domain = self.id.first()?.split('.').next()?;
        let is_domain = ghx::ALL.iter().any(|entry| entry.card.id.split('.').next() == Some(domain));
        let help = || format!("`ghx capabilities list --domain {domain}` lists what there is for `{domain}`");
        is_domain.then(|| Suggestion { message, help: vec![help()] })
    }

    fn joined(&self, length: usize) -> String {
        self.id[..length].join(".")
    }

    /// `ghx run issue.view --input '{"issueNumber":42}'`.
    fn run(&self, entry: &Entry) -> String {
        let input = entry.card.subjects.first().and_then(|spec| self.input(spec));
        let input = input.map(|input| format!(" --input {}", shell_word(&input.to_string())));
        format!("ghx run {}{}", entry.card.id, input.unwrap_or_default())
    }

    /// The subject as input, if the words name it: by number, as `OWNER/NAME#N`, as a URL, or with `-R OWNER/NAME`.
    fn input(&self, spec: &SubjectSpec) -> Option<Value> {
        let word = self.rest.first().filter(|word| !word.starts_with('-'));
        let number = word.and_then(|word| word.trim_start_matches('#').parse::<u64>().ok());
        match (number, spec.number, spec.text, self.repository()) {
            (Some(number), Some(_), Some(text), Some(repository)) => {
                Some(json!({text: format!("{repository}#{number}")}))
            }
            (Some(number), Some(name), _, None) => Some(json!({name: number})),
            (None, None, Some(text), Some(repository)) => Some(json!({text: repository})),
            (None, _, Some(text), None) => word.map(|word| json!({text: word})),
            _ => None,
        }
    }

    /// The repository of `-R` or `--repo`, the flags of `gh`.
    fn repository(&self) -> Option<&'a str> {
        let is_flag = |argument: &&str| ["-R", "--repo"].contains(argument);
        let position = self.rest.iter().position(is_flag)?;
        self.rest.get(position + 1).copied()
    }
}

fn nearest(id: &str) -> Option<&'static Entry> {
    let ids = ghx::ALL.iter().flat_map(|entry| entry.card.aliases.iter().copied().chain([entry.card.id]));
    let near = ghx::lookup::suggest(id, ids)?;
    ghx::capability::find(ghx::ALL, near).ok()
}

/// Replaces clap's tip for a short flag, which is to pass it as a value, with the long flags of the same letter.
fn suggest_long_flags(error: &mut clap::Error, subcommand: &str) {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return };
    let Some(letter) =
        flag.strip_prefix('-').filter(|rest| !rest.starts_with('-')).and_then(|rest| rest.chars().next())
    else {
        return;
    };
    let command = Cli::command();
    let longs = command.find_subcommand(subcommand).into_iter().flat_map(Command::get_arguments);
    let longs = longs.filter_map(|argument| argument.get_long()).filter(|long| long.starts_with(letter));
    let longs: Vec<String> = longs.map(|long| format!("'--{long}'")).collect();
    error.remove(ContextKind::Suggested);
    if !longs.is_empty() {
        let tip = format!("flags have long names only; did you mean {}?", longs.join(" or "));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}
