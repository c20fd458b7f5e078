//! A hash table of small fixed slots that grows by need, up to a limit, and then forgets.
//!
//! Many searches need none of it, so the table has no memory at first. It doubles when a bucket is full, up to its limit. It
//! never loses what the largest table would keep: how it grows does not change a search.

use std::ops::Range;

use yomikiri_memory::{Buffer, Zeroed};

/// A place for something that is found by a digest. Zero bytes are an empty one.
pub(super) trait BucketEntry: Copy + Zeroed {
    const EMPTY: Self;

    fn is_empty(&self) -> bool;

    /// The digest that determines the bucket.
    fn digest(&self) -> u64;
}

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Buckets<S> {
    slots: Buffer<S>,
    /// The buckets of the largest size.
    most: usize,
    /// How often the table may still double. Until then 2^`doublings` neighbouring buckets of the largest size share one.
    doublings: u32,
    /// Whether the system has refused more memory: the table keeps its size for good.
    refused: bool,
    /// The place in a full bucket that is given up next.
    turn: usize,
}

/// The slots of a bucket.
pub(super) const BUCKET: usize = 4;
/// The first size is smaller than this, in buckets.
const FIRST_BUCKETS: usize = 1 << 8;

impl<S: BucketEntry> Buckets<S> {
    /// A table that uses at most `bytes` bytes, or one bucket.
    pub fn with_memory(bytes: usize) -> Self {
        let most = (bytes / (BUCKET * size_of::<S>())).max(1);
        let doublings = (most / FIRST_BUCKETS).checked_ilog2().map_or(0, |doublings| doublings + 1);
        Buckets { slots: Buffer::default(), most, doublings, refused: false, turn: 0 }
    }

    /// The bucket of a digest; no slot at all before anything is kept.
    #[inline]
    pub fn bucket(&self, digest: u64) -> &[S] {
        self.slots.get(self.range(digest)).unwrap_or_default()
    }

    #[inline]
    pub fn bucket_mut(&mut self, digest: u64) -> &mut [S] {
        let range = self.range(digest);
        self.slots.get_mut(range).unwrap_or_default()
    }

    /// Keeps a slot that is not in the table. In a full bucket of the largest table it takes the place of another.
    pub fn keep(&mut self, slot: S) {
        let digest = slot.digest();
        if self.slots.is_empty() && !self.grow() {
            return;
        }
        loop {
            if let Some(place) = self.bucket_mut(digest).iter_mut().find(|place| place.is_empty()) {
                *place = slot;
                return;
            }
            // Slots that share a bucket of the largest table share one in every table: growing would not help.
            let own = |other: &S| self.final_bucket(other.digest()) == self.final_bucket(digest);
            if self.bucket(digest).iter().all(own) || !self.grow() {
                break;
            }
        }
        self.turn = (self.turn + 1) % BUCKET;
        let turn = self.turn;
        self.bucket_mut(digest)[turn] = slot;
    }

    /// The slots of the present size.
    fn size(&self) -> usize {
        self.most.div_ceil(1 << self.doublings) * BUCKET
    }

    /// The bucket of a digest in a table of the largest size.
    fn final_bucket(&self, digest: u64) -> usize {
        ((u128::from(digest) * self.most as u128) >> 64) as usize
    }

    fn range(&self, digest: u64) -> Range<usize> {
        let start = (self.final_bucket(digest) >> self.doublings) * BUCKET;
        start..start + BUCKET
    }

    /// Makes the table larger, in place. Returns whether it is.
    #[cold]
    fn grow(&mut self) -> bool {
        let old = self.slots.len();
        if old == 0 {
            return self.slots.grow(self.size()).is_ok();
        }
        let Some(doublings) = self.doublings.checked_sub(1).filter(|_| !self.refused) else { return false };
        let kept = std::mem::replace(&mut self.doublings, doublings);
        if self.slots.grow(self.size()).is_err() {
            self.doublings = kept;
            self.refused = true;
            return false;
        }
        // The slots of bucket b go to buckets 2b and 2b + 1, so the last bucket is the first to be moved.
        for start in (0..old).step_by(BUCKET).rev() {
            for index in start..start + BUCKET {
                // Nothing is written where nothing is: most of the memory was never touched.
                if self.slots[index].is_empty() {
                    continue;
                }
                let moved = std::mem::replace(&mut self.slots[index], S::EMPTY);
                if let Some(place) = self.bucket_mut(moved.digest()).iter_mut().find(|place| place.is_empty())
                {
                    *place = moved;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A digest that is spread like a hash, and a value that is not zero.
    type Pair = [u64; 2];

    impl BucketEntry for Pair {
        const EMPTY: Pair = [0; 2];

        fn is_empty(&self) -> bool {
            self[1] == 0
        }

        fn digest(&self) -> u64 {
            self[0]
        }
    }

    fn pair(index: u64) -> Pair {
        [(index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15), 1 + index]
    }

    fn kept(buckets: &Buckets<Pair>, count: u64) -> usize {
        (0..count).filter(|&index| buckets.bucket(pair(index)[0]).contains(&pair(index))).count()
    }

    #[test]
    fn grows_as_needed_and_loses_nothing_on_the_way() {
        let mut buckets = Buckets::<Pair>::with_memory(64 << 20);
        assert_eq!(
            (kept(&buckets, 100), buckets.slots.len()),
            (0, 0),
            "no memory before there is anything to keep"
        );
        (0..20_000).for_each(|index| buckets.keep(pair(index)));
        assert_eq!(kept(&buckets, 20_000), 20_000);
        assert!(buckets.slots.len() * size_of::<Pair>() < 32 << 20, "{} slots", buckets.slots.len());
    }

    #[test]
    fn slots_of_one_digest_do_not_make_it_grow() {
        let mut buckets = Buckets::<Pair>::with_memory(64 << 20);
        for value in 1..10_000 {
            buckets.keep([7, value]);
            assert!(buckets.bucket(7).contains(&[7, value]));
        }
        assert!(buckets.slots.len() <= FIRST_BUCKETS * BUCKET);
    }

    /// The table that has its largest size from the start, and the one that grows, keep the same.
    #[test]
    fn growth_changes_nothing() {
        let mut growing = Buckets::<Pair>::with_memory(1 << 20);
        let mut fixed = Buckets::<Pair> { doublings: 0, ..Buckets::with_memory(1 << 20) };
        for index in 0..100_000 {
            growing.keep(pair(index));
            fixed.keep(pair(index));
        }
        assert_eq!(growing.slots[..], fixed.slots[..]);
    }

    #[test]
    fn keeps_to_its_limit() {
        let mut buckets = Buckets::<Pair>::with_memory(1 << 20);
        (0..200_000).for_each(|index| buckets.keep(pair(index)));
        let bytes = buckets.slots.len() * size_of::<Pair>();
        assert!((1 << 19..=1 << 20).contains(&bytes), "{bytes} bytes");
        assert!(kept(&buckets, 200_000) > buckets.slots.len() * 9 / 10, "nearly all places are in use");
        let mut tiny = Buckets::<Pair>::with_memory(1);
        (0..10).for_each(|index| tiny.keep(pair(index)));
        assert_eq!((tiny.slots.len(), kept(&tiny, 10)), (BUCKET, BUCKET));
    }
}
