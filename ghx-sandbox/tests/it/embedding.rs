//! The sandbox inside a test process: runtimes, isolation, loopback and shutdown.

use std::{
    net::{Ipv4Addr, SocketAddr, UdpSocket},
    time::Duration,
};

use ghx_sandbox::Sandbox;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::client::Client;

/// Starts, reads, writes, stops.
async fn whole_life() {
    let client = Client::start().await;
    client.graphql("{ viewer { login } }", Value::Null).await.data();
    client.rest("POST", "/repos/acme/widgets/issues", json!({ "title": "x" })).await;
    assert_eq!(client.sandbox.writes().len(), 1);
    client.sandbox.stop().await;
}

#[test]
fn runs_on_every_tokio_runtime() {
    let current = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    current.block_on(whole_life());
    let many = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    many.block_on(whole_life());
}

#[test]
fn sandbox_is_send_and_sync() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Sandbox>();
}

/// Whether the port is closed; the server stops in the background.
async fn is_refused(address: SocketAddr) -> bool {
    for _ in 0..200 {
        if TcpStream::connect(address).await.is_err() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

#[tokio::test]
async fn dropping_the_sandbox_stops_the_server() {
    let client = Client::start().await;
    let address = client.sandbox.address();
    assert_eq!(client.get("/user").await.status, 200);
    drop(client);
    assert!(is_refused(address).await);
}

#[tokio::test]
async fn stop_frees_the_port_and_closes_connections() {
    let client = Client::start().await;
    let address = client.sandbox.address();
    let idle = TcpStream::connect(address).await.unwrap();
    client.sandbox.stop().await;
    assert!(TcpStream::connect(address).await.is_err());
    idle.readable().await.unwrap();
    assert_eq!(idle.try_read(&mut [0; 1]).unwrap_or(0), 0, "nothing but the end comes");
    let again = Sandbox::builder().port(address.port()).start().await.unwrap();
    assert_eq!(again.address(), address);
    assert!(Sandbox::builder().port(address.port()).start().await.is_err(), "the port is taken");
}

#[tokio::test]
async fn listens_on_loopback_only() {
    let sandbox = Sandbox::start().await.unwrap();
    let address = sandbox.address();
    assert_eq!(address.ip(), Ipv4Addr::LOCALHOST);
    assert!(sandbox.base_url().starts_with("http://127.0.0.1:"));
    // The other address of this machine, if it has one. Nothing is sent.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
    let outside = socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).and_then(|()| socket.local_addr());
    let others = [Some(Ipv4Addr::new(127, 0, 0, 2).into()), outside.ok().map(|address| address.ip())];
    for ip in others.into_iter().flatten().filter(|ip| *ip != address.ip()) {
        let connect = TcpStream::connect(SocketAddr::new(ip, address.port()));
        let connected = tokio::time::timeout(Duration::from_secs(1), connect).await;
        assert!(!matches!(connected, Ok(Ok(_))), "it listens on {ip}");
    }
}

#[tokio::test]
async fn two_sandboxes_share_no_state() {
    let (one, other) = (Client::start().await, Client::start().await);
    one.sandbox.inject(ghx_sandbox::Fault::TooQuickly);
    one.sandbox.use_points(Sandbox::TOKEN, ghx_sandbox::Resource::Graphql, 4000);
    let comment = "mutation($id: ID!) { addComment(input: { subjectId: $id, body: \"x\" }) { clientMutationId } }";
    let id = one.id("acme/widgets", 1);
    assert_eq!(other.id("acme/widgets", 1), id, "ids depend on the seed alone");
    let response = other.graphql(comment, json!({ "id": id })).await;
    response.data();
    assert_eq!(response.header("x-ratelimit-used"), "1");
    assert_eq!(one.graphql(comment, json!({ "id": id })).await.first_error()["message"], "was submitted too quickly");
    assert_eq!((one.sandbox.writes().len(), other.sandbox.writes().len()), (0, 1));
    assert_eq!((one.sandbox.requests().len(), other.sandbox.requests().len()), (1, 1));
    assert_eq!(one.sandbox.issue("acme/widgets", 1).unwrap().comments.len(), 2);
    assert_eq!(other.sandbox.issue("acme/widgets", 1).unwrap().comments.len(), 3);
    one.sandbox.stop().await;
    assert_eq!(other.get("/user").await.status, 200);
}
