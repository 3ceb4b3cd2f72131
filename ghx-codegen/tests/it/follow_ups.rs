//! Faults that still bring another problem with them. Each line is a flaw of the compiler; the list may only get shorter.

use ghx_codegen::problem::Code;

/// A broken catalogue, and the codes that are reported on top of its own.
pub(crate) const KNOWN: &[(&str, &[Code])] = &[
    ("GHX008_outputs_and_enums", &[Code::EnumMismatch]),
    ("GHX018_injects", &[Code::NodeKind]),
    ("GHX030_swapped", &[Code::InvalidDocument]),
];

/// What a broken catalogue is known to report on top.
pub(crate) fn known(name: &str) -> &'static [Code] {
    KNOWN.iter().find(|(known, _)| *known == name).map_or(&[], |(_, codes)| codes)
}
