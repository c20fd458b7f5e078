//! Moves in the order of the endgame solver: those first that are likely to be best.

use crate::Size;
use crate::bits::{flips, mobility, squares};
use crate::endgame::odd_quarters;

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
            *key = ((cost + (1 << 20)) as u32) << 6 | square;
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
