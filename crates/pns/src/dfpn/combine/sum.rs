//! Addition, as in PN search.

use super::{Combined, Share, minus, total};

#[inline(always)]
pub(super) fn combine(shares: impl Iterator<Item = Share>, best: Share) -> Combined {
    let delta = total(shares);
    Combined { delta, rest: minus(delta, best.number) }
}
