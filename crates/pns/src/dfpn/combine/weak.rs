//! Weak proof-number search (Okabe; Ueda et al.): the largest number plus a leaf's for every other child.
//!
//! Ueda et al. add one for each, because their leaves count one. With leaf numbers from the game, Kishimoto adds (b − 1) · h(n), where
//! h(n) is what the node itself would be worth as a leaf.

use super::{Combined, LeafAskedFor, Share};
use crate::number::ProofNumber;

pub(super) const LEAF: LeafAskedFor = LeafAskedFor::This;

#[inline(always)]
pub(super) fn combine(shares: impl Iterator<Item = Share>, _: Share, leaf: ProofNumber) -> Combined {
    let (count, largest) =
        shares.fold((0u64, ProofNumber::ZERO), |(count, most), share| (count + 1, most.max(share.number)));
    let rest = leaf.saturating_mul(count.saturating_sub(1));
    Combined { delta: largest + rest, rest }
}
