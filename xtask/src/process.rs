//! Runs other programs, with errors that say what to install.

use std::io::ErrorKind;
use std::process::Command;

use crate::error::{Error, Result};

/// Runs `command` and returns its standard output; `hint` says how to install a missing program.
pub(crate) fn output(command: &mut Command, hint: &str) -> Result<String> {
    let shown = shown(command);
    let output = command.output().map_err(|source| match source.kind() {
        ErrorKind::NotFound => {
            Error::MissingProgram { program: command.get_program().display().to_string(), hint: hint.to_owned() }
        }
        _ => Error::Start { command: shown.clone(), source },
    })?;
    if !output.status.success() {
        return Err(Error::Program {
            command: shown,
            status: output.status,
            output: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        });
    }
    String::from_utf8(output.stdout).map_err(|_| Error::invalid(format!("output of `{shown}`"), "not UTF-8"))
}

/// The command as a person would type it.
fn shown(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(command: &mut Command) -> String {
        output(command, "install it").unwrap_or_else(|error| error.to_string())
    }

    #[test]
    fn missing_program_is_reported_with_a_hint() {
        let text = failure(&mut Command::new("ghx-no-such-program"));
        assert_eq!(text, "ghx-no-such-program not found: install it");
    }

    #[test]
    fn failing_program_is_reported_with_its_arguments() {
        let text = failure(Command::new("cargo").arg("no-such-command"));
        assert!(text.starts_with("`cargo no-such-command` failed"), "{text}");
    }
}
