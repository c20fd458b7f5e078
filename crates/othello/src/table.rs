//! The transposition table of the endgame solver: exact keys, bounds on the score, replacement by work.
//!
//! A new entry replaces the one of its bucket that took the fewest nodes to find, so the most expensive results stay.

use std::hash::BuildHasher;

use yomikiri_memory::{Buffer, Zeroed};
use yomikiri_pns::FastHash;

use crate::{BoardSize, Move};

/// Bounds on the score of a position, and its best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The best move found so far; a pass if none was found.
    pub(crate) best: Move,
}

#[derive(Clone, Copy)]
struct Entry<K> {
    key: K,
    bounds: Bounds,
    /// One more than the binary logarithm of the nodes spent; 0 for an unused entry.
    work: u8,
}

/// The number of entries in a bucket. A bucket of 6×6 positions is one cache line.
const WAYS: usize = 4;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<K>([Entry<K>; WAYS]);

// SAFETY: keys may be zero, and all else are integers: three of eight bits in `Bounds`, the work in eight.
unsafe impl<K: Zeroed> Zeroed for Bucket<K> {}

pub(crate) struct Table<S: BoardSize> {
    buckets: Buffer<Bucket<S::Key>>,
    shift: u32,
}

impl<S: BoardSize> Table<S> {
    /// A table of at most `bytes` bytes, but of at least one bucket. It is smaller if the memory cannot be allocated.
    ///
    /// # Panics
    ///
    /// If there is no memory for one bucket.
    pub(crate) fn new(bytes: usize) -> Table<S> {
        let mut log = (bytes / size_of::<Bucket<S::Key>>()).max(1).ilog2();
        let buckets = loop {
            match Buffer::zeroed(1 << log) {
                Ok(buckets) => break buckets,
                Err(refused) => assert!(log > 0, "{refused}"),
            }
            log -= 1;
        };
        Table { buckets, shift: 63 - log }
    }

    #[inline]
    fn place(&self, key: S::Key) -> usize {
        // Two shifts, because a table with one bucket would need a shift by 64 bits, which overflows.
        (FastHash.hash_one(key) >> 1 >> self.shift) as usize
    }

    /// Fetches the bucket of a key into the cache. The probes of a large table spend most of their time on this.
    #[inline]
    pub(crate) fn prefetch(&self, key: S::Key) {
        yomikiri_memory::prefetch(&self.buckets[self.place(key)]);
    }

    #[inline]
    pub(crate) fn get(&self, key: S::Key) -> Option<Bounds> {
        let bucket = &self.buckets[self.place(key)].0;
        bucket.iter().find(|entry| entry.key == key && entry.work > 0).map(|entry| entry.bounds)
    }

    /// Stores bounds. They replace an entry of the same position or else the entry with the least work.
    #[inline]
    pub(crate) fn put(&mut self, key: S::Key, bounds: Bounds, nodes: u64) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place].0;
        let work = nodes.max(1).ilog2() as u8 + 1;
        let mut place = 0;
        for way in 0..WAYS {
            if bucket[way].key == key && bucket[way].work > 0 {
                bucket[way] = Entry { key, bounds, work: work.max(bucket[way].work) };
                return;
            }
            if bucket[way].work < bucket[place].work {
                place = way;
            }
        }
        bucket[place] = Entry { key, bounds, work };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Eight, Four, Six};

    #[test]
    fn the_dearest_entries_stay() {
        let mut table = Table::<Six>::new(0);
        let bounds = |lower| Bounds { lower, upper: 36, best: Move::PASS };
        for number in 0..40u64 {
            table.put(number, bounds(number as i8), 1 << (number % 20));
        }
        // One bucket: the four with the most nodes, of those that came first.
        let kept: Vec<u64> = (0..40).filter(|&number| table.get(number).is_some()).collect();
        assert_eq!(kept.len(), WAYS);
        assert!(kept.iter().all(|number| number % 20 >= 17), "{kept:?}");
        assert_eq!(table.get(kept[0]), Some(bounds(kept[0] as i8)));
    }

    #[test]
    fn sizes() {
        assert_eq!(size_of::<Bucket<<Six as BoardSize>::Key>>(), 64);
        assert_eq!(Table::<Four>::new(1 << 20).buckets.len(), 1 << 14);
        assert_eq!(Table::<Six>::new((1 << 20) + 5).buckets.len(), 1 << 14);
        assert_eq!(Table::<Eight>::new(1 << 20).buckets.len(), 1 << 13);
    }
}
