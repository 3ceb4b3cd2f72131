//! Calls that are made once per element.

use super::{Condition, Source};
use crate::card::const_setters;

/// The elements that a call is made for.
///
/// Calls that only read are made several at a time, and the first error ends them. Calls that write are made one after the
/// other, and no error ends them: see [`partial`](Each::partial).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Each {
    /// The list; a single value counts as a list of one. Of equal elements of an input only the first counts.
    pub list: Source,
    /// Only the elements of which all of these hold.
    pub keep: &'static [Condition],
    /// Each element has an outcome of its own. The response to the call is then a list with one object for each element:
    /// `element`, `outcome` (`ok`, `error` or `unknown`), `error` (null, or `code` and `message`), and `response`.
    ///
    /// If there are elements and none is `ok`, the capability fails with the first error; the outcome is unknown if that of
    /// one element is.
    pub partial: bool,
}

impl Each {
    /// Each element of this input.
    #[must_use]
    pub const fn input(name: &'static str) -> Self {
        Self::of(Source::Input(name))
    }

    /// Each element of this list.
    #[must_use]
    pub const fn of(list: Source) -> Self {
        Self { list, keep: &[], partial: false }
    }

    const_setters! {
        set keep: &'static [Condition];
        flag partial;
    }
}
