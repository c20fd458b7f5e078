//! Which pair of combination and loop rules a search follows.
//!
//! A pair is a value. The loop asks it at every turn, and nearly every search has the pair of the
//! default algorithm. So there is a type for that one, which has no state: the part of the loop
//! that asks most has a copy without the other rules.

use super::combine::SumRule;
use super::loops::LoopRule;

/// A pair of rules.
pub(crate) trait RulePair: Copy {
    fn sum(self) -> SumRule;
    fn loops(self) -> LoopRule;
}

/// The pair of [`Algorithm::default`](crate::Algorithm): addition and the stall guard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DefaultRules;

impl RulePair for DefaultRules {
    #[inline(always)]
    fn sum(self) -> SumRule {
        SumRule::Sum
    }

    #[inline(always)]
    fn loops(self) -> LoopRule {
        LoopRule::StallGuard
    }
}

/// A pair chosen at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChosenRules {
    pub sum: SumRule,
    pub loops: LoopRule,
}

impl ChosenRules {
    /// Whether it is that of [`DefaultRules`].
    #[inline(always)]
    pub fn is_default(self) -> bool {
        matches!((self.sum, self.loops), (SumRule::Sum, LoopRule::StallGuard))
    }
}

impl RulePair for ChosenRules {
    #[inline(always)]
    fn sum(self) -> SumRule {
        self.sum
    }

    #[inline(always)]
    fn loops(self) -> LoopRule {
        self.loops
    }
}
