//! Proof and disproof numbers from an estimate of the score.
//!
//! The further the estimate lies above the margin, the more likely is a proof, and the fewer leaves it takes. A number that grows
//! exponentially with the distance expresses both: a disproof number doubles with every three discs that the estimate is better
//! for the prover, and a proof number with every three discs that it is worse. On the whole game of 6×6 the search needs a
//! quarter more alpha-beta nodes with two discs, and a tenth more with four.

use yomikiri_pns::Numbers;

use crate::eval::DISC;

/// Estimates that differ by this much differ by a factor of two in the numbers. It is also the number of a node whose estimate is
/// at the limit between proof and disproof, which leaves room for smaller numbers.
const DOUBLING: i32 = 3 * DISC;

/// The numbers of a node whose score is estimated at `estimate` for the prover, in units of [`DISC`], if the prover must win by
/// `margin` discs.
pub(crate) fn leaf_numbers(estimate: i32, margin: i32) -> Numbers {
    // The limit lies between `margin - 1` and `margin`.
    let above = estimate - margin * DISC + DISC / 2;
    Numbers::new(number(-above), number(above))
}

/// [`DOUBLING`] at 0, twice as much for each `DOUBLING` more, half as much for each less; linear in between, and at least 1.
fn number(distance: i32) -> u64 {
    let distance = distance.clamp(-5 * DOUBLING, 20 * DOUBLING);
    let (doublings, rest) = (distance.div_euclid(DOUBLING), distance.rem_euclid(DOUBLING));
    (((DOUBLING + rest) as u64) << (doublings + 5)) >> 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_double_every_three_discs() {
        let even = DOUBLING as u64;
        assert_eq!(
            [-1, 0, 1, 2].map(|doublings| number(doublings * DOUBLING)),
            [even / 2, even, 2 * even, 4 * even]
        );
        assert_eq!((number(-100_000), number(100_000)), (1, even << 20));
        let numbers: Vec<u64> = (-400..400).map(number).collect();
        assert!(numbers.is_sorted() && numbers[0] == 1);
        assert!(numbers.windows(2).all(|pair| pair[1] <= pair[0] + pair[0] / 16 + 1), "no jumps");
    }

    #[test]
    fn the_better_the_estimate_the_easier_the_proof() {
        let numbers = |estimate| leaf_numbers(estimate, 4);
        assert_eq!(numbers(3 * DISC + DISC / 2), Numbers::new(DOUBLING as u64, DOUBLING as u64));
        assert!(numbers(8 * DISC).proof < numbers(5 * DISC).proof);
        assert!(numbers(8 * DISC).disproof > numbers(5 * DISC).disproof);
    }
}
