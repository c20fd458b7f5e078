//! Kinds of pieces, and pieces with an owner.
//!
//! The numbers are chosen so that promotion is one bit and a piece fits into a byte that is never zero.

use std::fmt;
use std::num::NonZeroU8;

use crate::Color;

/// The kind of a piece, without its owner. Bit 3 of the number means promotion: the promoted kind is `kind | 8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 0,
    /// 香
    Lance = 1,
    /// 桂
    Knight = 2,
    /// 銀
    Silver = 3,
    /// 金
    Gold = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 玉
    King = 7,
    /// と, a promoted pawn
    ProPawn = 8,
    /// 成香
    ProLance = 9,
    /// 成桂
    ProKnight = 10,
    /// 成銀
    ProSilver = 11,
    /// 馬, a promoted bishop
    Horse = 13,
    /// 龍, a promoted rook
    Dragon = 14,
}

use PieceKind::*;

impl PieceKind {
    /// All fourteen kinds.
    pub const ALL: [PieceKind; 14] = [
        Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, King, ProPawn, ProLance, ProKnight, ProSilver,
        Horse, Dragon,
    ];

    /// The kinds that can be held in hand, weakest first.
    pub const HAND: [PieceKind; 7] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook];

    /// Number for tables, below 16; 12 and 15 are unused.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The promoted kind, or `None` if this kind does not promote.
    #[inline]
    pub const fn promoted(self) -> Option<PieceKind> {
        Some(match self {
            Pawn => ProPawn,
            Lance => ProLance,
            Knight => ProKnight,
            Silver => ProSilver,
            Bishop => Horse,
            Rook => Dragon,
            _ => return None,
        })
    }

    /// The unpromoted kind, which is what a captured piece becomes in hand.
    #[inline]
    pub const fn unpromoted(self) -> PieceKind {
        match self {
            ProPawn => Pawn,
            ProLance => Lance,
            ProKnight => Knight,
            ProSilver => Silver,
            Horse => Bishop,
            Dragon => Rook,
            other => other,
        }
    }

    /// Whether this is a promoted kind.
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self as u8 & 8 != 0
    }

    /// The number of pieces of this kind, promoted or not, in a full set, which has two kings.
    pub const fn set_size(self) -> u8 {
        match self.unpromoted() {
            Pawn => 18,
            Bishop | Rook | King => 2,
            _ => 4,
        }
    }

    /// The number of farthest ranks on which a piece of this kind could never move.
    #[inline]
    pub const fn dead_ranks(self) -> usize {
        match self {
            Pawn | Lance => 1,
            Knight => 2,
            _ => 0,
        }
    }

    /// SFEN letter of the unpromoted kind, upper case.
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            Pawn => 'P',
            Lance => 'L',
            Knight => 'N',
            Silver => 'S',
            Gold => 'G',
            Bishop => 'B',
            Rook => 'R',
            _ => 'K',
        }
    }

    /// The unpromoted kind with this upper-case SFEN letter, or `None`.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter {
            'P' => Pawn,
            'L' => Lance,
            'N' => Knight,
            'S' => Silver,
            'G' => Gold,
            'B' => Bishop,
            'R' => Rook,
            'K' => King,
            _ => return None,
        })
    }
}

/// A piece with its owner. One byte, and `Option<Piece>` is one byte too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

/// Set in every piece, so that the byte of a black pawn is not zero.
const PRESENT: u8 = 0x20;
const WHITE: u8 = 0x10;

impl Piece {
    /// Upper bound of [`Piece::index`].
    pub const TABLE_SIZE: usize = 32;

    /// The piece of this kind and owner.
    #[inline(always)]
    pub const fn new(kind: PieceKind, color: Color) -> Piece {
        match NonZeroU8::new(PRESENT | (color as u8) << 4 | kind as u8) {
            Some(byte) => Piece(byte),
            None => unreachable!(),
        }
    }

    /// The kind of the piece.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        let number = self.0.get() & 15;
        debug_assert!(number != 12 && number != 15);
        // SAFETY: `new` is the only constructor, so the low four bits are the number of a `PieceKind`.
        unsafe { std::mem::transmute::<u8, PieceKind>(number) }
    }

    /// The owner of the piece.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0.get() & WHITE == 0 { Color::Black } else { Color::White }
    }

    /// Number for tables, below [`Piece::TABLE_SIZE`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0.get() & 31) as usize
    }

    /// The same kind owned by the other side.
    #[inline]
    pub(crate) const fn with_other_owner(self) -> Piece {
        Piece::new(self.kind(), self.color().other())
    }
}

impl fmt::Display for Piece {
    /// The SFEN name, such as `P` or `+r`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind().letter();
        let letter = if self.color() == Color::Black { letter } else { letter.to_ascii_lowercase() };
        let plus = if self.kind().is_promoted() { "+" } else { "" };
        write!(f, "{plus}{letter}")
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_and_promotion() {
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(kind, color);
                assert_eq!((piece.kind(), piece.color()), (kind, color));
                assert!(piece.index() < Piece::TABLE_SIZE);
                assert_eq!(piece.with_other_owner().with_other_owner(), piece);
                assert_eq!(PieceKind::from_letter(kind.letter()), Some(kind.unpromoted()));
                if let Some(promoted) = kind.promoted() {
                    assert_eq!(promoted as u8, kind as u8 | 8);
                    assert_eq!(promoted.unpromoted(), kind);
                    assert!(promoted.is_promoted() && promoted.promoted().is_none());
                }
            }
        }
        assert_eq!(size_of::<Option<Piece>>(), 1);
        assert_eq!(Piece::new(Horse, Color::White).to_string(), "+b");
    }
}
