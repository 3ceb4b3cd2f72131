//! What can go wrong while Rust is written. Bind has refused everything else.

use std::{fmt, io, path::PathBuf};

/// Why a bound catalogue could not be turned into Rust.
#[derive(Debug)]
#[non_exhaustive]
pub enum EmitError {
    /// `graphql_client`'s generator refused an operation.
    Client {
        /// The operation.
        operation: String,
        /// Its words.
        reason: String,
    },
    /// What was written is not Rust: a mistake of the emitter.
    Syntax {
        /// The piece.
        what: String,
        /// Where and why.
        source: syn::Error,
    },
    /// The generator reads its schema from a file, which could not be written.
    TempFile {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The card language allows it and the emitter does not write it yet.
    Unsupported {
        /// The card, subject or operation.
        at: String,
        /// What it asks for.
        what: String,
    },
}

impl EmitError {
    /// Something that is not written yet.
    pub(super) fn unsupported(at: &str, what: impl Into<String>) -> Self {
        EmitError::Unsupported { at: at.to_owned(), what: what.into() }
    }
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmitError::Client { operation, reason } => {
                write!(f, "no types can be generated for the operation `{operation}`: {reason}")
            }
            EmitError::Syntax { what, .. } => {
                write!(f, "what was generated for {what} is not Rust")
            }
            EmitError::TempFile { path, .. } => {
                write!(f, "cannot write the temporary file {}", path.display())
            }
            EmitError::Unsupported { at, what } => {
                write!(f, "`{at}` cannot be generated: {what}")
            }
        }
    }
}

impl std::error::Error for EmitError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            EmitError::Syntax { source, .. } => Some(source),
            EmitError::TempFile { source, .. } => Some(source),
            EmitError::Client { .. } | EmitError::Unsupported { .. } => None,
        }
    }
}
