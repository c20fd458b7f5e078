//! Legal moves and flipped discs, computed on bitboards.
//!
//! One sequence of operations serves all eight directions, so the compiler can make vector instructions of it. No set holds a
//! square outside the board. So on 4×4 and 6×6 a run of discs ends at the empty rim, and only 8×8 needs masks that stop a run
//! from wrapping around.

use crate::BoardSize;

/// The distances between neighbouring squares: along a file, along a rank, and along the two diagonals. The first four directions
/// lead to higher squares, the other four back.
const STEPS: [u32; 8] = [1, 8, 7, 9, 1, 8, 7, 9];

/// The set moved by `count` squares in one direction.
///
/// AVX-512 rotates all eight directions with one instruction; without it, rotations would be slower than shifts. The bits that a
/// rotation carries around are on the rim or, on 8×8, on squares that are not [`INNER`].
#[inline(always)]
const fn moved(set: u64, direction: usize, count: u32) -> u64 {
    let distance = count * STEPS[direction];
    if cfg!(target_feature = "avx512f") {
        set.rotate_left(if direction < 4 { distance } else { 64 - distance })
    } else if direction < 4 {
        set << distance
    } else {
        set >> distance
    }
}

/// For each direction the squares of 8×8 that have a neighbour on both sides. A run of discs to be flipped lies on such squares.
const INNER: [u64; 8] = {
    const RANKS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    const FILES: u64 = 0x00ff_ffff_ffff_ff00;
    [RANKS, FILES, RANKS & FILES, RANKS & FILES, RANKS, FILES, RANKS & FILES, RANKS & FILES]
};

/// The runs of `theirs` that start next to a square of `from` in one direction. Runs are as long as a run to be flipped can be.
#[inline(always)]
const fn runs<S: BoardSize>(direction: usize, from: u64, theirs: u64) -> u64 {
    let theirs = if S::RIM > 0 { theirs } else { theirs & INNER[direction] };
    // 1, 2, 4 and 6 discs.
    let mut run = theirs & moved(from, direction, 1);
    run |= theirs & moved(run, direction, 1);
    if S::N > 4 {
        let pairs = theirs & moved(theirs, direction, 1);
        run |= pairs & moved(run, direction, 2);
        if S::N > 6 {
            run |= pairs & moved(run, direction, 2);
        }
    }
    run
}

/// The union of a set for each direction. Written out, because a test build does not unroll loops.
#[inline(always)]
fn union(set: impl Fn(usize) -> u64) -> u64 {
    set(0) | set(1) | set(2) | set(3) | set(4) | set(5) | set(6) | set(7)
}

/// The squares behind all runs of `theirs` that start next to `mine`, vacant or not.
// With AVX-512 this and `flips` are not inlined: among other code the compiler does not vectorize all directions, which costs
// more than a call.
#[cfg_attr(target_feature = "avx512f", inline(never))]
#[cfg_attr(not(target_feature = "avx512f"), inline)]
fn behind_runs<S: BoardSize>(mine: u64, theirs: u64) -> u64 {
    union(|direction| moved(runs::<S>(direction, mine, theirs), direction, 1))
}

/// The squares on which the side with the discs `mine` may place a disc.
#[inline]
pub(crate) fn mobility<S: BoardSize>(mine: u64, theirs: u64) -> u64 {
    behind_runs::<S>(mine, theirs) & S::SQUARES & !(mine | theirs)
}

/// The discs that `mine` flips by a move to `square`, an empty square below 64; none if that move is illegal.
#[cfg_attr(target_feature = "avx512f", inline(never))]
#[cfg_attr(not(target_feature = "avx512f"), inline)]
pub(crate) fn flips<S: BoardSize>(square: u32, mine: u64, theirs: u64) -> u64 {
    let placed = 1 << (square & 63);
    union(|direction| {
        let run = runs::<S>(direction, placed, theirs);
        let end = moved(run, direction, 1) & mine;
        if end == 0 { 0 } else { run }
    })
}

/// All squares next to a square of the set. Some squares of the set itself may be among them.
#[inline]
pub(crate) const fn neighbours<S: BoardSize>(set: u64) -> u64 {
    let ranks = if S::RIM > 0 {
        (set << 1) | (set >> 1)
    } else {
        ((set & 0x7f7f_7f7f_7f7f_7f7f) << 1) | ((set >> 1) & 0x7f7f_7f7f_7f7f_7f7f)
    };
    let both = ranks | set;
    (ranks | (both << 8) | (both >> 8)) & S::SQUARES
}

/// The squares of a set in numeric order, which is file by file.
pub(crate) fn squares(set: u64) -> impl DoubleEndedIterator<Item = u32> {
    struct Squares(u64);
    impl Iterator for Squares {
        type Item = u32;
        #[inline(always)]
        fn next(&mut self) -> Option<u32> {
            if self.0 == 0 {
                return None;
            }
            let square = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            Some(square)
        }
    }
    impl DoubleEndedIterator for Squares {
        #[inline(always)]
        fn next_back(&mut self) -> Option<u32> {
            if self.0 == 0 {
                return None;
            }
            let square = 63 - self.0.leading_zeros();
            self.0 ^= 1 << square;
            Some(square)
        }
    }
    Squares(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Eight, Four, Six};

    /// The rule of the game, applied square by square.
    fn flips_by_definition<S: BoardSize>(square: u32, mine: u64, theirs: u64) -> u64 {
        let at = |file: i32, rank: i32| {
            let on = (0..8).contains(&file) && (0..8).contains(&rank);
            if on { 1u64 << (8 * file + rank) & S::SQUARES } else { 0 }
        };
        let mut turned = 0;
        for files in -1..=1 {
            for ranks in -1..=1 {
                if (files, ranks) == (0, 0) {
                    continue;
                }
                let (mut file, mut rank) = (square as i32 / 8 + files, square as i32 % 8 + ranks);
                let mut run = 0;
                while at(file, rank) & theirs != 0 {
                    run |= at(file, rank);
                    file += files;
                    rank += ranks;
                }
                if at(file, rank) & mine != 0 {
                    turned |= run;
                }
            }
        }
        turned
    }

    fn check<S: BoardSize>(seed: u64) {
        let mut state = seed;
        let mut random = || {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        for round in 0..20_000 {
            let mut occupied = random() & S::SQUARES;
            if round % 2 == 0 {
                occupied |= random() & S::SQUARES;
            }
            // Boards with few discs of one colour have long runs of the other.
            let colour = if round % 3 == 0 { random() & random() & random() } else { random() };
            let (mine, theirs) = (occupied & colour, occupied & !colour);
            let mut moves = 0;
            for square in squares(S::SQUARES & !occupied) {
                let turned = flips::<S>(square, mine, theirs);
                assert_eq!(turned, flips_by_definition::<S>(square, mine, theirs));
                if turned != 0 {
                    moves |= 1 << square;
                }
            }
            assert_eq!(mobility::<S>(mine, theirs), moves);
            assert_eq!(moves & !neighbours::<S>(theirs), 0);
        }
    }

    #[test]
    fn moves_and_flips_follow_the_rule() {
        check::<Four>(4);
        check::<Six>(6);
        check::<Eight>(8);
    }

    #[test]
    fn squares_in_both_directions() {
        let set = 0x8000_0100_0000_0001;
        assert_eq!(squares(set).collect::<Vec<_>>(), [0, 40, 63]);
        assert_eq!(squares(set).rev().collect::<Vec<_>>(), [63, 40, 0]);
    }
}
