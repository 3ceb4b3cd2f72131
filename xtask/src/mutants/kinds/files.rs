//! Files that are missing or renamed.

use super::{Change, Kind};
use crate::mutants::corpus::{Catalogue, Original, Role};

pub(super) const KINDS: &[&dyn Kind] = &[&Gone, &Renamed];

/// A subject or document is missing. A missing card is not an error.
struct Gone;

impl Kind for Gone {
    fn name(&self) -> &'static str {
        "file-missing"
    }
    fn what(&self) -> &'static str {
        "a subject, document or fragment is missing"
    }
    fn changes(&self, _: &Catalogue, original: &Original) -> Vec<Change> {
        if original.role == Role::Card { Vec::new() } else { vec![Change::Hide] }
    }
}

/// A card or subject file is renamed. The file name of a fragment does not matter.
struct Renamed;

impl Kind for Renamed {
    fn name(&self) -> &'static str {
        "file-renamed"
    }
    fn what(&self) -> &'static str {
        "a card, subject or document file is renamed"
    }
    fn changes(&self, _: &Catalogue, original: &Original) -> Vec<Change> {
        let name = original.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if original.shown.contains("/fragments/") { Vec::new() } else { vec![Change::Rename(format!("x{name}"))] }
    }
}
