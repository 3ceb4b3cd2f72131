//! Which steps run together.

use super::node::Node;
use crate::Error;

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

/// The steps that can never run, since they wait for each other. A step that is bad for another reason holds up nobody.
pub(crate) fn stuck(steps: &[Result<Node, Error>]) -> Vec<usize> {
    let mut runs = vec![false; steps.len()];
    loop {
        let can_run = |index: &usize| match &steps[*index] {
            Ok(node) => node.needs().all(|need| runs.get(need) == Some(&true)),
            Err(_) => true,
        };
        let ready: Vec<usize> = (0..steps.len()).filter(|index| !runs[*index]).filter(can_run).collect();
        if ready.is_empty() {
            return (0..steps.len()).filter(|index| !runs[*index]).collect();
        }
        for index in ready {
            runs[index] = true;
        }
    }
}
