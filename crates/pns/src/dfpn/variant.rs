//! Which pair of combination and loop rules a search follows.
//!
//! A pair is a value. The loop asks it at every turn, and nearly every search has the pair of the default algorithm. So there is a type for that
//! one, which has no state: what the loop does by it is compiled without the other rules. A whole loop for each pair, or for the default one only,
//! would be faster by one instruction in two hundred, and took most of the compile time of every crate that runs a search.

use super::combine::SumRule;
use super::loops::LoopRule;

/// A pair of rules.
pub(crate) trait Variant: Copy {
    fn sum(self) -> SumRule;
    fn loops(self) -> LoopRule;
}

/// The pair of [`Algorithm::default`](crate::Algorithm): addition and the stall guard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DefaultVariant;

impl Variant for DefaultVariant {
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
pub(crate) struct ChosenVariant {
    pub sum: SumRule,
    pub loops: LoopRule,
}

impl ChosenVariant {
    /// Whether it is that of [`DefaultVariant`].
    #[inline(always)]
    pub fn is_default(self) -> bool {
        matches!((self.sum, self.loops), (SumRule::Sum, LoopRule::StallGuard))
    }
}

impl Variant for ChosenVariant {
    #[inline(always)]
    fn sum(self) -> SumRule {
        self.sum
    }

    #[inline(always)]
    fn loops(self) -> LoopRule {
        self.loops
    }
}
