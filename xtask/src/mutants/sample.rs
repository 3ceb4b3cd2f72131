//! A fixed sample of mutants: the same ones each time, spread over kinds and files.

use std::collections::BTreeMap;

use super::judge::Mutant;

/// At most `count` of these mutants, in their order. Each kind gives one before any gives two; within a kind, each file.
pub(crate) fn sample(mutants: Vec<Mutant<'_>>, count: usize) -> Vec<Mutant<'_>> {
    let mut in_file: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut ranked: Vec<(usize, u64, usize)> = Vec::new();
    for (index, mutant) in mutants.iter().enumerate() {
        let place = (mutant.kind, mutant.original.shown.as_str());
        let rank = in_file.entry(place).or_default();
        ranked.push((*rank, hash(&format!("{} {} {rank}", place.0, place.1)), index));
        *rank += 1;
    }
    ranked.sort_unstable();
    let mut in_kind: BTreeMap<&str, usize> = BTreeMap::new();
    let mut turns: Vec<(usize, u64, usize)> = Vec::new();
    for (_, hash, index) in ranked {
        let turn = in_kind.entry(mutants[index].kind).or_default();
        turns.push((*turn, hash, index));
        *turn += 1;
    }
    turns.sort_unstable();
    let mut chosen = vec![false; mutants.len()];
    turns.into_iter().take(count).for_each(|(_, _, index)| chosen[index] = true);
    mutants.into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(mutant, _)| mutant).collect()
}

/// FNV-1a: the same on every machine and in every version of Rust.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn the_hash_is_the_same_everywhere() {
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
    }
}
