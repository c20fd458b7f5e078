//! Proof and disproof numbers from an estimate of the score.
//!
//! The further the estimate lies above the margin, the more likely is a proof and the fewer leaves it takes. Both grow about
//! exponentially with the distance, so a disproof number doubles with every two discs that the estimate is better for the
//! prover, and a proof number with every two discs that it is worse. The factor was measured on the whole game of 6×6: with
//! one and a half or three discs the search needs a little more time.

use yomikiri_pns::Numbers;

use crate::eval::DISC;

/// Both numbers of a node whose estimate is at the limit between proof and disproof. It leaves room for smaller numbers.
const EVEN: i32 = 2 * DISC;

/// Estimates that differ by this much differ by a factor of two in the numbers.
const DOUBLING: i32 = 2 * DISC;

/// The numbers of a node whose score is estimated at `estimate` for the prover, in units of [`DISC`], if the prover must win by
/// `margin` discs.
pub(crate) fn leaf_numbers(estimate: i32, margin: i32) -> Numbers {
    // The limit lies between `margin - 1` and `margin`.
    let above = estimate - margin * DISC + DISC / 2;
    Numbers::new(number(-above), number(above))
}

/// Grows from 1 by a factor of two for each [`DOUBLING`], linearly in between, and is [`EVEN`] at 0.
fn number(distance: i32) -> u64 {
    let distance = distance.clamp(-5 * DOUBLING, 20 * DOUBLING);
    let (doublings, rest) = (distance.div_euclid(DOUBLING), distance.rem_euclid(DOUBLING));
    (((EVEN + rest) as u64) << (doublings + 5)) >> 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_double_every_two_discs() {
        assert_eq!(number(0), EVEN as u64);
        assert_eq!(number(DOUBLING), 2 * EVEN as u64);
        assert_eq!(number(-DOUBLING), EVEN as u64 / 2);
        assert_eq!((number(-100_000), number(100_000)), (1, (EVEN as u64) << 20));
        let numbers: Vec<u64> = (-400..400).map(number).collect();
        assert!(numbers.is_sorted() && numbers[0] >= 1);
    }

    #[test]
    fn the_better_the_estimate_the_easier_the_proof() {
        let numbers = |estimate| leaf_numbers(estimate, 4);
        assert_eq!(numbers(3 * DISC + DISC / 2), Numbers::new(EVEN as u64, EVEN as u64));
        assert!(numbers(8 * DISC).proof < numbers(5 * DISC).proof);
        assert!(numbers(8 * DISC).disproof > numbers(5 * DISC).disproof);
    }
}
