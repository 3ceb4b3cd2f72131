//! Where a value that is sent comes from.

use super::{Keys, Literal};

/// Where a value that is sent comes from.
///
/// A source whose input is absent has no value: its parameter, flag or body member is left out.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Source {
    /// The input of that name, one of the subject's included, or its default where it has one.
    Input(&'static str),
    /// The input's value, translated. Every value that the input can have is in the map.
    #[non_exhaustive]
    Mapped {
        /// The input.
        input: &'static str,
        /// From and to.
        map: &'static [(&'static str, Literal)],
    },
    /// The input, or this value where it is absent.
    #[non_exhaustive]
    OrElse {
        /// The input.
        input: &'static str,
        /// The value without it.
        default: Literal,
    },
    /// The elements of a list as one text. If an element contains the separator, the route is not used.
    #[non_exhaustive]
    Joined {
        /// The input.
        input: &'static str,
        /// The separator.
        separator: &'static str,
    },
    /// Always this value.
    Literal(Literal),
    /// Whether the input is given.
    Present(&'static str),
    /// The element that the request is made for, or of the list around: see [`RestCall::each`](super::RestCall::each),
    /// [`Source::List`] and [`Source::Entries`].
    Element,
    /// A value inside that element.
    ElementAt(Keys),
    /// A value out of the response to an earlier call, or of a lookup.
    #[non_exhaustive]
    Found {
        /// The call or the lookup.
        call: &'static str,
        /// Where in its response.
        path: Keys,
    },
    /// A part of the address of a subject, in whichever form it was given.
    #[non_exhaustive]
    Subject {
        /// The name of the subject.
        subject: &'static str,
        /// The part.
        part: SubjectPart,
    },
    /// The subject's repository as `HOST/OWNER/NAME`, the form that `gh` takes.
    Repository,
    /// Words, joined by a space; the parts of a word are written one after the other. A word with a part that has no value
    /// is left out. No words: no value.
    ///
    /// In a path the slashes of the text stay slashes, and everything between them is encoded.
    Text(&'static [&'static [Source]]),
    /// An object. Members without a value are left out; if all are, there is no object.
    Object(&'static [(&'static str, Source)]),
    /// A list with as many elements as `list`.
    #[non_exhaustive]
    List {
        /// The list.
        list: &'static Source,
        /// The new element, in which [`Source::Element`] is the old one.
        of: &'static Source,
    },
    /// An object with one member for each element of `list`. Two elements with the same key are an error.
    #[non_exhaustive]
    Entries {
        /// The list.
        list: &'static Source,
        /// The key, in which [`Source::Element`] is the element.
        key: &'static Source,
        /// The value. An element without one is an error.
        value: &'static Source,
    },
    /// The element of a list with the given name, or for a list of names their elements. Case does not matter. A name that
    /// is not there is `NOT_FOUND`.
    Match(&'static Match),
    /// The first of these that has a value other than null, or else the last one.
    First(&'static [Source]),
    /// The text in base64.
    Base64(&'static Source),
}

impl Source {
    /// The input's value, translated.
    #[must_use]
    pub const fn mapped(input: &'static str, map: &'static [(&'static str, Literal)]) -> Self {
        Self::Mapped { input, map }
    }

    /// The input, or this value if it is absent.
    #[must_use]
    pub const fn or_else(input: &'static str, default: Literal) -> Self {
        Self::OrElse { input, default }
    }

    /// The elements of a list as one text.
    #[must_use]
    pub const fn joined(input: &'static str, separator: &'static str) -> Self {
        Self::Joined { input, separator }
    }

    /// Always this text.
    #[must_use]
    pub const fn literal(text: &'static str) -> Self {
        Self::Literal(Literal::Text(text))
    }

    /// A value out of the response to an earlier call, or of a lookup.
    #[must_use]
    pub const fn found(call: &'static str, path: Keys) -> Self {
        Self::Found { call, path }
    }

    /// A part of the address of this subject.
    #[must_use]
    pub const fn subject(subject: &'static str, part: SubjectPart) -> Self {
        Self::Subject { subject, part }
    }

    /// A list with the elements of another one, each made anew.
    #[must_use]
    pub const fn list(list: &'static Source, of: &'static Source) -> Self {
        Self::List { list, of }
    }

    /// An object with one member for each element of a list.
    #[must_use]
    pub const fn entries(list: &'static Source, key: &'static Source, value: &'static Source) -> Self {
        Self::Entries { list, key, value }
    }
}

/// A part of the address of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubjectPart {
    /// The owner of its repository.
    Owner,
    /// The name of its repository.
    Name,
    /// Its number.
    Number,
    /// Its node id.
    Id,
}

/// A search by name in the response to an earlier call.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Match {
    /// The name, or a list of names.
    pub name: Source,
    /// What the elements are, for the error: `environment`.
    pub what: &'static str,
    /// The list: a [`Source::Found`].
    pub list: Source,
    /// The name of an element.
    pub by: Keys,
    /// The value to take of it.
    pub take: Keys,
}

impl Match {
    /// A name, what it names, the list to search, and where an element has its name and the value to take.
    #[must_use]
    pub const fn new(name: Source, what: &'static str, list: Source, by: Keys, take: Keys) -> Self {
        Self { name, what, list, by, take }
    }
}
