//! `--jq`: a jq filter for the result.
//!
//! A filter runs after the work is done, so it must not be able to end the process or to keep it busy: the result would be
//! lost.

mod recursion;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use ghx::terminal::escape;
use jaq_core::load::{self, Arena, File, Loader, lex, parse};
use jaq_core::{Compiler, Ctx, Vars, compile, data};
use jaq_json::{Val, read};

use self::recursion::recursive_function;
use super::json;
use crate::environment::StreamKind;

/// The most output that is kept in memory, in bytes: a filter can produce values without end.
const LARGEST: usize = 64 * 1024 * 1024;

/// How long a filter may take.
const LONGEST: Duration = Duration::from_secs(5);

/// The longest message of a failed filter, in characters.
const LONGEST_MESSAGE: usize = 200;

type Program = jaq_core::Filter<data::JustLut<Val>>;

/// A compiled jq filter.
#[derive(Clone)]
pub(crate) struct Filter(Arc<Program>);

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Filter")
    }
}

impl FromStr for Filter {
    type Err = String;

    /// Compiles the filter.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(name) = recursive_function(text) {
            return Err(format!("the function `{name}` calls itself, which is not supported here"));
        }
        let definitions = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
        let functions = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs());
        let arena = Arena::default();
        let file = File { code: text, path: () };
        let modules = Loader::new(definitions).load(&arena, file).map_err(|errors| not_loaded(text, errors))?;
        let program = Compiler::default().with_funs(functions).compile(modules).map_err(not_compiled)?;
        Ok(Self(Arc::new(program)))
    }
}

impl Filter {
    /// The output of the filter for this JSON: strings as they are, other values as JSON, each followed by a line break.
    /// The error says why there is none.
    pub(super) fn apply(&self, json: String, stream: StreamKind) -> Result<String, String> {
        let (sender, receiver) = mpsc::sync_channel(1);
        let filter = self.clone();
        // A thread that takes too long ends with the process.
        let thread = std::thread::Builder::new().spawn(move || sender.send(filter.run(&json, stream)));
        thread.map_err(|error| format!("cannot start: {error}"))?;
        receiver.recv_timeout(LONGEST).unwrap_or_else(|error| match error {
            mpsc::RecvTimeoutError::Timeout => Err(format!("it took longer than {} seconds", LONGEST.as_secs())),
            mpsc::RecvTimeoutError::Disconnected => Err("it stopped unexpectedly".to_owned()),
        })
    }

    fn run(&self, json: &str, stream: StreamKind) -> Result<String, String> {
        let input = read::parse_single(json.as_bytes()).map_err(|error| error.to_string())?;
        let context = Ctx::<data::JustLut<Val>>::new(&self.0.lut, Vars::new([]));
        let mut text = String::new();
        for value in self.0.id.run((context, input)) {
            // Not `unwrap_valr`: it ends the process at `halt`, and the result would be lost.
            let value = value.map_err(|exception| match exception.get_err() {
                Ok(error) => shortened(&error.to_string()),
                Err(_) => "`halt` cannot be used here".to_owned(),
            })?;
            text.push_str(&line(&value, stream));
            if text.len() > LARGEST {
                return Err("its output is larger than 64 MiB".to_owned());
            }
        }
        Ok(text)
    }
}

/// A message that may quote the whole result.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

/// A value of the output. A pipe gets strings unchanged; on a terminal, control characters are escaped.
fn line(value: &Val, stream: StreamKind) -> String {
    match value {
        Val::TStr(bytes) | Val::BStr(bytes) => {
            let text = String::from_utf8_lossy(bytes);
            let lines = text.split('\n').map(|line| if stream.is_terminal() { shown(line) } else { line.to_owned() });
            lines.collect::<Vec<_>>().join("\n") + "\n"
        }
        other => json::write(&json::escaped(other.to_string()), false, stream),
    }
}

/// A line with escapes for control characters other than tabs.
fn shown(line: &str) -> String {
    line.split('\t').map(escape).collect::<Vec<_>>().join("\t")
}

fn not_loaded(text: &str, errors: load::Errors<&str, ()>) -> String {
    let first = errors.into_iter().next().map(|(_, error)| error);
    match first {
        Some(load::Error::Lex(errors)) => {
            let first: Option<(lex::Expect<&str>, &str)> = errors.into_iter().next();
            first.map_or_else(unreadable, |(expected, found)| unexpected(text, expected.as_str(), found))
        }
        Some(load::Error::Parse(errors)) => {
            let first: Option<(parse::Expect<&str>, &str)> = errors.into_iter().next();
            first.map_or_else(unreadable, |(expected, found)| unexpected(text, expected.as_str(), found))
        }
        Some(load::Error::Io(_)) => "modules cannot be loaded here".to_owned(),
        None => unreadable(),
    }
}

fn unreadable() -> String {
    "this is not a jq filter".to_owned()
}

/// `expected closing bracket at column 7`. What was found is a part of the filter, so its place is known.
fn unexpected(text: &str, expected: &str, found: &str) -> String {
    let start = (found.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    match text.get(..start) {
        Some(before) if !found.is_empty() => {
            let column = before.chars().count() + 1;
            format!(
                "expected {expected} at column {column}, but found `{}`",
                found.chars().take(20).collect::<String>()
            )
        }
        _ => format!("expected {expected} at the end"),
    }
}

fn not_compiled(errors: compile::Errors<&str, ()>) -> String {
    let first = errors.into_iter().flat_map(|(_, errors)| errors).next();
    first.map_or_else(unreadable, |(name, undefined)| match undefined {
        compile::Undefined::Filter(arity) => format!("there is no jq function `{name}/{arity}`"),
        other => format!("there is no {} `{name}`", other.as_str()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = r#"{"ok":true,"data":{"title":"a\tb\u001b[31m","labels":["bug","x"],"number":12345678901234567890,"z":1,"a":null}}"#;

    fn apply(filter: &str, stream: StreamKind) -> Result<String, String> {
        filter.parse::<Filter>().unwrap_or_else(|error| panic!("{filter}: {error}")).apply(RESULT.to_owned(), stream)
    }

    #[test]
    fn strings_are_raw_and_other_values_are_json() {
        for (filter, expected) in [
            (".data.labels[]", "bug\nx\n"),
            (".data.labels", "[\"bug\",\"x\"]\n"),
            (".data.a, .ok, .data.z", "null\ntrue\n1\n"),
            (".data | {z, a}", "{\"z\":1,\"a\":null}\n"),
            (".data.number", "12345678901234567890\n"),
            (".data.labels | map(ascii_upcase) | join(\" \")", "BUG X\n"),
            ("\"2026-11-17T00:00:00Z\" | fromdateiso8601", "1794873600\n"),
            (".data.labels[] | select(test(\"^b\"))", "bug\n"),
            ("empty", ""),
        ] {
            assert_eq!(apply(filter, StreamKind::Pipe).as_deref(), Ok(expected), "{filter}");
        }
    }

    #[test]
    fn a_terminal_gets_no_control_characters() {
        assert_eq!(apply(".data.title", StreamKind::Pipe).unwrap(), "a\tb\u{1b}[31m\n");
        assert_eq!(apply(".data.title", StreamKind::PlainTerminal).unwrap(), "a\tb\\u{1b}[31m\n");
        assert_eq!(apply("[.data.title]", StreamKind::Pipe).unwrap(), "[\"a\\tb\\u001b[31m\"]\n");
        assert_eq!(apply(".data.z", StreamKind::ColorTerminal).unwrap(), "\u{1b}[36m1\u{1b}[0m\n");
    }

    #[test]
    fn a_filter_that_is_not_valid_is_explained() {
        for (filter, message) in [
            (".[", "expected closing bracket"),
            (".data |", "expected"),
            ("", "expected"),
            (".data | nosuch", "there is no jq function `nosuch/0`"),
            (".data | $x", "there is no variable"),
            ("def f: 1 + f; f", "the function `f` calls itself"),
            ("import \"x\" as x; .", "modules cannot be loaded here"),
        ] {
            let error = filter.parse::<Filter>().unwrap_err();
            assert!(error.contains(message), "{filter}: {error}");
        }
    }

    #[test]
    fn a_filter_can_fail_on_a_result() {
        for filter in [".data.title[]", ".ok + 1", "halt", "halt_error", "error(\"x\")", "repeat(.)", "last(repeat(.))"]
        {
            assert!(apply(filter, StreamKind::Pipe).is_err(), "{filter}");
        }
    }
}
