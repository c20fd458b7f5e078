//! The game of a best-first search, which walks through its tree.

use std::collections::HashSet;

use super::{PnRules, TreeNode};
use crate::control::StopReason;
use crate::game::Knowledge;
use crate::hash::FastHash;
use crate::maybe_owned::MaybeOwned;
use crate::number::{NodeKind, Numbers};

/// A game at some node of a tree.
pub(super) struct Walk<'a, G: Knowledge> {
    pub game: MaybeOwned<'a, G>,
    /// The move that leads to each node of the tree but the root.
    edges: Vec<G::Move>,
    undo: Vec<(G::Move, G::Undo)>,
    /// Keys of the path, for games that can repeat.
    path: HashSet<G::Key, FastHash>,
    /// The moves that were listed last.
    moves: Vec<G::Move>,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
}

impl<'a, G: Knowledge> Walk<'a, G> {
    /// The bytes that a node takes, here and in the tree.
    pub const NODE_BYTES: usize = size_of::<(TreeNode, G::Move)>();

    pub fn new(game: MaybeOwned<'a, G>, on_expand: Option<&'a mut dyn FnMut(G::Key)>) -> Self {
        let mut path = HashSet::default();
        path.insert(game.key());
        Walk { game, edges: Vec::new(), undo: Vec::new(), path, moves: Vec::new(), on_expand }
    }

    /// Returns the numbers of the node where the game stands, at `depth`, as a new leaf.
    fn leaf_numbers(&mut self, rules: &PnRules, depth: usize) -> Numbers {
        if !G::ACYCLIC && self.path.contains(&self.game.key()) {
            return Numbers::DISPROVEN;
        }
        if rules.immediate
            && let Some(settled) = self.game.value()
        {
            return Numbers::solved(settled.value);
        }
        rules.leaf.numbers(&*self.game, depth, &mut self.moves)
    }

    /// Returns the value of the node where the game stands, if it is terminal.
    pub fn value(&self) -> Option<bool> {
        self.game.value().map(|settled| settled.value)
    }

    /// Reports that the node where the game stands is expanded, if the search has a callback for
    /// it.
    pub fn report_expansion(&mut self) {
        if let Some(on_expand) = &mut self.on_expand {
            on_expand(self.game.key());
        }
    }

    /// Lists the moves where the game stands. Returns their number.
    pub fn list_moves(&mut self) -> usize {
        self.moves.clear();
        self.game.moves(&mut self.moves);
        self.moves.len()
    }

    /// Reserves memory for `nodes` more nodes.
    pub fn reserve(&mut self, nodes: usize) -> Result<(), StopReason> {
        self.edges.try_reserve(nodes).map_err(|_| StopReason::MemoryLimit)
    }

    /// Adds a node that is reached by the listed move `index` from the node where the game stands,
    /// at `depth`. Returns its numbers and its kind.
    pub fn add_child(&mut self, index: usize, rules: &PnRules, depth: usize) -> (Numbers, NodeKind) {
        let mv = self.moves[index];
        self.edges.push(mv);
        let undo = self.game.make(mv);
        let numbers = self.leaf_numbers(rules, depth);
        let kind = self.game.kind();
        self.game.unmake(mv, undo);
        (numbers, kind)
    }

    /// Forgets all nodes but the first `nodes`.
    pub fn truncate(&mut self, nodes: usize) {
        self.edges.truncate(nodes - 1);
    }

    /// Moves to a child of the node where the game stands.
    pub fn step_down(&mut self, child: u32) {
        let mv = self.edges[child as usize - 1];
        let undo = self.game.make(mv);
        self.undo.push((mv, undo));
        if !G::ACYCLIC {
            self.path.insert(self.game.key());
        }
    }

    /// Moves back to its parent.
    pub fn step_up(&mut self) {
        if !G::ACYCLIC {
            self.path.remove(&self.game.key());
        }
        if let Some((mv, undo)) = self.undo.pop() {
            self.game.unmake(mv, undo);
        }
    }
}
