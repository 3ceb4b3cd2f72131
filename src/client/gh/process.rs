//! One run of `gh`, bounded in time and output. Whoever drops it kills it.

use std::process::Stdio;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::try_join3;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, copy, sink};
use tokio::process::{Child, Command};
use tracing::debug;

use super::environment::Environment;
use super::program::Gh;

/// As much as an answer over HTTP may have.
const MOST_OUTPUT: u64 = 64 * 1024 * 1024;
/// More than any message; what is beyond is read and forgotten.
const MOST_ERRORS: u64 = 64 * 1024;

/// What a run left.
#[derive(Debug)]
pub(crate) struct Output {
    /// Its exit code; `None` where it was killed.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

/// Why a run left nothing.
#[derive(Debug)]
pub(crate) enum Failed {
    /// It was not started.
    NotStarted(std::io::Error),
    /// It took too long, and was killed.
    TimedOut(Duration),
    /// It wrote more than anybody wants to read, and was killed.
    TooMuch,
    /// It cannot be listened to.
    Broken(std::io::Error),
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotStarted(error) => write!(f, "failed to start `gh`: {error}"),
            Self::TimedOut(deadline) => write!(f, "`gh` did not finish within {deadline:?}"),
            Self::TooMuch => write!(f, "`gh` wrote more than {} MiB", MOST_OUTPUT >> 20),
            Self::Broken(error) => write!(f, "failed to read the output of `gh`: {error}"),
        }
    }
}

/// What to run. It has no `Debug`, since the environment holds the token.
pub(crate) struct Run<'a> {
    pub(crate) gh: &'a Gh,
    pub(crate) arguments: &'a [String],
    pub(crate) environment: &'a Environment,
    pub(crate) stdin: Option<&'a Bytes>,
    pub(crate) deadline: Duration,
}

impl Run<'_> {
    /// Runs to the end. `started` is called once there is a process.
    pub(crate) async fn finish(self, started: impl FnOnce()) -> Result<Output, Failed> {
        let child = self.start().map_err(Failed::NotStarted)?;
        started();
        let start = tokio::time::Instant::now();
        let result = match tokio::time::timeout(self.deadline, attend(child, self.stdin)).await {
            Ok(result) => result,
            Err(_) => Err(Failed::TimedOut(self.deadline)),
        };
        // The first words name the command; what follows is the user's text.
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

async fn attend(mut child: Child, stdin: Option<&Bytes>) -> Result<Output, Failed> {
    let (input, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let feed = async {
        if let Some((mut input, bytes)) = input.zip(stdin) {
            // It may end without having read everything; its exit code tells what that means.
            let _ = input.write_all(bytes).await;
            let _ = input.shutdown().await;
        }
        Ok(())
    };
    let (stdout, stderr, ()) = try_join3(all(stdout), some(stderr), feed).await?;
    let status = child.wait().await.map_err(Failed::Broken)?;
    Ok(Output { code: status.code(), stdout, stderr })
}

/// Everything that comes, which is an error if it is too much.
async fn all(pipe: Option<impl AsyncRead + Unpin>) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    let Some(pipe) = pipe else { return Ok(bytes) };
    let read = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut bytes).await.map_err(Failed::Broken)?;
    if read as u64 > MOST_OUTPUT { Err(Failed::TooMuch) } else { Ok(bytes) }
}

/// The beginning of what comes.
async fn some(pipe: Option<impl AsyncRead + Unpin>) -> Result<String, Failed> {
    let mut bytes = Vec::new();
    let Some(mut pipe) = pipe else { return Ok(String::new()) };
    (&mut pipe).take(MOST_ERRORS).read_to_end(&mut bytes).await.map_err(Failed::Broken)?;
    copy(&mut pipe, &mut sink()).await.map_err(Failed::Broken)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
