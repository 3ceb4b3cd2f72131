//! The values that capabilities take: repositories, typed node ids, subjects, and references to the outputs of
//! earlier steps.

mod arg;
mod into_arg;
mod node_id;
mod nullable;
mod number_ref;
mod reference;
mod repo;
mod subject;
mod template;
mod text;
mod url;

pub use arg::Arg;
pub use into_arg::{IntoArg, Plain};
pub use node_id::{IsA, Kind, NodeId};
pub use nullable::Nullable;
pub use number_ref::{NumberRef, Numbered};
pub use reference::{Ref, Reference, StepId};
pub use repo::Repo;
pub use subject::{IntoRelated, IntoSubject, Related, Subject};
#[doc(hidden)]
pub use template::{fill, holes};
pub use text::{InText, IntoPiece, Piece, Text};

pub(crate) use number_ref::parse_numbered;
pub(crate) use url::host_of;

/// `an issue`, `a pull request`.
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

pub(crate) fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
