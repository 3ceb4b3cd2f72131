//! Where in an input a value is; written out only when there is something to say.

use std::fmt;

use crate::error::escape;

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
            Self::Member(parent, name) => write!(f, "{parent}/{}", escape(name)),
            Self::Item(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}
