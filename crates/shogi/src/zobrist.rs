//! Zobrist keys: random numbers, fixed at compile time, that add up to the key of a position by XOR.
//!
//! The board has one number per piece and square. The hands are hashed apart, because a mate search looks positions up by
//! board first and compares the hands itself.

use crate::{Piece, Square};

/// One step of the splitmix64 generator: returns the next state and a random number.
const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

const SEED: u64 = 0x796f_6d69_6b69_7269; // ASCII "yomikiri"

static PIECES: [[u64; Square::COUNT]; Piece::TABLE_SIZE] = {
    let mut table = [[0; Square::COUNT]; Piece::TABLE_SIZE];
    let mut state = SEED;
    let mut piece = 0;
    while piece < Piece::TABLE_SIZE {
        let mut square = 0;
        while square < Square::COUNT {
            (state, table[piece][square]) = splitmix64(state);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The part of the board key that is present if White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = splitmix64(!SEED).1;

/// The part of the board key for one piece on one square.
#[inline(always)]
pub(crate) fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// The part of a position's key for the hand of one side. `color_salt` differs between the sides.
#[inline(always)]
pub(crate) const fn hand_key(bits: u32, color_salt: u64) -> u64 {
    splitmix64(bits as u64 ^ color_salt).1
}
