//! Source node detection (Kishimoto): the largest number among the marked children plus the sum of the others.
//!
//! NAGAI's DAG method is the same rule with every child of a source node marked.

use super::{Combined, LeafAskedFor, Share, minus, total};
use crate::number::ProofNumber;

pub(super) const LEAF: LeafAskedFor = LeafAskedFor::None;

#[inline(always)]
pub(super) fn combine(shares: impl Iterator<Item = Share> + Clone, best: Share, _: ProofNumber) -> Combined {
    let alone = total(shares.clone().filter(|share| !share.shared));
    let together = shares.filter(|share| share.shared).map(|share| share.number).max();
    let together = together.unwrap_or(ProofNumber::ZERO);
    let rest = if best.shared { alone } else { minus(alone, best.number) + together };
    Combined { delta: alone + together, rest }
}
