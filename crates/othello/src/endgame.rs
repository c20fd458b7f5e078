//! Exact search of the last few vacant squares, without a table.
//!
//! All windows are null windows: the search decides whether the score of the side to move is above `alpha`, and returns a
//! bound on the score (fail-soft). Moves are ordered by parity alone: it is good to have the last move in a region. Sorting
//! by mobility would cost more than it saves here.

use crate::bits::{flips, mobility, neighbours, squares};
use crate::last::last_flipped;
use crate::sort::Candidates;
use crate::{BoardSize, Eight};

/// Up to this many vacant squares, parity orders the moves.
pub(crate) const PARITY_ONLY: u32 = 5;

/// Lower than every score.
pub(crate) const WORST: i32 = -65;

/// The quarters of the board, a cheap substitute for the regions of vacant squares.
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

/// The squares next to each square.
static NEAR: [u64; 64] = {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        near[square] = neighbours::<Eight>(1 << square) & !(1 << square);
        square += 1;
    }
    near
};

/// The exact score of a position with one vacant square.
#[inline(always)]
fn last_one(mine: u64, theirs: u64, square: u32) -> i32 {
    let flipped = last_flipped(square, mine);
    if flipped != 0 {
        return difference(mine, theirs) + 2 * flipped as i32 + 1;
    }
    let flipped = last_flipped(square, theirs);
    let gain = if flipped == 0 { 0 } else { 2 * flipped as i32 + 1 };
    difference(mine, theirs) - gain
}

/// A bound on the score of a position with two vacant squares, as [`solve_few`] returns it.
#[inline]
fn last_two<S: BoardSize>(mine: u64, theirs: u64, alpha: i32, squares: [u32; 2], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let [first, second] = squares;
    let mut best = WORST;
    for (square, other) in [(first, second), (second, first)] {
        let turned =
            if NEAR[square as usize & 63] & theirs == 0 { 0 } else { flips::<S>(square, mine, theirs) };
        if turned != 0 {
            *nodes += 1;
            best = best.max(-last_one(theirs ^ turned, mine ^ turned ^ 1 << square, other));
            if best > alpha {
                return best;
            }
        }
    }
    if best > WORST {
        return best;
    }
    // The side to move passes: do the same for the opponent, with opposite signs.
    let mut worst = -WORST;
    for (square, other) in [(first, second), (second, first)] {
        let turned =
            if NEAR[square as usize & 63] & mine == 0 { 0 } else { flips::<S>(square, theirs, mine) };
        if turned != 0 {
            *nodes += 1;
            worst = worst.min(last_one(mine ^ turned, theirs ^ turned ^ 1 << square, other));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst < -WORST { worst } else { difference(mine, theirs) }
}

/// A bound on the score that is above `alpha` exactly if the score is, for at most [`PARITY_ONLY`] vacant squares. No legal
/// move is outside `targets`.
#[inline]
fn solve_few<S: BoardSize>(mine: u64, theirs: u64, targets: u64, alpha: i32, nodes: &mut u64) -> i32 {
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
        2 => last_two::<S>(mine, theirs, alpha, pair(empties), nodes),
        _ => few::<S>(mine, theirs, targets, alpha, empties, nodes),
    }
}

/// The squares of a set of two.
#[inline(always)]
fn pair(set: u64) -> [u32; 2] {
    [set.trailing_zeros(), 63 - (set | 1).leading_zeros()]
}

/// [`solve_few`] for positions with at least three vacant squares, `empties`.
fn few<S: BoardSize>(mine: u64, theirs: u64, targets: u64, alpha: i32, empties: u64, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let odd = odd_quarters(empties);
    let three = empties.count_ones() == 3;
    let mut best = WORST;
    for group in [targets & odd, targets & !odd] {
        for square in squares(group) {
            let turned = flips::<S>(square, mine, theirs);
            if turned == 0 {
                continue;
            }
            let rest = empties ^ 1 << square;
            let (next, other) = (theirs ^ turned, mine ^ turned ^ 1 << square);
            let score = if three {
                -last_two::<S>(next, other, !alpha, pair(rest), nodes)
            } else {
                -few::<S>(next, other, rest & neighbours::<S>(other), !alpha, rest, nodes)
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
        return best;
    }
    let targets = mobility::<S>(theirs, mine);
    if targets == 0 {
        difference(mine, theirs)
    } else {
        -few::<S>(theirs, mine, targets, !alpha, empties, nodes)
    }
}

/// A bound on the score that is above `alpha` exactly if the score is, for any number of vacant squares.
pub(crate) fn solve_without_table<S: BoardSize>(mine: u64, theirs: u64, alpha: i32, nodes: &mut u64) -> i32 {
    let targets = mobility::<S>(mine, theirs);
    // Room for fewer moves takes less time to prepare at every node.
    if S::CELLS - (mine | theirs).count_ones() <= 16 {
        solve_sorted::<S, 16>(mine, theirs, targets, alpha, nodes)
    } else {
        solve_sorted::<S, 64>(mine, theirs, targets, alpha, nodes)
    }
}

/// [`solve_without_table`] for at most `N` vacant squares, of which `targets` are the legal moves.
///
/// Moves are ordered by mobility or, near the end, by parity.
pub(crate) fn solve_sorted<S: BoardSize, const N: usize>(
    mine: u64,
    theirs: u64,
    targets: u64,
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    let empties = S::SQUARES & !(mine | theirs);
    if empties.count_ones() <= PARITY_ONLY {
        return solve_few::<S>(mine, theirs, targets, alpha, nodes);
    }
    *nodes += 1;
    if targets == 0 {
        let targets = mobility::<S>(theirs, mine);
        return if targets == 0 {
            difference(mine, theirs)
        } else {
            -solve_sorted::<S, N>(theirs, mine, targets, !alpha, nodes)
        };
    }
    let mut moves = Candidates::<N>::new::<S>(mine, theirs, targets);
    moves.rank_by_replies::<S>(empties);
    let mut best = WORST;
    for next in moves.by_ref() {
        let score = -solve_sorted::<S, N>(next.mine, next.theirs, next.replies, !alpha, nodes);
        if score > best {
            if score > alpha {
                return score;
            }
            best = score;
        }
    }
    best
}
