//! The values that capabilities take: repositories, typed node ids, subjects, and the outputs of earlier steps.

mod arg;
mod into_arg;
mod into_nullable;
mod into_repo;
mod node_id;
mod nullable;
mod numbered;
mod repo;
mod step_output;
mod subject;
mod template;
mod text;
mod timestamp;
mod url;

pub use arg::Arg;
pub use into_arg::{IntoArg, Plain};
pub use into_nullable::IntoNullable;
pub use into_repo::IntoRepo;
pub use node_id::{IsA, Kind, NodeId};
pub use nullable::Nullable;
pub use numbered::{Numbered, NumberedKind};
pub use repo::Repo;
pub use step_output::{OutputRef, StepId, StepOutput};
pub use subject::{IntoRelated, IntoSubject, Related, Subject};
#[doc(hidden)]
pub use template::{fill, holes};
pub use text::{InText, IntoPiece, Piece, Text};
pub use timestamp::Timestamp;

#[doc(no_inline)]
pub use crate::addresses::*;

pub(crate) use numbered::parse_numbered;
pub(crate) use url::host_of;

/// What a reader calls a kind of node: `pull request` for `PullRequest`.
pub(crate) fn noun_of(kind: &str) -> String {
    let mut noun = String::with_capacity(kind.len() + 2);
    for letter in kind.chars() {
        if letter.is_ascii_uppercase() && !noun.is_empty() {
            noun.push(' ');
        }
        noun.push(letter.to_ascii_lowercase());
    }
    noun
}

/// `an issue`, `a pull request`.
pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
