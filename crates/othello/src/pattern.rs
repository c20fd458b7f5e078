//! Patterns of the 6×6 board (lines, diagonals, corners) that estimate the score.
//!
//! Each pattern is an index into a table of weights, and the estimate is the sum of the weights.
//! The symmetries turn every instance of a pattern to the same place, so that all instances share
//! their weights. The laboratory's example `fit_weights` fits the weights to exact scores.

use crate::Six;
use crate::bits::{mobility, neighbours};
use crate::board_size::BoardSize;
use crate::key::BASE_3;
use crate::symmetry::{half_turn, mirror, transpose};

/// The long diagonal of 8×8, of which 6×6 has the middle.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// The number of indices that a position has.
pub const FEATURES: usize = 30;

/// The number of weights of each pattern:
/// edge with the squares diagonal to its corners, second line, third line, corner, long diagonal, next two diagonals,
/// mobility of both sides, squares next to the discs of both sides.
const SIZES: [usize; 11] = [6561, 729, 729, 19683, 729, 243, 81, 32, 32, 32, 32];

const OFFSETS: [usize; 12] = {
    let mut offsets = [0; 12];
    let mut at = 0;
    while at < SIZES.len() {
        offsets[at + 1] = offsets[at] + SIZES[at];
        at += 1;
    }
    offsets
};

/// The number of weights of all patterns.
pub const WEIGHTS: usize = OFFSETS[11];

/// The indices of a position of the 6×6 board, for the side to move.
#[inline]
pub fn features(mine: u64, theirs: u64) -> [usize; FEATURES] {
    let mut found = [0; FEATURES];
    let mut count = 0;
    let mut add = |pattern: usize, index: usize| {
        found[count] = OFFSETS[pattern] + index;
        count += 1;
    };
    let digits = |mine: u64, theirs: u64| {
        usize::from(BASE_3[(mine & 511) as usize]) + 2 * usize::from(BASE_3[(theirs & 511) as usize])
    };
    let (mine_t, theirs_t) = (transpose(mine), transpose(theirs));
    let (mine_m, theirs_m) = (mirror(mine), mirror(theirs));

    let edge = |set: u64| (set >> 9 & 63) | (set >> 18 & 1) << 6 | (set >> 21 & 1) << 7;
    let line = |set: u64, file: u32| set >> (8 * file + 1) & 63;
    let sides = [(mine, theirs), (mine_m, theirs_m), (mine_t, theirs_t), (mirror(mine_t), mirror(theirs_t))];
    for (mine, theirs) in sides {
        add(0, digits(edge(mine), edge(theirs)));
        add(1, digits(line(mine, 2), line(theirs, 2)));
        add(2, digits(line(mine, 3), line(theirs, 3)));
    }
    let corner = |set: u64| (set >> 9 & 7) | (set >> 17 & 7) << 3 | (set >> 25 & 7) << 6;
    let half = (half_turn(mine), half_turn(theirs));
    for (mine, theirs) in [(mine, theirs), (mine_m, theirs_m), half, (mirror(half.0), mirror(half.1))] {
        add(3, digits(corner(mine), corner(theirs)));
    }
    // The squares of a diagonal lie on different ranks, so adding up the files collects them in one byte.
    let diagonal = |set: u64, squares: u64| (set & squares).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    for (mine, theirs) in [(mine, theirs), (mine_m, theirs_m)] {
        add(4, digits(diagonal(mine, DIAGONAL) >> 1, diagonal(theirs, DIAGONAL) >> 1));
        let (above, below) = (DIAGONAL << 1 & Six::SQUARES, DIAGONAL >> 1 & Six::SQUARES);
        add(5, digits(diagonal(mine, above) >> 2, diagonal(theirs, above) >> 2));
        add(5, digits(diagonal(mine, below) >> 1, diagonal(theirs, below) >> 1));
        let (above, below) = (DIAGONAL << 2 & Six::SQUARES, DIAGONAL >> 2 & Six::SQUARES);
        add(6, digits(diagonal(mine, above) >> 3, diagonal(theirs, above) >> 3));
        add(6, digits(diagonal(mine, below) >> 1, diagonal(theirs, below) >> 1));
    }
    let empties = Six::SQUARES & !(mine | theirs);
    add(7, mobility::<Six>(mine, theirs).count_ones() as usize & 31);
    add(8, mobility::<Six>(theirs, mine).count_ones() as usize & 31);
    add(9, (empties & neighbours::<Six>(theirs)).count_ones() as usize & 31);
    add(10, (empties & neighbours::<Six>(mine)).count_ones() as usize & 31);
    found
}

/// The weights, in sixteenths of a disc.
static WEIGHT: &[u8; WEIGHTS] = include_bytes!("weights.bin");

/// The estimated score of the side to move, in sixteenths of a disc.
#[inline]
pub(crate) fn estimate(mine: u64, theirs: u64) -> i32 {
    features(mine, theirs).iter().map(|&index| i32::from(WEIGHT[index] as i8)).sum()
}
