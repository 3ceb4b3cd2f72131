//! Ctrl-C: the first stops the work, the second quits.

use tokio::sync::watch;

/// How often the process was interrupted.
#[derive(Clone, Debug)]
pub(crate) struct Interrupts(watch::Receiver<u32>);

impl Interrupts {
    /// Listens from now on, instead of being killed.
    pub(crate) async fn listen() -> Self {
        let (sender, receiver) = watch::channel(0);
        tokio::spawn(async move {
            while tokio::signal::ctrl_c().await.is_ok() {
                sender.send_modify(|count| *count += 1);
            }
            // Nobody can interrupt: those who wait wait for ever.
            sender.closed().await;
        });
        // The task must have begun to listen before anything else happens.
        tokio::task::yield_now().await;
        Self(receiver)
    }

    pub(crate) fn happened(&self) -> bool {
        *self.0.borrow() > 0
    }

    /// Ends at the first interrupt.
    pub(crate) async fn first(&self) {
        self.wait(1).await;
    }

    /// Ends at the second.
    pub(crate) async fn second(&self) {
        self.wait(2).await;
    }

    async fn wait(&self, times: u32) {
        let mut receiver = self.0.clone();
        if receiver.wait_for(|count| *count >= times).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
