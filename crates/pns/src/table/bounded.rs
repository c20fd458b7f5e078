//! A table of bounded size: clusters, replacement of the smallest subtree, small-tree garbage collection.
//!
//! It starts small and doubles while the limit allows, so that a short search never touches memory it does not need, and
//! loses nothing until then. At the limit, when three of four places are taken, *small-tree garbage collection* (Nagai)
//! clears the cheapest third at one go: the unsolved before the solved, the small subtree before the large. A node that
//! finds no vacant place in its cluster takes that of the cheapest one there. Clusters overlap, each node's beginning at its
//! own place; otherwise some would be full long before the table is.
//!
//! If the system refuses the memory for a larger table, the table keeps its size and collects garbage from then on.
//!
//! Losing an entry costs work, never correctness: searches keep what they need of the current path themselves.

use std::hash::{BuildHasher, Hash};
use std::mem::MaybeUninit;

use yomikiri_memory::{Buffer, Zeroed};

use super::{Entry, Table, TableHit};
use crate::hash::FastHash;
use crate::number::Numbers;

/// Places where a node can be: its own, and those behind it.
const CLUSTER: usize = 64;
/// A new table has at most this many places.
const FIRST_PLACES: usize = 1 << 12;

/// A place for a node. Zero bytes are a vacant one.
#[derive(Clone, Copy, Debug)]
struct BoundedEntry<K: Copy> {
    /// Has a value unless the place is vacant.
    key: MaybeUninit<K>,
    numbers: Numbers,
    min_distance: i32,
    visits: u32,
    solution_depth: u32,
    state: Occupancy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Occupancy {
    Vacant = 0,
    /// With a node without a [disproof on some path](Entry::has_path_disproof).
    Plain,
    WithPathDisproof,
}

// SAFETY: integers, a `MaybeUninit`, which takes any bytes, and an enum with a member 0.
unsafe impl<K: Copy> Zeroed for BoundedEntry<K> {}

impl<K: Copy> BoundedEntry<K> {
    const VACANT: BoundedEntry<K> = BoundedEntry {
        key: MaybeUninit::uninit(),
        numbers: Numbers::UNIT,
        min_distance: 0,
        visits: 0,
        solution_depth: 0,
        state: Occupancy::Vacant,
    };

    fn new(key: K, entry: Entry) -> BoundedEntry<K> {
        let Entry { numbers, min_distance, visits, solution_depth, has_path_disproof } = entry;
        let state = if has_path_disproof { Occupancy::WithPathDisproof } else { Occupancy::Plain };
        BoundedEntry { key: MaybeUninit::new(key), numbers, min_distance, visits, solution_depth, state }
    }

    #[inline(always)]
    fn is_vacant(&self) -> bool {
        self.state == Occupancy::Vacant
    }

    #[inline(always)]
    fn key(&self) -> Option<K> {
        // SAFETY: a place that is not vacant was made by `new`, with a key.
        (!self.is_vacant()).then(|| unsafe { self.key.assume_init() })
    }

    #[inline(always)]
    fn entry(&self) -> Entry {
        let BoundedEntry { numbers, min_distance, visits, solution_depth, state, .. } = *self;
        Entry {
            numbers,
            min_distance,
            visits,
            solution_depth,
            has_path_disproof: state == Occupancy::WithPathDisproof,
        }
    }

    /// What losing the node would cost: visits below it, and a solved node counts several times its subtree.
    #[inline]
    fn worth(&self) -> u64 {
        u64::from(self.visits) * if self.numbers.is_solved() { 8 } else { 1 }
    }
}

/// See the [module](self).
#[derive(Debug)]
pub struct BoundedTable<K: Copy> {
    /// Nodes hash to all but the last `cluster` places. Between a node's own place and where it is, no place is vacant, so
    /// that a vacant one ends a look-up.
    slots: Buffer<BoundedEntry<K>>,
    cluster: usize,
    used: usize,
    /// The number of places that the limit allows.
    max_slots: usize,
    /// How often the table may still double: it has `max_slots >> doublings` places, unless the system refused more.
    doublings: u32,
    collections: u64,
}

impl<K: Copy + Eq + Hash> BoundedTable<K> {
    /// A table that uses at most `bytes` bytes.
    pub fn with_memory(bytes: usize) -> Self {
        let max_slots = (bytes / size_of::<BoundedEntry<K>>()).max(2);
        let cluster = CLUSTER.min(max_slots / 2);
        let doublings = (max_slots / FIRST_PLACES).checked_ilog2().map_or(0, |doublings| doublings + 1);
        match Buffer::zeroed(max_slots >> doublings) {
            Ok(slots) => BoundedTable { slots, cluster, used: 0, max_slots, doublings, collections: 0 },
            // A table without places keeps nothing, and `unbounded_bytes` stops the search.
            Err(_) => BoundedTable {
                slots: Buffer::default(),
                cluster: 0,
                used: 0,
                max_slots: 0,
                doublings: 0,
                collections: 0,
            },
        }
    }

    /// The places where a node can be.
    #[inline(always)]
    fn range(&self, key: &K) -> std::ops::Range<usize> {
        // The high bits of a multiplicative hash are its best.
        let own = u128::from(FastHash.hash_one(key)) * (self.slots.len() - self.cluster) as u128;
        let own = (own >> 64) as usize;
        own..own + self.cluster
    }

    /// Where a node is, or else the vacant place where it would go, if there is one.
    #[inline(always)]
    fn find(&self, key: &K) -> Option<usize> {
        let range = self.range(key);
        let start = range.start;
        let here = |slot: &BoundedEntry<K>| slot.key().is_none_or(|known| known == *key);
        self.slots[range].iter().position(here).map(|at| start + at)
    }

    fn needs_maintenance(&self) -> bool {
        self.used * 4 > self.slots.len() * 3
    }

    /// Doubles the table in place: nodes keep the order of their hashes, so every node moves up, the last one first. If the system
    /// refuses the memory, the table never grows again.
    #[cold]
    fn grow(&mut self) {
        let old = self.slots.len();
        let Some(doublings) = self.doublings.checked_sub(1) else { return };
        if self.slots.grow(self.max_slots >> doublings).is_err() {
            self.doublings = 0;
            return;
        }
        self.doublings = doublings;
        // A node's own place moves up by its index at least: by more than a cluster, except for the lowest. Those may go to
        // places that have not been read yet, so they are moved last, from a copy.
        let lowest = (2 * self.cluster).min(old);
        let copy: Vec<BoundedEntry<K>> =
            self.slots[..lowest].iter().filter(|slot| !slot.is_vacant()).copied().collect();
        self.slots[..lowest].fill(BoundedEntry::VACANT);
        self.used = 0;
        let mut homeless = Vec::new();
        for at in (lowest..old).rev() {
            let slot = std::mem::replace(&mut self.slots[at], BoundedEntry::VACANT);
            if !slot.is_vacant() && !self.insert_if_vacant(slot) {
                homeless.push(slot);
            }
        }
        homeless.extend(copy.into_iter().filter(|&slot| !self.insert_if_vacant(slot)));
        for slot in homeless {
            self.insert(slot);
        }
    }

    /// Puts a node that the table does not have into the first vacant place of its cluster. Returns whether there is one.
    fn insert_if_vacant(&mut self, slot: BoundedEntry<K>) -> bool {
        let Some(at) = slot.key().and_then(|key| self.find(&key)) else { return false };
        self.slots[at] = slot;
        self.used += 1;
        true
    }

    /// Puts a node that the table does not have into a vacant place, if need be in a larger table; if there is none, into the place
    /// of the cheapest node of its cluster.
    fn insert(&mut self, slot: BoundedEntry<K>) {
        while !self.insert_if_vacant(slot) {
            if self.doublings > 0 {
                self.grow();
                continue;
            }
            let Some(range) = slot.key().map(|key| self.range(&key)) else { return };
            if let Some(place) = self.slots[range].iter_mut().min_by_key(|place| place.worth()) {
                *place = slot;
            }
            return;
        }
    }

    /// Clears the cheapest third or more.
    #[cold]
    fn collect(&mut self) {
        self.collections += 1;
        let threshold = self.worth_at(self.used / 3);
        // What stays moves up to the first vacant place from its own. Those before it have moved already, so no vacant
        // place comes to be between a node and its own place.
        self.used = 0;
        for at in 0..self.slots.len() {
            let slot = std::mem::replace(&mut self.slots[at], BoundedEntry::VACANT);
            if !slot.is_vacant() && slot.worth() > threshold {
                self.insert_if_vacant(slot);
            }
        }
    }

    /// The worth of the node at this place in the order of worth, the cheapest first. It is found digit by digit, because a list
    /// of all worths would need memory just when there is none left.
    fn worth_at(&self, mut rank: usize) -> u64 {
        const DIGIT_BITS: u32 = 12;
        let mut found = 0;
        // A worth has less than 36 bits.
        for shift in [2 * DIGIT_BITS, DIGIT_BITS, 0] {
            let mut counts = [0usize; 1 << DIGIT_BITS];
            let worths = self.slots.iter().filter(|slot| !slot.is_vacant()).map(BoundedEntry::worth);
            for worth in worths.filter(|worth| worth >> (shift + DIGIT_BITS) == found) {
                counts[(worth >> shift) as usize % counts.len()] += 1;
            }
            let digit = counts.iter().position(|&count| {
                let here = rank < count;
                if !here {
                    rank -= count;
                }
                here
            });
            found = found << DIGIT_BITS | digit.unwrap_or(counts.len() - 1) as u64;
        }
        found
    }
}

impl<K: Copy + Eq + Hash> Table<K> for BoundedTable<K> {
    #[inline]
    fn get(&self, key: &K) -> Option<TableHit<K>> {
        let slot = &self.slots[self.find(key)?];
        slot.key().map(|key| TableHit { entry: slot.entry(), key })
    }

    #[inline]
    fn put(&mut self, key: K, entry: Entry) {
        let slot = BoundedEntry::new(key, entry);
        if let Some(at) = self.find(&key).filter(|&at| !self.slots[at].is_vacant()) {
            self.slots[at] = slot;
            return;
        }
        while self.doublings > 0 && self.needs_maintenance() {
            self.grow();
        }
        if self.needs_maintenance() {
            self.collect();
        }
        self.insert(slot);
    }

    fn len(&self) -> usize {
        self.used
    }

    /// More than any limit if there was no memory even for the smallest table: a search without a table might not end.
    fn unbounded_bytes(&self) -> usize {
        if self.slots.is_empty() { usize::MAX } else { 0 }
    }

    fn garbage_collections(&self) -> u64 {
        self.collections
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Numbers;

    fn entry(visits: u32) -> Entry {
        Entry {
            numbers: Numbers::new(visits.into(), 1),
            min_distance: 0,
            visits,
            solution_depth: 0,
            has_path_disproof: false,
        }
    }

    #[test]
    fn loses_nothing_while_it_may_grow() {
        let mut table = BoundedTable::<u64>::with_memory(64 << 20);
        for key in 0..200_000 {
            table.put(key, entry(1 + key as u32));
        }
        assert!(
            (0..200_000)
                .all(|key: u64| table.get(&key).is_some_and(|found| found.entry == entry(1 + key as u32)))
        );
        assert_eq!((table.len(), table.garbage_collections()), (200_000, 0));
        assert!(table.slots.len() <= 4 * 200_000, "{} places for 200,000 nodes", table.slots.len());
    }

    #[test]
    fn keeps_its_size_and_what_is_worth_most() {
        let mut table = BoundedTable::<u64>::with_memory(1 << 16);
        for key in 0..100_000 {
            table.put(key, entry(if key % 100 == 0 { 1_000_000 } else { 1 + (key % 7) as u32 }));
        }
        assert!(table.len() <= table.slots.len() && table.garbage_collections() > 0);
        assert!(size_of_val(&table.slots[..]) <= 1 << 16);
        let kept = |step: u64| {
            (0..100_000).step_by(100).map(|k| k + step).filter(|k| table.get(k).is_some()).count()
        };
        assert!(kept(0) > 4 * kept(1).max(1), "{} large, {} small kept", kept(0), kept(1));
    }

    #[test]
    fn a_collection_leaves_the_rest_where_it_can_be_found() {
        let mut table = BoundedTable::<u64>::with_memory(1 << 16);
        let mut key = 0;
        while table.garbage_collections() == 0 {
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

    #[test]
    fn a_table_that_cannot_grow_goes_on_at_its_size() {
        let mut table = BoundedTable::<u64>::with_memory(1 << 20);
        // No system has this much memory.
        (table.max_slots, table.doublings) = (usize::MAX, 1);
        for key in 0..100_000 {
            table.put(key, entry(1 + key as u32));
        }
        assert!(table.slots.len() < 1 << 16 && table.doublings == 0, "{} places", table.slots.len());
        assert!(table.garbage_collections() > 0 && table.unbounded_bytes() == 0);
        assert_eq!(table.get(&99_999).map(|found| found.entry), Some(entry(100_000)));
    }

    #[test]
    fn a_table_without_memory_ends_the_search() {
        let mut table = BoundedTable::<u64>::with_memory(0);
        (table.slots, table.cluster, table.doublings) = (Buffer::default(), 0, 0);
        table.put(1, entry(1));
        assert_eq!((table.get(&1), table.len()), (None, 0));
        assert_eq!(table.unbounded_bytes(), usize::MAX);
    }

    #[test]
    fn the_worth_at_a_place_is_that_of_a_sorted_list() {
        let mut table = BoundedTable::<u64>::with_memory(1 << 20);
        let mut random = crate::random::Random::new(5);
        for key in 0..5000 {
            table.put(key, entry((random.next_u64() >> (32 + key % 32)) as u32));
        }
        let mut worths: Vec<u64> =
            table.slots.iter().filter(|slot| !slot.is_vacant()).map(BoundedEntry::worth).collect();
        worths.sort_unstable();
        for place in [0, 1, 100, 2500, 4999] {
            assert_eq!(table.worth_at(place), worths[place]);
        }
    }
}
