//! A table of bounded size: open addressing, replacement of the smallest subtree, small-tree garbage collection.
//!
//! It starts small and doubles while the limit allows, so that a short search never touches memory it does not need, and
//! loses nothing until then. At the limit, when three of four places are taken, *small-tree garbage collection* (Nagai)
//! clears the cheapest third at one go: the unsolved before the solved, the small subtree before the large. A node that
//! finds no place near its own takes that of the cheapest one there.
//!
//! Losing an entry costs work, never correctness: searches keep what they need of the current path themselves.

use std::hash::{BuildHasher, Hash};

use super::{Entry, Found, Table};
use crate::hash::FastHash;

/// A node is at most so many places behind its own.
const WINDOW: usize = 64;
/// Places of a new table.
const FIRST_PLACES: usize = 1 << 12;

#[derive(Clone, Copy, Debug)]
struct Slot<K> {
    key: K,
    entry: Entry,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct FixedTable<K> {
    /// Nodes hash to all but the last `window` places. Between a node's own place and where it is, no place is vacant, so
    /// that a vacant one ends a look-up.
    slots: Vec<Option<Slot<K>>>,
    window: usize,
    used: usize,
    max_slots: usize,
    collections: u64,
}

impl<K: Copy + Eq + Hash> FixedTable<K> {
    /// A table that stays within so many bytes.
    pub fn with_memory(bytes: usize) -> Self {
        // While growing, the old half is still there.
        let max_slots = (bytes * 2 / 3 / size_of::<Option<Slot<K>>>()).max(2);
        let window = WINDOW.min(max_slots / 2);
        let slots = vec![None; FIRST_PLACES.min(max_slots)];
        FixedTable { slots, window, used: 0, max_slots, collections: 0 }
    }

    /// The places where a node can be.
    #[inline(always)]
    fn range(&self, key: &K) -> std::ops::Range<usize> {
        // The high bits of a multiplicative hash are its best.
        let own = u128::from(FastHash.hash_one(key)) * (self.slots.len() - self.window) as u128;
        let own = (own >> 64) as usize;
        own..own + self.window
    }

    /// Where a node is, or else the vacant place where it would go, if there is one.
    #[inline(always)]
    fn find(&self, key: &K) -> Option<usize> {
        let range = self.range(key);
        let start = range.start;
        let here = |slot: &Option<Slot<K>>| slot.as_ref().is_none_or(|slot| slot.key == *key);
        self.slots[range].iter().position(here).map(|at| start + at)
    }

    fn is_crowded(&self) -> bool {
        self.used * 4 > self.slots.len() * 3
    }

    /// Twice the size, everything moved over, or more if that does not suffice.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let mut size = old.len();
        loop {
            size = (size * 2).min(self.max_slots);
            self.slots = vec![None; size];
            huge_pages(&mut self.slots);
            self.used = 0;
            let kept = old.iter().flatten().all(|slot| self.insert(*slot) || size == self.max_slots);
            if kept {
                return;
            }
        }
    }

    /// Tells whether there was a vacant place; otherwise the cheapest node has to go.
    fn insert(&mut self, slot: Slot<K>) -> bool {
        if let Some(at) = self.find(&slot.key) {
            self.slots[at] = Some(slot);
            self.used += 1;
            return true;
        }
        let range = self.range(&slot.key);
        let cheapest = |place: &&mut Option<Slot<K>>| place.as_ref().map_or(0, |slot| worth(&slot.entry));
        if let Some(place) = self.slots[range].iter_mut().min_by_key(cheapest) {
            *place = Some(slot);
        }
        false
    }

    /// Clears the cheapest third or more.
    #[cold]
    fn collect(&mut self) {
        self.collections += 1;
        let mut worths: Vec<u64> = self.slots.iter().flatten().map(|slot| worth(&slot.entry)).collect();
        let third = worths.len() / 3;
        let (_, &mut threshold, _) = worths.select_nth_unstable(third);
        // What stays moves up to the first vacant place from its own. Those before it have moved already, so no vacant
        // place comes to be between a node and its own place.
        self.used = 0;
        for at in 0..self.slots.len() {
            if let Some(slot) = self.slots[at].take()
                && worth(&slot.entry) > threshold
            {
                self.insert(slot);
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
        let slot = self.find(key).and_then(|at| self.slots[at].as_ref())?;
        Some(Found { entry: slot.entry, key: slot.key })
    }

    #[inline]
    fn put(&mut self, key: K, entry: Entry) {
        if let Some(slot) = self.find(&key).and_then(|at| self.slots[at].as_mut()) {
            slot.entry = entry;
            return;
        }
        while self.slots.len() < self.max_slots && (self.is_crowded() || self.find(&key).is_none()) {
            self.grow();
        }
        if self.is_crowded() {
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
    fn loses_nothing_while_it_may_grow() {
        let mut table = FixedTable::<u64>::with_memory(64 << 20);
        for key in 0..200_000 {
            table.put(key, entry(1 + key as u32));
        }
        assert!(
            (0..200_000)
                .all(|key: u64| table.get(&key).is_some_and(|found| found.entry == entry(1 + key as u32)))
        );
        assert_eq!((table.len(), table.collections()), (200_000, 0));
        assert!(table.slots.len() <= 4 * 200_000, "{} places for 200,000 nodes", table.slots.len());
    }

    #[test]
    fn keeps_its_size_and_what_is_worth_most() {
        let mut table = FixedTable::<u64>::with_memory(1 << 16);
        for key in 0..100_000 {
            table.put(key, entry(if key % 100 == 0 { 1_000_000 } else { 1 + (key % 7) as u32 }));
        }
        assert!(table.len() <= table.max_slots && table.collections() > 0);
        let kept = |step: u64| {
            (0..100_000).step_by(100).map(|k| k + step).filter(|k| table.get(k).is_some()).count()
        };
        assert!(kept(0) > 4 * kept(1).max(1), "{} large, {} small kept", kept(0), kept(1));
    }

    #[test]
    fn a_collection_leaves_the_rest_where_it_can_be_found() {
        let mut table = FixedTable::<u64>::with_memory(1 << 16);
        let mut key = 0;
        while table.collections() == 0 {
            table.put(key, entry(1 + (key % 3) as u32));
            key += 1;
        }
        let found = (0..key).filter(|key| table.get(key).is_some()).count();
        assert_eq!(found, table.len(), "every node that is in the table is found");
        assert!((0..key - 1).all(|key| key % 3 != 0 || table.get(&key).is_none()), "the cheapest are gone");
        let dear = (0..key).filter(|key| key % 3 == 2).count();
        let kept = (0..key).filter(|key| key % 3 == 2 && table.get(key).is_some()).count();
        assert!(kept * 10 > dear * 9, "{kept} of {dear}");
    }
}
