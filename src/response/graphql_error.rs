//! One error of a GraphQL answer, in GitHub's own shape: `type` at the top level, not in `extensions`.

use serde_json::Value;

/// An error as GitHub sent it. Whatever is missing or strange is left out: an error must never be lost for its shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GraphqlError {
    pub(crate) kind: Option<String>,
    pub(crate) message: String,
    /// The response keys down to the field; positions in lists as numbers in text.
    pub(crate) path: Vec<String>,
    /// The lines of the document that it concerns.
    pub(crate) lines: Vec<usize>,
    /// `extensions.code`: why a document was refused before execution.
    pub(crate) code: Option<String>,
    pub(crate) saml_failure: bool,
    /// Whether `extensions.problems` says what is wrong with a variable.
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

    /// Whether GitHub says what kind of error it is.
    pub(crate) fn is_explained(&self) -> bool {
        self.kind.is_some() || self.code.is_some() || self.saml_failure || self.has_problems
    }

    /// Whether it names no field of a response: it has no path, or one that starts with the operation (`mutation Ghx`), as
    /// errors have that are found before execution.
    pub(crate) fn is_before_execution(&self) -> bool {
        self.path.first().is_none_or(|first| is_operation(first))
    }
}

/// Whether the first part of a path is the operation itself. Response keys have no space, and no alias of ours is so called.
pub(crate) fn is_operation(first: &str) -> bool {
    let word = first.split(' ').next().unwrap_or_default();
    matches!(word, "mutation" | "query")
}
