//! The functions that generated code calls: everything that does not depend on one card.

use std::fmt;

use base64::Engine as _;
use serde::de::DeserializeOwned;

use crate::Error;
use crate::capability::Capability;
use crate::capability::describe;
use crate::capability::lookup::{not_found, not_found_among};
use crate::card::SubjectSpec;
use crate::error::{InputProblem, KindMismatch};
use crate::value::{Arg, Kind, NodeId, Numbered, Related, Subject};

/// The value at `at` in the response to a read. Null means that it was not found.
pub fn require_read<'a, T>(value: Option<&'a T>, at: &str) -> Result<&'a T, Error> {
    value.ok_or_else(|| not_found(format!("`{at}` was not found, or the token may not read it")))
}

/// The value at `at` in the response to a write. Null means that the result could not be read.
pub fn require_written<'a, T>(value: Option<&'a T>, at: &str) -> Result<&'a T, Error> {
    value.ok_or_else(|| Error::server(format!("the result could not be read: `{at}` is null")))
}

/// The kind of an object, if it is one of those that are selected.
pub fn known_kind(kind: &'static str, known: &[&str]) -> Option<&'static str> {
    known.contains(&kind).then_some(kind)
}

/// The kind of an object at `at`, which is one of those that are selected.
pub fn require_kind(kind: Option<&'static str>, at: &str) -> Result<&'static str, Error> {
    kind.ok_or_else(|| Error::server(format!("`{at}` is a kind of object that ghx does not know")))
}

/// The error for a value at `at` that the output cannot be.
pub fn unexpected_value(value: &str, at: &str) -> Error {
    Error::server(format!("`{at}` has the unexpected value `{value}`"))
}

/// The value of an input of the capability or of its subject, or its default; null where it is not given.
pub fn given<C: Capability, T: DeserializeOwned>(capability: &C, input: &str) -> Result<T, Error> {
    let default = || serde_json::from_str(C::CARD.input(input)?.default?).ok();
    let value = capability.to_json().remove(input).or_else(default).unwrap_or_default();
    serde_json::from_value(value)
        .map_err(|error| Error::unknown(format!("the input `{input}` does not fit the output")).with_source(error))
}

/// The value of an input that may be absent.
pub fn optional_value<T>(input: Option<&Arg<T>>) -> Result<Option<&T>, Error> {
    input.map(Arg::get).transpose()
}

/// How many elements a list has.
pub fn list_length<T>(list: &[T]) -> u64 {
    u64::try_from(list.len()).unwrap_or(u64::MAX)
}

/// A number that cannot be negative.
pub fn to_unsigned(value: i64, at: &str) -> Result<u64, Error> {
    u64::try_from(value).map_err(|_| Error::server(format!("`{at}` is negative: {value}")))
}

/// A number as GraphQL's `Int`, which has 32 bits. `input` is the path of the input: `comments.line`.
pub fn to_int32(value: impl TryInto<i32> + fmt::Display + Copy, input: &str) -> Result<i64, Error> {
    value.try_into().map(i64::from).map_err(|_| {
        let pointer = format!("/{}", input.replace('.', "/"));
        let rule = format!("must fit 32 bits, which {value} does not");
        Error::invalid_input(vec![InputProblem::new(pointer, "a 32-bit integer", value.to_string(), rule)])
    })
}

/// The results for all keys; `None` while one is missing. Every key is looked up before that is returned.
pub fn look_up_all<T, A>(
    keys: &[T],
    look_up: impl FnMut(&T) -> Result<Option<A>, Error>,
) -> Result<Option<Vec<A>>, Error> {
    let results = keys.iter().map(look_up).collect::<Result<Vec<_>, Error>>()?;
    Ok(results.into_iter().collect())
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

/// The value of one name among `nodes`: of a node with exactly this id, or of the one with this name in any case.
pub fn match_name<'a, T: Clone>(
    what: &str,
    name: &str,
    exact: bool,
    nodes: impl Iterator<Item = (&'a str, T)>,
) -> Result<T, Error> {
    if exact {
        let mut same = nodes.filter(|(known, _)| *known == name).map(|(_, value)| value);
        return same.next().ok_or_else(|| not_found(format!("no {what}")));
    }
    let mut values = match_names(what, &[name.to_owned()], nodes)?;
    values.pop().ok_or_else(|| not_found(format!("no {what} `{name}`")))
}

/// The elements of the list `input` as one text. An element that contains the separator would become two.
pub fn join_texts<'a>(texts: impl Iterator<Item = &'a str>, separator: &str, input: &str) -> Result<String, Error> {
    let texts: Vec<&str> = texts.collect();
    match texts.iter().position(|text| text.contains(separator)) {
        Some(index) => {
            let rule = format!("must not contain `{separator}`, which separates the elements");
            let pointer = format!("/{input}/{index}");
            Err(Error::invalid_input(vec![InputProblem::new(pointer, "text", format!("`{}`", texts[index]), rule)]))
        }
        None => Ok(texts.join(separator)),
    }
}

/// The words that are there, separated by spaces; `None` if there are none.
pub fn join_words(words: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let words: Vec<String> = words.into_iter().flatten().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Text in base64.
pub fn to_base64(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(text)
}

/// What was made for the case `case` of inputs; an error that names them if none was given.
pub fn case_given<T>(made: Option<Option<T>>, inputs: &[&str], case: &str) -> Result<Option<T>, Error> {
    match made {
        Some(None) => {
            let names: Vec<String> = inputs.iter().map(|input| format!("`{input}`")).collect();
            Err(Error::validation(format!("give {}: the kind here is {case}", names.join(" or "))))
        }
        Some(made) => Ok(made),
        None => Ok(None),
    }
}

/// The error for a value that no case is for.
pub fn no_case(message: String) -> Error {
    Error::validation(message)
}

/// The error for a subject that was not found.
pub fn subject_not_found(spec: &SubjectSpec, subject: &impl fmt::Display) -> Error {
    not_found(format!("{} {subject} was not found, or the token may not read it", spec.noun))
}

fn mismatch(spec: &SubjectSpec, found: &'static str) -> KindMismatch {
    KindMismatch { subject: spec.name, expected: spec.kind, found }
}

/// The error for a subject of another kind: `found` is that kind, or empty if it is unknown.
pub fn wrong_kind(spec: &'static SubjectSpec, subject: &impl fmt::Display, found: &'static str) -> Error {
    not_found(String::new()).with_kind_mismatch(mismatch(spec, found)).with_subject(&subject.to_string())
}

/// What a read found, if it is of the right kind.
pub fn require_read_kind<'a, T>(
    value: Option<&'a T>,
    spec: &'static SubjectSpec,
    found: &'static str,
) -> Result<&'a T, Error> {
    value.ok_or_else(|| not_found(String::new()).with_kind_mismatch(mismatch(spec, found)).with_subject("it"))
}

/// What a write changed, if it is of the right kind. Some mutations take ids of several kinds.
pub fn require_written_kind<'a, T>(
    value: Option<&'a T>,
    spec: &'static SubjectSpec,
    found: &'static str,
) -> Result<&'a T, Error> {
    value.ok_or_else(|| Error::server("").with_kind_mismatch(mismatch(spec, found)).with_subject("its subject"))
}

/// The error for a node id where the subject is only found by number.
pub fn id_not_accepted(spec: &SubjectSpec, subject: &impl fmt::Display) -> Error {
    Error::validation(format!("a {} is given by repository and number, not by its id {subject}", spec.noun))
}

/// The error for text that is not an address. The check before sending refuses it first, so this is seen only by
/// callers of [`Capability::request`].
pub fn invalid_subject(text: &impl fmt::Display) -> Error {
    Error::validation(format!("`{text}` is not an address (write `acme/widgets#42` or a URL)"))
}

/// The subject by repository and number, where nothing else is accepted.
pub fn require_numbered<'a, K: Kind>(spec: &SubjectSpec, subject: &'a Subject<K>) -> Result<&'a Numbered<K>, Error> {
    match subject {
        Subject::Numbered(numbered) => Ok(numbered),
        Subject::Id(id) => Err(id_not_accepted(spec, id)),
        Subject::Invalid(text) => Err(invalid_subject(text)),
    }
}

/// A second subject, with what the first one contributes to its address.
#[derive(Debug)]
pub enum RelatedSubject<'a, K: Kind, M: Kind> {
    /// By repository and number.
    Numbered(Numbered<K>),
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

/// The second subject, with the repository of the first if it has none of its own.
pub fn related_subject<'a, K: Kind, M: Kind>(
    related: &'a Related<K>,
    main: &'a Subject<M>,
) -> Result<RelatedSubject<'a, K, M>, Error> {
    Ok(match (related, main) {
        (Related::Subject(Subject::Invalid(text)), _) | (Related::Sibling(_), Subject::Invalid(text)) => {
            return Err(invalid_subject(text));
        }
        (Related::Subject(Subject::Numbered(numbered)), _) => RelatedSubject::Numbered(numbered.clone()),
        (Related::Subject(Subject::Id(id)), _) => RelatedSubject::Id(id),
        (Related::Sibling(number), Subject::Numbered(main)) => {
            RelatedSubject::Numbered(Numbered::new(&main.repo, number.clone()))
        }
        (Related::Sibling(number), Subject::Id(anchor)) => RelatedSubject::Sibling { anchor, number },
    })
}

/// A capability in one line: `issue.labels.add acme/widgets#42 labels=["bug"]`.
pub fn one_line<C: Capability>(capability: &C) -> String {
    describe(C::CARD, &capability.to_json())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;
    use crate::error::Phase;

    #[test]
    fn null_is_not_found_in_a_read_and_unreadable_in_a_write() {
        let nothing: Option<&u8> = None;
        let error = require_read(nothing, "repository.issue").unwrap_err();
        assert_eq!(error.code(), ErrorCode::NotFound);
        let error = require_written(nothing, "addComment.commentEdge").unwrap_err();
        assert_eq!((error.code(), error.phase()), (ErrorCode::Server, Phase::MayBeApplied));
        assert_eq!(error.message(), "the result could not be read: `addComment.commentEdge` is null");
    }

    #[test]
    fn a_number_beyond_32_bits_names_its_input() {
        assert_eq!(to_int32(7u64, "first").unwrap(), 7);
        let error = to_int32(1u64 << 31, "comments.line").unwrap_err();
        assert_eq!(error.code(), ErrorCode::Validation);
        assert_eq!(error.message(), "`comments.line` must fit 32 bits, which 2147483648 does not");
    }

    #[test]
    fn every_key_is_looked_up_before_any_is_awaited() {
        let mut asked = Vec::new();
        let answers = look_up_all(&["a", "b", "c"], |key| {
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
