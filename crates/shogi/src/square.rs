//! Squares of the 9×9 board, numbered file by file.
//!
//! The number is `file · 9 + rank` with file 1 (the right edge seen from Black) and rank `a` (the far edge) as zero.
//! Consecutive numbers therefore run *down a file*: one step forward for Black is −1, and a whole file is nine
//! neighbouring bits of a [`Bitboard`](crate::Bitboard), which is what lances, rooks and the two-pawn rule want.

use std::fmt;
use std::str::FromStr;

use crate::Color;

/// Defines the enum and the list of its values from the names, file by file.
macro_rules! squares {
    ($($name:ident)*) => {
        /// One of the 81 squares.
        ///
        /// An enum, not an integer, so that the compiler knows the range and drops the bounds checks of 81-element tables.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names are the squares: file digit, rank letter")]
        pub enum Square {
            $($name,)*
        }

        /// Every square, in numeric order.
        const ALL: [Square; Square::COUNT] = [$(Square::$name),*];
    };
}

squares! {
    S1A S1B S1C S1D S1E S1F S1G S1H S1I
    S2A S2B S2C S2D S2E S2F S2G S2H S2I
    S3A S3B S3C S3D S3E S3F S3G S3H S3I
    S4A S4B S4C S4D S4E S4F S4G S4H S4I
    S5A S5B S5C S5D S5E S5F S5G S5H S5I
    S6A S6B S6C S6D S6E S6F S6G S6H S6I
    S7A S7B S7C S7D S7E S7F S7G S7H S7I
    S8A S8B S8C S8D S8E S8F S8G S8H S8I
    S9A S9B S9C S9D S9E S9F S9G S9H S9I
}

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 81;

    /// All squares in numeric order.
    #[inline]
    pub fn all() -> impl ExactSizeIterator<Item = Square> + DoubleEndedIterator + Clone {
        ALL.into_iter()
    }

    /// The square with this number, or `None` if the number is 81 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(ALL[index]) } else { None }
    }

    /// The square with this number.
    ///
    /// # Safety
    /// `index` must be below [`Square::COUNT`].
    #[inline(always)]
    pub(crate) const unsafe fn from_index_unchecked(index: u8) -> Square {
        debug_assert!((index as usize) < Square::COUNT);
        // SAFETY: the enum is `repr(u8)` with the 81 discriminants 0..81, and the caller guarantees the range.
        unsafe { std::mem::transmute::<u8, Square>(index) }
    }

    /// The square on a file (0 = file 1) and a rank (0 = rank `a`), or `None` if one of them is above 8.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Option<Square> {
        if file < 9 && rank < 9 { Square::from_index(file * 9 + rank) } else { None }
    }

    /// The number of this square, `file · 9 + rank`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file, 0 for file 1 up to 8 for file 9.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.index() / 9
    }

    /// The rank, 0 for rank `a` up to 8 for rank `i`.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.index() % 9
    }

    /// The rank as seen by `color`: 0 is the farthest rank ahead.
    #[inline(always)]
    pub const fn relative_rank(self, color: Color) -> usize {
        match color {
            Color::Black => self.rank(),
            Color::White => 8 - self.rank(),
        }
    }

    /// The square on the board turned by 180°.
    #[inline]
    pub const fn rotated(self) -> Square {
        ALL[Square::COUNT - 1 - self.index()]
    }

    /// The square on the board with left and right exchanged.
    #[inline]
    pub const fn mirrored(self) -> Square {
        ALL[(8 - self.file()) * 9 + self.rank()]
    }

    /// The square `files` to the left and `ranks` down as seen by Black, or `None` if that is off the board.
    #[inline]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let (file, rank) = (self.file() as i32 + files, self.rank() as i32 + ranks);
        if file < 0 || rank < 0 { None } else { Square::new(file as usize, rank as usize) }
    }
}

impl fmt::Display for Square {
    /// The USI name, such as `7g`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, char::from(b'a' + self.rank() as u8))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not the name of a square such as `7g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square: expected a file 1-9 and a rank a-i")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Square::new((file - b'1') as usize, (rank - b'a') as usize).ok_or(ParseSquareError)
            }
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_names_and_symmetries() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.rotated().rotated(), square);
            assert_eq!(square.mirrored().rank(), square.rank());
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
        assert_eq!(Square::S7G.to_string(), "7g");
        assert_eq!(Square::S7G.rotated(), Square::S3C);
        assert_eq!(Square::S7G.mirrored(), Square::S3G);
        assert_eq!(Square::S1A.offset(-1, 0), None);
        assert_eq!(Square::S5E.offset(1, -1), Some(Square::S6D));
        for bad in ["", "7", "0a", "7j", "7G", "77", "7gg", "七g"] {
            assert_eq!(bad.parse::<Square>(), Err(ParseSquareError), "{bad}");
        }
    }
}
