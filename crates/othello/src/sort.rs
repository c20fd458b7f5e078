//! Move ordering of the endgame solver: the moves that are likely to be best come first.
//!
//! The order is found lazily, by selection: most nodes are decided by their first move, so a full sort would be wasted.

use crate::Move;
use crate::Size;
use crate::bits::{flips, mobility, squares};
use crate::endgame::odd_quarters;
use crate::eval::{LIMIT, look_ahead};

/// An iterator over squares with costs, cheapest first. Each step selects the next square.
pub(crate) struct Sorted {
    /// For each square its cost in the upper bits and its number in the lowest six.
    keys: [u32; 64],
    next: usize,
    len: usize,
}

impl Sorted {
    #[inline]
    pub(crate) fn new() -> Sorted {
        Sorted { keys: [0; 64], next: 0, len: 0 }
    }

    /// Adds a square. The cost may be negative.
    #[inline]
    pub(crate) fn push(&mut self, square: u32, cost: i32) {
        if let Some(key) = self.keys.get_mut(self.len) {
            *key = ((cost.clamp(-LIMIT, LIMIT) + LIMIT) as u32) << 6 | square;
            self.len += 1;
        }
    }

    /// Fewest replies first, with corners counted higher; ties by parity.
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

    /// The move `first`, known from the table, then the others by look-ahead or, near the end, by their replies.
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

/// Children worse than the best one by more than this need no exact estimate. It is four discs in the weights of 6×6.
const SLACK: i32 = 64;

/// The depth of the look-ahead that sorts the moves; 0 means mobility alone.
///
/// It is limited on 8×8, where the estimate is poorer and positions have more moves.
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
