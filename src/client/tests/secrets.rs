//! Tests that the token appears in no output.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use ghx_sandbox::{Fault, Sandbox, When};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::util::SubscriberInitExt;

use super::{CALLS, CANARY};
use crate::Client;
use crate::client::ClientBuilder;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn record(&self) -> impl Sized {
        let log = self.clone();
        // With only one subscriber, a test on a thread without it can disable our events for all threads.
        let second = tracing::Dispatch::new(tracing_subscriber::registry());
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_max_level(LevelFilter::TRACE);
        (subscriber.with_writer(move || log.clone()).finish().set_default(), second)
    }
}

/// One thread, so that everything the request does is recorded.
#[tokio::test]
async fn the_token_is_not_logged_at_any_level() {
    let sandbox = Sandbox::start().await.unwrap();
    let (url, log) = (sandbox.graphql_url(), Log::default());
    let client = Client::builder().token(CANARY).graphql_url(&url).build().unwrap();
    let recording = log.record();
    let body = Bytes::from_static(br#"{"query":"{ viewer { login } }"}"#);
    client.post_graphql(body.clone(), &CALLS).await.unwrap();
    sandbox.inject(Fault::Drop { when: When::default() });
    client.post_graphql(body, &CALLS).await.unwrap_err();
    drop(recording);
    let text = log.text();
    assert!(!text.contains(CANARY) && !text.contains("Bearer"), "{text}");
    assert!(!text.contains("viewer") && !text.contains("octocat"), "a body was logged: {text}");
    let ours: Vec<_> = text.lines().filter(|line| line.contains("ghx::client")).collect();
    let [answered, lost] = ours.as_slice() else { panic!("{text}") };
    for part in ["DEBUG", "method=\"POST\"", "host=\"127.0.0.1\"", "path=\"/graphql\"", "status=200", "request_id=\""] {
        assert!(answered.contains(part), "{part} in {answered}");
    }
    assert!(lost.contains("GitHub may have received the request"), "{lost}");
    assert!(text.contains("hyper"), "the layers below are recorded as well");
}

#[tokio::test]
async fn the_token_is_not_in_debug_output_or_errors() {
    let builder = || Client::builder().token(CANARY).timeout(Duration::from_secs(1));
    let client = builder().graphql_url("http://127.0.0.1:1/graphql").build().unwrap();
    let error = client.post_graphql(Bytes::new(), &CALLS).await.unwrap_err();
    let environment =
        ClientBuilder::with_environment(crate::client::env::Environment::read(|_| Some(CANARY.to_owned())));
    let mut texts = vec![
        format!("{client:?} {client:#?} {:?} {error:?}", builder()),
        format!("{environment:?} {:?}", client.inner.credentials),
    ];
    let refused = [
        builder().token(format!("{CANARY}\n{CANARY}")).build(),
        builder().token(format!("{CANARY}é")).build(),
        builder().host("https://github.com").build(),
        builder().graphql_url(&format!("https://me:{CANARY}@ghe.example.com/graphql")).build(),
        builder().host(&format!("{CANARY}@ghe.example.com")).build(),
    ];
    texts.extend(refused.map(|result| result.unwrap_err()).map(|error| format!("{error} {error:?}")));
    for text in texts {
        assert!(!text.contains("canary"), "{text}");
    }
}
