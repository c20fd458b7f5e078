//! How the children's numbers form the parent's sum side (its δ).
//!
//! At an OR node these are the children's disproof numbers, at an AND node their proof numbers. Plain addition counts a
//! shared descendant once per path to it; the other rules correct that in different ways.

mod nagai;
mod snda;
mod sum;
mod weak;

pub use nagai::Nagai;
pub use snda::Snda;
pub use sum::Sum;
pub use weak::Weak;

use crate::number::ProofNumber;

/// The registry: type, name, and a line about it. A new rule is a file of its own and a line here; the names on the command
/// line, the documentation and the compiled combinations follow from it.
macro_rules! combination_rules {
    ($use:ident) => {
        $use! {
            Sum "sum" "addition, as in PN search";
            Weak "wpns" "weak proof-number search (Okabe; Ueda et al.): the largest number plus one per other child";
            Nagai "nagai" "Nagai's DAG method: the largest number at nodes with a shared descendant";
            Snda "snda" "source node detection (Kishimoto): shared descendants are counted once";
        }
    };
}
pub(crate) use combination_rules;

/// What a rule sees of an unsolved child.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Its number on the parent's sum side.
    pub number: ProofNumber,
    /// Whether it is one of the node's saved moves: known to share a descendant with another saved one.
    pub shared: bool,
}

/// A parent's sum side as a function of one child's number *x*: `max(x, others) + rest`, or `x + rest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combined {
    /// The sum side.
    pub delta: ProofNumber,
    /// What must be subtracted from a threshold for δ to get one for *x*.
    pub rest: ProofNumber,
}

/// A combination rule.
pub trait Combine: Copy {
    /// Whether shared descendants must be looked for; which children are marked then is told by `MARKS_ALL`.
    const FINDS_SHARED: bool = false;
    /// NAGAI marks every child of a node with a shared descendant, SNDA only the two concerned.
    const MARKS_ALL: bool = false;

    /// Combines the numbers of unsolved children; `best` is the one to be searched.
    fn combine(shares: impl Iterator<Item = Share> + Clone, best: Share) -> Combined;
}

#[inline(always)]
fn sum(shares: impl Iterator<Item = Share>) -> ProofNumber {
    shares.fold(ProofNumber::ZERO, |total, share| total + share.number)
}

/// `total − part` where `part` is one of the addends.
#[inline(always)]
fn minus(total: ProofNumber, part: ProofNumber) -> ProofNumber {
    if total.is_infinite() { total } else { total.less(part) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule's sum side, and what a threshold loses to the other children, for (number, shared) of each child.
    type Rule = fn(&[(u64, bool)]) -> (u64, u64);

    fn shares(numbers: &[(u64, bool)]) -> Vec<Share> {
        numbers.iter().map(|&(n, shared)| Share { number: ProofNumber::finite(n), shared }).collect()
    }

    fn delta<C: Combine>(numbers: &[(u64, bool)]) -> (u64, u64) {
        let all = shares(numbers);
        let combined = C::combine(all.iter().copied(), all[0]);
        (combined.delta.get(), combined.rest.get())
    }

    #[test]
    fn each_rule_on_three_children() {
        let numbers = [(3, false), (5, true), (2, true)];
        assert_eq!(delta::<Sum>(&numbers), (10, 7));
        assert_eq!(delta::<Weak>(&numbers), (7, 2));
        assert_eq!(delta::<Snda>(&numbers), (8, 5));
        let marked = [(3, true), (5, true), (2, true)];
        assert_eq!(delta::<Nagai>(&marked), (5, 0));
        assert_eq!(delta::<Nagai>(&[(3, false), (5, false)]), (8, 5));
    }

    #[test]
    fn the_rest_is_what_keeps_delta_below_a_threshold() {
        // δ(x) < t exactly while x < t − rest, once the other children leave room for it at all.
        for numbers in [[(3, false), (5, true), (2, true)], [(4, true), (1, true), (7, false)]] {
            for threshold in 12..20 {
                for x in 1..20 {
                    let mut changed = numbers;
                    changed[0].0 = x;
                    let threshold_of_x = |rest: u64| threshold - rest;
                    let (d, rest) = delta::<Sum>(&numbers);
                    assert!(d < threshold + 20);
                    assert_eq!(delta::<Sum>(&changed).0 < threshold, x < threshold_of_x(rest));
                    let (_, rest) = delta::<Snda>(&numbers);
                    assert_eq!(delta::<Snda>(&changed).0 < threshold, x < threshold_of_x(rest));
                    let (_, rest) = delta::<Weak>(&numbers);
                    assert_eq!(delta::<Weak>(&changed).0 < threshold, x < threshold_of_x(rest));
                }
            }
        }
    }

    /// Figure 2 of Kishimoto's paper. Left: A → B, C, F; C → D; D → E, F, with 2, 3, 5 at B, E, F. F is shared by the
    /// moves to C and to F. Right: G → H, I, both → J with 4.
    #[test]
    fn figure_2() {
        let left = |d: Rule| d(&[(2, false), (d(&[(3, false), (5, false)]).0, true), (5, true)]).0;
        let right = |d: Rule| d(&[(4, true), (4, true)]).0;
        assert_eq!((left(delta::<Sum>), right(delta::<Sum>)), (15, 8));
        assert_eq!((left(delta::<Weak>), right(delta::<Weak>)), (8, 5));
        assert_eq!((left(delta::<Snda>), right(delta::<Snda>)), (10, 4));
        // NAGAI marks every move of A.
        assert_eq!(delta::<Nagai>(&[(2, true), (8, true), (5, true)]).0, 8);
        assert_eq!(right(delta::<Nagai>), 4);
    }

    /// Layers of diamonds s → h, i → s: the true number is 1, however many layers there are.
    #[test]
    fn layered_diamonds() {
        let layers = |d: Rule, k: u32| (0..k).fold(1, |n, _| d(&[(n, true), (n, true)]).0);
        for k in 0..20 {
            assert_eq!(layers(delta::<Sum>, k), 1 << k);
            assert_eq!(layers(delta::<Weak>, k), u64::from(k) + 1);
            assert_eq!((layers(delta::<Snda>, k), layers(delta::<Nagai>, k)), (1, 1));
        }
    }
}
