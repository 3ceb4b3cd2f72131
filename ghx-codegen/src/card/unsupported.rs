//! `unsupported`: inputs that a route cannot pass on, and why. Where one is given, the route is not taken.

use super::reader::{Located, Reader};
use crate::problem::Problems;

/// An input, and why the route cannot pass it on.
pub type Unsupported = (Located<String>, Located<String>);

/// `unsupported: { input: why }`; empty if left out.
pub(super) fn parse(reader: &Reader<'_>, problems: &mut Problems) -> Vec<Unsupported> {
    reader.text_map("unsupported", problems)
}
