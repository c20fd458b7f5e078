//! What a store learns, for the tables of other processes that search the same problem.
//!
//! A store can keep a *journal* of the entries that were written and are worth sending: results, and unsolved nodes with much work
//! below them. [`Batch`] is the form in which they travel. Results that hold on some paths only are never entries, so every result of a
//! batch holds wherever its node is reached. Numbers of unsolved nodes are estimates, whoever computed them.
//!
//! The form: [`HEADING`], the number of entries, four words for each entry (extra bits, home hash
//! and visits; identity; first; second), a checksum. Words have 64 bits, the lowest byte first.

use std::sync::{Mutex, PoisonError};

use super::{EntryFormat, EntryStore, HOME_HASH_BITS, RawEntry};

const HEADING: &[u8; 16] = b"yomikiri solved1";
/// The lowest bit of a head that is neither home hash nor visits.
const EXTRA_AT: u32 = 32 + HOME_HASH_BITS;
/// Entries after which a journal drops the older ones of each node.
const CROWDED: usize = 1 << 20;
/// How many entries of a batch ahead their slots are prefetched: none of them is likely to be in the cache.
const AHEAD: usize = 16;

/// Which entries a journal takes: those with at least this much work below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalThresholds {
    /// Visits below a solved node.
    pub solved: u32,
    /// Visits below an unsolved one.
    pub unsolved: u32,
}

/// Entries that were written, oldest first, each with its home hash.
#[derive(Debug)]
pub(super) struct Journal {
    thresholds: JournalThresholds,
    entries: Mutex<Vec<(u64, RawEntry)>>,
}

/// Why bytes are not a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// They are something else, or the end is missing.
    #[error("this is no batch of results")]
    NotABatch,
    /// Some bytes are not what was written.
    #[error("the batch of results is damaged")]
    Damaged,
}

impl Journal {
    /// What was noted since the last call. The next entries have room at once: growing would copy them several times.
    fn take(&self) -> Vec<(u64, RawEntry)> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let room = Vec::with_capacity(entries.len());
        std::mem::replace(&mut *entries, room)
    }

    /// Takes an entry, if it is worth it.
    #[cold]
    fn note<C: EntryFormat>(&self, home_hash: u64, words: &RawEntry) {
        let least = if C::is_solved(words) { self.thresholds.solved } else { self.thresholds.unsolved };
        if words.visits() < least {
            return;
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.push((home_hash, *words));
        if entries.len() >= CROWDED {
            keep_latest(&mut entries, node);
            // All of them differ: the half with the most work.
            if entries.len() >= CROWDED / 2 {
                keep_largest(&mut entries, CROWDED / 4);
            }
        }
    }
}

/// Keeps the last entry of each node, in the order of home hashes.
fn keep_latest<E>(entries: &mut Vec<E>, node: impl Fn(&E) -> (u64, u64)) {
    entries.reverse();
    entries.sort_by_key(&node);
    entries.dedup_by_key(|entry| node(entry));
}

fn keep_largest(entries: &mut Vec<(u64, RawEntry)>, most: usize) {
    if entries.len() > most {
        entries.select_nth_unstable_by_key(most, |(_, words)| std::cmp::Reverse(words.visits()));
        entries.truncate(most);
    }
}

/// Keeps the last entry of each node, at most `most`: those with the most work. In the order of
/// home hashes.
fn keep_best(entries: &mut Vec<(u64, RawEntry)>, most: usize) {
    keep_latest(entries, node);
    if entries.len() > most {
        keep_largest(entries, most);
        entries.sort_unstable_by_key(node);
    }
}

/// The node of an entry.
fn node((home_hash, words): &(u64, RawEntry)) -> (u64, u64) {
    (*home_hash, words.identity)
}

/// A checksum in which the order of the words counts.
fn checksum(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |sum: u64, word| (sum.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(8).map(|chunk| chunk.try_into().map_or(0, u64::from_le_bytes))
}

/// The batch of some entries.
fn encoded<C: EntryFormat>(entries: &[(u64, RawEntry)]) -> Vec<u8> {
    let words = entries.iter().map(|(home_hash, words)| {
        let extra = u64::from(words.extra() & C::SENT);
        let head = extra << EXTRA_AT | home_hash << 32 | u64::from(words.visits());
        [head, words.identity, words.first, words.second]
    });
    sealed(words)
}

/// The batch of entries of four words.
fn sealed(entries: impl ExactSizeIterator<Item = [u64; 4]>) -> Vec<u8> {
    let mut bytes = HEADING.to_vec();
    bytes.reserve(32 * entries.len() + 16);
    bytes.extend((entries.len() as u64).to_le_bytes());
    for word in entries.flatten() {
        bytes.extend(word.to_le_bytes());
    }
    let sum = checksum(words_of(&bytes[HEADING.len()..]));
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// How many entries a batch has, if it is one.
pub fn batch_len(batch: &[u8]) -> usize {
    batch.len().saturating_sub(HEADING.len() + 16) / 32
}

/// Batches, the oldest first, as one: the latest entry of each node, at most `most` of them, those with the most work below them.
///
/// # Errors
///
/// If one of them is not a whole batch.
pub fn join_batches(batches: &[Vec<u8>], most: usize) -> Result<Vec<u8>, BatchError> {
    let mut entries: Vec<[u64; 4]> = Vec::new();
    for batch in batches {
        entries.extend(whole_batch(batch)?.chunks_exact(32).map(entry_of));
    }
    let home_hash = |&[head, identity, ..]: &[u64; 4]| (home_hash_of(head), identity);
    keep_latest(&mut entries, home_hash);
    if entries.len() > most {
        entries.select_nth_unstable_by_key(most, |&[head, ..]| std::cmp::Reverse(head as u32));
        entries.truncate(most);
        entries.sort_unstable_by_key(home_hash);
    }
    Ok(sealed(entries.into_iter()))
}

impl<C: EntryFormat> EntryStore<C> {
    /// Notes an entry in the journal, if there is one.
    #[inline(always)]
    pub(super) fn note<const NOTED: bool>(&self, home_hash: u64, words: &RawEntry) {
        if NOTED && let Some(journal) = &self.journal {
            journal.note::<C>(home_hash, words);
        }
    }

    /// Keeps a journal from now on. What was noted before is forgotten.
    pub fn keep_journal(&mut self, thresholds: JournalThresholds) {
        self.journal = Some(Box::new(Journal { thresholds, entries: Mutex::default() }));
    }

    /// Returns the entries that were noted since the last call, at most `most`: those with the most
    /// work below them. The second batch has those of them with at least `lasting` visits below
    /// them, which are worth keeping for long.
    pub fn drain_journal(&self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>) {
        let mut entries = self.journal.as_ref().map_or_else(Vec::new, |journal| journal.take());
        keep_best(&mut entries, most);
        let all = encoded::<C>(&entries);
        entries.retain(|(_, words)| words.visits() >= lasting);
        (all, encoded::<C>(&entries))
    }

    /// Merges the entries of a batch into the store. They are not noted in the journal. Returns how
    /// many there were.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole batch. Nothing is merged then.
    pub fn merge_batch(&mut self, bytes: &[u8]) -> Result<usize, BatchError> {
        let entries = whole_batch(bytes)?;
        let journal = self.journal.take();
        for (home_hash, new) in decoded::<C>(entries) {
            self.update(home_hash, |known| known.identity == new.identity, |known| C::merged(known, new));
        }
        self.journal = journal;
        Ok(entries.len() / 32)
    }

    /// As [`merge_batch`](Self::merge_batch), while threads use the store. Makes no room.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole batch. Nothing is merged then.
    pub fn merge_batch_shared(&self, bytes: &[u8]) -> Result<usize, BatchError> {
        let entries = whole_batch(bytes)?;
        let home_hashes = entries.chunks_exact(32).map(|entry| home_hash_of(entry_of(entry)[0]));
        home_hashes.clone().take(AHEAD).for_each(|home_hash| self.prefetch(home_hash));
        let mut next = home_hashes.skip(AHEAD);
        for (home_hash, new) in decoded::<C>(entries) {
            next.by_ref().take(1).for_each(|home_hash| self.prefetch(home_hash));
            let is_own = |known: &RawEntry| known.identity == new.identity;
            self.write_shared::<false>(home_hash, is_own, |known| C::merged(known, new));
        }
        Ok(entries.len() / 32)
    }
}

/// The bytes of the entries of a batch.
fn whole_batch(bytes: &[u8]) -> Result<&[u8], BatchError> {
    let rest = bytes.strip_prefix(HEADING).ok_or(BatchError::NotABatch)?;
    let (body, sum) = rest.split_last_chunk::<8>().ok_or(BatchError::NotABatch)?;
    let (count, entries) = body.split_first_chunk::<8>().ok_or(BatchError::NotABatch)?;
    let count = u64::from_le_bytes(*count);
    if count.checked_mul(32) != Some(entries.len() as u64) {
        return Err(BatchError::NotABatch);
    }
    if checksum(words_of(body)) != u64::from_le_bytes(*sum) {
        return Err(BatchError::Damaged);
    }
    Ok(entries)
}

/// The words of an entry of a batch, which has 32 bytes.
fn entry_of(bytes: &[u8]) -> [u64; 4] {
    let mut words = words_of(bytes);
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

/// The home hash of an entry, by its first word.
fn home_hash_of(head: u64) -> u64 {
    head >> 32 & ((1 << HOME_HASH_BITS) - 1)
}

/// The entries in these bytes with their home hashes, as far as they can be entries.
fn decoded<C: EntryFormat>(entries: &[u8]) -> impl Iterator<Item = (u64, RawEntry)> {
    let decode = |[head, identity, first, second]: [u64; 4]| {
        let extra = (head >> EXTRA_AT) as u32 & C::SENT;
        (home_hash_of(head), RawEntry::new(identity, first, second, head as u32, extra))
    };
    entries.chunks_exact(32).map(entry_of).map(decode).filter(|(_, words)| C::is_possible(words))
}
