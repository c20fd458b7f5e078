//! What a game must tell: the AND/OR graph, one node at a time.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

use crate::hash::FastHash;
use crate::number::{NodeKind, Numbers};
use crate::table::Found;

/// A node of an AND/OR graph, from which the rest can be reached.
///
/// A search owns one value and walks it up and down with [`make`](Game::make) and [`unmake`](Game::unmake).
pub trait Game {
    /// A move: what leads from a node to a child.
    type Move: Copy + Eq + Debug;
    /// What a node is remembered by. Two nodes with equal keys have the same value and the same moves.
    type Key: Copy + Eq + Hash + Debug;
    /// What `unmake` needs.
    type Undo;

    /// Whether no play can come back to a node it has visited. If it can, a play that does is lost for the prover.
    const ACYCLIC: bool;

    /// Whether [`settled`](Game::settled) is so much work that what it tells should be remembered. It is then asked only when
    /// the parent of a node is entered for the first time.
    const SETTLING_IS_WORK: bool = false;

    /// A child that was left after at most so many visits is taken not to have changed its siblings: they are not looked up
    /// again. 0 looks them up always, as proof-number search on a graph demands; a larger number saves time where nodes are
    /// seldom shared.
    const STEADY: u64 = 0;

    /// What this node is remembered by.
    fn key(&self) -> Self::Key;

    /// Whose turn it is.
    fn kind(&self) -> NodeKind;

    /// The value, if it can be told without looking at children. Must tell it for every node without moves whose player
    /// does not simply lose.
    fn value(&self) -> Option<bool> {
        None
    }

    /// Appends the moves, in an order that depends on the node alone. A player without moves loses: OR nodes are then
    /// disproven, AND nodes proven. Not called where [`value`](Game::value) tells.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Goes to a child.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Comes back from it.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// Numbers for this node as a new leaf, from knowledge of the game (df-pn+). Neither may be zero or infinite.
    fn estimate(&self) -> Numbers {
        Numbers::UNIT
    }

    // ---- for games that know more; the depth-first searches ask ---------------------------------------------------

    /// The key of the child that `mv` leads to.
    #[inline]
    fn key_after(&mut self, mv: Self::Move) -> Self::Key {
        let undo = self.make(mv);
        let key = self.key();
        self.unmake(mv, undo);
        key
    }

    /// The [estimate](Game::estimate) of the child that `mv` leads to.
    #[inline]
    fn estimate_after(&mut self, mv: Self::Move) -> Numbers {
        let undo = self.make(mv);
        let numbers = self.estimate();
        self.unmake(mv, undo);
        numbers
    }

    /// Like [`value`](Game::value), with what the result stands for: see [`conclude`](Game::conclude).
    #[inline]
    fn settled(&self) -> Option<Settled<Self::Key>> {
        self.value().map(|value| Settled { value, ground: self.key(), depth: 0 })
    }

    /// Whether [`settled`](Game::settled) looks one move ahead at this node: if it is silent here, it is at every child.
    #[inline]
    fn looks_ahead(&self) -> bool {
        false
    }

    /// What a result found at this node stands for: the key it is remembered by.
    ///
    /// A game in which some nodes are at least as good as others for one side (*dominance*) may answer with a key that
    /// covers more than this node, if its [table](crate::Table) finds results that way. `children` gives the moves that
    /// show the result and what each child's result stands for: one child if its value decides, else all of them.
    #[inline]
    fn conclude(&self, value: bool, children: impl Iterator<Item = (Self::Move, Self::Key)>) -> Self::Key {
        let _ = (value, children);
        self.key()
    }

    /// Whether coming to `key` after `earlier` on one path counts as a repetition. Keys for which it does have the same
    /// [`place`](Game::place).
    #[inline]
    fn repeats(earlier: &Self::Key, key: &Self::Key) -> bool {
        earlier == key
    }

    /// A number that nodes which may repeat each other have in common.
    #[inline]
    fn place(key: &Self::Key) -> u64 {
        FastHash.hash_one(key)
    }

    /// Says which children wait: for the move at each index the index of the move whose child must be solved before this
    /// one is looked at, or [`NOTHING`]. `waits` comes filled with [`NOTHING`].
    ///
    /// For moves that are likely to meet the same answer: while the first is open, the others count next to nothing.
    #[inline]
    fn delay(&self, moves: &[Self::Move], waits: &mut [u16]) {
        let _ = (moves, waits);
    }

    /// Whether the last child decides this node: the others are shortcuts, good for the player only if the last one is.
    ///
    /// The node's summed side is then that of its last child, and a solution that refutes the node refutes that child alone.
    #[inline]
    fn last_decides(&self) -> bool {
        false
    }

    /// The value of the child that `mv` leads to, if the answer to `first` shows it: for a game that can try a known answer
    /// elsewhere (*simulation*). Asked of a new child that [waited](Game::delay) for `first`, when that is solved.
    #[inline]
    fn foreseen(
        &mut self,
        mv: Self::Move,
        first: Self::Move,
        known: &impl Fn(&Self::Key) -> Option<Found<Self::Key>>,
    ) -> Option<Settled<Self::Key>> {
        let _ = (mv, first, known);
        None
    }
}

/// What a child waits for that does not wait.
pub const NOTHING: u16 = u16::MAX;

/// A value that was told without search.
#[derive(Clone, Copy, Debug)]
pub struct Settled<K> {
    /// The value.
    pub value: bool,
    /// What it stands for.
    pub ground: K,
    /// Depth of the solution.
    pub depth: u32,
}
