//! What a capability works on, in whichever way it was addressed.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Arg, IsA, Kind, NodeId, NumberRef, Ref};

/// The `K` that a capability works on: by repository and number, or by node id.
pub enum Subject<K: Kind> {
    /// By repository and number.
    Numbered(NumberRef<K>),
    /// By node id: nothing needs to be looked up to find it.
    Id(Arg<NodeId<K>>),
}

/// A second subject, which may be in the repository of the first.
pub enum Related<K: Kind> {
    /// Addressed on its own.
    Subject(Subject<K>),
    /// The one with this number in the repository of the main subject.
    Sibling(Arg<u64>),
}

/// Everything that says which `K` is meant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which `{K}` is meant",
    label = "expected a `{K}`",
    note = "pass `repo.issue(42)` or its like, a parsed `\"acme/widgets#42\"`, a typed node id, or a reference to one"
)]
pub trait IntoSubject<K: Kind> {
    /// The subject that it means.
    fn into_subject(self) -> Subject<K>;
}

/// Everything that says which second `K` is meant: what [`IntoSubject`] takes, and [`Related`]. A bare number is not
/// taken, since it is too easily mixed up; write [`Related::Sibling`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which `{K}` is meant",
    label = "expected a `{K}`",
    note = "pass `repo.issue(42)` or its like, a typed node id, a reference to one, or `Related::Sibling(number)`"
)]
pub trait IntoRelated<K: Kind> {
    /// The second subject that it means.
    fn into_related(self) -> Related<K>;
}

macro_rules! subjects {
    ($([$($kinds:tt)*] $type:ty, $value:ident => $subject:expr;)*) => {$(
        impl<$($kinds)*> IntoSubject<K> for $type {
            fn into_subject(self) -> Subject<K> {
                let $value = self;
                $subject
            }
        }

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
    [K: Kind] NumberRef<K>, number => Subject::Numbered(number);
    [K: Kind] &NumberRef<K>, number => Subject::Numbered(number.clone());
    [K: Kind] Arg<NodeId<K>>, id => Subject::Id(id);
    [K: Kind, A: IsA<K>] NodeId<A>, id => Subject::Id(Arg::Value(id.widen()));
    [K: Kind, A: IsA<K>] &NodeId<A>, id => Subject::Id(Arg::Value(id.clone().widen()));
    [K: Kind, A: IsA<K>] Ref<NodeId<A>>, id => Subject::Id(Arg::Ref(id.retype()));
}

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
