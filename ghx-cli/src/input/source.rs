//! The source of input: the argument itself, stdin or a file.

use std::io::{ErrorKind, Read};
use std::path::Path;

use super::place::Place;
use crate::Refusal;
use crate::environment::Environment;

/// The largest input, in bytes: more than any chain needs.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A text, and its name for messages.
#[derive(Debug)]
pub(crate) struct Text {
    /// `--steps`, `--steps @triage.json`.
    pub(crate) name: String,
    pub(crate) content: String,
}

/// Reads the text that the argument of this flag stands for.
pub(crate) fn read(flag: &str, argument: &str, environment: &mut Environment<'_>) -> Result<Text, Refusal> {
    let (name, bytes) = if argument == "-" {
        let name = format!("{flag} - (stdin)");
        if environment.streams.stdin_is_terminal {
            environment.note(&format!("reading {flag} from the terminal; press Ctrl-D at the end"));
        }
        let bytes = read_bounded(&mut *environment.stdin).map_err(|error| unreadable(&name, &error))?;
        (name, bytes)
    } else if let Some(path) = argument.strip_prefix('@') {
        let name = format!("{flag} @{path}");
        let bytes = read_file(&environment.directory.join(path)).map_err(|error| unreadable(&name, &error))?;
        (name, bytes)
    } else {
        (flag.to_owned(), argument.as_bytes().to_vec())
    };
    if bytes.len() as u64 > LARGEST {
        let refusal = Refusal::invalid(format!("{name} is larger than 16 MiB"));
        return Err(refusal.help("split it into several chains"));
    }
    let content = decode(&name, bytes)?;
    Ok(Text { name, content })
}

fn read_bounded(from: &mut dyn Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    read_bounded(&mut std::fs::File::open(path)?)
}

fn unreadable(name: &str, error: &std::io::Error) -> Refusal {
    let refusal = Refusal::invalid(format!("{name} cannot be read: {error}"));
    match error.kind() {
        ErrorKind::NotFound => refusal.help("check the path; paths are relative to the current directory"),
        ErrorKind::PermissionDenied => refusal.help("check the permissions of the file"),
        _ => refusal,
    }
}

/// Text in UTF-8, without a byte order mark.
fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Refusal> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
        let refusal = Refusal::invalid(format!("{name}, {}: this is not UTF-8", Place::after(&before)));
        refusal.help("save it as UTF-8")
    })?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}
