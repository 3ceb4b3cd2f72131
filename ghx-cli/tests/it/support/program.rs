//! The real program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A call of the program, in an empty directory and with an empty environment.
pub struct Program {
    pub command: Command,
    input: Vec<u8>,
    _home: TempDir,
}

/// How it ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// `ghx` with these arguments.
pub fn program(arguments: &[&str]) -> Program {
    program_from(&[], arguments)
}

/// `ghx` with these arguments, started by other programs: `["nohup"]`.
pub fn program_from(starters: &[&str], arguments: &[&str]) -> Program {
    let home = tempfile::tempdir().unwrap();
    let words = [starters, &[env!("CARGO_BIN_EXE_ghx")], arguments].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).env_clear().current_dir(home.path());
    // The installed gh and its configuration must not be used.
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("GH_PATH", "/nonexistent/gh");
    command.env("HOME", home.path()).env("GH_CONFIG_DIR", home.path());
    Program { command, input: Vec::new(), _home: home }
}

impl Program {
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn envs(mut self, variables: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.command.envs(variables);
        self
    }

    pub fn folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub fn input(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.input = bytes.into();
        self
    }

    pub fn run(mut self) -> Ended {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap();
        // The program may have ended without reading it.
        let _ = child.stdin.take().unwrap().write_all(&self.input);
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ended { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Ended {
    /// What was printed, which must be JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The result; the exit code must be this one.
    pub fn expect(self, code: i32) -> Value {
        assert_eq!(self.code, Some(code), "{self:?}");
        self.json()
    }
}
