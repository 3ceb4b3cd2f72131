//! Does the work: a runtime, a client, progress, and what happens on Ctrl-C and the like.

use std::convert::Infallible;

use ghx::{Client, Error};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::args::Connection;
use crate::connect::Connected;
use crate::interrupt::Interrupts;
use crate::progress::Progress;
use crate::world::World;
use crate::{Exit, Refusal, logging};

/// How the work ended.
#[derive(Debug)]
pub(crate) enum Ended<T> {
    /// By itself.
    Done(T),
    /// By an interrupt; this is what is known.
    Interrupted(T),
    /// By a second interrupt; nothing is known.
    Abandoned,
}

/// Runs `work` with a client: this one, or that of a sandbox. It is given a future that ends when it has to stop. The result
/// is to be printed before the last part is dropped.
pub(crate) fn execute<T>(
    world: &mut World<'_>,
    connection: &Connection,
    client: Option<Client>,
    progress: Option<Progress>,
    work: impl AsyncFnOnce(&Client, Stop<'_>) -> T,
) -> Result<(Ended<T>, Listening), Refusal> {
    let _log = logging::start(world.log.as_deref(), progress.as_ref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::unknown(format!("cannot start: {error}")).with_source(error))?;
    let ended = runtime.block_on(async {
        let connected = match client {
            Some(client) => Connected::to(client),
            None => Connected::to_sandbox(connection).await?,
        };
        let interrupts = Interrupts::listen();
        let printing = interrupts.clone();
        let aside =
            async { tokio::join!(announce(world, &interrupts, progress.as_ref()), reveal(progress.as_ref())).0 };
        let ended = tokio::select! {
            biased;
            () = interrupts.second() => Ended::Abandoned,
            never = aside => match never {},
            output = work(&connected.client, Stop(&interrupts)) => {
                if interrupts.happened() { Ended::Interrupted(output) } else { Ended::Done(output) }
            }
        };
        Ok((ended, printing))
    });
    // Cleared before anything else is said.
    drop(progress);
    ended.map(|(ended, interrupts)| (ended, Listening::start(runtime, interrupts)))
}

/// Keeps listening for signals while the result is printed, so that a second one can quit if the reader never reads.
#[derive(Debug)]
pub(crate) struct Listening {
    /// Dropped at the end.
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
                    () = interrupts.next_but_first() => false,
                }
            });
            if !is_over {
                quit();
            }
            // A lookup of a host name must not be waited for.
            runtime.shutdown_background();
        });
        Self { _end: end }
    }
}

/// Ends the process while another thread may be stuck in a write.
#[expect(clippy::disallowed_methods, reason = "main cannot return while stdout takes nothing")]
fn quit() {
    std::process::exit(Exit::Interrupted.code().into());
}

/// Tells the work when to stop.
#[derive(Debug)]
pub(crate) struct Stop<'i>(&'i Interrupts);

impl Stop<'_> {
    pub(crate) async fn requested(self) {
        self.0.first().await;
    }
}

/// Says at the first interrupt what happens now.
async fn announce(world: &mut World<'_>, interrupts: &Interrupts, progress: Option<&Progress>) -> Infallible {
    interrupts.first().await;
    if let Some(progress) = progress {
        progress.clear();
    }
    world.note("Stopping: no more requests will be sent. Press Ctrl-C again to quit immediately.");
    std::future::pending().await
}

async fn reveal(progress: Option<&Progress>) -> Infallible {
    match progress {
        Some(progress) => progress.reveal().await,
        None => std::future::pending().await,
    }
}
