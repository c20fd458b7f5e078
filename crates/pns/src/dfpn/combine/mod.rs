//! How the children's numbers form the parent's sum side (its δ).
//!
//! At an OR node these are the children's disproof numbers, at an AND node their proof numbers. Plain addition counts a
//! shared descendant once per path to it; the other rules correct that in different ways.

mod capped;
mod snda;
mod sum;
mod weak;

use super::rules::rule_enum;
use crate::number::ProofNumber;

/// Makes the enum of the rules. Each is in a module with a function `combine`, and a constant
/// `LEAF` that says which leaf's number the function asks for.
macro_rules! sum_rules {
    ($($rule:ident $name:literal $summary:literal $module:ident;)*) => {
        rule_enum! {
            /// How depth-first search combines the children's numbers on the sum side.
            SumRule:
            $($rule $name $summary;)*
        }

        impl SumRule {
            /// The leaf whose number the rule asks for.
            #[inline(always)]
            pub(crate) const fn leaf_asked_for(self) -> LeafAskedFor {
                match self {
                    $(SumRule::$rule => $module::LEAF,)*
                }
            }

            /// Combines the numbers of unsolved children; `best` is the one to be searched, and
            /// `leaf` the number of the [leaf asked for](Self::leaf_asked_for).
            #[inline(always)]
            pub(crate) fn combine(
                self,
                shares: impl Iterator<Item = Share> + Clone,
                best: Share,
                leaf: ProofNumber,
            ) -> Combined {
                match self {
                    $(SumRule::$rule => $module::combine(shares, best, leaf),)*
                }
            }
        }
    };
}

// The registry. A new rule is a file with its function, the file's name above, and a line here. The
// name on the command line and the documentation follow from it.
sum_rules! {
    Sum "sum" "addition, as in PN search" sum;
    Weak "wpns" "weak proof-number search (Okabe; Ueda et al.): the largest number plus a leaf's for every other child" weak;
    Nagai "nagai" "Nagai's DAG method: the largest number at nodes with a shared descendant" snda;
    Snda "snda" "source node detection (Kishimoto): shared descendants are counted once" snda;
    Capped "capped" "addition in which every number but the largest counts 256 leaves at most" capped;
    CappedSnda "capped-snda" "source node detection and capped addition together" capped;
}

impl SumRule {
    /// Whether the search must look for descendants that are reached by two moves of a node, and mark these moves.
    #[inline(always)]
    pub(crate) const fn finds_shared(self) -> bool {
        matches!(self, SumRule::Nagai | SumRule::Snda | SumRule::CappedSnda)
    }

    /// Whether all moves of such a node are marked (NAGAI), not only the two concerned (SNDA).
    #[inline(always)]
    pub(crate) const fn marks_all(self) -> bool {
        matches!(self, SumRule::Nagai)
    }
}

/// A leaf whose number a rule asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafAskedFor {
    None,
    /// The node itself, if it were a leaf.
    This,
    /// A leaf about which nothing is known.
    Unknown,
}

/// What a rule sees of an unsolved child.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Its number on the parent's sum side.
    pub number: ProofNumber,
    /// Whether it is one of the node's saved moves: known to share a descendant with another saved one.
    pub shared: bool,
}

/// A parent's sum side as a function of one child's number *x*: `max(x, others) + rest`, or `x + rest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Combined {
    /// The sum side.
    pub delta: ProofNumber,
    /// What must be subtracted from a threshold for δ to get one for *x*.
    pub rest: ProofNumber,
}

impl Combined {
    /// A sum, and what of it is not `part`, one of the addends.
    #[inline(always)]
    pub fn from_sum(delta: ProofNumber, part: ProofNumber) -> Combined {
        Combined { delta, rest: minus(delta, part) }
    }
}

#[inline(always)]
fn total(shares: impl Iterator<Item = Share>) -> ProofNumber {
    shares.fold(ProofNumber::ZERO, |total, share| total + share.number)
}

/// `total − part` where `part` is one of the addends.
#[inline(always)]
fn minus(total: ProofNumber, part: ProofNumber) -> ProofNumber {
    if total.is_infinite() { total } else { total.saturating_sub(part) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(numbers: &[(u64, bool)]) -> Vec<Share> {
        numbers.iter().map(|&(n, shared)| Share { number: ProofNumber::finite(n), shared }).collect()
    }

    fn delta(rule: SumRule, numbers: &[(u64, bool)]) -> (u64, u64) {
        let all = shares(numbers);
        let combined = rule.combine(all.iter().copied(), all[0], ProofNumber::ONE);
        (combined.delta.get(), combined.rest.get())
    }

    #[test]
    fn each_rule_on_three_children() {
        let numbers = [(3, false), (5, true), (2, true)];
        assert_eq!(delta(SumRule::Sum, &numbers), (10, 7));
        assert_eq!(delta(SumRule::Weak, &numbers), (7, 2));
        assert_eq!(delta(SumRule::Snda, &numbers), (8, 5));
        assert_eq!(delta(SumRule::CappedSnda, &numbers), (8, 5));
        assert_eq!(delta(SumRule::Capped, &numbers.map(|(number, _)| (number, false))), (10, 7));
        let marked = [(3, true), (5, true), (2, true)];
        assert_eq!(delta(SumRule::Nagai, &marked), (5, 0));
        assert_eq!(delta(SumRule::Nagai, &[(3, false), (5, false)]), (8, 5));
    }

    /// Setup of Experiments: (b − 1) · h(n) instead of b − 1.
    #[test]
    fn the_weak_rule_with_leaves_of_another_worth() {
        let all = shares(&[(700, false), (512, false), (256, false)]);
        let combined = SumRule::Weak.combine(all.iter().copied(), all[0], ProofNumber::finite(256));
        assert_eq!((combined.delta.get(), combined.rest.get()), (1212, 512));
    }

    /// Below the cap of 256 leaves they are the rules without a cap; above it only the largest number counts in full.
    #[test]
    fn capped_rules_on_large_numbers() {
        assert_eq!(delta(SumRule::Capped, &[(700, false), (512, false), (9, false)]), (700 + 256 + 9, 265));
        assert_eq!(delta(SumRule::Capped, &[(9, false), (512, false), (700, false)]), (700 + 256 + 9, 512));
        // The marked ones are one number, the larger of the two.
        assert_eq!(delta(SumRule::CappedSnda, &[(700, false), (512, true), (9, true)]), (956, 256));
        assert_eq!(delta(SumRule::CappedSnda, &[(9, true), (512, true), (700, false)]), (956, 256));
        // A child that disproves decides, however large the others are.
        let infinite = Share { number: ProofNumber::INFINITE, shared: false };
        let one = Share { number: ProofNumber::ONE, shared: false };
        for rule in [SumRule::Capped, SumRule::CappedSnda] {
            assert!(rule.combine([one, infinite].into_iter(), one, ProofNumber::ONE).delta.is_infinite());
        }
    }

    /// A child may run as far as its threshold says without being left at once: what it has is below the threshold whenever the
    /// parent's δ is below the parent's.
    #[test]
    fn a_capped_threshold_leaves_room() {
        let mut random = crate::random::Random::new(3);
        for _ in 0..20_000 {
            let mut number = || (random.next_u64() >> (50 + random.next_u64() % 13)).max(1);
            let numbers: Vec<_> = (0..4).map(|_| (number(), number() % 2 == 0)).collect();
            let slack = number();
            for rule in [SumRule::Capped, SumRule::CappedSnda] {
                let (delta, rest) = delta(rule, &numbers);
                assert!(numbers[0].0 < delta + slack - rest, "{rule:?}: {numbers:?}");
            }
        }
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
                    let (d, rest) = delta(SumRule::Sum, &numbers);
                    assert!(d < threshold + 20);
                    assert_eq!(delta(SumRule::Sum, &changed).0 < threshold, x < threshold_of_x(rest));
                    let (_, rest) = delta(SumRule::Snda, &numbers);
                    assert_eq!(delta(SumRule::Snda, &changed).0 < threshold, x < threshold_of_x(rest));
                    let (_, rest) = delta(SumRule::Weak, &numbers);
                    assert_eq!(delta(SumRule::Weak, &changed).0 < threshold, x < threshold_of_x(rest));
                }
            }
        }
    }

    /// Figure 2 of Kishimoto's paper. Left: A → B, C, F; C → D; D → E, F, with 2, 3, 5 at B, E, F. F is shared by the
    /// moves to C and to F. Right: G → H, I, both → J with 4.
    #[test]
    fn figure_2() {
        let left =
            |rule| delta(rule, &[(2, false), (delta(rule, &[(3, false), (5, false)]).0, true), (5, true)]).0;
        let right = |rule| delta(rule, &[(4, true), (4, true)]).0;
        assert_eq!((left(SumRule::Sum), right(SumRule::Sum)), (15, 8));
        assert_eq!((left(SumRule::Weak), right(SumRule::Weak)), (8, 5));
        assert_eq!((left(SumRule::Snda), right(SumRule::Snda)), (10, 4));
        // NAGAI marks every move of A.
        assert_eq!(delta(SumRule::Nagai, &[(2, true), (8, true), (5, true)]).0, 8);
        assert_eq!(right(SumRule::Nagai), 4);
    }

    /// Layers of diamonds s → h, i → s: the true number is 1, however many layers there are.
    #[test]
    fn layered_diamonds() {
        let layers = |rule: SumRule, k: u32| {
            let marked = rule != SumRule::Capped;
            (0..k).fold(1, |n, _| delta(rule, &[(n, marked), (n, marked)]).0)
        };
        for k in 0..20 {
            assert_eq!(layers(SumRule::Sum, k), 1 << k);
            assert_eq!(layers(SumRule::Weak, k), u64::from(k) + 1);
            assert_eq!((layers(SumRule::Snda, k), layers(SumRule::Nagai, k)), (1, 1));
            assert_eq!(layers(SumRule::Capped, k), if k <= 8 { 1 << k } else { 256 * (u64::from(k) - 7) });
        }
    }
}
