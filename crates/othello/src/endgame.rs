//! Exact search of the last few vacant squares, without a table.
//!
//! Null windows only: is the score for the side to move above `alpha`? The answer is fail-soft: a bound on the score on the
//! side that was found. Moves are ordered by parity alone (last move in a region is worth having); sorting by mobility
//! would cost more than it saves here.

use crate::Size;
use crate::bits::{flips, mobility, neighbours, squares};
use crate::sort::Sorted;

/// Up to this many vacant squares, parity orders the moves.
pub(crate) const PARITY_ONLY: u32 = 6;

/// Lower than every score.
pub(crate) const WORST: i32 = -65;

/// The quarters of the board, which stand for regions of vacant squares.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The quarters with an odd number of vacant squares.
#[inline(always)]
pub(crate) fn odd_quarters(empties: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        if (empties & quarter).count_ones() & 1 == 1 {
            odd |= quarter;
        }
    }
    odd
}

#[inline(always)]
pub(crate) fn difference(mine: u64, theirs: u64) -> i32 {
    mine.count_ones() as i32 - theirs.count_ones() as i32
}

/// The score with one vacant square.
#[inline(always)]
fn last_one(mine: u64, theirs: u64, square: u32) -> i32 {
    let turned = flips(square, mine, theirs);
    if turned != 0 {
        return difference(mine, theirs) + 2 * turned.count_ones() as i32 + 1;
    }
    let turned = flips(square, theirs, mine);
    let gain = if turned == 0 { 0 } else { 2 * turned.count_ones() as i32 + 1 };
    difference(mine, theirs) - gain
}

/// A bound on the score: above `alpha` iff the score is.
pub(crate) fn solve_few<S: Size>(mine: u64, theirs: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let empties = S::SQUARES & !(mine | theirs);
    match empties.count_ones() {
        0 => {
            *nodes += 1;
            difference(mine, theirs)
        }
        1 => {
            *nodes += 1;
            last_one(mine, theirs, empties.trailing_zeros())
        }
        _ => few::<S>(mine, theirs, alpha, empties, false, nodes),
    }
}

/// At least two vacant squares.
fn few<S: Size>(mine: u64, theirs: u64, alpha: i32, empties: u64, passed: bool, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let odd = odd_quarters(empties);
    let near = empties & neighbours::<S>(theirs);
    let mut best = WORST;
    for group in [near & odd, near & !odd] {
        for square in squares(group) {
            let turned = flips(square, mine, theirs);
            if turned == 0 {
                continue;
            }
            let (bit, rest) = (1 << square, empties ^ 1 << square);
            let score = if rest & (rest - 1) == 0 {
                *nodes += 1;
                -last_one(theirs ^ turned, mine ^ turned ^ bit, rest.trailing_zeros())
            } else {
                -few::<S>(theirs ^ turned, mine ^ turned ^ bit, !alpha, rest, false, nodes)
            };
            if score > best {
                if score > alpha {
                    return score;
                }
                best = score;
            }
        }
    }
    if best > WORST {
        best
    } else if passed {
        difference(mine, theirs)
    } else {
        -few::<S>(theirs, mine, !alpha, empties, true, nodes)
    }
}

/// The same for any number of vacant squares: moves by mobility where there are many, else by parity.
pub(crate) fn solve_without_table<S: Size>(mine: u64, theirs: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let empties = S::SQUARES & !(mine | theirs);
    if empties.count_ones() <= PARITY_ONLY {
        return solve_few::<S>(mine, theirs, alpha, nodes);
    }
    *nodes += 1;
    let targets = mobility::<S>(mine, theirs);
    if targets == 0 {
        if mobility::<S>(theirs, mine) == 0 {
            return difference(mine, theirs);
        }
        return -solve_without_table::<S>(theirs, mine, !alpha, nodes);
    }
    let mut best = WORST;
    for square in Sorted::by_replies::<S>(mine, theirs, targets) {
        let turned = flips(square, mine, theirs);
        let score = -solve_without_table::<S>(theirs ^ turned, mine ^ turned ^ 1 << square, !alpha, nodes);
        if score > best {
            if score > alpha {
                return score;
            }
            best = score;
        }
    }
    best
}
