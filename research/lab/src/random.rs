//! Random AND/OR graphs, each determined by its seed.

use yomikiri_pns::{Graph, NodeKind, Random};

/// The shape of a random graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphShape {
    /// A tree: every node has one parent.
    Tree,
    /// An acyclic graph: nodes may have several parents.
    Dag,
    /// A graph that may have cycles.
    Cyclic,
}

/// A random graph of alternating OR and AND nodes with 8 to `most_nodes` nodes. The same arguments give the same graph.
///
/// Nodes have one to three children; in trees and at the end of acyclic graphs they may have none. Depending on the seed, up
/// to an eighth of the nodes are terminal. Another node without children is lost for the side to move.
pub fn random_graph(shape: GraphShape, seed: u64, most_nodes: usize) -> Graph {
    let mut random = Random::new(seed);
    let n = 8 + random.below(most_nodes.saturating_sub(7));
    let terminals = random.below(3);
    let (kinds, children) = match shape {
        GraphShape::Tree => tree(n, &mut random),
        GraphShape::Dag | GraphShape::Cyclic => edges(n, shape == GraphShape::Dag, &mut random),
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

/// Makes each node a child of an earlier node with fewer than three children.
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

/// Even nodes are OR nodes. Edges go to any node of the other kind or, with `downwards`, only to later ones.
fn edges(n: usize, downwards: bool, random: &mut Random) -> Nodes {
    let kind = |node: usize| if node.is_multiple_of(2) { NodeKind::Or } else { NodeKind::And };
    let mut children = vec![Vec::new(); n];
    for (node, list) in children.iter_mut().enumerate() {
        let first = if downwards { node + 1 } else { 1 - node % 2 };
        // From `first` on, every second node is of the other kind.
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
            for shape in [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic] {
                let graph = random_graph(shape, seed, 40);
                assert!((8..=40).contains(&graph.len()));
                assert_eq!(graph, random_graph(shape, seed, 40), "reproducible");
            }
        }
        assert_eq!(random_graph(GraphShape::Tree, 1, 0).len(), 8);
    }

    #[test]
    fn graphs_are_not_too_easy() {
        for shape in [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic] {
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
        for shape in [GraphShape::Tree, GraphShape::Dag, GraphShape::Cyclic] {
            let proven = (0..400).filter(|&seed| random_graph(shape, seed, 40).truth()[0]).count();
            assert!((40..360).contains(&proven), "{shape:?}: {proven} of 400");
        }
    }
}
