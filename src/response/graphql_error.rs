//! A single error of a GraphQL response, in GitHub's format: `type` is at the top level, not in `extensions`.

use serde_json::Value;

/// An error as GitHub sent it. Members that are missing or malformed are ignored, so that no error is ever dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GraphqlError {
    pub(crate) kind: Option<String>,
    pub(crate) message: String,
    /// The response keys down to the field, with list indices as decimal strings.
    pub(crate) path: Vec<String>,
    /// The lines of the document that the error is about.
    pub(crate) lines: Vec<usize>,
    /// `extensions.code`, which says why a document was refused before execution.
    pub(crate) code: Option<String>,
    pub(crate) saml_failure: bool,
    /// Whether there is an `extensions.problems`, which lists the problems of a variable.
    pub(crate) has_problems: bool,
}

impl GraphqlError {
    pub(crate) fn read(value: &Value) -> Self {
        let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
        let list = |name: &str| value[name].as_array().into_iter().flatten();
        let message = text(&value["message"]).unwrap_or_else(|| format!("GitHub gave no reason: {value}"));
        Self {
            kind: text(&value["type"]),
            message,
            path: list("path").map(|segment| text(segment).unwrap_or_else(|| segment.to_string())).collect(),
            lines: list("locations").filter_map(|place| place["line"].as_u64()?.try_into().ok()).collect(),
            code: text(&value["extensions"]["code"]),
            saml_failure: value["extensions"]["saml_failure"] == true,
            has_problems: value["extensions"]["problems"].is_array(),
        }
    }

    /// Whether GitHub says why the request failed, by a type, a code or details.
    pub(crate) fn is_explained(&self) -> bool {
        self.kind.is_some() || self.code.is_some() || self.saml_failure || self.has_problems
    }

    /// Whether the error was found before execution: it has no path, or a path that starts with the operation (`mutation
    /// Ghx`).
    pub(crate) fn is_before_execution(&self) -> bool {
        self.path.first().is_none_or(|first| is_operation(first))
    }
}

/// Whether the first part of a path is the operation. Response keys have no space, and no alias of ghx has these names.
pub(crate) fn is_operation(first: &str) -> bool {
    let word = first.split(' ').next().unwrap_or_default();
    matches!(word, "mutation" | "query")
}
