//! Stops a run without losing the outcomes that are known.

use futures_util::future::{Either, select};
use tokio::sync::watch;

/// A signal that stops a run: nothing more is sent, and writes in flight are reported as unknown.
#[derive(Clone, Debug)]
pub(crate) struct Cancel(Option<watch::Receiver<bool>>);

impl Cancel {
    /// A run that cannot be stopped.
    pub(crate) fn never() -> Self {
        Self(None)
    }

    /// Runs a future with a signal that is set when `stop` completes. The future itself always runs to completion.
    pub(crate) async fn until<F: Future>(stop: impl Future<Output = ()>, run: impl FnOnce(Self) -> F) -> F::Output {
        let (sender, receiver) = watch::channel(false);
        let running = std::pin::pin!(run(Self(Some(receiver))));
        // `stop` is polled first: if it is complete already, nothing is sent.
        match select(std::pin::pin!(stop), running).await {
            Either::Right((output, _)) => output,
            Either::Left(((), running)) => {
                sender.send_replace(true);
                running.await
            }
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.0.as_ref().is_some_and(|receiver| *receiver.borrow())
    }

    /// Completes when the run is to stop.
    pub(crate) async fn wait(&self) {
        if let Some(receiver) = &self.0 {
            let mut receiver = receiver.clone();
            if receiver.wait_for(|on| *on).await.is_ok() {
                return;
            }
        }
        std::future::pending::<()>().await;
    }
}
