//! Runs the work: runtime, client, progress and signals.

mod connect;
mod interrupt;
mod logging;

use std::convert::Infallible;

use ghx::{Client, Error};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use self::connect::Connected;
use crate::args::Connection;
use crate::environment::Environment;
use crate::output::Progress;
use crate::{Exit, Refusal};

pub(crate) use self::connect::{Prepared, prepare};
pub(crate) use self::interrupt::Interrupts;

/// How the work ended.
#[derive(Debug)]
pub(crate) enum Ended<T> {
    /// It finished.
    Done(T),
    /// It was interrupted; this is its result.
    Interrupted(T),
    /// It was interrupted twice; its result is unknown.
    Abandoned,
}

/// Runs `work` with this client, or with that of a new sandbox. The work gets a [`Stop`] that says when it has to end. Keep
/// the [`Listening`] until the result is printed.
pub(crate) fn execute<T>(
    environment: &mut Environment<'_>,
    connection: &Connection,
    client: Option<Client>,
    progress: Option<Progress>,
    work: impl AsyncFnOnce(&Client, Stop<'_>) -> T,
) -> Result<(Ended<T>, Listening), Refusal> {
    let _log = logging::start(environment.log.as_deref(), progress.as_ref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::unknown(format!("cannot start: {error}")).with_source(error))?;
    let ended = runtime.block_on(async {
        let connected = match client {
            Some(client) => Connected::to(client),
            None => Connected::to_sandbox(connection).await?,
        };
        let interrupts = Interrupts::listen();
        let printing = interrupts.clone();
        let messages =
            async { tokio::join!(announce(environment, &interrupts, progress.as_ref()), reveal(progress.as_ref())).0 };
        let ended = tokio::select! {
            biased;
            () = interrupts.second() => Ended::Abandoned,
            never = messages => match never {},
            output = work(&connected.client, Stop(&interrupts)) => {
                if interrupts.happened() { Ended::Interrupted(output) } else { Ended::Done(output) }
            }
        };
        Ok((ended, printing))
    });
    // The progress line is cleared before anything else is printed.
    drop(progress);
    ended.map(|(ended, interrupts)| (ended, Listening::start(runtime, interrupts)))
}

/// Keeps listening for signals while the result is printed, so that a second signal can quit if nothing reads the result.
#[derive(Debug)]
pub(crate) struct Listening {
    /// Closed when it is dropped.
    _end: oneshot::Sender<Infallible>,
}

impl Listening {
    fn start(runtime: Runtime, interrupts: Interrupts) -> Self {
        let (end, ended) = oneshot::channel();
        // If no thread can be started, signals are not handled while the result is printed.
        let _ = std::thread::Builder::new().spawn(move || {
            let is_over = runtime.block_on(async {
                tokio::select! {
                    _ = ended => true,
                    () = interrupts.next_after_first() => false,
                }
            });
            if !is_over {
                quit();
            }
            // Do not wait for a DNS lookup that is still running.
            runtime.shutdown_background();
        });
        Self { _end: end }
    }
}

/// Ends the process while another thread may be blocked by a write.
#[expect(clippy::disallowed_methods, reason = "main cannot return while a write to stdout blocks")]
fn quit() {
    std::process::exit(Exit::Interrupted.code().into());
}

/// Tells the work when to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop<'i>(&'i Interrupts);

impl Stop<'_> {
    /// Ends at the first interrupt.
    pub(crate) async fn requested(self) {
        self.0.first().await;
    }
}

/// Confirms the first interrupt.
async fn announce(
    environment: &mut Environment<'_>,
    interrupts: &Interrupts,
    progress: Option<&Progress>,
) -> Infallible {
    interrupts.first().await;
    if let Some(progress) = progress {
        progress.clear();
    }
    environment.note("Stopping: no more requests will be sent. Press Ctrl-C again to quit immediately.");
    std::future::pending().await
}

async fn reveal(progress: Option<&Progress>) -> Infallible {
    match progress {
        Some(progress) => progress.reveal().await,
        None => std::future::pending().await,
    }
}
