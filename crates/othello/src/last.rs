//! The gain of a move to the last vacant square, by table lookup.
//!
//! On a board with one vacant square a line through it is known by the discs of one side: every other square of the line
//! has a disc of the other side. So the number of flipped discs is a sum of four entries of one small table. On the smaller
//! boards the rim counts as discs of the other side, which changes nothing: no disc of the mover lies beyond it, so a run
//! that reaches the rim flips nothing.

/// `FLIPPED[at][line]`: the number of discs that a move to square `at` of a line flips, if the mover has the discs `line` and
/// its opponent all others.
static FLIPPED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut line = 0;
        while line < 256 {
            let mut next = at + 1;
            while next < 8 && line >> next & 1 == 0 {
                next += 1;
            }
            if next < 8 {
                table[at][line] += (next - at - 1) as u8;
            }
            let mut next = at;
            while next > 0 && line >> (next - 1) & 1 == 0 {
                next -= 1;
            }
            if next > 0 {
                table[at][line] += (at - next) as u8;
            }
            line += 1;
        }
        at += 1;
    }
    table
};

/// The two diagonals through each square, the one of squares 9 apart first.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (file, rank) = (square / 8, square % 8);
            let (other_file, other_rank) = (other / 8, other % 8);
            if file + other_rank == other_file + rank {
                diagonals[square][0] |= 1 << other;
            }
            if file + rank == other_file + other_rank {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// The lowest bit of every byte, which is the first rank.
const FIRST_RANK: u64 = 0x0101_0101_0101_0101;

/// The number of discs that a move to `square`, the last vacant square, flips for the side with the discs `mine`.
#[inline(always)]
pub(crate) fn last_flipped(square: u32, mine: u64) -> u32 {
    let square = square as usize & 63;
    let (file, rank) = (square / 8, square % 8);
    let along_file = mine >> (8 * file) & 0xff;
    // The factor moves the bit of file f to bit 56 + f, and no two bits to the same place.
    let along_rank = (mine >> rank & FIRST_RANK).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    // The squares of a diagonal lie on different ranks, so adding up the files collects them in one byte.
    let [up, down] = DIAGONALS[square].map(|diagonal| (mine & diagonal).wrapping_mul(FIRST_RANK) >> 56);
    let count = |at: usize, line: u64| u32::from(FLIPPED[at][(line & 0xff) as usize]);
    count(rank, along_file) + count(file, along_rank) + count(rank, up) + count(rank, down)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{flips, squares};
    use crate::{BoardSize, Eight, Four, Six};

    fn check<S: BoardSize>() {
        let mut random = 1u64;
        for _ in 0..2000 {
            // Xorshift.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            for square in squares(S::SQUARES) {
                let rest = S::SQUARES & !(1 << square);
                for mine in [random & rest, random & random.rotate_left(29) & rest] {
                    let expected = flips::<S>(square, mine, rest & !mine).count_ones();
                    assert_eq!(last_flipped(square, mine), expected, "{square} {mine:x}");
                }
            }
        }
    }

    #[test]
    fn as_many_as_are_flipped() {
        check::<Four>();
        check::<Six>();
        check::<Eight>();
    }
}
