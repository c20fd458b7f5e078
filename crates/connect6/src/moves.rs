//! Moves of one or two stones.

use crate::cells::{Cell, CellSet};
use crate::rules::GameRules;

/// The stones of one move, the lower cell first. In games with two stones a move, a move of one stone is played only at
/// the start and on the last free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    first: Cell,
    /// Equal to `first` if the move has one stone.
    second: Cell,
}

impl Move {
    /// A move of one stone.
    #[inline(always)]
    pub const fn one(cell: Cell) -> Move {
        Move { first: cell, second: cell }
    }

    /// A move of two stones, or of one if both cells are the same.
    #[inline(always)]
    pub fn two(a: Cell, b: Cell) -> Move {
        Move { first: a.min(b), second: a.max(b) }
    }

    /// The cells of the move.
    #[inline(always)]
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let second = (self.second != self.first).then_some(self.second);
        std::iter::once(self.first).chain(second)
    }

    /// The cells of the move as a set.
    #[inline]
    pub fn set(self) -> CellSet {
        self.cells().collect()
    }

    /// The number of stones, 1 or 2.
    #[inline(always)]
    pub fn len(self) -> usize {
        1 + usize::from(self.second != self.first)
    }

    /// Always `false`, since a move has a stone.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The name of the move, such as `i9k9`.
    pub fn name(self, rules: GameRules) -> String {
        self.cells().map(|cell| rules.name(cell)).collect()
    }
}
