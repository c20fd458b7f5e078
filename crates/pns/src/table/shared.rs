//! A table for several threads: digests of keys instead of keys, in the [storage](crate::slots) that the mate table has too.
//!
//! An entry does not hold its key, unlike those of [`BoundedTable`](super::BoundedTable): a slot
//! that threads share without locks has room for a few words only. It holds a 64-bit digest, and
//! its place follows from 29 bits of a second one, computed in another way. So 93 bits are
//! compared. Among the 2²⁹ entries of the largest table and 2⁵⁰ questions, two keys are confused
//! with a chance of 2⁻¹⁴: 29 + 50 − 93.

use std::hash::Hash;
use std::marker::PhantomData;

use yomikiri_memory::OutOfMemory;

use super::{Entry, SharedTable, Table, TableHit};
use crate::hash::two_digests;
use crate::number::{Numbers, ProofNumber};
use crate::slots::{EntryFormat, EntryStore, HOME_HASH_BITS, RawEntry};

/// The bits of a number.
const NUMBER: u64 = (1 << 48) - 1;
/// In the extra bits: proven, disproven, or neither; and whether a disproof on some paths is known.
const PROVEN: u32 = 1;
const DISPROVEN: u32 = 2;
const HAS_PATH_DISPROOF: u32 = 4;

/// What the words mean. Both words of content have half of the distance above 48 bits. Below it they have the numbers of an unsolved node;
/// the first one has the depth of a solution.
#[derive(Debug)]
struct Digested;

impl EntryFormat for Digested {
    const SENT: u32 = PROVEN | DISPROVEN;

    fn is_solved(words: &RawEntry) -> bool {
        words.extra() & (PROVEN | DISPROVEN) != 0
    }
}

/// A table of bounded size that several threads use at once.
///
/// It keeps a digest of 64 bits of each key and not the key itself, and it finds the place by 29 bits of another digest. So keys that
/// agree in these 93 bits are taken for one.
///
/// It reserves its memory at the start, grows in place, and forgets small subtrees when it is full, like
/// [`EntryStore`].
#[derive(Debug)]
pub struct ConcurrentTable<K> {
    store: EntryStore<Digested>,
    key: PhantomData<fn(K)>,
}

impl<K: Copy + Eq + Hash> ConcurrentTable<K> {
    /// The bytes of the smallest table, 4 MiB.
    pub const MIN_BYTES: u64 = EntryStore::<Digested>::MIN_BYTES;
    /// The bytes of the largest table, 16 GiB.
    pub const MAX_BYTES: u64 = EntryStore::<Digested>::MAX_BYTES;

    /// An empty table that uses at most `bytes` bytes, if that is between
    /// [`MIN_BYTES`](Self::MIN_BYTES) and [`MAX_BYTES`](Self::MAX_BYTES); otherwise one of these
    /// sizes.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn with_memory(bytes: usize) -> Result<ConcurrentTable<K>, OutOfMemory> {
        Ok(ConcurrentTable { store: EntryStore::with_memory(bytes)?, key: PhantomData })
    }

    /// The most bytes that its entries can take.
    pub fn memory(&self) -> u64 {
        self.store.memory()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.store.clear();
    }

    /// The place and the identity of a key.
    #[inline(always)]
    fn digests(key: &K) -> (u64, u64) {
        let (place, identity) = two_digests(key);
        // The high bits of a multiplicative hash are its best.
        (place >> (64 - HOME_HASH_BITS), identity)
    }
}

#[cfg(feature = "distributed")]
impl<K> crate::distributed::ReplicatedTable for ConcurrentTable<K> {
    fn keep_journal(&mut self, thresholds: crate::slots::JournalThresholds) {
        self.store.keep_journal(thresholds);
    }

    fn drain_journal(&self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>) {
        self.store.drain_journal(most, lasting)
    }

    fn merge_batch(&mut self, batch: &[u8]) -> Result<usize, crate::slots::BatchError> {
        self.store.merge_batch(batch)
    }

    fn merge_batch_shared(&self, batch: &[u8]) -> Result<usize, crate::slots::BatchError> {
        self.store.merge_batch_shared(batch)
    }
}

/// The words of an entry.
#[inline]
fn encoded(identity: u64, entry: &Entry) -> RawEntry {
    let (first, second, state) = match entry.numbers.value() {
        Some(true) => (u64::from(entry.solution_depth), 0, PROVEN),
        Some(false) => (u64::from(entry.solution_depth), 0, DISPROVEN),
        None => (entry.numbers.proof.get().min(NUMBER), entry.numbers.disproof.get().min(NUMBER), 0),
    };
    let distance = entry.min_distance as u32;
    let first = first | u64::from(distance >> 16) << 48;
    let second = second | u64::from(distance & 0xffff) << 48;
    let extra = state | if entry.has_path_disproof { HAS_PATH_DISPROOF } else { 0 };
    RawEntry::new(identity, first, second, entry.visits, extra)
}

/// The entry of words.
#[inline]
fn decoded(words: &RawEntry) -> Entry {
    let state = words.extra() & (PROVEN | DISPROVEN);
    let (numbers, solution_depth) = if state == 0 {
        (Numbers::new(words.first & NUMBER, words.second & NUMBER), 0)
    } else {
        (Numbers::solved(state == PROVEN), words.first as u32)
    };
    let min_distance = ((words.first >> 48 << 16 | words.second >> 48) as u32) as i32;
    let has_path_disproof = words.extra() & HAS_PATH_DISPROOF != 0;
    Entry { numbers, min_distance, visits: words.visits(), solution_depth, has_path_disproof }
}

impl<K: Copy + Eq + Hash> ConcurrentTable<K> {
    #[inline]
    fn look_up(&self, key: &K) -> Option<TableHit<K>> {
        let (place, identity) = Self::digests(key);
        let words = self.store.entries(place).find(|words| words.identity == identity)?;
        Some(TableHit { entry: decoded(&words), key: *key })
    }
}

/// The table in the hands of one thread, which needs no locks.
#[derive(Debug)]
pub struct OneThread<'t, K>(pub &'t mut ConcurrentTable<K>);

impl<K: Copy + Eq + Hash> Table<K> for OneThread<'_, K> {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        ProofNumber::finite(NUMBER)
    }

    #[inline]
    fn get(&self, key: &K) -> Option<TableHit<K>> {
        self.0.look_up(key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &K) {
        self.0.store.prefetch(ConcurrentTable::digests(key).0);
    }

    fn put(&mut self, key: K, entry: Entry) {
        let (place, identity) = ConcurrentTable::digests(&key);
        self.0.store.update(place, |words| words.identity == identity, |_| encoded(identity, &entry));
    }

    fn len(&self) -> usize {
        self.0.store.len()
    }

    fn garbage_collections(&self) -> u64 {
        self.0.store.garbage_collections()
    }
}

impl<K: Copy + Eq + Hash + Sync> SharedTable<K> for ConcurrentTable<K> {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        ProofNumber::finite(NUMBER)
    }

    #[inline]
    fn get(&self, key: &K) -> Option<TableHit<K>> {
        self.look_up(key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &K) {
        self.store.prefetch(Self::digests(key).0);
    }

    fn put(&self, key: K, entry: Entry) {
        let (place, identity) = Self::digests(&key);
        self.store.update_shared(place, |words| words.identity == identity, |_| encoded(identity, &entry));
    }

    #[inline(always)]
    fn needs_maintenance(&self) -> bool {
        self.store.needs_maintenance()
    }

    fn maintain(&self, threads: usize) {
        self.store.maintain(threads);
    }

    fn len(&self) -> usize {
        self.store.len()
    }

    fn garbage_collections(&self) -> u64 {
        self.store.garbage_collections()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::random::Random;

    fn table(bytes: usize) -> ConcurrentTable<u64> {
        ConcurrentTable::with_memory(bytes).unwrap()
    }

    /// An entry that is a function of the key and a number.
    fn entry(key: u64, times: u64) -> Entry {
        let mut random = Random::new(key << 8 | times);
        let mut next = |bits: u32| random.next_u64() >> (64 - bits);
        let numbers = match next(2) {
            0 => Numbers::PROVEN,
            1 => Numbers::DISPROVEN,
            _ => Numbers::new(next(48) | 1, next(48) | 1),
        };
        let solution_depth = if numbers.is_solved() { next(32) as u32 } else { 0 };
        let (min_distance, visits) = (next(32) as i32, next(28) as u32 | 1);
        Entry { numbers, min_distance, visits, solution_depth, has_path_disproof: next(1) == 1 }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = table(4 << 20);
        for key in 0..10_000 {
            table.put(key, entry(key, 0));
            table.put(key, entry(key, 1));
        }
        for key in 0..10_000 {
            assert_eq!(table.get(&key), Some(TableHit { entry: entry(key, 1), key }));
        }
        assert_eq!(table.get(&10_000), None);
    }

    #[test]
    fn grows_and_then_keeps_what_is_worth_most() {
        let table = table(8 << 20);
        let plain = |visits| Entry { visits, ..entry(1, 0) };
        for key in 0..600_000 {
            table.put(key, plain(if key % 20 == 0 { 1_000_000 } else { 1 + (key % 7) as u32 }));
            if table.needs_maintenance() {
                table.maintain(1 + key as usize % 3);
                assert!(!table.needs_maintenance());
            }
        }
        assert!(table.garbage_collections() > 0 && table.memory() <= 8 << 20);
        let kept = (0..600_000).step_by(20).filter(|key| table.get(key).is_some()).count();
        assert!(kept > 29_000, "{kept} of 30,000");
    }

    #[test]
    fn threads_find_what_was_written_for_the_key() {
        let table = &table(4 << 20);
        let late = &AtomicBool::new(false);
        let start = Instant::now();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let mut random = Random::new(thread);
                    for step in 0..60_000 {
                        if step % 1024 == 0 && start.elapsed() > Duration::from_secs(20) {
                            late.store(true, Ordering::Relaxed);
                        }
                        if late.load(Ordering::Relaxed) {
                            return;
                        }
                        let key = random.next_u64() % 100;
                        if random.one_in(2) {
                            table.put(key, entry(key, random.next_u64() % 4));
                        } else if let Some(found) = table.get(&key) {
                            assert!((0..4).any(|times| entry(key, times) == found.entry), "{found:?}");
                        }
                    }
                });
            }
        });
        assert!(!late.load(Ordering::Relaxed), "threads wait for each other");
        assert!((0..100).all(|key| table.get(&key).is_some()));
    }
}
