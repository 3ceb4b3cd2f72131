//! GitHub's error shapes: `type`, `path`, `locations` and `extensions` next to the message.

use std::collections::HashMap;

use apollo_compiler::response::GraphQLError;
use serde_json::{Value as Json, json};

use crate::state::{Refusal, RefusalKind};

/// apollo-compiler's field errors only have a message, so the refusal is encoded in it.
pub(crate) fn encode(refusal: &Refusal) -> String {
    format!("{MARK}{}{MARK}{}{MARK}", refusal.graphql_type().unwrap_or_default(), refusal.message)
}

const MARK: char = '\u{1}';

/// Turns an error of the executor into one of GitHub's; `starts` has the positions of fields.
pub(crate) fn github_error(error: &GraphQLError, starts: &HashMap<(usize, usize), Json>) -> Json {
    let mut parts = error.message.split(MARK);
    let (kind, message) = match (parts.next(), parts.next(), parts.next()) {
        (Some(_), Some(kind), Some(message)) => (kind, message),
        _ => ("", error.message.as_str()),
    };
    let at = error.locations.first().and_then(|at| starts.get(&(at.line, at.column)));
    let locations = at.cloned().unwrap_or_else(|| json!(error.locations));
    let mut json = json!({ "message": message, "path": error.path, "locations": locations });
    if !kind.is_empty() {
        json["type"] = kind.into();
    }
    if kind == "FORBIDDEN" {
        json["extensions"] = json!({ "saml_failure": false });
    }
    json
}

/// GitHub's message for an internal error.
pub(crate) fn something_went_wrong_text(request_id: &str) -> String {
    format!(
        "Something went wrong while executing your query. This may be the result of a timeout, or it could be a \
         GitHub bug. Please include `{request_id}` when reporting this issue."
    )
}

/// The same as a refusal; it has no `type`.
pub(crate) fn something_went_wrong() -> Refusal {
    Refusal::new(RefusalKind::Unexplained, something_went_wrong_text("0000:0000:000000:000000:00000000"))
}
