//! Where an output comes from.

use super::{Condition, Keys, Literal, Path, Source};
use crate::card::const_setters;

/// One property of the output, or of an object in it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub take: Take,
}

impl Field {
    /// A property and where it comes from.
    #[must_use]
    pub const fn new(name: &'static str, take: Take) -> Self {
        Self { name, take }
    }

    /// A property that is the scalar at these keys, as it is.
    #[must_use]
    pub const fn at(name: &'static str, keys: &'static [&'static str]) -> Self {
        Self::value(name, Pick::new(keys))
    }

    /// A property that is the scalar at these keys of the response to a call, as it is.
    #[must_use]
    pub const fn of(name: &'static str, call: &'static str, keys: &'static [&'static str]) -> Self {
        Self::value(name, Pick::at(Path::of(call, keys)))
    }

    /// The same; if it is a scalar, it may be null.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        if let Take::Value(pick) = self.take {
            self.take = Take::Value(pick.nullable());
        }
        self
    }

    /// A property that is a scalar of the response.
    #[must_use]
    pub const fn value(name: &'static str, pick: Pick) -> Self {
        Self { name, take: Take::Value(pick) }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Take {
    /// A scalar of the response.
    Value(Pick),
    /// An object of the response, field by field. Null where it is null and may be.
    #[non_exhaustive]
    Object {
        /// Where it is.
        at: Path,
        /// Whether null is allowed there; otherwise it is an error.
        nullable: bool,
        /// Its fields, with paths from there.
        fields: &'static [Field],
    },
    /// A list of the response, element by element.
    #[non_exhaustive]
    List {
        /// Where it is.
        at: Path,
        /// Only the elements of which all of these hold.
        keep: &'static [Condition],
        /// How an element is read; paths start at it.
        item: &'static Take,
    },
    /// An object of the response whose members are entries of a map. The output has the same keys.
    #[non_exhaustive]
    Map {
        /// Where it is.
        at: Path,
        /// Whether null is allowed there; otherwise it is an error.
        nullable: bool,
        /// How a value is read; paths start at it.
        item: &'static Take,
    },
    /// Any JSON, as it is in the response; null where there is none.
    Json(Path),
    /// How many elements a list of the response has.
    #[non_exhaustive]
    Count {
        /// Where it is.
        at: Path,
        /// Only the elements of which all of these hold.
        keep: &'static [Condition],
    },
    /// Whether a condition holds.
    Holds(Condition),
    /// The first of these that is not null; the last one also if it is.
    First(&'static [Take]),
    /// The input of that name.
    Input(&'static str),
    /// Always this value.
    Literal(Literal),
    /// A value that was sent, or could be; null if it has none.
    Sent(Source),
    /// The whole response as text.
    Text,
    /// A part of a response that is text.
    Excerpt(Excerpt),
    /// Whether that part leaves something out, other than lines that were not asked for.
    Truncated(Excerpt),
    /// Lines of a response that is text.
    Lines(Lines),
    /// The URL that the last call redirects to: see [`ResponseKind::Location`](super::ResponseKind::Location).
    Location,
    /// `hasNextPage` and `endCursor` of the list that the route pages through.
    PageInfo,
}

impl Take {
    /// An object of the response; null there is an error.
    #[must_use]
    pub const fn object(at: Path, fields: &'static [Field]) -> Self {
        Self::Object { at, nullable: false, fields }
    }

    /// An object of the response, or null.
    #[must_use]
    pub const fn nullable_object(at: Path, fields: &'static [Field]) -> Self {
        Self::Object { at, nullable: true, fields }
    }

    /// A list of the response: the elements of which all conditions hold.
    #[must_use]
    pub const fn list(at: Path, keep: &'static [Condition], item: &'static Take) -> Self {
        Self::List { at, keep, item }
    }

    /// A map of the response; null there is an error.
    #[must_use]
    pub const fn map(at: Path, item: &'static Take) -> Self {
        Self::Map { at, nullable: false, item }
    }

    /// A map of the response, or null.
    #[must_use]
    pub const fn nullable_map(at: Path, item: &'static Take) -> Self {
        Self::Map { at, nullable: true, item }
    }

    /// How many elements a list of the response has of which all conditions hold.
    #[must_use]
    pub const fn count(at: Path, keep: &'static [Condition]) -> Self {
        Self::Count { at, keep }
    }
}

/// A scalar in a response, and how it becomes the output.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Pick {
    /// Where it is.
    pub path: Path,
    /// Values to translate, `true` and `false` included. A value that is not here stays as it is.
    pub map: &'static [(&'static str, Literal)],
    /// Where the value at the path is not null, the output is this, whatever is at `path`. The first one applies.
    pub present: &'static [(Keys, &'static str)],
    /// What the route writes before or after the text, and GraphQL does not: `[bot]` after the login of an app.
    pub without: Option<&'static str>,
    /// Values that mean null on this route.
    pub nulls: &'static [&'static str],
    /// The value for null. Without one, null is null where [`nullable`](Pick::nullable), else an error.
    pub default: Option<Literal>,
    /// Whether the output may be null.
    pub nullable: bool,
    /// Whether the value is text in base64, and the output is that text. Bytes that are not text in UTF-8 count as null.
    pub decode: bool,
}

impl Pick {
    /// The scalar at these keys, as it is.
    #[must_use]
    pub const fn new(keys: Keys) -> Self {
        Self::at(Path::new(keys))
    }

    /// The scalar at this place, as it is.
    #[must_use]
    pub const fn at(path: Path) -> Self {
        Self { path, map: &[], present: &[], without: None, nulls: &[], default: None, nullable: false, decode: false }
    }

    const_setters! {
        set map: &'static [(&'static str, Literal)];
        set present: &'static [(Keys, &'static str)];
        some without: &'static str;
        set nulls: &'static [&'static str];
        some default: Literal;
        flag nullable;
        flag decode;
    }
}

/// A part of a response that is text. A byte-order mark and the codes that colour a terminal are removed.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Excerpt {
    /// The response: a [`Path::of`] a call, or of the last one.
    pub of: Path,
    /// Only lines that contain this text.
    pub grep: Option<Source>,
    /// Only this many lines at the end.
    pub tail: Option<Source>,
    /// At most this many bytes at the end.
    pub max: Option<Source>,
    /// Whether the output is null if there was no response.
    pub nullable: bool,
}

impl Excerpt {
    /// The whole text.
    #[must_use]
    pub const fn new(of: Path) -> Self {
        Self { of, grep: None, tail: None, max: None, nullable: false }
    }

    const_setters! {
        some grep: Source;
        some tail: Source;
        some max: Source;
        flag nullable;
    }
}

/// The lines of a response that is text: how many there are, or the first ones.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Lines {
    /// The response.
    pub of: Path,
    /// Only lines that contain this text.
    pub containing: Option<&'static str>,
    /// The output is a list of this many lines; `None`: it is their number.
    pub first: Option<u32>,
}

impl Lines {
    /// How many lines the text has.
    #[must_use]
    pub const fn new(of: Path) -> Self {
        Self { of, containing: None, first: None }
    }

    const_setters! {
        some containing: &'static str;
        some first: u32;
    }
}
