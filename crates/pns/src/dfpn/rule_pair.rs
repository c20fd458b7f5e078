//! The pair of combination and loop rules that a search follows.

use super::combine::SumRule;
use super::loops::LoopRule;

/// A pair of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RulePair {
    pub sum: SumRule,
    pub loops: LoopRule,
}

impl RulePair {
    /// The pair of [`Algorithm::default`](crate::Algorithm): addition and the stall guard.
    ///
    /// The loop asks its rules at every turn, and nearly every search has these. So there is a copy of what is asked most, in which they are
    /// constants.
    pub const DEFAULT: RulePair = RulePair { sum: SumRule::Sum, loops: LoopRule::StallGuard };
}
