//! Explicit graphs with passes, for λ-search.

use std::collections::HashMap;

use yomikiri_pns::{
    Game, Graph, GraphNode, Knowledge, KnownValue, LambdaKey, LambdaMove, NodeKind, Order, ThreatGame,
    ThreatLevel,
};

/// A graph in which the defender may pass at some nodes.
pub struct ThreatGraph {
    pub graph: Graph,
    passes: HashMap<usize, usize>,
}

impl ThreatGraph {
    /// A graph without passes.
    pub fn new(graph: Graph) -> ThreatGraph {
        ThreatGraph { graph, passes: HashMap::new() }
    }

    /// Allows a pass at an AND node; it leads to an OR node.
    pub fn set_pass(&mut self, node: usize, target: usize) {
        self.passes.insert(node, target);
    }

    /// The game that starts at the root.
    pub fn root(&self) -> ThreatGraphNode<'_> {
        ThreatGraphNode { graph: self, node: self.graph.root(), level: ThreatLevel::BASE }
    }

    /// Returns for each node whether it is won by threats up to `order`, straight from the
    /// definition: a move is a threat if a pass would lose to threats of a lower order.
    pub fn truth(&self, order: Order) -> Vec<bool> {
        let nodes: Vec<GraphNode<'_>> = (0..self.graph.len()).map(|at| node_at(&self.graph, at)).collect();
        let mut lower: Vec<bool> = nodes.iter().map(|&node| wins_at_once(node)).collect();
        for _ in 0..order.get() {
            let mut proven = vec![false; nodes.len()];
            loop {
                let before = proven.clone();
                for (at, node) in nodes.iter().enumerate() {
                    let won = |child: usize| proven[child];
                    proven[at] = match (node.value(), node.kind()) {
                        (Some(settled), _) => settled.value,
                        (None, NodeKind::Or) => children(node).into_iter().any(won),
                        (None, NodeKind::And) => {
                            self.passes.get(&at).is_none_or(|&pass| lower[pass])
                                && children(node).into_iter().all(won)
                        }
                    };
                }
                if proven == before {
                    break;
                }
            }
            lower = proven;
        }
        lower
    }
}

fn node_at(graph: &Graph, at: usize) -> GraphNode<'_> {
    let mut node = graph.root();
    node.make(at);
    node
}

fn children(node: &GraphNode<'_>) -> Vec<usize> {
    let mut children = Vec::new();
    node.moves(&mut children);
    children
}

/// Whether the prover is to move and has won, or wins by his next move.
fn wins_at_once(node: GraphNode<'_>) -> bool {
    let wins = |child: usize| {
        let mut after = node;
        after.make(child);
        after.value() == Some(true.into())
    };
    let by_a_move = || node.kind() == NodeKind::Or && children(&node).into_iter().any(wins);
    node.value().map_or_else(by_a_move, |settled| settled.value)
}

/// A node of a [`ThreatGraph`].
#[derive(Clone, Copy)]
pub struct ThreatGraphNode<'a> {
    graph: &'a ThreatGraph,
    node: GraphNode<'a>,
    level: ThreatLevel,
}

impl Game for ThreatGraphNode<'_> {
    type Move = LambdaMove<usize>;
    type Key = LambdaKey<usize>;
    type Undo = usize;

    const ACYCLIC: bool = false;

    fn key(&self) -> LambdaKey<usize> {
        LambdaKey { node: self.node.key(), level: self.level }
    }

    fn kind(&self) -> NodeKind {
        self.node.kind()
    }

    fn value(&self) -> Option<KnownValue<LambdaKey<usize>>> {
        if self.level.max_order == Order::ZERO {
            return Some(wins_at_once(self.node).into());
        }
        self.node.value().map(|settled| settled.value.into())
    }

    fn moves(&self, moves: &mut Vec<LambdaMove<usize>>) {
        moves.extend(children(&self.node).into_iter().map(LambdaMove::Play));
    }

    fn make(&mut self, mv: LambdaMove<usize>) -> usize {
        let here = self.node.key();
        self.node.make(match mv {
            LambdaMove::Play(child) => child,
            LambdaMove::Pass => self.graph.passes.get(&here).copied().unwrap_or(here),
            LambdaMove::Restrict(_) => here,
        })
    }

    fn unmake(&mut self, _: LambdaMove<usize>, before: usize) {
        self.node.make(before);
    }
}

impl Knowledge for ThreatGraphNode<'_> {}

impl ThreatGame for ThreatGraphNode<'_> {
    type Play = usize;
    type Node = usize;

    fn level(&self) -> ThreatLevel {
        self.level
    }

    fn set_level(&mut self, level: ThreatLevel) {
        self.level = level;
    }

    fn may_pass(&self) -> bool {
        self.graph.passes.contains_key(&self.node.key())
    }
}
