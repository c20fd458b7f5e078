//! The game of a best-first search, which walks through its tree.

use std::collections::{HashMap, HashSet};
use std::ops::{Deref, DerefMut};

use super::{Node, PnRules};
use crate::control::StopReason;
use crate::game::Knowledge;
use crate::hash::FastHash;
use crate::number::{NodeKind, Numbers};

/// What a tree asks of a game: none of it names the game's types, so the tree is compiled once for all games. Nodes are known by
/// their numbers in the tree.
pub(super) trait Walker {
    /// The side to move where the game stands.
    fn kind(&self) -> NodeKind;

    /// The value of the node where the game stands, if it is terminal.
    fn value(&self) -> Option<bool>;

    /// Calls back that the node where the game stands is expanded, if somebody wants to know.
    fn report_expansion(&mut self);

    /// Lists the moves where the game stands. Returns their number.
    fn list_moves(&mut self) -> usize;

    /// Reserves memory for `nodes` more nodes.
    fn reserve(&mut self, nodes: usize) -> Result<(), StopReason>;

    /// Adds a node that is reached by the listed move `index` from the node where the game stands, at `depth`. Returns its numbers and its
    /// kind.
    fn add_child(&mut self, index: usize, rules: &PnRules, depth: usize) -> (Numbers, NodeKind);

    /// Forgets all nodes but the first `nodes`.
    fn truncate(&mut self, nodes: usize);

    /// Moves to a child of the node where the game stands.
    fn step_down(&mut self, child: u32);

    /// Moves back to its parent.
    fn step_up(&mut self);

    /// Notes the value of the node where the game stands.
    fn note_value(&mut self, value: bool);

    /// The bytes that a node takes, here and in the tree.
    fn node_bytes(&self) -> usize;
}

/// A game that a search owns, or that it borrows from another search. One type for both: the search is compiled once.
pub(crate) enum Held<'a, G> {
    Owned(G),
    Lent(&'a mut G),
}

impl<G> Deref for Held<'_, G> {
    type Target = G;

    #[inline(always)]
    fn deref(&self) -> &G {
        match self {
            Held::Owned(game) => game,
            Held::Lent(game) => game,
        }
    }
}

impl<G> DerefMut for Held<'_, G> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut G {
        match self {
            Held::Owned(game) => game,
            Held::Lent(game) => game,
        }
    }
}

/// A game at some node of a tree.
pub(super) struct Walk<'a, G: Knowledge> {
    pub game: Held<'a, G>,
    /// The move that leads to each node of the tree but the root.
    edges: Vec<G::Move>,
    undo: Vec<(G::Move, G::Undo)>,
    /// Keys of the path, for games that can repeat.
    path: HashSet<G::Key, FastHash>,
    /// The moves that were listed last.
    moves: Vec<G::Move>,
    /// The values that were noted.
    pub known: HashMap<G::Key, bool, FastHash>,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
}

impl<'a, G: Knowledge> Walk<'a, G> {
    pub fn new(game: Held<'a, G>, on_expand: Option<&'a mut dyn FnMut(G::Key)>) -> Self {
        let mut path = HashSet::default();
        path.insert(game.key());
        Walk {
            game,
            edges: Vec::new(),
            undo: Vec::new(),
            path,
            moves: Vec::new(),
            known: HashMap::default(),
            on_expand,
        }
    }

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
}

impl<G: Knowledge> Walker for Walk<'_, G> {
    fn kind(&self) -> NodeKind {
        self.game.kind()
    }

    fn value(&self) -> Option<bool> {
        self.game.value().map(|settled| settled.value)
    }

    fn report_expansion(&mut self) {
        if let Some(on_expand) = &mut self.on_expand {
            on_expand(self.game.key());
        }
    }

    fn list_moves(&mut self) -> usize {
        self.moves.clear();
        self.game.moves(&mut self.moves);
        self.moves.len()
    }

    fn reserve(&mut self, nodes: usize) -> Result<(), StopReason> {
        self.edges.try_reserve(nodes).map_err(|_| StopReason::Memory)
    }

    fn add_child(&mut self, index: usize, rules: &PnRules, depth: usize) -> (Numbers, NodeKind) {
        let mv = self.moves[index];
        self.edges.push(mv);
        let undo = self.game.make(mv);
        let numbers = self.leaf_numbers(rules, depth);
        let kind = self.game.kind();
        self.game.unmake(mv, undo);
        (numbers, kind)
    }

    fn truncate(&mut self, nodes: usize) {
        self.edges.truncate(nodes - 1);
    }

    fn step_down(&mut self, child: u32) {
        let mv = self.edges[child as usize - 1];
        let undo = self.game.make(mv);
        self.undo.push((mv, undo));
        if !G::ACYCLIC {
            self.path.insert(self.game.key());
        }
    }

    fn step_up(&mut self) {
        if !G::ACYCLIC {
            self.path.remove(&self.game.key());
        }
        if let Some((mv, undo)) = self.undo.pop() {
            self.game.unmake(mv, undo);
        }
    }

    fn note_value(&mut self, value: bool) {
        self.known.insert(self.game.key(), value);
    }

    fn node_bytes(&self) -> usize {
        size_of::<(Node, G::Move)>()
    }
}
