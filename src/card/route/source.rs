//! Where a value that is sent comes from.

use super::Literal;

/// Where a value that is sent comes from.
///
/// A source whose input is absent has no value: its parameter, flag or body member is left out.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The input of that name, one of the subject's included, or its default where it has one.
    Input(&'static str),
    /// The input's value, translated. Every value that the input can have is in the map.
    Mapped {
        /// The input.
        input: &'static str,
        /// From and to.
        map: &'static [(&'static str, Literal)],
    },
    /// The input, or this value where it is absent.
    OrElse {
        /// The input.
        input: &'static str,
        /// The value without it.
        default: Literal,
    },
    /// The elements of a list as one text. An element that holds the separator cannot be said, so the route is not taken.
    Joined {
        /// The input.
        input: &'static str,
        /// What stands between the elements.
        separator: &'static str,
    },
    /// Always this value.
    Literal(Literal),
    /// The element of the list that the call is made for: see [`RestCall::each`](super::RestCall::each).
    Element,
    /// A value out of the answer to an earlier call.
    Found {
        /// The call.
        call: &'static str,
        /// Where in its answer.
        path: &'static [&'static str],
    },
    /// The subject's repository as `HOST/OWNER/NAME`, which is how `gh` wants it.
    Repository,
}
