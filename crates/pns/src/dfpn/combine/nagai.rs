//! Nagai's DAG method.

use super::{Combine, Combined, Share, Snda};

/// NAGAI's DAG method: at a node with a shared descendant the largest number, elsewhere the sum.
#[derive(Clone, Copy, Debug)]
pub struct Nagai;

impl Combine for Nagai {
    const FINDS_SHARED: bool = true;
    const MARKS_ALL: bool = true;

    #[inline(always)]
    fn combine(shares: impl Iterator<Item = Share> + Clone, best: Share) -> Combined {
        Snda::combine(shares, best)
    }
}
