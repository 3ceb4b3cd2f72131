//! Which steps run together.

use super::node::StepNode;

/// The steps of each wave, in chain order. Steps that wait for each other are in none.
pub(crate) fn waves(nodes: &[StepNode]) -> Vec<Vec<usize>> {
    let needs: Vec<Vec<usize>> = nodes.iter().map(|node| node.needs().collect()).collect();
    let mut waves = Vec::new();
    for (step, wave) in ranks(&needs).into_iter().enumerate() {
        let Some(wave) = wave else { continue };
        if waves.len() <= wave {
            waves.resize_with(wave + 1, Vec::new);
        }
        waves[wave].push(step);
    }
    waves
}

/// The wave of each step, from 0; `None` if it can never run. Visits every need once (Kahn's algorithm).
pub(super) fn ranks(needs: &[Vec<usize>]) -> Vec<Option<usize>> {
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
    for (step, needs) in needs.iter().enumerate() {
        for need in needs {
            if let Some(followers) = followers.get_mut(*need) {
                followers.push(step);
            }
        }
    }
    let mut open: Vec<usize> = needs.iter().map(Vec::len).collect();
    let mut earliest = vec![0; needs.len()];
    let mut ranks = vec![None; needs.len()];
    let mut ready: Vec<usize> = (0..needs.len()).filter(|step| open[*step] == 0).collect();
    while let Some(step) = ready.pop() {
        ranks[step] = Some(earliest[step]);
        for follower in &followers[step] {
            earliest[*follower] = earliest[*follower].max(earliest[step] + 1);
            open[*follower] -= 1;
            if open[*follower] == 0 {
                ready.push(*follower);
            }
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_runs_in_the_wave_after_the_last_that_it_needs() {
        let needs = [vec![2], vec![], vec![1], vec![1, 0, 1], vec![]];
        assert_eq!(ranks(&needs), [Some(2), Some(0), Some(1), Some(3), Some(0)]);
    }
}
