//! Moves, packed into two bytes, and their USI names.
//!
//! A move names only its squares, promotion and dropped kind; the moving and the captured piece are read from the position.
//! So a move fits into a table entry, and equal texts are equal moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::{PieceKind, Square};

/// A move or a drop, two bytes; `Option<Move>` is two bytes as well.
///
/// Bits 0–6: destination. Bits 7–13: 1 + origin, or 82 + the number of the dropped kind. Bit 14: promotion. The 1 makes
/// the integer nonzero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const PROMOTION: u16 = 1 << 14;
/// The first value of the origin field that means a drop. Smaller values are 1 + the number of a square.
const DROP: u16 = 1 + Square::COUNT as u16;

impl Move {
    #[inline(always)]
    const fn pack(origin: u16, to: Square, promotion: u16) -> Move {
        match NonZeroU16::new(to as u16 | origin << 7 | promotion) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The move of the piece on `from` to another square, with or without promotion.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, promotes: bool) -> Move {
        Move::pack(1 + from as u16, to, if promotes { PROMOTION } else { 0 })
    }

    /// The drop of a piece from hand.
    ///
    /// # Panics
    /// If `kind` is a king or promoted: such pieces are never in hand.
    #[inline(always)]
    pub const fn drop(kind: PieceKind, to: Square) -> Move {
        assert!(kind.index() < 7);
        Move::pack(DROP + kind as u16, to, 0)
    }

    /// The destination.
    #[inline(always)]
    pub const fn to(self) -> Square {
        // SAFETY: `pack` put the number of a square into these seven bits.
        unsafe { Square::from_index_unchecked((self.0.get() & 127) as u8) }
    }

    #[inline(always)]
    const fn origin(self) -> u16 {
        self.0.get() >> 7 & 127
    }

    /// The origin; `None` for a drop.
    #[inline(always)]
    pub const fn from(self) -> Option<Square> {
        let origin = self.origin();
        if origin >= DROP {
            return None;
        }
        // SAFETY: `pack` put 1 + the number of a square here if it is not a drop.
        Some(unsafe { Square::from_index_unchecked((origin - 1) as u8) })
    }

    /// The dropped kind; `None` for a move on the board.
    #[inline(always)]
    pub const fn dropped(self) -> Option<PieceKind> {
        let origin = self.origin();
        if origin < DROP { None } else { Some(PieceKind::HAND[(origin - DROP) as usize]) }
    }

    /// Whether this is a drop.
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.origin() >= DROP
    }

    /// Whether the piece promotes.
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0.get() & PROMOTION != 0
    }

    /// The same move on the board turned by 180°.
    pub const fn rotated(self) -> Move {
        match (self.from(), self.dropped()) {
            (Some(from), _) => Move::new(from.rotated(), self.to().rotated(), self.promotes()),
            (None, Some(kind)) => Move::drop(kind, self.to().rotated()),
            (None, None) => unreachable!(),
        }
    }

    /// The same move with left and right exchanged.
    pub const fn mirrored(self) -> Move {
        match (self.from(), self.dropped()) {
            (Some(from), _) => Move::new(from.mirrored(), self.to().mirrored(), self.promotes()),
            (None, Some(kind)) => Move::drop(kind, self.to().mirrored()),
            (None, None) => unreachable!(),
        }
    }

    /// The packed integer, for tables.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these [bits](Move::to_bits), or `None` if no move has them.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let promotes = bits & PROMOTION != 0;
        let origin = bits >> 7 & 127;
        let Some(to) = Square::from_index((bits & 127) as usize) else { return None };
        if bits >> 15 != 0 || origin == 0 || origin == 1 + to as u16 {
            return None;
        }
        match Square::from_index(origin as usize - 1) {
            Some(from) => Some(Move::new(from, to, promotes)),
            None if origin < DROP + 7 && !promotes => {
                Some(Move::drop(PieceKind::HAND[(origin - DROP) as usize], to))
            }
            None => None,
        }
    }
}

impl fmt::Display for Move {
    /// The USI name: `7g7f`, `8h2b+`, `P*5e`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" }),
            (None, kind) => write!(f, "{}*{}", kind.map_or('?', PieceKind::letter), self.to()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a text is not a USI move. Columns are counted in characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// The text has the form of neither a board move nor a drop.
    #[error("`{0}` is not a USI move: expected something like 7g7f, 8h2b+ or P*5e")]
    Shape(String),
    /// A square that is not on the board.
    #[error("`{text}` is not a USI move: column {column}: `{square}` is not a square (file 1-9, rank a-i)")]
    Square {
        /// The whole text.
        text: String,
        /// The faulty square.
        square: String,
        /// Where it starts.
        column: usize,
    },
    /// A piece letter that cannot be dropped.
    #[error("`{text}` is not a USI move: `{letter}` cannot be dropped (only P L N S G B R)")]
    Drop {
        /// The whole text.
        text: String,
        /// The faulty letter.
        letter: char,
    },
    /// The destination is the origin.
    #[error("`{0}` is not a USI move: it does not leave its square")]
    Standstill(String),
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let shape = || ParseMoveError::Shape(text.chars().take(16).collect());
        if !text.is_ascii() {
            return Err(shape());
        }
        let square = |at: usize| {
            text[at..at + 2].parse::<Square>().map_err(|_| ParseMoveError::Square {
                text: text.into(),
                square: text[at..at + 2].into(),
                column: at + 1,
            })
        };
        match text.as_bytes() {
            &[letter, b'*', _, _] => {
                let letter = char::from(letter);
                match PieceKind::from_letter(letter) {
                    Some(kind) if kind != PieceKind::King => Ok(Move::drop(kind, square(2)?)),
                    _ => Err(ParseMoveError::Drop { text: text.into(), letter }),
                }
            }
            [_, _, _, _] | [_, _, _, _, b'+'] => {
                let (from, to) = (square(0)?, square(2)?);
                if from == to {
                    return Err(ParseMoveError::Standstill(text.into()));
                }
                Ok(Move::new(from, to, text.len() == 5))
            }
            _ => Err(shape()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bits_round_trip() {
        for to in Square::all() {
            for from in Square::all().filter(|&from| from != to) {
                for promotes in [false, true] {
                    let mv = Move::new(from, to, promotes);
                    assert_eq!(
                        (mv.from(), mv.to(), mv.promotes(), mv.dropped()),
                        (Some(from), to, promotes, None)
                    );
                    assert_eq!(mv.to_string().parse(), Ok(mv));
                    assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                    assert_eq!(mv.rotated().rotated(), mv);
                    assert_eq!(mv.mirrored().mirrored(), mv);
                }
            }
            for kind in PieceKind::HAND {
                let mv = Move::drop(kind, to);
                assert_eq!((mv.from(), mv.to(), mv.promotes(), mv.dropped()), (None, to, false, Some(kind)));
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                assert_eq!(mv.rotated().rotated(), mv);
            }
        }
        let valid = (0..=u16::MAX).filter(|&bits| Move::from_bits(bits).is_some()).count();
        assert_eq!(valid, 81 * 80 * 2 + 81 * 7);
    }

    #[test]
    fn faulty_names() {
        for (bad, why) in [
            ("", "expected something like"),
            ("7g", "expected something like"),
            ("7g7f++", "expected something like"),
            ("7g7f=", "expected something like"),
            ("０１２", "expected something like"),
            ("7g7j", "column 3: `7j`"),
            ("0a7f", "column 1: `0a`"),
            ("P*5e+", "column 1: `P*`"),
            ("K*5e", "`K` cannot be dropped"),
            ("p*5e", "`p` cannot be dropped"),
            ("P*5j", "column 3: `5j`"),
            ("5e5e", "does not leave"),
        ] {
            let error = bad.parse::<Move>().unwrap_err().to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
