//! Explicit AND/OR graphs: small test cases, random ones, and the truth about them.

use std::collections::HashMap;

use crate::game::{Game, Knowledge, KnownValue};
use crate::number::NodeKind;

/// A finite AND/OR graph; nodes are numbered, node 0 is the root. It may have cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    kind: NodeKind,
    children: Vec<usize>,
    value: Option<bool>,
}

impl Graph {
    /// A graph from (kind, children) of each node.
    ///
    /// # Panics
    /// If a child does not exist or there is no node at all.
    pub fn new(nodes: impl IntoIterator<Item = (NodeKind, Vec<usize>)>) -> Graph {
        let nodes: Vec<Node> =
            nodes.into_iter().map(|(kind, children)| Node { kind, children, value: None }).collect();
        assert!(!nodes.is_empty(), "a graph needs a root");
        assert!(
            nodes.iter().flat_map(|node| &node.children).all(|&child| child < nodes.len()),
            "no such child"
        );
        Graph { nodes }
    }

    /// A graph from `name kind child child …` lines; the first line is the root. A name without a line of its own is a
    /// terminal node: proven if it ends with `+`, disproven if it ends with `-`.
    ///
    /// # Panics
    /// If a line is not of that form: this is for test data in source code.
    pub fn parse(text: &str) -> Graph {
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .filter(|words: &Vec<_>| !words.is_empty())
            .collect();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for (number, words) in lines.iter().enumerate() {
            assert!(numbers.insert(words[0], number).is_none(), "{} twice", words[0]);
        }
        let mut graph = Graph { nodes: Vec::new() };
        let mut terminals = Vec::new();
        for words in &lines {
            let kind = match words[1] {
                "or" => NodeKind::Or,
                "and" => NodeKind::And,
                other => panic!("{other} is neither `or` nor `and`"),
            };
            let mut children = Vec::new();
            for &name in &words[2..] {
                let next = lines.len() + terminals.len();
                children.push(*numbers.entry(name).or_insert_with(|| {
                    terminals.push(match name.chars().last() {
                        Some('+') => true,
                        Some('-') => false,
                        _ => panic!("{name} has no line and is not terminal"),
                    });
                    next
                }));
            }
            graph.nodes.push(Node { kind, children, value: None });
        }
        for value in terminals {
            graph.nodes.push(Node { kind: NodeKind::Or, children: Vec::new(), value: Some(value) });
        }
        graph
    }

    /// Makes a node terminal.
    pub fn set_value(&mut self, node: usize, value: bool) {
        self.nodes[node].value = Some(value);
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a graph has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The game that starts at the root.
    pub fn root(&self) -> GraphNode<'_> {
        GraphNode { graph: self, at: 0 }
    }

    /// The value of every node, by retrograde analysis: proven is what can be forced in finitely many moves, so a play
    /// that runs in circles for ever is lost for the prover.
    pub fn truth(&self) -> Vec<bool> {
        let mut proven = vec![false; self.nodes.len()];
        loop {
            let mut changed = false;
            for (number, node) in self.nodes.iter().enumerate() {
                let value = match (node.value, node.kind) {
                    (Some(value), _) => value,
                    (None, NodeKind::Or) => node.children.iter().any(|&child| proven[child]),
                    (None, NodeKind::And) => node.children.iter().all(|&child| proven[child]),
                };
                changed |= value != proven[number];
                proven[number] |= value;
            }
            if !changed {
                return proven;
            }
        }
    }
}

/// A node of a [`Graph`] as a game.
#[derive(Clone, Copy, Debug)]
pub struct GraphNode<'a> {
    graph: &'a Graph,
    at: usize,
}

impl Game for GraphNode<'_> {
    type Move = usize;
    type Key = usize;
    type Undo = usize;

    const ACYCLIC: bool = false;

    fn key(&self) -> usize {
        self.at
    }

    fn kind(&self) -> NodeKind {
        self.graph.nodes[self.at].kind
    }

    fn value(&self) -> Option<KnownValue<usize>> {
        self.graph.nodes[self.at].value.map(KnownValue::from)
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        moves.extend_from_slice(&self.graph.nodes[self.at].children);
    }

    fn make(&mut self, child: usize) -> usize {
        std::mem::replace(&mut self.at, child)
    }

    fn unmake(&mut self, _: usize, parent: usize) {
        self.at = parent;
    }
}

impl Knowledge for GraphNode<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_of_a_small_graph() {
        let graph = Graph::parse(
            "a or b c
             b and a x+
             c and d x+
             d or x+ y-",
        );
        // b leads back to a, but c proves it; with a proven, b is too.
        assert_eq!(graph.truth(), [true, true, true, true, true, false]);
        let mut lost = graph.clone();
        lost.set_value(3, false);
        assert_eq!(lost.truth()[..4], [false, false, false, false]);
    }
}
