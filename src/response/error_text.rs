//! The body of a response with an error status.

use serde_json::Value;

/// The members of GitHub's error bodies. A body with other members is not an error of GitHub: it may be the result of a
/// write whose status a proxy has changed.
const MEMBERS: &[&str] =
    &["block", "code", "documentation_url", "errors", "message", "request_id", "status", "type", "url"];

/// An error body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorText {
    /// The message; `None` for an HTML page.
    pub(crate) message: Option<String>,
    /// Whether it has the form of GitHub's errors: a JSON object with a `message` and only known members.
    pub(crate) is_github: bool,
}

impl ErrorText {
    /// Reads `{"message": "…"}`, as REST responds, or the message of the first GraphQL error.
    pub(crate) fn read(body: &[u8]) -> Self {
        let value: Value = serde_json::from_slice(body).unwrap_or_default();
        let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(ToOwned::to_owned);
        let message = text(&value["message"]);
        let has_only_known =
            || value.as_object().is_some_and(|body| body.keys().all(|key| MEMBERS.contains(&key.as_str())));
        let is_github = message.is_some() && has_only_known();
        Self { message: message.or_else(|| text(&value["errors"][0]["message"])), is_github }
    }

    pub(crate) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn github_errors_are_recognised_by_their_form() {
        for body in [
            r#"{"message": "Bad credentials"}"#,
            r#"{"message": "Validation Failed", "errors": [{"code": "missing"}], "documentation_url": "x", "status": "422"}"#,
        ] {
            assert!(ErrorText::read(body.as_bytes()).is_github, "{body}");
        }
        for body in [
            "",
            "<html>Blocked</html>",
            "[]",
            "{}",
            r#"{"message": ""}"#,
            r#"{"error": "blocked by policy"}"#,
            r#"{"sha": "abc", "merged": true, "message": "Pull Request successfully merged"}"#,
            r#"{"data": {"s0": {"id": "I_1"}}, "message": "x"}"#,
            r#"{"errors": [{"message": "x"}]}"#,
        ] {
            assert!(!ErrorText::read(body.as_bytes()).is_github, "{body}");
        }
    }
}
