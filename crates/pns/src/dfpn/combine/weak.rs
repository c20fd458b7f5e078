//! Weak proof-number search (Okabe; Ueda et al.): the largest number plus one for every other child.

use super::{Combined, Share};
use crate::number::ProofNumber;

#[inline(always)]
pub(super) fn combine(shares: impl Iterator<Item = Share>) -> Combined {
    let (count, largest) =
        shares.fold((0u64, ProofNumber::ZERO), |(count, most), share| (count + 1, most.max(share.number)));
    let rest = ProofNumber::finite(count.saturating_sub(1));
    Combined { delta: largest + rest, rest }
}
