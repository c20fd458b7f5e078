//! Moves: one stone, or two at once.

use crate::cells::{Cell, CellSet};
use crate::rules::Rules;

/// The stones of one move, the lower cell first. Where rules say two, a move of one is played only as the first of a game
/// and on the last free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    first: Cell,
    /// The same cell again if there is one stone only.
    second: Cell,
}

impl Move {
    /// A move of one stone.
    #[inline(always)]
    pub const fn one(cell: Cell) -> Move {
        Move { first: cell, second: cell }
    }

    /// A move of two stones on different cells; of one if they are the same.
    #[inline(always)]
    pub fn two(a: Cell, b: Cell) -> Move {
        Move { first: a.min(b), second: a.max(b) }
    }

    /// Its cells.
    #[inline(always)]
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let second = (self.second != self.first).then_some(self.second);
        std::iter::once(self.first).chain(second)
    }

    /// Its cells as a set.
    #[inline]
    pub fn set(self) -> CellSet {
        self.cells().collect()
    }

    /// Number of stones.
    #[inline(always)]
    pub fn len(self) -> usize {
        1 + usize::from(self.second != self.first)
    }

    /// Never: a move has a stone.
    pub fn is_empty(self) -> bool {
        false
    }

    /// Its name, such as `i9k9`.
    pub fn name(self, rules: Rules) -> String {
        self.cells().map(|cell| rules.name(cell)).collect()
    }
}
