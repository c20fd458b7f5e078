//! Proof and disproof numbers, and their arithmetic.
//!
//! Most published bugs of proof-number search live here, so there is one rule and one place for it: infinity is absorbing
//! and comes only from infinity. A sum of finite numbers stays finite, however large: it is clamped to the largest finite
//! number, and searches report that this happened. Otherwise an overflow would look like a (dis)proof.

use std::fmt;
use std::ops::Add;

/// A proof or disproof number: how many leaves at least must still be solved to (dis)prove a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProofNumber(u64);

impl ProofNumber {
    /// Solved, in the sense of this number.
    pub const ZERO: ProofNumber = ProofNumber(0);
    /// A leaf about which nothing is known.
    pub const ONE: ProofNumber = ProofNumber(1);
    /// Impossible: solved in the opposite sense.
    pub const INFINITE: ProofNumber = ProofNumber(u64::MAX);
    /// The largest finite number; sums are clamped to it.
    pub const FINITE_MAX: ProofNumber = ProofNumber(u64::MAX - 1);

    /// A finite number; `u64::MAX` becomes [`FINITE_MAX`](ProofNumber::FINITE_MAX).
    #[inline(always)]
    pub const fn finite(value: u64) -> ProofNumber {
        ProofNumber(if value == u64::MAX { u64::MAX - 1 } else { value })
    }

    /// The value; infinity is `u64::MAX`.
    #[inline(always)]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether this is zero.
    #[inline(always)]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether this is infinite.
    #[inline(always)]
    pub const fn is_infinite(self) -> bool {
        self.0 == u64::MAX
    }

    /// `self − rest` for thresholds: infinity stays, and nothing goes below zero.
    ///
    /// The threshold of a child is what its parent's leaves after its siblings' share.
    #[inline(always)]
    pub const fn saturating_sub(self, rest: ProofNumber) -> ProofNumber {
        if self.is_infinite() { self } else { ProofNumber(self.0.saturating_sub(rest.0)) }
    }

    /// `count` times a finite number, clamped.
    #[inline]
    pub const fn saturating_mul(self, count: u64) -> ProofNumber {
        if self.is_infinite() { self } else { ProofNumber::finite(self.0.saturating_mul(count)) }
    }

    /// `⌈self · (1 + epsilon)⌉` for a finite number, clamped, and at least `self + 1`.
    #[inline]
    pub fn increased_by(self, epsilon: f64) -> ProofNumber {
        if self.is_infinite() {
            return self;
        }
        let more = (self.0 as f64 * epsilon).ceil().clamp(1.0, 1e18) as u64;
        self + ProofNumber(more)
    }
}

impl Add for ProofNumber {
    type Output = ProofNumber;

    /// Infinite iff one of the two is.
    #[inline(always)]
    fn add(self, other: ProofNumber) -> ProofNumber {
        if self.is_infinite() || other.is_infinite() {
            ProofNumber::INFINITE
        } else {
            ProofNumber::finite(self.0.saturating_add(other.0))
        }
    }
}

impl fmt::Display for ProofNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() { write!(f, "∞") } else { write!(f, "{}", self.0) }
    }
}

impl fmt::Debug for ProofNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The two numbers of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// Proof number: 0 if proven.
    pub proof: ProofNumber,
    /// Disproof number: 0 if disproven.
    pub disproof: ProofNumber,
}

impl Numbers {
    /// A leaf about which nothing is known.
    pub const UNIT: Numbers = Numbers { proof: ProofNumber::ONE, disproof: ProofNumber::ONE };
    /// The root player wins.
    pub const PROVEN: Numbers = Numbers { proof: ProofNumber::ZERO, disproof: ProofNumber::INFINITE };
    /// The root player does not win.
    pub const DISPROVEN: Numbers = Numbers { proof: ProofNumber::INFINITE, disproof: ProofNumber::ZERO };

    /// Finite numbers of an unsolved node.
    #[inline]
    pub const fn new(proof: u64, disproof: u64) -> Numbers {
        Numbers { proof: ProofNumber::finite(proof), disproof: ProofNumber::finite(disproof) }
    }

    /// The numbers of a node whose value is known.
    #[inline(always)]
    pub const fn solved(value: bool) -> Numbers {
        if value { Numbers::PROVEN } else { Numbers::DISPROVEN }
    }

    /// The value, if these numbers are those of a solved node.
    #[inline(always)]
    pub const fn value(self) -> Option<bool> {
        if self.proof.is_zero() {
            Some(true)
        } else if self.disproof.is_zero() {
            Some(false)
        } else {
            None
        }
    }

    /// Whether these numbers tell a value.
    #[inline(always)]
    pub const fn is_solved(self) -> bool {
        self.proof.is_zero() || self.disproof.is_zero()
    }

    /// Both numbers raised to those of `other`.
    #[inline(always)]
    pub fn max(self, other: Numbers) -> Numbers {
        Numbers { proof: self.proof.max(other.proof), disproof: self.disproof.max(other.disproof) }
    }

    /// `(φ, δ)` for the player of a node of this kind: the number of its own goal, and of the other's.
    #[inline(always)]
    pub const fn phi_delta(self, kind: NodeKind) -> (ProofNumber, ProofNumber) {
        match kind {
            NodeKind::Or => (self.proof, self.disproof),
            NodeKind::And => (self.disproof, self.proof),
        }
    }

    /// The inverse of [`phi_delta`](Numbers::phi_delta).
    #[inline(always)]
    pub const fn from_phi_delta(kind: NodeKind, phi: ProofNumber, delta: ProofNumber) -> Numbers {
        match kind {
            NodeKind::Or => Numbers { proof: phi, disproof: delta },
            NodeKind::And => Numbers { proof: delta, disproof: phi },
        }
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.proof, self.disproof)
    }
}

/// Whose turn it is at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The prover moves: one good child suffices.
    Or,
    /// The opponent moves: all children must be good.
    And,
}

impl NodeKind {
    /// The value that the player at this node wants.
    #[inline(always)]
    pub const fn goal(self) -> bool {
        matches!(self, NodeKind::Or)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinity_comes_only_from_infinity() {
        let big = ProofNumber::FINITE_MAX;
        assert_eq!(big + big, big);
        assert_eq!(ProofNumber::finite(u64::MAX), big);
        assert_eq!(big + ProofNumber::INFINITE, ProofNumber::INFINITE);
        assert_eq!(ProofNumber::ZERO + ProofNumber::INFINITE, ProofNumber::INFINITE);
        assert_eq!(ProofNumber::INFINITE.saturating_sub(big), ProofNumber::INFINITE);
        assert_eq!(ProofNumber::ONE.saturating_sub(big), ProofNumber::ZERO);
    }

    #[test]
    fn stretching() {
        let stretch = |value: u64, epsilon| ProofNumber::finite(value).increased_by(epsilon).get();
        assert_eq!(stretch(4, 0.25), 5);
        assert_eq!(stretch(1, 0.25), 2);
        assert_eq!(stretch(9, 0.25), 12);
        assert_eq!(stretch(7, 0.0), 8);
        assert_eq!(ProofNumber::FINITE_MAX.increased_by(3.0), ProofNumber::FINITE_MAX);
        assert_eq!(ProofNumber::INFINITE.increased_by(0.5), ProofNumber::INFINITE);
    }

    #[test]
    fn players_see_their_own_goal_first() {
        let numbers = Numbers::new(3, 5);
        for kind in [NodeKind::Or, NodeKind::And] {
            let (phi, delta) = numbers.phi_delta(kind);
            assert_eq!(Numbers::from_phi_delta(kind, phi, delta), numbers);
        }
        assert_eq!(numbers.phi_delta(NodeKind::And).0.get(), 5);
        assert_eq!((Numbers::PROVEN.value(), numbers.value()), (Some(true), None));
    }
}
