//! The sign test.

/// Differences that chance gives more often than this are none.
pub const SIGNIFICANT: f64 = 0.05;

/// Of two searches, which one solves more problems, by the numbers of problems that only the one or only the other solves: in
/// words, and whether it is the first; `None` if that may be chance.
pub fn solves_more([one, other]: [usize; 2]) -> (String, Option<bool>) {
    let chance = sign_test(one, other);
    let words = format!("solved by the first alone {one}, by the second alone {other}, p = {chance:.3}");
    (words, (chance < SIGNIFICANT).then_some(one > other))
}

/// The probability that of `one + other` coins at least as many fall on one side as the larger of the two.
pub fn sign_test(one: usize, other: usize) -> f64 {
    let all = one + other;
    let (mut term, mut sum) = (0.5f64.powi(all as i32), 0.0);
    for count in 0..=one.min(other) {
        sum += term;
        term *= (all - count) as f64 / (count + 1) as f64;
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs() {
        assert!((sign_test(0, 6) - 2.0 / 64.0).abs() < 1e-12 && (sign_test(6, 0) - 2.0 / 64.0).abs() < 1e-12);
        assert!((sign_test(1, 4) - 12.0 / 32.0).abs() < 1e-12);
        assert_eq!((sign_test(3, 3), sign_test(0, 0)), (1.0, 1.0));
    }

    #[test]
    fn one_problem_more_is_no_answer() {
        for (alone, answer) in [([1, 0], None), ([6, 0], Some(true)), ([0, 6], Some(false)), ([0, 0], None)] {
            assert_eq!(solves_more(alone).1, answer, "{alone:?}");
        }
        let words = "solved by the first alone 5, by the second alone 1, p = 0.219";
        assert_eq!(solves_more([5, 1]), (words.to_owned(), None));
    }
}
