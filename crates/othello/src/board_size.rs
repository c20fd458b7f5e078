//! The three board sizes, as types, so that the compiler specializes the code for each.

use std::fmt::Debug;
use std::hash::Hash;

use yomikiri_memory::Zeroed;

use crate::key;

mod sealed {
    pub trait Sealed {}
}

/// A board size. Implemented by [`Four`], [`Six`] and [`Eight`] only.
///
/// Bit `8 · file + rank` of a set is that square of the 8×8 board, so the order of bits is file by file. Smaller boards are
/// in the middle of it.
pub trait BoardSize: sealed::Sealed + Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The number of squares on a side.
    const N: usize;
    /// The number of files left of the board and of ranks below it.
    const RIM: usize = (8 - Self::N) / 2;
    /// The number of squares.
    const CELLS: u32 = (Self::N * Self::N) as u32;
    /// The squares of the board.
    const SQUARES: u64 = squares(Self::N);
    /// The four corners.
    const CORNERS: u64 = corners(Self::N);

    /// The smallest integer type that has a value for each position with its side to move.
    type Key: Copy + Ord + Hash + Debug + Zeroed + Sync;

    /// The key of two disjoint sets and a flag. Different arguments have different keys.
    fn pack(first: u64, second: u64, flag: bool) -> Self::Key;
}

/// The 4×4 board, c3–f6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Four;
/// The 6×6 board, b2–g7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Six;
/// The 8×8 board, a1–h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Eight;

impl sealed::Sealed for Four {}
impl sealed::Sealed for Six {}
impl sealed::Sealed for Eight {}

impl BoardSize for Four {
    const N: usize = 4;
    type Key = u32;

    fn pack(first: u64, second: u64, flag: bool) -> u32 {
        (key::ternary::<Four>(first, second, 0..4) << 1) as u32 | u32::from(flag)
    }
}

impl BoardSize for Six {
    const N: usize = 6;
    type Key = u64;

    fn pack(first: u64, second: u64, flag: bool) -> u64 {
        (key::ternary::<Six>(first, second, 0..6) << 1) | u64::from(flag)
    }
}

impl BoardSize for Eight {
    const N: usize = 8;
    type Key = u128;

    fn pack(first: u64, second: u64, flag: bool) -> u128 {
        let low = (key::ternary::<Eight>(first, second, 0..4) << 1) | u64::from(flag);
        let high = key::ternary::<Eight>(first, second, 4..8);
        (u128::from(high) << 64) | u128::from(low)
    }
}

const fn squares(n: usize) -> u64 {
    let rim = (8 - n) / 2;
    let mut set = 0;
    let mut file = rim;
    while file < rim + n {
        let mut rank = rim;
        while rank < rim + n {
            set |= 1 << (8 * file + rank);
            rank += 1;
        }
        file += 1;
    }
    set
}

const fn corners(n: usize) -> u64 {
    let (first, last) = ((8 - n) / 2, (8 - n) / 2 + n - 1);
    1 << (9 * first) | 1 << (8 * first + last) | 1 << (8 * last + first) | 1 << (9 * last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_sit_in_the_middle() {
        assert_eq!(Eight::SQUARES, u64::MAX);
        assert_eq!(Six::SQUARES, 0x007e_7e7e_7e7e_7e00);
        assert_eq!(Four::SQUARES, 0x0000_3c3c_3c3c_0000);
        assert_eq!(Eight::CORNERS, 0x8100_0000_0000_0081);
        for (corners, squares) in [(Six::CORNERS, Six::SQUARES), (Four::CORNERS, Four::SQUARES)] {
            assert_eq!(corners & squares, corners);
            assert_eq!(corners.count_ones(), 4);
        }
    }
}
