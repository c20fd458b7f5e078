//! Sets of squares, one bit for each square of the board.
//!
//! The set is one `u128`, so that the arithmetic on lines in [`attacks`](crate::attacks) never has to join two words.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, Square};

/// A set of squares: bit *n* of a 128-bit integer is the square with number *n*. Bits from 81 on are zero.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 81 squares.
    pub const ALL: Bitboard = Bitboard((1 << Square::COUNT) - 1);

    /// The set with these bits. Bits from 81 on are ignored.
    #[inline(always)]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & Bitboard::ALL.0)
    }

    /// The bits of the set, numbered as [`Square::index`].
    #[inline(always)]
    pub const fn to_bits(self) -> u128 {
        self.0
    }

    /// The set of one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The nine squares of a file (0 = file 1).
    #[inline(always)]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(0x1ff << (file * 9))
    }

    /// The nine squares of a rank (0 = rank `a`).
    #[inline(always)]
    pub const fn rank(rank: usize) -> Bitboard {
        const RANK_A: u128 = Bitboard::ALL.0 / 0x1ff;
        Bitboard(RANK_A << rank)
    }

    /// The `count` ranks farthest ahead of `color`: three make its promotion zone.
    pub(crate) const fn far_ranks(color: Color, count: usize) -> Bitboard {
        let mut bits = 0;
        let mut i = 0;
        while i < count {
            bits |= Bitboard::rank(match color {
                Color::Black => i,
                Color::White => 8 - i,
            })
            .0;
            i += 1;
        }
        Bitboard(bits)
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether exactly one square is in the set.
    #[inline(always)]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Whether two or more squares are in the set.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The square with the lowest number, or `None` if the set is empty.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        // SAFETY: a bit is set, and all bits from 81 on are zero, so the number of trailing zeros is below 81.
        Some(unsafe { Square::from_index_unchecked(self.0.trailing_zeros() as u8) })
    }

    /// All squares of the files on which the set has a square.
    #[inline(always)]
    pub(crate) const fn fill_files(self) -> Bitboard {
        // Within each 9-bit file, adding 0xff to the low eight bits carries into the ninth exactly if one of them is set.
        const LOW8: u128 = Bitboard::ALL.0 / 0x1ff * 0xff;
        const TOP: u128 = (Bitboard::ALL.0 / 0x1ff) << 8;
        let top = (((self.0 & LOW8) + LOW8) | self.0) & TOP;
        // A file's top bit spreads down over its nine bits; files cannot borrow from one another.
        Bitboard((top << 1) - (top >> 8))
    }

    /// The squares of `self` that are not in `other`.
    #[inline(always)]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// This set if the condition holds, else the empty set. Has no branch, for conditions that a CPU cannot predict.
    #[inline(always)]
    pub(crate) const fn only_if(self, condition: bool) -> Bitboard {
        Bitboard(self.0 & (condition as u128).wrapping_neg())
    }

    /// The union, as a `const fn`.
    #[inline(always)]
    pub(crate) const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, rhs: Bitboard) -> Bitboard {
        Bitboard(self.0 & rhs.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, rhs: Bitboard) -> Bitboard {
        Bitboard(self.0 | rhs.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, rhs: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ rhs.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, rhs: Bitboard) {
        self.0 &= rhs.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, rhs: Bitboard) {
        self.0 |= rhs.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, rhs: Bitboard) {
        self.0 ^= rhs.0;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::from_square(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

/// Iterator over the squares of a [`Bitboard`] in numeric order. Works on 64-bit halves: most sets lie in one of them.
#[derive(Clone, Debug)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let index = if self.low != 0 {
            let index = self.low.trailing_zeros();
            self.low &= self.low - 1;
            index
        } else if self.high != 0 {
            let index = 64 + self.high.trailing_zeros();
            self.high &= self.high - 1;
            index
        } else {
            return None;
        };
        // SAFETY: the halves come from a `Bitboard`, which has no bit at 81 or above.
        Some(unsafe { Square::from_index_unchecked(index as u8) })
    }

    /// Two simple loops, one for each half, instead of the branches of `next`.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut result = init;
        for (mut half, offset) in [(self.low, 0), (self.high, 64)] {
            while half != 0 {
                let index = offset + half.trailing_zeros();
                half &= half - 1;
                // SAFETY: as above.
                result = f(result, unsafe { Square::from_index_unchecked(index as u8) });
            }
        }
        result
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// Draws the board, with file 9 on the left as Black sees it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for rank in 0..9 {
            for file in (0..9).rev() {
                let set = Square::new(file, rank).is_some_and(|square| self.contains(square));
                write!(f, "{}", if set { '*' } else { '.' })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        let set: Bitboard = [Square::S1A, Square::S8A, Square::S8B, Square::S9I].into_iter().collect();
        assert_eq!(set.len(), 4);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::S1A, Square::S8A, Square::S8B, Square::S9I]);
        assert_eq!(set.into_iter().len(), 4);
        assert!(set.has_many() && !set.is_single() && set.contains(Square::S8B));
        assert_eq!(set.first(), Some(Square::S1A));
        assert_eq!((!set).len(), 77);
        assert!(Bitboard::from_square(Square::S9I).is_single() && !Bitboard::EMPTY.is_single());
        assert_eq!(Bitboard::EMPTY.first(), None);
        assert_eq!(
            Bitboard::far_ranks(Color::Black, 3) & Bitboard::file(4),
            [Square::S5A, Square::S5B, Square::S5C].into_iter().collect()
        );
        assert_eq!(Bitboard::far_ranks(Color::White, 1), Bitboard::rank(8));
    }

    #[test]
    fn filling_files() {
        for mask in 0u32..512 {
            let set: Bitboard = Square::all()
                .filter(|s| mask >> s.file() & 1 != 0 && (s.file() * 5 + 3) % 9 == s.rank())
                .collect();
            let full: Bitboard = Square::all().filter(|s| mask >> s.file() & 1 != 0).collect();
            assert_eq!(set.fill_files(), full);
        }
        assert_eq!(Bitboard::ALL.fill_files(), Bitboard::ALL);
        for square in Square::all() {
            assert_eq!(Bitboard::from_square(square).fill_files(), Bitboard::file(square.file()));
        }
    }
}
