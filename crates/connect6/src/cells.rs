//! Cells of the board, and sets of cells as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// The largest number of lines of a board.
pub const MAX_SIZE: usize = 19;
const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// A cell, numbered row by row from the lowest: `a1` is 0. The number of a named cell depends on the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The number of the cell.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of cells.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet([0; WORDS]);

    /// Adds a cell.
    #[inline(always)]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Removes a cell.
    #[inline(always)]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether a cell is in the set.
    #[inline(always)]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// The number of cells in the set.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether the two sets share no cell.
    #[inline(always)]
    pub fn is_disjoint(&self, other: &CellSet) -> bool {
        (*self & *other).is_empty()
    }

    /// Whether every cell is also in `other`.
    #[inline(always)]
    pub fn is_subset(&self, other: &CellSet) -> bool {
        (*self & !*other).is_empty()
    }

    /// The cells in numeric order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |at| {
            let mut word = words[at];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                (word != 0).then(|| {
                    word &= word - 1;
                    Cell((64 * at) as u16 + bit as u16)
                })
            })
        })
    }
}

impl From<Cell> for CellSet {
    /// The set of one cell.
    #[inline]
    fn from(cell: Cell) -> CellSet {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitand(mut self, other: CellSet) -> CellSet {
        self &= other;
        self
    }
}

impl BitAndAssign for CellSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

impl BitOr for CellSet {
    type Output = CellSet;

    #[inline(always)]
    fn bitor(mut self, other: CellSet) -> CellSet {
        self |= other;
        self
    }
}

impl BitOrAssign for CellSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl Not for CellSet {
    type Output = CellSet;

    /// All cells that are not in the set. Numbers outside the board are in the result as well.
    #[inline(always)]
    fn not(mut self) -> CellSet {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        let set: CellSet = [Cell(3), Cell(64), Cell(360)].into_iter().collect();
        assert_eq!(set.iter().map(Cell::index).collect::<Vec<_>>(), [3, 64, 360]);
        assert_eq!((set.len(), set.contains(Cell(64)), set.contains(Cell(65))), (3, true, false));
        let less = set & !CellSet::from(Cell(64));
        assert!(less.is_subset(&set) && !set.is_subset(&less) && less.is_disjoint(&CellSet::from(Cell(64))));
        assert_eq!(less | CellSet::from(Cell(64)), set);
    }
}
