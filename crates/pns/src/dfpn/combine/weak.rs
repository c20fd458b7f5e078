//! Weak proof-number search.

use super::{Combine, Combined, Share};
use crate::number::ProofNumber;

/// WPNS (Okabe; Ueda et al.): the largest number plus one for every other child.
#[derive(Clone, Copy, Debug)]
pub struct Weak;

impl Combine for Weak {
    #[inline(always)]
    fn combine(shares: impl Iterator<Item = Share> + Clone, _: Share) -> Combined {
        let (count, largest) = shares
            .fold((0u64, ProofNumber::ZERO), |(count, most), share| (count + 1, most.max(share.number)));
        let rest = ProofNumber::finite(count.saturating_sub(1));
        Combined { delta: largest + rest, rest }
    }
}
