//! Games as AND/OR graphs, one node at a time.
//!
//! A game comes in two parts. [`Game`] is its rules: whatever is searched must state them. [`Knowledge`] is what it knows
//! beyond its rules, and every method of it has a default: a game without knowledge says `impl Knowledge for MyGame {}`. The
//! two are apart so that a new game is a page of code, and so that a reader sees which of a game's methods can change an
//! answer (the rules) and which only change the time it takes.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

use crate::hash::FastHash;
use crate::number::{NodeKind, Numbers};
use crate::plan::Plan;
use crate::table::TableHit;

/// The rules of a game: a node of an AND/OR graph, from which the others can be reached.
///
/// A search owns one value and moves it up and down the graph with [`make`](Game::make) and [`unmake`](Game::unmake).
pub trait Game {
    /// A move: an edge from a node to a child.
    type Move: Copy + Eq + Debug;
    /// The identity of a node. Nodes with equal keys have the same value and the same moves.
    type Key: Copy + Eq + Hash + Debug;
    /// What `unmake` needs.
    type Undo;

    /// Whether no play can come back to a node it has visited. If it can, a play that does is lost for the prover.
    const ACYCLIC: bool;

    /// The identity of this node.
    fn key(&self) -> Self::Key;

    /// The side to move: the prover (OR) or the other (AND).
    fn kind(&self) -> NodeKind;

    /// Returns the value of a terminal node, or `None` if the node must be searched.
    ///
    /// A game may also recognise nodes whose value is plain without search. A node without moves
    /// needs no value if its player loses there. `true.into()` is a result for this node alone; see
    /// [`KnownValue`] for one that covers more.
    fn value(&self) -> Option<KnownValue<Self::Key>> {
        None
    }

    /// Appends the moves, in an order that depends on the node alone. A player without moves loses: OR nodes are then
    /// disproven, AND nodes proven. Not called where [`value`](Game::value) returns one.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Moves to a child.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Moves back to the parent.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);
}

/// What a game knows beyond its rules. The defaults know nothing.
///
/// Best-first searches ask for [`estimate`](Knowledge::estimate) only, depth-first searches for everything.
pub trait Knowledge: Game {
    /// Whether [`value`](Game::value) is so expensive that its results belong in the table. The search then asks for it
    /// only when the parent of a node is entered for the first time.
    const VALUE_IS_EXPENSIVE: bool = false;

    /// After a child was left within this many visits, its siblings are not looked up in the table again. 0 always looks them
    /// up, as proof-number search on a graph demands; a larger number saves time where nodes are seldom shared.
    const RELOOKUP_AFTER_VISITS: u64 = 0;

    /// Whether listing the children of a node and their leaf numbers is so expensive that a search keeps them for a while, in case it
    /// comes back. The moves and the leaf numbers must then follow from the node's [key](Game::key), whichever method is asked;
    /// see also [`keeps_expansions`](Knowledge::keeps_expansions).
    const EXPANSION_IS_EXPENSIVE: bool = false;

    /// The numbers of this node as a new leaf (df-pn+). Neither may be zero or infinite.
    fn estimate(&self) -> Numbers {
        Numbers::UNIT
    }

    /// The number of a leaf about which nothing is known: what [`estimate`](Knowledge::estimate) measures by. Not 0.
    fn leaf_unit(&self) -> u64 {
        1
    }

    /// Whether expansions are kept if [they are expensive](Knowledge::EXPANSION_IS_EXPENSIVE). Not
    /// if [`evaluate_child`](Knowledge::evaluate_child) and
    /// [`estimate_after`](Knowledge::estimate_after) differ in the numbers of a leaf.
    #[inline]
    fn keeps_expansions(&self) -> bool {
        true
    }

    /// The key of the child by `mv`: lets the search prefetch table entries before it makes a move.
    #[inline]
    fn key_after(&mut self, mv: Self::Move) -> Self::Key {
        let undo = self.make(mv);
        let key = self.key();
        self.unmake(mv, undo);
        key
    }

    /// The [estimate](Knowledge::estimate) of the child by `mv`.
    #[inline]
    fn estimate_after(&mut self, mv: Self::Move) -> Numbers {
        let undo = self.make(mv);
        let numbers = self.estimate();
        self.unmake(mv, undo);
        numbers
    }

    /// What can be said of the child by `mv` without search: its [value](Game::value), or else its
    /// [estimate](Knowledge::estimate). One look, for games in which the two share work.
    #[inline]
    fn evaluate_child(&mut self, mv: Self::Move) -> Evaluation<Self::Key> {
        let undo = self.make(mv);
        let look = match self.value() {
            Some(settled) => Evaluation::Known(settled),
            None => Evaluation::Leaf(self.estimate()),
        };
        self.unmake(mv, undo);
        look
    }

    /// Whether [`value`](Game::value) looks one move ahead at this node: if it finds nothing here, it finds nothing at any
    /// child, and the children need not be asked.
    #[inline]
    fn value_looks_ahead(&self) -> bool {
        false
    }

    /// The scope of a result found at this node: the key it is stored under.
    ///
    /// A game in which some nodes are at least as good as others for one side (*dominance*) may return a key that covers
    /// more than this node, if its [table](crate::Table) finds results that way. `children` are the moves that show the
    /// result with the scope of each child's result: one child if its value decides, else all of them.
    #[inline]
    fn scope(&self, value: bool, children: impl Iterator<Item = (Self::Move, Self::Key)>) -> Self::Key {
        let _ = (value, children);
        self.key()
    }

    /// Whether `key` after `earlier` on one path is a repetition. Such keys have the same
    /// [`repetition_class`](Knowledge::repetition_class).
    #[inline]
    fn repeats(earlier: &Self::Key, key: &Self::Key) -> bool {
        earlier == key
    }

    /// A number that nodes which may repeat each other have in common.
    #[inline]
    fn repetition_class(key: &Self::Key) -> u64 {
        FastHash.hash_one(key)
    }

    /// How the children by `moves` are to be searched. `plan` comes empty: every child counts, none waits.
    #[inline]
    fn plan(&self, moves: &[Self::Move], plan: &mut Plan) {
        let _ = (moves, plan);
    }

    /// The value of the child by `mv`, if the known answer to its sibling by `first` holds there, too (*simulation*). Asked
    /// where the [plan](Plan::simulates) says so, for a new child that waited for `first`, once that is solved.
    #[inline]
    fn simulate(
        &mut self,
        mv: Self::Move,
        first: Self::Move,
        known: &impl Fn(&Self::Key) -> Option<TableHit<Self::Key>>,
    ) -> Option<KnownValue<Self::Key>> {
        let _ = (mv, first, known);
        None
    }
}

/// A value that is known without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownValue<K> {
    /// The value.
    pub value: bool,
    /// The [scope](Knowledge::scope) of the result: `None` for the node alone.
    pub scope: Option<K>,
    /// Depth of the solution.
    pub depth: u32,
}

/// What is known of a node without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation<K> {
    /// Its value.
    Known(KnownValue<K>),
    /// Only a guess: its numbers as a new leaf.
    Leaf(Numbers),
}

impl<K> From<bool> for KnownValue<K> {
    /// A result of depth 0 for the node alone.
    fn from(value: bool) -> Self {
        KnownValue { value, scope: None, depth: 0 }
    }
}
