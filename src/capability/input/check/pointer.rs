//! JSON pointers that are only built when a problem is reported.

use std::fmt;

use crate::error::escape_segment;

/// The position of a value in an input. `Display` writes it as a JSON pointer.
#[derive(Clone, Copy)]
pub(crate) enum Pointer<'a> {
    Root,
    Member(&'a Pointer<'a>, &'a str),
    Item(&'a Pointer<'a>, usize),
}

impl<'a> Pointer<'a> {
    pub(crate) fn member(&'a self, name: &'a str) -> Pointer<'a> {
        Pointer::Member(self, name)
    }

    pub(crate) fn item(&'a self, index: usize) -> Pointer<'a> {
        Pointer::Item(self, index)
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Member(parent, name) => write!(f, "{parent}/{}", escape_segment(name)),
            Self::Item(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}
