//! A loopback port that accepts connections until it is stopped.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Server {
    /// Hands every connection on a loopback port to a function; port 0 picks a free one.
    pub(crate) async fn listen<F>(
        port: u16,
        serve: impl Fn(TcpStream) -> F + Send + Sync + 'static,
    ) -> std::io::Result<Self>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(accept(listener, serve, stopped));
        Ok(Self { address, stop, task })
    }

    /// Closes all connections and waits until they are closed.
    pub(crate) async fn stop(self) {
        self.stop.send_replace(true);
        // An error means that the runtime is shutting down.
        let _ = self.task.await;
    }
}

async fn accept<F>(listener: TcpListener, serve: impl Fn(TcpStream) -> F, mut stopped: watch::Receiver<bool>)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = stopped.changed() => break,
            accepted = listener.accept() => {
                if let Ok((stream, _)) = accepted {
                    // Without this, small responses wait for the client's acknowledgement.
                    let _ = stream.set_nodelay(true);
                    connections.spawn(serve(stream));
                }
            }
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
        }
    }
    connections.shutdown().await;
}
