//! Where an output comes from.

use super::{Condition, Literal};
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
    /// The input of that name.
    Input(&'static str),
    /// Always this value.
    Literal(Literal),
    /// The whole response as text.
    Text,
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
}

/// A place in a response.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The call whose response it is; `None` for the last call, and for paths inside an element or object.
    pub call: Option<&'static str>,
    /// The keys, from the root of the response, of the element or of the object. None: that itself.
    pub keys: &'static [&'static str],
}

impl Path {
    /// A place in the response to the last call, in the element or in the object.
    #[must_use]
    pub const fn new(keys: &'static [&'static str]) -> Self {
        Self { call: None, keys }
    }

    /// A place in the response to this call.
    #[must_use]
    pub const fn of(call: &'static str, keys: &'static [&'static str]) -> Self {
        Self { call: Some(call), keys }
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
    pub present: &'static [(&'static [&'static str], &'static str)],
    /// What the route writes before or after the text, and GraphQL does not: `[bot]` after the login of an app.
    pub without: Option<&'static str>,
    /// Values that mean null on this route.
    pub nulls: &'static [&'static str],
    /// The value for null. Without one, null is null where [`nullable`](Pick::nullable), else an error.
    pub default: Option<Literal>,
    /// Whether the output may be null.
    pub nullable: bool,
}

impl Pick {
    /// The scalar at these keys, as it is.
    #[must_use]
    pub const fn new(keys: &'static [&'static str]) -> Self {
        Self::at(Path::new(keys))
    }

    /// The scalar at this place, as it is.
    #[must_use]
    pub const fn at(path: Path) -> Self {
        Self { path, map: &[], present: &[], without: None, nulls: &[], default: None, nullable: false }
    }

    const_setters! {
        set map: &'static [(&'static str, Literal)];
        set present: &'static [(&'static [&'static str], &'static str)];
        some without: &'static str;
        set nulls: &'static [&'static str];
        some default: Literal;
        flag nullable;
    }
}
