//! What generated code calls: everything that needs no knowledge of one card.

mod enums;
mod nullable;
pub mod spec;

use std::fmt;

use crate::Error;
use crate::capability::Capability;
use crate::capability::describe;
use crate::capability::lookup::{not_found, not_found_among};
use crate::card::SubjectSpec;
use crate::error::{InputProblem, KindMismatch};
use crate::value::{Arg, Kind, NodeId, NumberRef, Related, Subject};

pub use enums::one_of;
pub use nullable::IntoNullable;

/// What stands at `at` in the answer to a read. Null there means that it was not found.
pub fn found<'a, T>(value: Option<&'a T>, at: &str) -> Result<&'a T, Error> {
    value.ok_or_else(|| not_found(format!("`{at}` was not found, or the token may not read it")))
}

/// What stands at `at` in the answer to a write. Null there means that the result could not be read.
pub fn written<'a, T>(value: Option<&'a T>, at: &str) -> Result<&'a T, Error> {
    value.ok_or_else(|| Error::server(format!("the result could not be read: `{at}` is null")))
}

/// The value of an input that may be absent.
pub fn given<T>(input: Option<&Arg<T>>) -> Result<Option<&T>, Error> {
    input.map(Arg::get).transpose()
}

/// How many elements a list has.
pub fn count<T>(list: &[T]) -> u64 {
    u64::try_from(list.len()).unwrap_or(u64::MAX)
}

/// A number that cannot be negative.
pub fn unsigned(value: i64, at: &str) -> Result<u64, Error> {
    u64::try_from(value).map_err(|_| Error::server(format!("`{at}` is negative: {value}")))
}

/// A number as GraphQL's `Int`, which has 32 bits. `input` is the path of the input: `comments.line`.
pub fn int32(value: impl TryInto<i32> + fmt::Display + Copy, input: &str) -> Result<i64, Error> {
    value.try_into().map(i64::from).map_err(|_| {
        let pointer = format!("/{}", input.replace('.', "/"));
        let rule = format!("must fit 32 bits, which {value} does not");
        Error::invalid_input(vec![InputProblem::new(pointer, "a 32-bit integer", value.to_string(), rule)])
    })
}

/// The answers for all keys; `None` while one is missing. Everything is asked before that is said.
pub fn find_all<T, A>(keys: &[T], ask: impl FnMut(&T) -> Result<Option<A>, Error>) -> Result<Option<Vec<A>>, Error> {
    let answers = keys.iter().map(ask).collect::<Result<Vec<_>, Error>>()?;
    Ok(answers.into_iter().collect())
}

/// The value of each name among `nodes`, ignoring case. `what` says what the nodes are.
pub fn match_names<'a, T: Clone>(
    what: &str,
    names: &[String],
    nodes: impl Iterator<Item = (&'a str, T)>,
) -> Result<Vec<T>, Error> {
    let nodes: Vec<(&str, T)> = nodes.collect();
    let find = |name: &String| {
        let same = nodes.iter().find(|(known, _)| known.to_lowercase() == name.to_lowercase());
        let known = nodes.iter().map(|(known, _)| *known);
        same.map(|(_, value)| value.clone()).ok_or_else(|| not_found_among(format!("no {what} `{name}`"), name, known))
    };
    names.iter().map(find).collect()
}

/// The error for a subject that is not there.
pub fn no_subject(spec: &SubjectSpec, subject: &impl fmt::Display) -> Error {
    not_found(format!("{} {subject} was not found, or the token may not read it", spec.noun))
}

fn mismatch(spec: &SubjectSpec, found: &'static str) -> KindMismatch {
    KindMismatch { subject: spec.name, expected: spec.kind, found }
}

/// The error for a subject that is of another kind: `found` is that kind, or empty where it is not known.
pub fn other_kind(spec: &'static SubjectSpec, subject: &impl fmt::Display, found: &'static str) -> Error {
    not_found(String::new()).with_kind_mismatch(mismatch(spec, found)).with_subject(&subject.to_string())
}

/// What a read found, if it is of the right kind.
pub fn found_as<'a, T>(value: Option<&'a T>, spec: &'static SubjectSpec, found: &'static str) -> Result<&'a T, Error> {
    value.ok_or_else(|| not_found(String::new()).with_kind_mismatch(mismatch(spec, found)).with_subject("it"))
}

/// What a write changed, if it is of the right kind. Some mutations take ids of several kinds.
pub fn written_as<'a, T>(
    value: Option<&'a T>,
    spec: &'static SubjectSpec,
    found: &'static str,
) -> Result<&'a T, Error> {
    value.ok_or_else(|| Error::server("").with_kind_mismatch(mismatch(spec, found)).with_subject("its subject"))
}

/// The error for a node id where the subject is only found by number.
pub fn no_such_form(spec: &SubjectSpec, subject: &impl fmt::Display) -> Error {
    Error::validation(format!("a {} is given by repository and number, not by its id {subject}", spec.noun))
}

/// The subject by repository and number, where no other form will do.
pub fn numbered<'a, K: Kind>(spec: &SubjectSpec, subject: &'a Subject<K>) -> Result<&'a NumberRef<K>, Error> {
    match subject {
        Subject::Numbered(numbered) => Ok(numbered),
        Subject::Id(id) => Err(no_such_form(spec, id)),
    }
}

/// A second subject, seen from the first.
#[derive(Debug)]
pub enum Beside<'a, K: Kind, M: Kind> {
    /// By repository and number.
    Numbered(NumberRef<K>),
    /// By node id.
    Id(&'a Arg<NodeId<K>>),
    /// By number, in the repository of a subject that is known by id only.
    Sibling {
        /// The main subject.
        anchor: &'a Arg<NodeId<M>>,
        /// The number.
        number: &'a Arg<u64>,
    },
}

/// The second subject, with the repository of the first where it has none of its own.
pub fn beside<'a, K: Kind, M: Kind>(related: &'a Related<K>, main: &'a Subject<M>) -> Beside<'a, K, M> {
    match (related, main) {
        (Related::Subject(Subject::Numbered(numbered)), _) => Beside::Numbered(numbered.clone()),
        (Related::Subject(Subject::Id(id)), _) => Beside::Id(id),
        (Related::Sibling(number), Subject::Numbered(main)) => {
            Beside::Numbered(NumberRef::new(&main.repo, number.clone()))
        }
        (Related::Sibling(number), Subject::Id(anchor)) => Beside::Sibling { anchor, number },
    }
}

/// A capability in one line: `issue.labels.add acme/widgets#42 labels=["bug"]`.
pub fn line<C: Capability>(capability: &C) -> String {
    describe(C::CARD, &capability.to_json())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;
    use crate::error::Phase;

    #[test]
    fn null_in_an_answer_is_not_found_for_a_read_and_unreadable_for_a_write() {
        let nothing: Option<&u8> = None;
        let error = found(nothing, "repository.issue").unwrap_err();
        assert_eq!(error.code(), ErrorCode::NotFound);
        let error = written(nothing, "addComment.commentEdge").unwrap_err();
        assert_eq!((error.code(), error.phase()), (ErrorCode::Server, Phase::MayBeApplied));
        assert_eq!(error.message(), "the result could not be read: `addComment.commentEdge` is null");
    }

    #[test]
    fn a_number_beyond_32_bits_names_its_input() {
        assert_eq!(int32(7u64, "first").unwrap(), 7);
        let error = int32(1u64 << 31, "comments.line").unwrap_err();
        assert_eq!(error.code(), ErrorCode::Validation);
        assert_eq!(error.message(), "`comments.line` must fit 32 bits, which 2147483648 does not");
    }

    #[test]
    fn every_key_is_asked_before_any_is_awaited() {
        let mut asked = Vec::new();
        let answers = find_all(&["a", "b", "c"], |key| {
            asked.push(*key);
            Ok((*key != "a").then_some(1))
        });
        assert!(answers.unwrap().is_none());
        assert_eq!(asked, ["a", "b", "c"]);
    }

    #[test]
    fn names_are_matched_ignoring_case() {
        let nodes = || [("Bug", 1), ("docs", 2)].into_iter();
        let names = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(match_names("label", &names(&["DOCS", "bug"]), nodes()).unwrap(), [2, 1]);
        let error = match_names("label", &names(&["bgu"]), nodes()).unwrap_err();
        assert_eq!(error.message(), "no label `bgu` (did you mean `Bug`?)");
    }
}
