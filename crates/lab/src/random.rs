//! Random AND/OR graphs, each named by its seed.

use yomikiri_pns::{Graph, NodeKind, Random};

/// What a random graph looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// No node has two parents.
    Tree,
    /// Nodes have several parents, but no play comes back to a node.
    Dag,
    /// Edges go anywhere.
    Cyclic,
}

/// A graph of alternating OR and AND nodes with 8 to `most_nodes` nodes, always the same for the same arguments.
///
/// Nodes have one to three children, in trees and at the end of acyclic graphs also none. From none to an eighth of the nodes
/// are marked as terminal, as the seed decides; a node without children that is not marked is lost for its player.
pub fn random_graph(shape: Shape, seed: u64, most_nodes: usize) -> Graph {
    let mut random = Random::new(seed);
    let n = 8 + random.below(most_nodes.saturating_sub(7));
    let terminals = random.below(3);
    let (kinds, children) = match shape {
        Shape::Tree => tree(n, &mut random),
        Shape::Dag | Shape::Cyclic => edges(n, shape == Shape::Dag, &mut random),
    };
    let mut graph = Graph::new(kinds.into_iter().zip(children));
    for node in 1..n {
        if random.below(16) < terminals {
            graph.set_value(node, random.below(2) == 0);
        }
    }
    graph
}

type Nodes = (Vec<NodeKind>, Vec<Vec<usize>>);

fn other(kind: NodeKind) -> NodeKind {
    if kind == NodeKind::Or { NodeKind::And } else { NodeKind::Or }
}

/// Each node is hung below an earlier one that has room.
fn tree(n: usize, random: &mut Random) -> Nodes {
    let (mut kinds, mut children) = (vec![NodeKind::Or], vec![Vec::new()]);
    for node in 1..n {
        let parent = loop {
            let parent = random.below(node);
            if children[parent].len() < 3 {
                break parent;
            }
        };
        kinds.push(other(kinds[parent]));
        children.push(Vec::new());
        children[parent].push(node);
    }
    (kinds, children)
}

/// Even nodes are OR nodes; edges go to any node of the other kind, or only to later ones.
fn edges(n: usize, downwards: bool, random: &mut Random) -> Nodes {
    let kind = |node: usize| if node.is_multiple_of(2) { NodeKind::Or } else { NodeKind::And };
    let mut children = vec![Vec::new(); n];
    for (node, list) in children.iter_mut().enumerate() {
        let first = if downwards { node + 1 } else { 1 - node % 2 };
        // Every second node from the first one on is of the other kind.
        let candidates = n.saturating_sub(first).div_ceil(2);
        for _ in 0..(1 + random.below(3)).min(candidates) {
            let child = first + 2 * random.below(candidates);
            if !list.contains(&child) {
                list.push(child);
            }
        }
    }
    ((0..n).map(kind).collect(), children)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_what_they_are_called() {
        for seed in 0..200 {
            for shape in [Shape::Tree, Shape::Dag, Shape::Cyclic] {
                let graph = random_graph(shape, seed, 40);
                assert!((8..=40).contains(&graph.len()));
                assert_eq!(graph, random_graph(shape, seed, 40), "reproducible");
            }
        }
        assert_eq!(random_graph(Shape::Tree, 1, 0).len(), 8);
    }

    #[test]
    fn graphs_are_not_too_easy() {
        for shape in [Shape::Tree, Shape::Dag, Shape::Cyclic] {
            let visits = |seed| {
                let graph = random_graph(shape, seed, 40);
                yomikiri_pns::Search::new(graph.root()).run().counters.visits
            };
            let mean = (0..300).map(visits).sum::<u64>() / 300;
            assert!(mean >= 5, "{shape:?}: {mean}");
        }
    }

    #[test]
    fn both_values_occur() {
        for shape in [Shape::Tree, Shape::Dag, Shape::Cyclic] {
            let proven = (0..400).filter(|&seed| random_graph(shape, seed, 40).truth()[0]).count();
            assert!((40..360).contains(&proven), "{shape:?}: {proven} of 400");
        }
    }
}
