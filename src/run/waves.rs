//! Which steps run together.

use super::node::Node;

/// The steps of each wave, in chain order. Steps that wait for each other are in none: see [`stuck`].
pub(crate) fn waves(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut done = vec![false; nodes.len()];
    let mut waves = Vec::new();
    loop {
        let is_ready = |index: &usize| !done[*index] && nodes[*index].needs().all(|need| done.get(need) == Some(&true));
        let ready: Vec<usize> = (0..nodes.len()).filter(is_ready).collect();
        if ready.is_empty() {
            return waves;
        }
        for index in &ready {
            done[*index] = true;
        }
        waves.push(ready);
    }
}

/// The steps that can never run, since they wait for each other.
pub(crate) fn stuck(nodes: &[Node]) -> Vec<usize> {
    let mut runs = vec![false; nodes.len()];
    for index in waves(nodes).into_iter().flatten() {
        runs[index] = true;
    }
    (0..nodes.len()).filter(|index| !runs[*index]).collect()
}
