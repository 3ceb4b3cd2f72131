//! Where a value that is sent comes from.

use super::Literal;

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
    /// The element of the list that the call is made for: see [`RestCall::each`](super::RestCall::each).
    Element,
    /// A value out of the response to an earlier call.
    #[non_exhaustive]
    Found {
        /// The call.
        call: &'static str,
        /// Where in its response.
        path: &'static [&'static str],
    },
    /// The subject's repository as `HOST/OWNER/NAME`, the form that `gh` takes.
    Repository,
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

    /// A value out of the response to an earlier call.
    #[must_use]
    pub const fn found(call: &'static str, path: &'static [&'static str]) -> Self {
        Self::Found { call, path }
    }
}
