//! Which pair of combination and loop rules a search follows.
//!
//! The loop asks these rules at every turn. The pair of the default algorithm is a type without state, so that its loop is
//! compiled without the other rules, for games that [want it](crate::Knowledge::OWN_LOOP); every other pair is a value. A loop for each of the sixteen pairs would be a little
//! faster for the others, and took most of the compile time of every crate that runs a search.

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
