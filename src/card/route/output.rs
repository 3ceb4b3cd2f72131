//! Where an output comes from.

use super::{Condition, Literal};

/// One property of the output, or of an object in it.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub take: Take,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
pub enum Take {
    /// A scalar of the answer.
    Value(Pick),
    /// An object of the answer, field by field. Null where it is null and may be.
    Object {
        /// Where it stands.
        at: Path,
        /// Whether null there is an answer; otherwise it is an error.
        nullable: bool,
        /// Its fields, with paths from there.
        fields: &'static [Field],
    },
    /// A list of the answer, element by element.
    List {
        /// Where it stands.
        at: Path,
        /// Only the elements of which all of these hold.
        keep: &'static [Condition],
        /// What becomes of an element; paths start at it.
        item: &'static Take,
    },
    /// The input of that name.
    Input(&'static str),
    /// Always this value.
    Literal(Literal),
    /// The whole answer as text.
    Text,
    /// `hasNextPage` and `endCursor` of the list that the route pages through.
    PageInfo,
}

/// A place in an answer.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The call whose answer it is; `None` for the last call, and for paths inside an element or object.
    pub call: Option<&'static str>,
    /// The keys, from the root of the answer, of the element or of the object. None: that itself.
    pub keys: &'static [&'static str],
}

/// A scalar of an answer, and what to make of it.
#[derive(Clone, Copy, Debug)]
pub struct Pick {
    /// Where it stands.
    pub path: Path,
    /// Values to translate, `true` and `false` included. A value that is not here stays as it is.
    pub map: &'static [(&'static str, Literal)],
    /// Where the value at the path is not null, the output is this, whatever stands at `path`. The first counts.
    pub present: &'static [(&'static [&'static str], &'static str)],
    /// What the route writes before or after the text, and GraphQL does not: `[bot]` after the login of an app.
    pub without: Option<&'static str>,
    /// Values that mean null: the route has another way of saying it.
    pub nulls: &'static [&'static str],
    /// The value for null. Without one, null is null where [`nullable`](Pick::nullable), else an error.
    pub default: Option<Literal>,
    /// Whether the output may be null.
    pub nullable: bool,
}
