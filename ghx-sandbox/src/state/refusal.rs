//! Why a request is refused, for both GraphQL and REST.

/// A refused read or write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) kind: RefusalKind,
    pub(crate) message: String,
    /// What is wrong with which field; only REST shows it.
    pub(crate) problem: Option<FieldProblem>,
}

/// The kinds of refusal, each with its GraphQL `type` and its REST status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefusalKind {
    NotFound,
    Forbidden,
    Unprocessable,
    StaleData,
    InvalidCursor,
    ResourceLimits,
    /// The pull request cannot be merged: REST responds with 405.
    NotMergeable,
    /// Issues are disabled: REST responds with 410.
    IssuesDisabled,
    /// GitHub does not give a reason.
    Unexplained,
    /// An error that a test injected, with this `type`.
    Injected(Option<String>),
    /// Something GitHub has and the sandbox does not model.
    NotModelled,
}

/// One entry of the `errors` of a REST 422.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldProblem {
    pub(crate) resource: &'static str,
    pub(crate) field: &'static str,
    pub(crate) code: &'static str,
}

impl Refusal {
    pub(crate) fn new(kind: RefusalKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), problem: None }
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::NotFound, message)
    }

    pub(crate) fn unprocessable(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Unprocessable, message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(RefusalKind::Forbidden, message)
    }

    /// The refusal for what the sandbox does not model. It never invents data.
    pub(crate) fn not_modelled(what: impl std::fmt::Display) -> Self {
        Self::new(RefusalKind::NotModelled, format!("ghx-sandbox does not model {what}"))
    }

    /// GitHub's limit on creations.
    pub(crate) fn too_quickly() -> Self {
        Self::unprocessable("was submitted too quickly")
    }

    /// A row that was deleted.
    pub(crate) fn gone() -> Self {
        Self::not_found("Could not resolve to a node: it has been deleted.")
    }

    pub(crate) fn unknown_id(id: &str) -> Self {
        Self::not_found(format!("Could not resolve to a node with the global id of '{id}'"))
    }

    pub(crate) fn wrong_kind(kind: &str, id: &str) -> Self {
        Self::not_found(format!("Could not resolve to {kind} node with the global id of '{id}'."))
    }

    pub(crate) fn invalid(resource: &'static str, field: &'static str, code: &'static str, message: String) -> Self {
        Self { problem: Some(FieldProblem { resource, field, code }), ..Self::unprocessable(message) }
    }

    /// The `type` of the GraphQL error.
    pub(crate) fn graphql_type(&self) -> Option<&str> {
        Some(match &self.kind {
            RefusalKind::Injected(kind) => return kind.as_deref(),
            RefusalKind::NotFound => "NOT_FOUND",
            RefusalKind::Forbidden => "FORBIDDEN",
            // Most of this is refused before execution; what is refused during execution has changed nothing.
            RefusalKind::Unprocessable
            | RefusalKind::NotMergeable
            | RefusalKind::IssuesDisabled
            | RefusalKind::NotModelled => "UNPROCESSABLE",
            RefusalKind::StaleData => "STALE_DATA",
            RefusalKind::InvalidCursor => "INVALID_CURSOR_ARGUMENTS",
            RefusalKind::ResourceLimits => "RESOURCE_LIMITS_EXCEEDED",
            RefusalKind::Unexplained => return None,
        })
    }

    /// The status of the REST response.
    pub(crate) fn status(&self) -> u16 {
        match &self.kind {
            RefusalKind::NotFound => 404,
            RefusalKind::Forbidden => 403,
            RefusalKind::Unprocessable | RefusalKind::InvalidCursor => 422,
            RefusalKind::StaleData => 409,
            RefusalKind::NotMergeable => 405,
            RefusalKind::IssuesDisabled => 410,
            RefusalKind::ResourceLimits => 503,
            RefusalKind::Unexplained | RefusalKind::Injected(_) => 500,
            // Clients retry a 5xx and hide its message.
            RefusalKind::NotModelled => 400,
        }
    }
}
