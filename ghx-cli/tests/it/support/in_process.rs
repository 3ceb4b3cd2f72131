//! The command in this process.

use std::ffi::OsString;

use ghx::{Client, ClientBuilder};
use ghx_cli::{Environment, Exit, Streams};
use serde_json::Value;

/// The result of a call.
#[derive(Debug)]
pub struct Called {
    pub exit: Exit,
    pub stdout: String,
    pub stderr: String,
}

impl Called {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A call that needs no GitHub.
pub fn call(arguments: &[&str]) -> Called {
    call_with(arguments, b"", &|| Client::builder().token("none"))
}

/// A call with this input and this GitHub.
pub fn call_with(arguments: &[&str], mut input: &[u8], client: &dyn Fn() -> ClientBuilder) -> Called {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut environment = Environment {
        stdin: &mut input,
        stdout: &mut stdout,
        stderr: &mut stderr,
        streams: Streams::default(),
        directory: std::env::temp_dir(),
        client,
        log: None,
    };
    let exit = ghx_cli::run(["ghx"].iter().chain(arguments).map(OsString::from), &mut environment);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Called { exit, stdout: text(stdout), stderr: text(stderr) }
}
