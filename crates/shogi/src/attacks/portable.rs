//! Slider attacks by arithmetic, for CPUs without PEXT or with a slow one.
//!
//! *Obstruction difference*: along one line, let `above` be the occupied squares with higher numbers than the slider's
//! and `nearest` the occupied square just below it. Then `above − nearest` flips exactly the bits from `nearest` up to the
//! first occupied square above, and the line mask keeps the attacked ones. If nothing stands below, bit 0 serves as
//! `nearest`: it is at or below the line's own end, so nothing is cut short.

use crate::attacks::lines::ray;
use crate::{Bitboard, Color, Square};

type Lines = [[Bitboard; Square::COUNT]; 4];

/// File, rank and the two diagonals through each square, the square itself left out.
static LINES: Lines = {
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 4];
    let mut d = 0;
    while d < 4 {
        let (files, ranks) = directions[d];
        let mut index = 0;
        while let Some(square) = Square::from_index(index) {
            table[d][index] = ray(square, (files, ranks)).union(ray(square, (-files, -ranks)));
            index += 1;
        }
        d += 1;
    }
    table
};

#[inline(always)]
fn line_attacks(direction: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let mask = LINES[direction][square.index()].to_bits();
    let blockers = occupied.to_bits() & mask;
    let below = (1u128 << square.index()) - 1;
    let nearest = 1u128 << (127 - (blockers & below | 1).leading_zeros());
    let above = blockers & !below;
    Bitboard::from_bits((above.wrapping_sub(nearest) ^ above) & mask)
}

/// The squares that a rook attacks.
#[inline]
#[cfg_attr(target_feature = "bmi2", allow(dead_code))]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    line_attacks(0, square, occupied) | line_attacks(1, square, occupied)
}

/// The squares that a bishop attacks.
#[inline]
#[cfg_attr(target_feature = "bmi2", allow(dead_code))]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    line_attacks(2, square, occupied) | line_attacks(3, square, occupied)
}

/// The squares that a lance attacks: a single ray, computed faster than looked up, so with PEXT as well.
#[inline(always)]
pub(super) fn lance_attacks(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let file = Bitboard::file(square.file()).to_bits();
    let below = (1u128 << square.index()) - 1;
    match color {
        Color::Black => {
            let blockers = occupied.to_bits() & file & below;
            let nearest = 1u128 << (127 - (blockers | 1).leading_zeros());
            Bitboard::from_bits(file & below & nearest.wrapping_neg())
        }
        Color::White => {
            let ray = file & !(below << 1 | 1);
            let blockers = occupied.to_bits() & ray;
            Bitboard::from_bits((blockers ^ blockers.wrapping_sub(1)) & ray)
        }
    }
}
