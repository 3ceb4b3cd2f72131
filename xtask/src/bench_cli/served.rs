//! A sandbox in a separate process: `ghx sandbox`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::error::{Error, Result};

/// A sandbox that stops when this value is dropped.
#[derive(Debug)]
pub(super) struct Served {
    child: Child,
    /// `127.0.0.1:PORT`.
    address: String,
}

impl Served {
    pub(super) fn start(ghx: &Path) -> Result<Self> {
        let command = format!("{} sandbox", ghx.display());
        let child = Command::new(ghx).arg("sandbox").stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|source| Error::Start { command: command.clone(), source })?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.as_mut() {
            BufReader::new(stdout).read_line(&mut line).map_err(Error::io("read from", ghx))?;
        }
        let started: Value = serde_json::from_str(&line).map_err(|problem| Error::invalid(&command, problem))?;
        let url = started["rest_url"].as_str().unwrap_or_default();
        let address = url.trim_start_matches("http://").to_owned();
        Ok(Self { child, address })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Clears the recorded requests.
    pub(super) fn forget(&self) -> Result<()> {
        self.request("DELETE", "/_sandbox/record").map(drop)
    }

    /// The number of recorded requests.
    pub(super) fn requests(&self) -> Result<usize> {
        let body = self.request("GET", "/_sandbox/requests")?;
        let requests: Vec<Value> =
            serde_json::from_str(&body).map_err(|problem| Error::invalid("/_sandbox/requests", problem))?;
        Ok(requests.len())
    }

    fn request(&self, method: &str, path: &str) -> Result<String> {
        let failed = || Error::io("connect to", Path::new(&self.address));
        let mut stream = TcpStream::connect(&self.address).map_err(failed())?;
        let request = format!("{method} {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).map_err(failed())?;
        let mut response = String::new();
        stream.read_to_string(&mut response).map_err(failed())?;
        Ok(response.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
