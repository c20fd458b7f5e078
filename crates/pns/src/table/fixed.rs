//! A table of bounded size: clusters, replacement of the smallest subtree, small-tree garbage collection.
//!
//! It starts small and doubles while the limit allows, so that a short search never touches memory it does not need. At the
//! limit, a new node takes the place of the cheapest one in its cluster: the unsolved before the solved, the small subtree
//! before the large. When nine of ten places are taken, *small-tree garbage collection* (Nagai) clears the cheapest third
//! at one go, so that clusters have room again.
//!
//! Losing an entry costs work, never correctness: searches keep what they need of the current path themselves.

use std::hash::{BuildHasher, Hash};

use super::{Entry, Found, Table};
use crate::hash::FastHash;

/// Places a node can be in.
const CLUSTER: usize = 4;
/// Clusters of a new table.
const FIRST_CLUSTERS: usize = 1 << 10;

#[derive(Clone, Copy, Debug)]
struct Slot<K> {
    key: K,
    entry: Entry,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct FixedTable<K> {
    /// A power of two of clusters.
    slots: Vec<Option<Slot<K>>>,
    used: usize,
    max_clusters: usize,
    collections: u64,
}

impl<K: Copy + Eq + Hash> FixedTable<K> {
    /// A table that stays within so many bytes.
    pub fn with_memory(bytes: usize) -> Self {
        // While growing, the old half is still there.
        let max_clusters = (bytes * 2 / 3 / (CLUSTER * size_of::<Option<Slot<K>>>())).max(1);
        let first = FIRST_CLUSTERS.min(max_clusters);
        FixedTable { slots: vec![None; first * CLUSTER], used: 0, max_clusters, collections: 0 }
    }

    #[inline(always)]
    fn cluster(&self, key: &K) -> usize {
        let clusters = self.slots.len() / CLUSTER;
        // The high bits of a multiplicative hash are its best.
        let hash = FastHash.hash_one(key);
        ((u128::from(hash) * clusters as u128) >> 64) as usize * CLUSTER
    }

    /// Twice the size, everything moved over.
    fn grow(&mut self) {
        let clusters = (self.slots.len() / CLUSTER * 2).min(self.max_clusters);
        let old = std::mem::replace(&mut self.slots, vec![None; clusters * CLUSTER]);
        huge_pages(&mut self.slots);
        self.used = 0;
        for slot in old.into_iter().flatten() {
            self.insert(slot);
        }
    }

    fn insert(&mut self, slot: Slot<K>) {
        let start = self.cluster(&slot.key);
        let cluster = &mut self.slots[start..start + CLUSTER];
        let place =
            cluster.iter_mut().min_by_key(|place| place.as_ref().map_or(0, |slot| 1 + worth(&slot.entry)));
        if let Some(place) = place {
            self.used += usize::from(place.is_none());
            *place = Some(slot);
        }
    }

    /// Clears the cheapest third or more.
    fn collect(&mut self) {
        self.collections += 1;
        let mut worths: Vec<u64> = self.slots.iter().flatten().map(|slot| worth(&slot.entry)).collect();
        let third = worths.len() / 3;
        let (_, &mut threshold, _) = worths.select_nth_unstable(third);
        for place in &mut self.slots {
            if place.as_ref().is_some_and(|slot| worth(&slot.entry) <= threshold) {
                *place = None;
                self.used -= 1;
            }
        }
    }
}

/// What losing an entry would cost: visits below it, and a solved node counts several times its subtree.
#[inline]
fn worth(entry: &Entry) -> u64 {
    u64::from(entry.amount) * if entry.numbers.is_solved() { 8 } else { 1 }
}

impl<K: Copy + Eq + Hash> Table<K> for FixedTable<K> {
    #[inline]
    fn get(&self, key: &K) -> Option<Found<K>> {
        let start = self.cluster(key);
        self.slots[start..start + CLUSTER]
            .iter()
            .flatten()
            .find(|slot| slot.key == *key)
            .map(|slot| Found { entry: slot.entry, key: slot.key })
    }

    #[inline]
    fn put(&mut self, key: K, entry: Entry) {
        let start = self.cluster(&key);
        if let Some(slot) =
            self.slots[start..start + CLUSTER].iter_mut().flatten().find(|slot| slot.key == key)
        {
            slot.entry = entry;
            return;
        }
        let clusters = self.slots.len() / CLUSTER;
        if clusters < self.max_clusters {
            if self.used * 4 > self.slots.len() * 3 {
                self.grow();
            }
        } else if self.used * 10 > self.slots.len() * 9 {
            self.collect();
        }
        self.insert(Slot { key, entry });
    }

    fn len(&self) -> usize {
        self.used
    }

    fn collections(&self) -> u64 {
        self.collections
    }
}

/// Asks the kernel to back a large buffer with huge pages; most of a probe's time is address translation otherwise.
fn huge_pages<T>(buffer: &mut [T]) {
    const HUGE: usize = 2 << 20;
    #[cfg(target_os = "linux")]
    if size_of_val(buffer) >= 2 * HUGE {
        let start = (buffer.as_mut_ptr() as usize).next_multiple_of(HUGE);
        let end = buffer.as_mut_ptr_range().end as usize / HUGE * HUGE;
        // SAFETY: the range lies within the buffer, and the advice changes no contents; a refusal is harmless.
        let _ = unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buffer;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Numbers;

    fn entry(amount: u32) -> Entry {
        Entry {
            numbers: Numbers::new(amount.into(), 1),
            min_distance: 0,
            amount,
            solution_depth: 0,
            conditional: false,
        }
    }

    #[test]
    fn grows_without_losing_anything_while_it_may() {
        let mut table = FixedTable::<u64>::with_memory(64 << 20);
        for key in 0..20_000 {
            table.put(key, entry(1));
        }
        let lost = (0..20_000u64).filter(|key| table.get(key).is_none()).count();
        assert!(lost < 200, "{lost} of 20,000 lost while there was room");
        assert_eq!(table.collections(), 0);
    }

    #[test]
    fn keeps_its_size_and_what_is_worth_most() {
        let mut table = FixedTable::<u64>::with_memory(1 << 16);
        let places = table.max_clusters * CLUSTER;
        for key in 0..100_000 {
            table.put(key, entry(if key % 100 == 0 { 1_000_000 } else { 1 + (key % 7) as u32 }));
        }
        assert!(table.len() <= places && table.collections() > 0);
        let kept = |step: u64| {
            (0..100_000).step_by(100).map(|k| k + step).filter(|k| table.get(k).is_some()).count()
        };
        assert!(kept(0) > 4 * kept(1).max(1), "{} large, {} small kept", kept(0), kept(1));
    }
}
