//! Addition, as in PN search.

use super::{Combined, Share, total};

#[inline(always)]
pub(super) fn combine(shares: impl Iterator<Item = Share>, best: Share) -> Combined {
    Combined::from_sum(total(shares), best.number)
}
