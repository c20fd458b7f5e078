//! Moves in the order of the endgame solver: those first that are likely to be best.

use crate::Move;
use crate::Size;
use crate::bits::{flips, mobility, squares};
use crate::endgame::odd_quarters;
use crate::eval::{LIMIT, look_ahead};

/// Squares with costs, taken cheapest first.
///
/// Only as many are sorted as are asked for: most nodes are decided by their first move.
pub(crate) struct Sorted {
    /// Cost in the upper bits, square in the lowest six.
    keys: [u32; 64],
    next: usize,
    len: usize,
}

impl Sorted {
    #[inline]
    pub(crate) fn new() -> Sorted {
        Sorted { keys: [0; 64], next: 0, len: 0 }
    }

    /// Adds a square; costs may be negative.
    #[inline]
    pub(crate) fn push(&mut self, square: u32, cost: i32) {
        if let Some(key) = self.keys.get_mut(self.len) {
            *key = ((cost.clamp(-LIMIT, LIMIT) + LIMIT) as u32) << 6 | square;
            self.len += 1;
        }
    }

    /// Fewest replies first, corners counting more; equals by parity.
    #[inline]
    pub(crate) fn by_replies<S: Size>(mine: u64, theirs: u64, targets: u64) -> Sorted {
        let odd = odd_quarters(S::SQUARES & !(mine | theirs));
        let mut sorted = Sorted::new();
        for square in squares(targets) {
            let turned = flips(square, mine, theirs);
            let replies = mobility::<S>(theirs ^ turned, mine ^ turned ^ 1 << square);
            let cost = 4 * replies.count_ones() as i32 + 2 * (replies & S::CORNERS).count_ones() as i32;
            sorted.push(square, cost - i32::from(odd >> square & 1 == 1));
        }
        sorted
    }

    /// A known good move first, the others by looking ahead where much is at stake.
    pub(crate) fn by_look_ahead<S: Size>(mine: u64, theirs: u64, targets: u64, first: Move) -> Sorted {
        let depth = look_ahead_depth::<S>(S::CELLS - (mine | theirs).count_ones());
        let mut sorted = Sorted::new();
        let mut least = LIMIT - SLACK;
        for square in squares(targets) {
            let turned = flips(square, mine, theirs);
            let (next, other) = (theirs ^ turned, mine ^ turned ^ 1 << square);
            let cost = if first.square() == Some(square) {
                -LIMIT
            } else if depth > 0 {
                let cost = look_ahead::<S>(next, other, depth - 1, -LIMIT, least + SLACK);
                least = least.min(cost);
                cost
            } else {
                let replies = mobility::<S>(next, other);
                (replies.count_ones() + (replies & S::CORNERS).count_ones()) as i32
            };
            sorted.push(square, cost);
        }
        sorted
    }
}

/// Children this much worse than the best so far need no exact guess: four discs by the weights of 6×6.
const SLACK: i32 = 64;

/// How far children are looked into before they are sorted; 0: by mobility alone.
///
/// The guess of 8×8 is poorer and its positions have more moves, so little looking ahead pays there.
const fn look_ahead_depth<S: Size>(empties: u32) -> u32 {
    match empties {
        0..=11 => 0,
        12..=14 => 1,
        15..=17 => 2,
        18..=20 => 3,
        _ if S::N > 6 => 3,
        21..=22 => 4,
        23..=24 => 5,
        _ => 6,
    }
}

impl Iterator for Sorted {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let rest = self.keys.get_mut(self.next..self.len)?;
        let (at, &least) = rest.iter().enumerate().min_by_key(|&(_, key)| *key)?;
        rest.swap(0, at);
        self.next += 1;
        Some(least & 63)
    }
}
