//! What the tests on random graphs share.
#![allow(dead_code, reason = "each test file uses its own part")]

use yomikiri_pns::{Graph, NodeKind};

/// Pseudo-random numbers (splitmix64), so that a failing graph can be named by its seed.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }
}

/// A graph of alternating OR and AND nodes; edges go anywhere, so there are cycles, or only downwards if `acyclic`.
pub fn random_graph(seed: u64, most_nodes: usize, acyclic: bool) -> Graph {
    let mut random = Random(seed);
    let n = 8 + random.below(most_nodes - 7);
    let terminals = random.below(3);
    let kind = |node: usize| if node.is_multiple_of(2) { NodeKind::Or } else { NodeKind::And };
    let mut terminal = vec![None; n];
    for value in terminal.iter_mut().skip(1) {
        if random.below(8) < terminals {
            *value = Some(random.below(2) == 0);
        }
    }
    let mut children = Vec::new();
    for node in 0..n {
        let mut list = Vec::new();
        for _ in 0..1 + random.below(3) {
            let child = random.below(n);
            let downwards = !acyclic || child > node;
            if kind(child) != kind(node) && downwards && !list.contains(&child) {
                list.push(child);
            }
        }
        children.push((kind(node), list));
    }
    let mut graph = Graph::new(children);
    for (node, value) in terminal.into_iter().enumerate() {
        if let Some(value) = value {
            graph.set_value(node, value);
        }
    }
    graph
}
