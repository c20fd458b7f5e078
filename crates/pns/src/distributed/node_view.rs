//! Nodes as a search sees them that keeps its tree elsewhere and has
//! [subsearches](crate::Search::as_subsearch) done here.
//!
//! A node is named by its path from the root: the numbers of the moves, in the order in which
//! [`Game::moves`](crate::Game::moves) lists them. That needs no text for positions or moves, and
//! serves every game.

use crate::algorithm::Algorithm;
use crate::dfpn::DfPnRules;
use crate::game::{Evaluation, Knowledge};
use crate::hash::two_digests;
use crate::number::{NodeKind, Numbers};
use crate::plan::Plan;
use crate::table::TableHit;

/// A node and its children.
#[derive(Clone, Debug)]
pub struct NodeView<M> {
    /// Who is to move.
    pub kind: NodeKind,
    /// The value of a terminal node.
    pub value: Option<bool>,
    /// A digest of the key; nodes with the same one are the same.
    pub key: u128,
    /// What nodes that may repeat each other have in common.
    pub class: u64,
    /// The children, in the order of the moves.
    pub children: Vec<ChildView<M>>,
}

/// A child of a node.
#[derive(Clone, Debug)]
pub struct ChildView<M> {
    /// The move.
    pub mv: M,
    /// As that of a [node](NodeView::key).
    pub key: u128,
    /// As that of a [node](NodeView::class).
    pub class: u64,
    /// What the table or the leaf rule says.
    pub numbers: Numbers,
    /// Visits that were spent below it.
    pub visits: u32,
    /// The sibling that must be solved first.
    pub waits_for: Option<usize>,
    /// The depth of the node above that it repeats: it is lost for the prover then.
    pub repeats: Option<usize>,
}

/// Goes from the root along a path. Returns the keys of the nodes before the last one, or the
/// number of the step that is not a move.
pub fn descend<G: Knowledge>(game: &mut G, path: &[u32]) -> Result<Vec<G::Key>, usize> {
    let (mut above, mut moves) = (Vec::with_capacity(path.len()), Vec::new());
    for (step, &index) in path.iter().enumerate() {
        moves.clear();
        game.moves(&mut moves);
        let &mv = moves.get(index as usize).ok_or(step)?;
        above.push(game.key());
        game.make(mv);
    }
    Ok(above)
}

fn digest<K: std::hash::Hash>(key: &K) -> u128 {
    let (first, second) = two_digests(key);
    u128::from(first) << 64 | u128::from(second)
}

impl<M: Copy> NodeView<M> {
    /// The node at which `game` stands, below the nodes `above`. `known` returns what a table has.
    pub fn new<G: Knowledge<Move = M>>(
        game: &mut G,
        algorithm: Algorithm,
        above: &[G::Key],
        known: impl Fn(&G::Key) -> Option<TableHit<G::Key>>,
    ) -> NodeView<M> {
        let rules = match algorithm {
            Algorithm::DfPn { rules, .. } => rules,
            _ => DfPnRules::default(),
        };
        let (key, kind) = (game.key(), game.kind());
        let mut node = NodeView {
            kind,
            value: game.value().map(|settled| settled.value),
            key: digest(&key),
            class: G::repetition_class(&key),
            children: Vec::new(),
        };
        if node.value.is_some() {
            return node;
        }
        let (mut moves, mut scratch) = (Vec::new(), Vec::new());
        game.moves(&mut moves);
        if moves.is_empty() {
            node.value = Some(!kind.goal());
            return node;
        }
        let mut plan = Plan::new(moves.len());
        game.plan(&moves, &mut plan);
        let depth = above.len() + 1;
        for (index, &mv) in moves.iter().enumerate() {
            let child = game.key_after(mv);
            let waits_for = plan.waits_for(index);
            let is_repeated = |earlier: &&G::Key| G::repeats(earlier, &child);
            let repeated = above.iter().chain([&key]).rev().position(|earlier| is_repeated(&earlier));
            let repeats = repeated.filter(|_| !G::ACYCLIC).map(|back| above.len() - back);
            let found = known(&child).map(|found| found.entry);
            let (numbers, visits) = match found.filter(|entry| entry.visits > 0) {
                Some(entry) => (entry.numbers, entry.visits),
                // A child that waits may be expensive to look at, and need not be looked at yet.
                None if waits_for.is_some() => (Numbers::UNIT, 0),
                None => {
                    let look = if rules.immediate {
                        rules.leaf.evaluate_child(game, mv, depth, &mut scratch)
                    } else {
                        Evaluation::Leaf(rules.leaf.numbers_after(game, mv, depth, &mut scratch))
                    };
                    match look {
                        Evaluation::Known(settled) => (Numbers::solved(settled.value), 0),
                        Evaluation::Leaf(numbers) => {
                            (found.map_or(numbers, |entry| numbers.max(entry.numbers)), 0)
                        }
                    }
                }
            };
            let class = G::repetition_class(&child);
            node.children.push(ChildView {
                mv,
                key: digest(&child),
                class,
                numbers,
                visits,
                waits_for,
                repeats,
            });
        }
        node
    }
}
