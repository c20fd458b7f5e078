//! The two sides, Black and White.

use std::ops::Not;

/// A side. Black (先手, sente) moves up the board, towards rank `a`; White (後手, gote) moves down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// 先手 ☗, upper case in SFEN.
    Black,
    /// 後手 ☖, lower case in SFEN.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Index into a two-element table.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side, as a `const fn`; elsewhere write `!color`.
    #[inline(always)]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        self.other()
    }
}
