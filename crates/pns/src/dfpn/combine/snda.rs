//! Source node detection.

use super::{Combine, Combined, Share, minus, sum};
use crate::number::ProofNumber;

/// SNDA (Kishimoto): the largest number among the saved moves plus the sum of the others.
#[derive(Clone, Copy, Debug)]
pub struct Snda;

impl Combine for Snda {
    const FINDS_SHARED: bool = true;

    #[inline(always)]
    fn combine(shares: impl Iterator<Item = Share> + Clone, best: Share) -> Combined {
        let alone = sum(shares.clone().filter(|share| !share.shared));
        let together = shares.filter(|share| share.shared).map(|share| share.number).max();
        let together = together.unwrap_or(ProofNumber::ZERO);
        let rest = if best.shared { alone } else { minus(alone, best.number) + together };
        Combined { delta: alone + together, rest }
    }
}
