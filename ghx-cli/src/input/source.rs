//! Where input comes from: the argument itself, stdin or a file.

use std::io::{ErrorKind, Read};
use std::path::Path;

use super::place::Place;
use crate::Refusal;
use crate::world::World;

/// More than any chain needs, and little enough to hold twice.
const LARGEST: u64 = 16 * 1024 * 1024;

/// A text and what to call it.
#[derive(Debug)]
pub(crate) struct Text {
    /// `--steps`, `--steps @triage.json`.
    pub(crate) name: String,
    pub(crate) content: String,
}

/// The text that an argument of this flag stands for.
pub(crate) fn read(flag: &str, argument: &str, world: &mut World<'_>) -> Result<Text, Refusal> {
    let (name, bytes) = if argument == "-" {
        let name = format!("{flag} - (stdin)");
        if world.is_terminal_input() {
            world.note(&format!("reading {flag} from the terminal; press Ctrl-D at the end"));
        }
        let bytes = bounded(&mut *world.stdin).map_err(|error| unreadable(&name, &error))?;
        (name, bytes)
    } else if let Some(path) = argument.strip_prefix('@') {
        let name = format!("{flag} @{path}");
        let bytes = file(&world.directory.join(path)).map_err(|error| unreadable(&name, &error))?;
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

fn bounded(from: &mut dyn Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn file(path: &Path) -> std::io::Result<Vec<u8>> {
    bounded(&mut std::fs::File::open(path)?)
}

fn unreadable(name: &str, error: &std::io::Error) -> Refusal {
    let refusal = Refusal::invalid(format!("{name} cannot be read: {error}"));
    match error.kind() {
        ErrorKind::NotFound => refusal.help("check the path; paths are relative to the current directory"),
        ErrorKind::PermissionDenied => refusal.help("check the permissions of the file"),
        _ => refusal,
    }
}

/// Text in UTF-8, without the mark that some editors put before it.
fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Refusal> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
        let refusal = Refusal::invalid(format!("{name}, {}: this is not UTF-8", Place::of_byte(&before)));
        refusal.help("save it as UTF-8")
    })?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}
