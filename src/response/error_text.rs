//! What the body of a response that is not a success says.

use serde_json::Value;

/// The members that GitHub's error bodies have. A body with others is something else, such as the result of a write whose
/// status somebody has changed on the way.
const MEMBERS: &[&str] =
    &["block", "code", "documentation_url", "errors", "message", "request_id", "status", "type", "url"];

/// An error body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ErrorText {
    /// What it says. A page of HTML says nothing.
    pub(crate) message: Option<String>,
    /// Whether it is an error in GitHub's own form: a JSON object with a `message`.
    pub(crate) is_github: bool,
}

impl ErrorText {
    /// Reads a body in REST's form, `{"message": "…"}`. Of GraphQL's errors, which have one message each, the first counts.
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
    fn only_githubs_form_is_an_error_of_githubs() {
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
