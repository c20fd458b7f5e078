//! Addition.

use super::{Combine, Combined, Share, minus, sum};

/// Addition, as in PN search.
#[derive(Clone, Copy, Debug)]
pub struct Sum;

impl Combine for Sum {
    #[inline(always)]
    fn combine(shares: impl Iterator<Item = Share> + Clone, best: Share) -> Combined {
        let delta = sum(shares);
        Combined { delta, rest: minus(delta, best.number) }
    }
}
