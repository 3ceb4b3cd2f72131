//! What a capability works on, however it is addressed.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Arg, IsA, Kind, NodeId, Numbered, NumberedKind, StepOutput};

/// The `K` that a capability works on: by repository and number, or by node id.
#[non_exhaustive]
pub enum Subject<K: Kind> {
    /// By repository and number.
    Numbered(Numbered<K>),
    /// By node id: nothing needs to be looked up to find it.
    Id(Arg<NodeId<K>>),
    /// Text that is not the address of a `K`. The check before sending refuses it and says why.
    Invalid(String),
}

/// A second subject, which may be in the repository of the first.
#[non_exhaustive]
pub enum Related<K: Kind> {
    /// Addressed on its own.
    Subject(Subject<K>),
    /// The one with this number in the repository of the main subject.
    Sibling(Arg<u64>),
}

/// Everything that says which `K` is meant.
///
/// Text is parsed: `issue::view("acme/widgets#42")`, or with a URL. Text that cannot be parsed is a `VALIDATION` error
/// before anything is sent. [`IssueRef`](crate::IssueRef) and its like report the same error at once:
///
/// ```
/// use ghx::{IssueRef, issue};
///
/// let issue: IssueRef = "acme/widgets#42".parse()?;
/// assert_eq!(issue::view(issue), issue::view("https://github.com/acme/widgets/issues/42"));
/// # Ok::<(), ghx::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which `{K}` is meant",
    label = "expected `{K}`",
    note = "pass `repo.issue(42)`, `repo.pr(7)` or the like, text such as `\"acme/widgets#42\"` or a URL, a typed node id, or an output of an earlier step",
    note = "`.parse()?` needs a type here: `.parse::<ghx::IssueRef>()?`, `.parse::<ghx::PrRef>()?`; or pass the text itself"
)]
pub trait IntoSubject<K: Kind> {
    /// The subject.
    fn into_subject(self) -> Subject<K>;
}

/// Everything that says which second `K` is meant: what [`IntoSubject`] accepts, and [`Related`]. A bare number is not
/// accepted, since it is easily mixed up; write [`Related::Sibling`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which `{K}` is meant",
    label = "expected `{K}`",
    note = "pass `repo.issue(42)` or the like, text such as `\"acme/widgets#42\"`, a typed node id, an output of an earlier step, or `Related::Sibling(number)`"
)]
pub trait IntoRelated<K: Kind> {
    /// The second subject.
    fn into_related(self) -> Related<K>;
}

macro_rules! subjects {
    ($([$($kinds:tt)*] $type:ty, $value:ident => $subject:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($kinds)*> IntoSubject<K> for $type {
            fn into_subject(self) -> Subject<K> {
                let $value = self;
                $subject
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($kinds)*> IntoRelated<K> for $type {
            fn into_related(self) -> Related<K> {
                Related::Subject(self.into_subject())
            }
        }
    )*};
}

subjects! {
    [K: Kind] Subject<K>, subject => subject;
    [K: Kind] &Subject<K>, subject => subject.clone();
    [K: Kind] Numbered<K>, number => Subject::Numbered(number);
    [K: Kind] &Numbered<K>, number => Subject::Numbered(number.clone());
    [K: Kind] Arg<NodeId<K>>, id => Subject::Id(id);
    [K: Kind, A: IsA<K>] NodeId<A>, id => Subject::Id(Arg::Value(id.widen()));
    [K: Kind, A: IsA<K>] &NodeId<A>, id => Subject::Id(Arg::Value(id.clone().widen()));
    [K: Kind, A: IsA<K>] StepOutput<NodeId<A>>, id => Subject::Id(Arg::Output(id.retype()));
    [K: NumberedKind] &str, text => parse(text);
    [K: NumberedKind] &String, text => parse(text);
    [K: NumberedKind] String, text => parse(&text);
}

fn parse<K: NumberedKind>(text: &str) -> Subject<K> {
    text.parse().map_or_else(|_| Subject::Invalid(text.to_owned()), Subject::Numbered)
}

#[diagnostic::do_not_recommend]
impl<K: Kind> IntoRelated<K> for Related<K> {
    fn into_related(self) -> Related<K> {
        self
    }
}

impl<K: Kind> fmt::Display for Subject<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(number) => number.fmt(f),
            Self::Id(id) => id.fmt(f),
            Self::Invalid(text) => text.fmt(f),
        }
    }
}

impl<K: Kind> fmt::Display for Related<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subject(subject) => subject.fmt(f),
            Self::Sibling(number) => write!(f, "#{number}"),
        }
    }
}

impl<K: Kind> Clone for Subject<K> {
    fn clone(&self) -> Self {
        match self {
            Self::Numbered(number) => Self::Numbered(number.clone()),
            Self::Id(id) => Self::Id(id.clone()),
            Self::Invalid(text) => Self::Invalid(text.clone()),
        }
    }
}

impl<K: Kind> Clone for Related<K> {
    fn clone(&self) -> Self {
        match self {
            Self::Subject(subject) => Self::Subject(subject.clone()),
            Self::Sibling(number) => Self::Sibling(number.clone()),
        }
    }
}

impl<K: Kind> fmt::Debug for Subject<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(number) => number.fmt(f),
            Self::Id(id) => id.fmt(f),
            Self::Invalid(text) => text.fmt(f),
        }
    }
}

impl<K: Kind> fmt::Debug for Related<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subject(subject) => subject.fmt(f),
            Self::Sibling(number) => f.debug_tuple("Sibling").field(number).finish(),
        }
    }
}

impl<K: Kind> PartialEq for Subject<K> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Numbered(a), Self::Numbered(b)) => a == b,
            (Self::Id(a), Self::Id(b)) => a == b,
            (Self::Invalid(a), Self::Invalid(b)) => a == b,
            _ => false,
        }
    }
}

impl<K: Kind> PartialEq for Related<K> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Subject(a), Self::Subject(b)) => a == b,
            (Self::Sibling(a), Self::Sibling(b)) => a == b,
            _ => false,
        }
    }
}

impl<K: Kind> Eq for Subject<K> {}

impl<K: Kind> Eq for Related<K> {}

impl<K: Kind> Hash for Subject<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Numbered(number) => number.hash(state),
            Self::Id(id) => id.hash(state),
            Self::Invalid(text) => text.hash(state),
        }
    }
}

impl<K: Kind> Hash for Related<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Subject(subject) => subject.hash(state),
            Self::Sibling(number) => number.hash(state),
        }
    }
}
