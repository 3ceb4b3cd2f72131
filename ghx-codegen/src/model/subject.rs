//! Subjects and the questions that can be asked about them: lookups that start from a subject.

use super::Path;
use crate::{card::Subject, operation::GraphqlType};

/// A way to address a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Owner, name and number (or the one string).
    Numbered,
    /// Owner and name (or the one string).
    Named,
    /// A node id.
    Id,
    /// A number in the repository of the main subject, which is given by id.
    Sibling,
}

impl Form {
    /// Its name in cards.
    pub fn as_str(self) -> &'static str {
        match self {
            Form::Numbered => "numbered",
            Form::Named => "named",
            Form::Id => "id",
            Form::Sibling => "sibling",
        }
    }
}

/// A subject with its lookups resolved.
#[derive(Clone, Debug)]
pub struct BoundSubject {
    /// As written.
    pub subject: Subject,
    /// The forms it can be given in.
    pub forms: Vec<Form>,
    /// Its lookups; `id` is always one of them.
    pub questions: Vec<BoundQuestion>,
}

/// A lookup that starts from a subject: an entry of `find`.
#[derive(Clone, Debug)]
pub struct BoundQuestion {
    /// `label`.
    pub name: String,
    /// The word for what is searched: `label`.
    pub describe: String,
    /// The message if it is not found, with `{subject}` and `{key}`.
    pub missing: Option<String>,
    /// The type of the key, if it has one: GraphQL `String` or `Int`.
    pub key: Option<KeyType>,
    /// The GraphQL type of the result (a scalar, nearly always `ID`).
    pub answer: GraphqlType,
    /// The kind of node that the result is the id of.
    pub kind: Option<String>,
    /// The kind of node that the result of `or` is the id of.
    pub or_kind: Option<String>,
    /// Per form of the subject.
    pub forms: Vec<(Form, Ask)>,
}

/// The type of the value that is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// A name.
    Text,
    /// A number.
    Number,
}

/// How the result is found for one form of the subject.
#[derive(Clone, Debug)]
pub enum Ask {
    /// The caller gave it.
    Given,
    /// By an operation.
    Lookup {
        /// Its name in [`Model::operations`](super::Model::operations).
        operation: String,
        /// Every variable of it and its value, in declaration order.
        variables: Vec<(String, SubjectValue)>,
        /// To the result.
        path: Path,
        /// To the result if `path` is null: a value, or a list whose first element is used.
        or: Option<Path>,
        /// To a list of names.
        suggest: Option<Path>,
    },
}

/// A value of a subject that its lookups can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectValue {
    /// Owner of the repository.
    Owner,
    /// Name of the repository.
    Name,
    /// Number.
    Number,
    /// Node id.
    Id,
    /// The main subject's node id, for a sibling.
    Anchor,
    /// What is searched for.
    Key,
    /// What is searched for, without `[bot]` at its end.
    App,
}

impl SubjectValue {
    /// Its name in cards.
    pub fn as_str(self) -> &'static str {
        match self {
            SubjectValue::Owner => "owner",
            SubjectValue::Name => "name",
            SubjectValue::Number => "number",
            SubjectValue::Id => "id",
            SubjectValue::Anchor => "anchor",
            SubjectValue::Key => "key",
            SubjectValue::App => "app",
        }
    }
}
