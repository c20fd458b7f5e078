//! What a game must tell: the AND/OR graph, one node at a time.

use std::fmt::Debug;
use std::hash::Hash;

use crate::number::{NodeKind, Numbers};

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
}
