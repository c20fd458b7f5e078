//! Moves and their names.

use std::fmt;
use std::str::FromStr;

/// A move: a square, or a pass.
///
/// Squares are named `a1` to `h8` on every size of board: the 6×6 board is b2–g7, the 4×4 board c3–f6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The pass: the only move of a side that cannot place a disc although the other side can.
    pub const PASS: Move = Move(64);

    /// A disc on a square, numbered `8 · file + rank` from 0 = a1. Numbers above 63 mean a pass.
    #[inline(always)]
    pub const fn to(square: u32) -> Move {
        if square < 64 { Move(square as u8) } else { Move::PASS }
    }

    /// The square, or `None` for a pass.
    #[inline(always)]
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 { Some(self.0 as u32) } else { None }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(_) => write!(f, "{}{}", char::from(b'a' + self.0 / 8), self.0 % 8 + 1),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not the name of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither a square (`a1` to `h8`) nor `pass`")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square such as `d3`, or `pass`, in upper or lower case.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        match text.to_ascii_lowercase().as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Move((file - b'a') * 8 + rank - b'1')),
            _ => Err(ParseMoveError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for square in 0..=64 {
            let mv = Move::to(square);
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        assert_eq!(Move::to(8).to_string(), "b1");
        assert_eq!(Move::to(64), Move::PASS);
        for text in ["", "a", "a9", "i1", "a10", "ä1", "passs", "1a"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError(text.to_owned())));
        }
    }
}
