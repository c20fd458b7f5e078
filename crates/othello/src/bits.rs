//! Legal moves and flipped discs, computed on bitboards.
//!
//! No set holds a square outside the board. So on 4×4 and 6×6 a run of discs ends at the empty rim, and only 8×8 needs masks
//! that stop a run from wrapping around to the next file.

use crate::Size;

/// The distances between neighbouring squares: along a file, along a rank, and along the two diagonals.
const STEPS: [u32; 4] = [1, 8, 7, 9];

/// The squares of `set` from which a run may continue in this direction without wrapping around.
const fn inner<S: Size>(set: u64, step: u32) -> u64 {
    if S::RIM > 0 || step == 8 { set } else { set & 0x7e7e_7e7e_7e7e_7e7e }
}

/// The squares on which the side with the discs `mine` may place a disc.
#[inline]
pub(crate) fn mobility<S: Size>(mine: u64, theirs: u64) -> u64 {
    let mut found = 0;
    for step in STEPS {
        let theirs = inner::<S>(theirs, step);
        // Runs of 1, 2, 4 and 6 discs: as long as the board allows.
        let mut up = theirs & (mine << step);
        let mut down = theirs & (mine >> step);
        up |= theirs & (up << step);
        down |= theirs & (down >> step);
        if S::N > 4 {
            let pairs_up = theirs & (theirs << step);
            let pairs_down = pairs_up >> step;
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
            if S::N > 6 {
                up |= pairs_up & (up << (2 * step));
                down |= pairs_down & (down >> (2 * step));
            }
        }
        found |= (up << step) | (down >> step);
    }
    found & S::SQUARES & !(mine | theirs)
}

/// The four rays from a square towards higher squares, then the four towards lower ones.
///
/// The eight rays fill one cache line, so that they can be loaded into one vector.
#[repr(align(64))]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

/// Rays to the edge of 8×8. On smaller boards the empty rim stops a run, as any empty square does.
static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks): (i32, i32) = match STEPS[direction] {
                1 => (0, 1),
                8 => (1, 0),
                7 => (1, -1),
                _ => (1, 1),
            };
            let mut distance = 1;
            while distance < 8 {
                let (file, rank) = (square as i32 / 8, square as i32 % 8);
                let (f, r) = (file + distance * files, rank + distance * ranks);
                if 0 <= f && f < 8 && 0 <= r && r < 8 {
                    rays[square].up[direction] |= 1 << (8 * f + r);
                }
                let (f, r) = (file - distance * files, rank - distance * ranks);
                if 0 <= f && f < 8 && 0 <= r && r < 8 {
                    rays[square].down[direction] |= 1 << (8 * f + r);
                }
                distance += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// The discs that `mine` flips by a move to `square`, an empty square below 64; none if that move is illegal.
#[inline]
pub(crate) fn flips(square: u32, mine: u64, theirs: u64) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    let mut turned = 0;
    for ray in rays.up {
        // The first square that is not theirs ends the run. If it is mine, all discs before it flip.
        let rest = ray & !theirs;
        let end = rest & rest.wrapping_neg() & mine;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.down {
        let rest = ray & !theirs;
        // If `rest` is empty, this is the highest square, which is in no ray towards lower squares.
        let end = (1 << 63 >> (rest.leading_zeros() & 63)) & mine & ray;
        turned |= (end.wrapping_neg() << 1) & ray;
    }
    turned
}

/// All squares next to a square of the set. Some squares of the set itself may be among them.
#[inline]
pub(crate) const fn neighbours<S: Size>(set: u64) -> u64 {
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
    fn flips_by_definition<S: Size>(square: u32, mine: u64, theirs: u64) -> u64 {
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

    fn check<S: Size>(seed: u64) {
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
                let turned = flips(square, mine, theirs);
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
