//! Responses to large requests that come before the request was read, and then the connection is closed.

use ghx_sandbox::middlebox::Response;
use serde_json::{Value, json};

use super::Wire;

/// Comments that make up a megabyte.
fn comments() -> Value {
    let body = "x".repeat(20_000);
    json!(vec![json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": body}}); 50])
}

/// Whether the client reads the response or only sees the closed connection, no step is reported as done, and the
/// next run is not affected.
#[tokio::test(start_paused = true)]
async fn an_early_response_to_a_large_write_is_not_a_success() {
    for (status, body) in [(502, "<html>Bad Gateway</html>"), (413, "<html>Too Large</html>"), (200, "")] {
        let wire = Wire::start().await;
        wire.middlebox.script_early(move |exchange| {
            let length: usize = exchange.headers["content-length"].parse().unwrap();
            (length > 100_000).then(|| Response::text(status, "text/html", body))
        });
        let envelope = wire.chain(comments()).await;
        for result in envelope["results"].as_array().unwrap() {
            assert_eq!(result["ok"], false, "{status}: {result:#}");
            assert!(result["error"]["details"]["outcome"] == "unknown" || status == 413, "{status}: {result:#}");
        }
        assert!(wire.writes().is_empty());
        wire.middlebox.pass_all();
        assert_eq!(wire.chain(comments()).await["status"], "success");
        assert_eq!(wire.writes().len(), 50);
    }
}
