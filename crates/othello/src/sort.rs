//! Move ordering of the endgame solver: the moves that are likely to be best come first.
//!
//! The order is found lazily, by selection: most nodes are decided by their first move, so a full sort would be wasted.

use crate::bits::{flips, mobility, squares};
use crate::endgame::odd_quarters;
use crate::eval::{DISC, LIMIT, look_ahead};
use crate::{BoardSize, Move};

/// A legal move and the position after it, seen from the side that moves next.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) square: u32,
    pub(crate) mine: u64,
    pub(crate) theirs: u64,
    /// The legal moves of that position. They order the moves, and the search of the position need not compute them again.
    pub(crate) replies: u64,
}

/// The legal moves of a position, at most `N`. After they have been ranked, iteration selects the next best one at each step.
pub(crate) struct Candidates<const N: usize> {
    moves: [Candidate; N],
    /// For each move its cost in the upper bits and its place in `moves` in the lowest six.
    keys: [u32; N],
    next: usize,
    len: usize,
}

impl<const N: usize> Candidates<N> {
    /// The moves to the squares of `targets`, which must all be legal and at most `N`.
    #[inline]
    pub(crate) fn new<S: BoardSize>(mine: u64, theirs: u64, targets: u64) -> Candidates<N> {
        const { assert!(N <= 64) }
        let none = Candidate { square: 0, mine: 0, theirs: 0, replies: 0 };
        let (mut moves, mut len) = ([none; N], 0);
        for square in squares(targets) {
            let turned = flips::<S>(square, mine, theirs);
            let (mine, theirs) = (theirs ^ turned, mine ^ turned ^ 1 << square);
            moves[len] = Candidate { square, mine, theirs, replies: mobility::<S>(mine, theirs) };
            len += 1;
        }
        Candidates { moves, keys: [0; N], next: 0, len }
    }

    /// The moves in the order of their squares.
    #[inline]
    pub(crate) fn all(&self) -> &[Candidate] {
        &self.moves[..self.len]
    }

    /// Gives each move a cost, which may be negative. Equal moves stay in the order of their squares.
    #[inline]
    fn rank(&mut self, mut cost: impl FnMut(&Candidate) -> i32) {
        for (at, (key, candidate)) in self.keys.iter_mut().zip(&self.moves[..self.len]).enumerate() {
            *key = ((cost(candidate).clamp(-LIMIT, LIMIT) + LIMIT) as u32) << 6 | at as u32;
        }
    }

    /// Fewest replies first, with corners counted higher; ties by parity, where `empties` are the vacant squares.
    #[inline]
    pub(crate) fn rank_by_replies<S: BoardSize>(&mut self, empties: u64) {
        let odd = odd_quarters(empties);
        self.rank(|candidate| {
            let replies = candidate.replies;
            let cost = 4 * replies.count_ones() as i32 + 2 * (replies & S::CORNERS).count_ones() as i32;
            cost - (odd >> candidate.square & 1) as i32
        });
    }

    /// The move `first`, known from the table, then the others by look-ahead and replies or, near the end, by replies alone.
    ///
    /// A move that leaves few replies takes fewer nodes to search than one that is as good but leaves many.
    pub(crate) fn rank_by_look_ahead<S: BoardSize>(&mut self, empties: u32, first: Move) {
        let depth = look_ahead_depth::<S>(empties);
        let mut least = LIMIT - SLACK;
        self.rank(|candidate| {
            if first.square() == Some(candidate.square) {
                return -LIMIT;
            }
            let replies = candidate.replies;
            let replies = (replies.count_ones() + (replies & S::CORNERS).count_ones()) as i32;
            if depth == 0 {
                return replies;
            }
            let estimate =
                look_ahead::<S>(candidate.mine, candidate.theirs, depth - 1, -LIMIT, least + SLACK);
            least = least.min(estimate);
            estimate + REPLY * replies
        });
    }
}

impl<const N: usize> Iterator for Candidates<N> {
    type Item = Candidate;

    #[inline]
    fn next(&mut self) -> Option<Candidate> {
        let rest = self.keys.get_mut(self.next..self.len)?;
        let (at, &least) = rest.iter().enumerate().min_by_key(|&(_, key)| *key)?;
        rest.swap(0, at);
        self.next += 1;
        self.moves.get(least as usize & 63).copied()
    }
}

/// Children worse than the best one by more than this need no exact estimate.
const SLACK: i32 = 4 * DISC;

/// How much one reply counts beside the estimate of the score.
const REPLY: i32 = DISC;

/// The depth of the look-ahead that sorts the moves; 0 means mobility alone.
///
/// It is limited on 8×8, where the estimate is poorer and positions have more moves.
const fn look_ahead_depth<S: BoardSize>(empties: u32) -> u32 {
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
