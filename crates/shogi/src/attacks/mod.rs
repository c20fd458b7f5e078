//! The squares that a piece attacks.
//!
//! `steps` holds the fixed patterns, `lines` the geometry of pins and interpositions, `zones` the neighbourhood of a king,
//! and a slider module the attacks that other pieces can block. There are two slider modules with one interface: `pext`
//! looks attacks up with the BMI2 instruction PEXT, `portable` computes them by subtraction. The target's features choose
//! at compile time, and a test compares the two.

mod lines;
#[cfg(target_feature = "bmi2")]
mod pext;
mod portable;
mod steps;
mod zones;

pub use lines::{between, line};
pub(crate) use lines::{bishop_rays, lance_rays, rook_rays};
pub(crate) use steps::{gold_steps, king_steps, knight_steps, pawn_steps, silver_steps, steps_of};
pub(crate) use zones::{bishop_zone, lance_zone, near, rook_zone};

#[cfg(target_feature = "bmi2")]
pub(crate) use pext::{bishop_attacks, rook_attacks};
#[cfg(not(target_feature = "bmi2"))]
pub(crate) use portable::{bishop_attacks, rook_attacks};

use crate::{Bitboard, Color, PieceKind, Square};

/// The squares that a lance of `color` attacks from `square`, with lines blocked by `occupied`.
#[inline(always)]
pub(crate) fn lance_attacks(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    portable::lance_attacks(color, square, occupied)
}

/// The squares that a piece attacks from `square`, including squares with pieces of its own side.
#[inline]
pub fn attacks(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn_steps(color, square),
        PieceKind::Lance => lance_attacks(color, square, occupied),
        PieceKind::Knight => knight_steps(color, square),
        PieceKind::Silver => silver_steps(color, square),
        PieceKind::Bishop => bishop_attacks(square, occupied),
        PieceKind::Rook => rook_attacks(square, occupied),
        PieceKind::King => king_steps(square),
        PieceKind::Horse => bishop_attacks(square, occupied) | king_steps(square),
        PieceKind::Dragon => rook_attacks(square, occupied) | king_steps(square),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => gold_steps(color, square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows each line square by square: the definition that the fast code must match.
    fn walk(square: Square, occupied: Bitboard, directions: &[(i32, i32)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                set |= Bitboard::from_square(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    #[test]
    fn sliders_match_walking() {
        // A fixed sequence of boards from empty to crowded (splitmix64).
        let mut state = 1u64;
        let mut random = move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        let mut board = || u128::from(random()) << 64 | u128::from(random());
        let boards: Vec<Bitboard> = (0..2_000)
            .map(|i| match i % 4 {
                0 => board(),
                1 => board() & board(),
                2 => board() & board() & board(),
                _ => board() | board(),
            })
            .chain([0, u128::MAX])
            .map(Bitboard::from_bits)
            .collect();
        let rook = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let bishop = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
        for square in Square::all() {
            for &occupied in &boards {
                let (r, b) = (walk(square, occupied, &rook), walk(square, occupied, &bishop));
                assert_eq!(rook_attacks(square, occupied), r);
                assert_eq!(portable::rook_attacks(square, occupied), r);
                assert_eq!(bishop_attacks(square, occupied), b);
                assert_eq!(portable::bishop_attacks(square, occupied), b);
                assert_eq!(lance_attacks(Color::Black, square, occupied), walk(square, occupied, &[(0, -1)]));
                assert_eq!(lance_attacks(Color::White, square, occupied), walk(square, occupied, &[(0, 1)]));
            }
            assert_eq!(rook_rays(square), walk(square, Bitboard::EMPTY, &rook));
            assert_eq!(bishop_rays(square), walk(square, Bitboard::EMPTY, &bishop));
            assert_eq!(lance_rays(Color::Black, square), walk(square, Bitboard::EMPTY, &[(0, -1)]));
        }
    }
}
