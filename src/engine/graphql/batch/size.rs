//! How many writes one request has.
//!
//! GitHub stops a request after ten seconds, and then the outcome of every write in it is unknown. So a request has fewer
//! writes if they are heavy, and fewer of any kind while GitHub is slow.

use std::ops::Range;

/// How many light writes a heavy one counts for.
const HEAVY_UNITS: usize = 5;
/// How many heavy writes a request has at most, whatever the limit is.
const MAX_HEAVY_WRITES: usize = 10;

/// What a write costs GitHub.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteCost {
    /// How many root fields it has.
    pub(crate) roots: usize,
    pub(crate) is_heavy: bool,
}

impl WriteCost {
    /// The cost in units of a light write.
    pub(crate) fn units(self) -> usize {
        self.roots * if self.is_heavy { HEAVY_UNITS } else { 1 }
    }

    fn heavy_roots(self) -> usize {
        if self.is_heavy { self.roots } else { 0 }
    }
}

/// How many of these writes, from the first one, fit one request: at least one, if there is one. A write is never split.
pub(crate) fn fitting(writes: &[WriteCost], limit: usize) -> usize {
    let (mut units, mut heavy) = (0_usize, 0_usize);
    let fits = |write: &&WriteCost| {
        units = units.saturating_add(write.units());
        heavy += write.heavy_roots();
        units <= limit && heavy <= MAX_HEAVY_WRITES
    };
    writes.iter().take_while(fits).count().max(1).min(writes.len())
}

/// The writes of each request.
pub(crate) fn split_writes(writes: &[WriteCost], limit: usize) -> Vec<Range<usize>> {
    let mut requests = Vec::new();
    let mut start = 0;
    while start < writes.len() {
        let end = start + fitting(&writes[start..], limit);
        requests.push(start..end);
        start = end;
    }
    requests
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIGHT: WriteCost = WriteCost { roots: 1, is_heavy: false };
    const HEAVY: WriteCost = WriteCost { roots: 1, is_heavy: true };

    /// A mutation with 50 creations once took longer than GitHub's 10 seconds, and all 50 outcomes were unknown.
    #[test]
    fn fifty_light_writes_are_one_request_and_fifty_heavy_ones_are_not() {
        assert_eq!(split_writes(&[LIGHT; 50], 50).len(), 1);
        assert_eq!(split_writes(&[HEAVY; 50], 50).len(), 5);
        assert_eq!(split_writes(&[HEAVY; 50], usize::MAX).len(), 5);
        assert_eq!(split_writes(&[LIGHT; 500], usize::MAX).len(), 1);
        assert_eq!(split_writes(&[HEAVY, LIGHT, LIGHT], 3), [0..1, 1..3]);
        assert_eq!(split_writes(&[WriteCost { roots: 2, is_heavy: false }; 2], 3), [0..1, 1..2]);
    }

    proptest! {
        #[test]
        fn every_write_is_in_one_request_and_in_order(
            writes in prop::collection::vec((1..4usize, any::<bool>()), 0..60), limit in 1..60usize
        ) {
            let writes: Vec<WriteCost> = writes.into_iter().map(|(roots, is_heavy)| WriteCost { roots, is_heavy }).collect();
            let requests = split_writes(&writes, limit);
            let all: Vec<usize> = requests.iter().cloned().flatten().collect();
            prop_assert_eq!(all, (0..writes.len()).collect::<Vec<_>>());
            for request in requests.iter().filter(|request| request.len() > 1) {
                let costs = &writes[request.clone()];
                prop_assert!(costs.iter().map(|cost| cost.units()).sum::<usize>() <= limit);
                prop_assert!(costs.iter().map(|cost| cost.heavy_roots()).sum::<usize>() <= MAX_HEAVY_WRITES);
            }
        }
    }
}
