//! Stopping a run without losing what is known of it.

use futures_util::future::{Either, select};
use tokio::sync::watch;

/// Tells a run to stop: nothing more is sent, and what is under way is reported as unknown.
#[derive(Clone, Debug)]
pub(crate) struct Cancel(Option<watch::Receiver<bool>>);

impl Cancel {
    /// Never.
    pub(crate) fn never() -> Self {
        Self(None)
    }

    /// Runs something that heeds a cancel, which comes when `stop` ends. It always runs to its own end.
    pub(crate) async fn until<F: Future>(stop: impl Future<Output = ()>, run: impl FnOnce(Self) -> F) -> F::Output {
        let (sender, receiver) = watch::channel(false);
        let running = std::pin::pin!(run(Self(Some(receiver))));
        // The stop is asked first: one that has come already lets nothing out.
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

    /// Ends when the run is to stop.
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
