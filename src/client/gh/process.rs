//! A single run of `gh`, limited in time and output. Dropping it kills the process.

use std::process::Stdio;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::try_join3;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, copy, sink};
use tokio::process::{Child, Command};
use tracing::debug;

use super::environment::GhEnvironment;
use super::program::Gh;

/// The maximum size of the output, the same as that of a response over HTTP.
const MAX_STDOUT: u64 = 64 * 1024 * 1024;
/// How much of the standard error is kept.
const MAX_STDERR: u64 = 64 * 1024;

/// The output of a run.
#[derive(Debug)]
pub(crate) struct Output {
    /// The exit code; `None` if the process was killed.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

/// Why a run has no output.
#[derive(Debug)]
pub(crate) enum GhRunError {
    /// The process could not be started.
    NotStarted(std::io::Error),
    /// It took too long and was killed.
    TimedOut(Duration),
    /// Its output exceeded the maximum size, and it was killed.
    OutputTooLarge,
    /// Its output could not be read.
    Unreadable(std::io::Error),
}

impl std::fmt::Display for GhRunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotStarted(error) => write!(f, "failed to start `gh`: {error}"),
            Self::TimedOut(deadline) => write!(f, "`gh` did not finish within {deadline:?}"),
            Self::OutputTooLarge => write!(f, "`gh` wrote more than {} MiB", MAX_STDOUT >> 20),
            Self::Unreadable(error) => write!(f, "failed to read the output of `gh`: {error}"),
        }
    }
}

/// A command to run. It has no `Debug`, because the environment contains the token.
pub(crate) struct GhCommand<'a> {
    pub(crate) gh: &'a Gh,
    pub(crate) arguments: &'a [String],
    pub(crate) environment: &'a GhEnvironment,
    pub(crate) stdin: Option<&'a Bytes>,
    pub(crate) deadline: Duration,
}

impl GhCommand<'_> {
    /// Runs the command to its end. `started` is called once the process has started.
    pub(crate) async fn run(self, started: impl FnOnce()) -> Result<Output, GhRunError> {
        let child = self.start().map_err(GhRunError::NotStarted)?;
        started();
        let start = tokio::time::Instant::now();
        let result = match tokio::time::timeout(self.deadline, communicate(child, self.stdin)).await {
            Ok(result) => result,
            Err(_) => Err(GhRunError::TimedOut(self.deadline)),
        };
        // Log only the words before the first option: the rest may be the user's text.
        let words: Vec<&str> =
            self.arguments.iter().map(String::as_str).take_while(|word| !word.starts_with('-')).collect();
        let code = result.as_ref().ok().and_then(|output| output.code);
        debug!(command = words.join(" "), code, elapsed = ?start.elapsed(), "gh finished");
        result
    }

    fn start(&self) -> std::io::Result<Child> {
        Command::new(self.gh.program())
            .args(self.arguments)
            .env_clear()
            .envs(self.environment.iter())
            .stdin(if self.stdin.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
    }
}

async fn communicate(mut child: Child, stdin: Option<&Bytes>) -> Result<Output, GhRunError> {
    let (input, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let feed = async {
        if let Some((mut input, bytes)) = input.zip(stdin) {
            // The process may exit without reading everything; then its exit code says why.
            let _ = input.write_all(bytes).await;
            let _ = input.shutdown().await;
        }
        Ok(())
    };
    let (stdout, stderr, ()) = try_join3(read_all(stdout), read_start(stderr), feed).await?;
    let status = child.wait().await.map_err(GhRunError::Unreadable)?;
    Ok(Output { code: status.code(), stdout, stderr })
}

/// Reads everything, up to the maximum size.
async fn read_all(pipe: Option<impl AsyncRead + Unpin>) -> Result<Vec<u8>, GhRunError> {
    let mut bytes = Vec::new();
    let Some(pipe) = pipe else { return Ok(bytes) };
    let read = pipe.take(MAX_STDOUT + 1).read_to_end(&mut bytes).await.map_err(GhRunError::Unreadable)?;
    if read as u64 > MAX_STDOUT { Err(GhRunError::OutputTooLarge) } else { Ok(bytes) }
}

/// Reads everything, but keeps only the start.
async fn read_start(pipe: Option<impl AsyncRead + Unpin>) -> Result<String, GhRunError> {
    let mut bytes = Vec::new();
    let Some(mut pipe) = pipe else { return Ok(String::new()) };
    (&mut pipe).take(MAX_STDERR).read_to_end(&mut bytes).await.map_err(GhRunError::Unreadable)?;
    copy(&mut pipe, &mut sink()).await.map_err(GhRunError::Unreadable)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
