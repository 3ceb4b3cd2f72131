//! The steps of a chain that can never run.

use super::node::StepNode;
use super::schedule::ranks;
use crate::Error;

/// A step that can never run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stuck {
    pub(crate) step: usize,
    /// Position in [`Deadlock::cycles`] of the cycle that it is part of or waits for.
    pub(crate) cycle: usize,
    pub(crate) is_part: bool,
}

/// The steps that can never run, because steps wait for each other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Deadlock {
    /// In chain order.
    pub(crate) stuck: Vec<Stuck>,
    /// Each step waits for the next one, and the last for the first.
    pub(crate) cycles: Vec<Vec<usize>>,
}

/// The steps that can never run. A step that is invalid for another reason blocks no other.
pub(crate) fn deadlock(steps: &[Result<StepNode, Error>]) -> Deadlock {
    let needs = steps.iter().map(|step| step.as_ref().map_or_else(|_| Vec::new(), |node| node.needs().collect()));
    find_cycles(&needs.collect::<Vec<_>>())
}

/// The steps without a rank, each with the cycle that it is part of or waits for. The cycle is found by following needs
/// until a step repeats.
fn find_cycles(needs: &[Vec<usize>]) -> Deadlock {
    let ranks = ranks(needs);
    let is_stuck = |step: &usize| ranks.get(*step) == Some(&None);
    let mut found = Deadlock::default();
    let mut cycle_of: Vec<Option<usize>> = vec![None; needs.len()];
    let mut place_on_path: Vec<Option<usize>> = vec![None; needs.len()];
    let mut is_part = vec![false; needs.len()];
    for start in (0..needs.len()).filter(is_stuck) {
        let mut path = Vec::new();
        let mut next = Some(start);
        while let Some(step) = next.filter(|step| cycle_of[*step].is_none() && place_on_path[*step].is_none()) {
            place_on_path[step] = Some(path.len());
            path.push(step);
            next = needs[step].iter().copied().find(is_stuck);
        }
        let Some(end) = next else { continue };
        let cycle = cycle_of[end].unwrap_or_else(|| {
            let cycle = path[place_on_path[end].unwrap_or_default()..].to_vec();
            for step in &cycle {
                is_part[*step] = true;
            }
            found.cycles.push(cycle);
            found.cycles.len() - 1
        });
        for step in path {
            cycle_of[step] = Some(cycle);
        }
    }
    let stuck = cycle_of.iter().enumerate();
    found.stuck =
        stuck.filter_map(|(step, cycle)| Some(Stuck { step, cycle: (*cycle)?, is_part: is_part[step] })).collect();
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_stuck_step_has_a_cycle() {
        let needs = [vec![1], vec![2], vec![1], vec![], vec![4], vec![3, 4]];
        let found = find_cycles(&needs);
        assert_eq!(found.cycles, [vec![1, 2], vec![4]]);
        let stuck: Vec<_> = found.stuck.iter().map(|stuck| (stuck.step, stuck.cycle, stuck.is_part)).collect();
        assert_eq!(stuck, [(0, 0, false), (1, 0, true), (2, 0, true), (4, 1, true), (5, 1, false)]);
    }

    proptest! {
        #[test]
        fn a_step_is_either_after_its_needs_or_stuck(needs in prop::collection::vec(prop::collection::vec(0..12_usize, 0..3), 12)) {
            let ranks = ranks(&needs);
            let found = find_cycles(&needs);
            for (step, rank) in ranks.iter().enumerate() {
                let is_stuck = found.stuck.iter().any(|stuck| stuck.step == step);
                prop_assert_eq!(rank.is_none(), is_stuck);
                if let Some(rank) = rank {
                    let last = needs[step].iter().map(|need| ranks[*need].unwrap() + 1).max();
                    prop_assert_eq!(*rank, last.unwrap_or(0));
                }
            }
            for cycle in &found.cycles {
                for (at, step) in cycle.iter().enumerate() {
                    prop_assert!(needs[*step].contains(&cycle[(at + 1) % cycle.len()]));
                }
            }
        }
    }
}
