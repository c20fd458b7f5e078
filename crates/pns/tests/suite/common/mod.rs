//! What the tests on random graphs share.

pub mod threat_graph;

use yomikiri_pns::{Graph, NodeKind, Random};

/// A graph of alternating OR and AND nodes; edges go anywhere, so there are cycles, or only downwards if `acyclic`.
pub fn random_graph(seed: u64, most_nodes: usize, acyclic: bool) -> Graph {
    let mut random = Random::new(seed);
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

/// A tree of alternating OR and AND nodes with three moves at each, whose leaves have random
/// values.
pub fn random_tree(seed: u64, depth: u32) -> Graph {
    let level = |node: usize| (2 * node + 1).ilog(3);
    let all = (3usize.pow(depth + 1) - 1) / 2;
    let mut graph = Graph::new((0..all).map(|node| {
        let kind = if level(node).is_multiple_of(2) { NodeKind::Or } else { NodeKind::And };
        let children = if level(node) < depth { 3 * node + 1..3 * node + 4 } else { 0..0 };
        (kind, children.collect())
    }));
    let mut random = Random::new(seed);
    for leaf in (0..all).filter(|&node| level(node) == depth) {
        graph.set_value(leaf, random.below(2) == 0);
    }
    graph
}
