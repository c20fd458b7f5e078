//! An estimate of the score, used only to order moves and for the numbers of new leaves: no result depends on it.

use crate::bits::{flips, mobility, neighbours, squares};
use crate::endgame::difference;
use crate::{BoardSize, Position, pattern};

/// Larger than every estimate.
pub(crate) const LIMIT: i32 = 100_000;

/// One disc, in the units of the estimate on 6×6. On the other boards the unit is a rough one.
pub(crate) const DISC: i32 = 16;

/// An estimate for the side to move: from patterns on 6×6, from mobility and corners on the other boards.
#[inline]
fn estimate<S: BoardSize>(mine: u64, theirs: u64) -> i32 {
    if S::N == 6 {
        return pattern::estimate(mine, theirs);
    }
    let empties = S::SQUARES & !(mine | theirs);
    let count = |set: u64| set.count_ones() as i32;
    let weighted = |set: u64| count(set) + count(set & S::CORNERS);
    let moves = weighted(mobility::<S>(mine, theirs)) - weighted(mobility::<S>(theirs, mine));
    let potential = count(empties & neighbours::<S>(theirs)) - count(empties & neighbours::<S>(mine));
    let corners = count(mine & S::CORNERS) - count(theirs & S::CORNERS);
    // Discs next to a vacant corner help the opponent to take it.
    let open = neighbours::<S>(S::CORNERS & empties);
    let beside = count(mine & open) - count(theirs & open);
    8 * moves + 4 * potential + 24 * corners - 6 * beside
}

/// The estimate after `depth` plies of best play, by alpha-beta.
pub(crate) fn look_ahead<S: BoardSize>(mine: u64, theirs: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 {
        return estimate::<S>(mine, theirs);
    }
    let targets = mobility::<S>(mine, theirs);
    if targets == 0 {
        if mobility::<S>(theirs, mine) == 0 {
            return DISC * difference(mine, theirs);
        }
        return -look_ahead::<S>(theirs, mine, depth - 1, -beta, -alpha);
    }
    let mut best = -LIMIT;
    for square in squares(targets) {
        let turned = flips::<S>(square, mine, theirs);
        let score = -look_ahead::<S>(theirs ^ turned, mine ^ turned ^ 1 << square, depth - 1, -beta, -alpha);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The estimated score of the side to move after `plies` plies of best play, in units of [`DISC`].
pub(crate) fn look_ahead_score<S: BoardSize>(position: &Position<S>, plies: u32) -> i32 {
    look_ahead::<S>(position.mine(), position.theirs(), plies, -LIMIT, LIMIT)
}
