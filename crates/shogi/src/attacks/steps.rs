//! Attacks by steps, which nothing can block: pawn, knight, silver, gold, king, and the steps of horse and dragon.
//!
//! They are tables by square, built at compile time.

use crate::{Bitboard, Color, Piece, PieceKind, Square};

/// A set for each square.
pub(super) type Table = [Bitboard; Square::COUNT];

/// Patterns as (files to the left, ranks down) seen from Black.
const PAWN: &[(i32, i32)] = &[(0, -1)];
const KNIGHT: &[(i32, i32)] = &[(-1, -2), (1, -2)];
const SILVER: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const KING: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

const fn table(pattern: &[(i32, i32)], forward: i32) -> Table {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut i = 0;
        while i < pattern.len() {
            if let Some(to) = square.offset(pattern[i].0, pattern[i].1 * forward) {
                table[index] = table[index].union(Bitboard::from_square(to));
            }
            i += 1;
        }
        index += 1;
    }
    table
}

const fn tables(pattern: &[(i32, i32)]) -> [Table; 2] {
    [table(pattern, 1), table(pattern, -1)]
}

static PAWN_STEPS: [Table; 2] = tables(PAWN);
static KNIGHT_STEPS: [Table; 2] = tables(KNIGHT);
static SILVER_STEPS: [Table; 2] = tables(SILVER);
static GOLD_STEPS: [Table; 2] = tables(GOLD);
static KING_STEPS: Table = table(KING, 1);

/// The square in front of a pawn.
#[inline(always)]
pub const fn pawn_steps(color: Color, square: Square) -> Bitboard {
    PAWN_STEPS[color.index()][square.index()]
}

/// The two squares a knight jumps to.
#[inline(always)]
pub const fn knight_steps(color: Color, square: Square) -> Bitboard {
    KNIGHT_STEPS[color.index()][square.index()]
}

/// The five squares to which a silver steps.
#[inline(always)]
pub const fn silver_steps(color: Color, square: Square) -> Bitboard {
    SILVER_STEPS[color.index()][square.index()]
}

/// The six squares to which a gold, or a piece promoted to one, steps.
#[inline(always)]
pub const fn gold_steps(color: Color, square: Square) -> Bitboard {
    GOLD_STEPS[color.index()][square.index()]
}

/// The eight squares around a king.
#[inline(always)]
pub const fn king_steps(square: Square) -> Bitboard {
    KING_STEPS[square.index()]
}

/// By number of the piece: the squares it attacks by steps. Unpromoted sliders have none, horses and dragons the king's.
static STEPS_OF: [Table; Piece::TABLE_SIZE] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Piece::TABLE_SIZE];
    let mut color = 0;
    while color < 2 {
        let owner = Color::ALL[color];
        let mut i = 0;
        while i < PieceKind::ALL.len() {
            let kind = PieceKind::ALL[i];
            table[Piece::new(kind, owner).index()] = match kind {
                PieceKind::Pawn => PAWN_STEPS[color],
                PieceKind::Knight => KNIGHT_STEPS[color],
                PieceKind::Silver => SILVER_STEPS[color],
                PieceKind::King | PieceKind::Horse | PieceKind::Dragon => KING_STEPS,
                PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook => [Bitboard::EMPTY; Square::COUNT],
                PieceKind::Gold
                | PieceKind::ProPawn
                | PieceKind::ProLance
                | PieceKind::ProKnight
                | PieceKind::ProSilver => GOLD_STEPS[color],
            };
            i += 1;
        }
        color += 1;
    }
    table
};

/// The squares that a piece attacks by steps, without its lines.
#[inline(always)]
pub(crate) fn steps_of(piece: Piece, square: Square) -> Bitboard {
    STEPS_OF[piece.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_their_sizes() {
        for color in Color::ALL {
            let sizes = [pawn_steps, knight_steps, silver_steps, gold_steps]
                .map(|steps| steps(color, Square::S5E).len());
            assert_eq!(sizes, [1, 2, 5, 6]);
        }
        assert_eq!(king_steps(Square::S5E).len(), 8);
        assert_eq!(king_steps(Square::S1A).len(), 3);
        assert_eq!(pawn_steps(Color::Black, Square::S7G), Bitboard::from_square(Square::S7F));
        assert_eq!(knight_steps(Color::White, Square::S2A), [Square::S1C, Square::S3C].into_iter().collect());
    }
}
