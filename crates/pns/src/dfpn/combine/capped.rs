//! A sum in which every number but the largest counts at most as much as [`CAP`] leaves.
//!
//! With a cap of one leaf this would be WPNS, without a cap it is the sum. As long as all numbers are below the cap it is exactly the sum, so it
//! acts only where numbers are large. There they are mostly large because the same leaves were added again and again: by way of shared
//! descendants, and of circles whose nodes raise each other's numbers. A layer of shared descendants doubles a sum; above the cap it adds no more
//! than the cap, so that numbers grow in proportion to the depth.
//!
//! Children that are marked as sharing a descendant count as one, as in [SNDA](super::snda); without the search for such descendants none is marked.

use super::{Combined, LeafAskedFor, Share};
use crate::number::ProofNumber;

/// In leaves about which nothing is known.
const CAP: u64 = 256;

pub(super) const LEAF: LeafAskedFor = LeafAskedFor::Unknown;

#[inline(always)]
pub(super) fn combine(
    shares: impl Iterator<Item = Share> + Clone,
    best: Share,
    leaf: ProofNumber,
) -> Combined {
    let cap = leaf.saturating_mul(CAP);
    let (mut largest_alone, mut together, mut total) =
        (ProofNumber::ZERO, ProofNumber::ZERO, ProofNumber::ZERO);
    for Share { number, shared } in shares {
        if shared {
            together = together.max(number);
        } else {
            largest_alone = largest_alone.max(number);
            total = total + number.min(cap);
        }
    }
    let total = total + together.min(cap);
    let largest = largest_alone.max(together);
    let part = if best.shared { together } else { best.number };
    Combined {
        delta: total.saturating_sub(largest.min(cap)) + largest,
        rest: total.saturating_sub(part.min(cap)),
    }
}
