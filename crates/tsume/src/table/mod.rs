//! The table of a mate search: all hands of a board in one place.
//!
//! An entry of 32 bytes belongs to a board and an attacker's hand. It holds up to three things: the numbers of an unsolved
//! node, the shortest mate proved for this hand, and the longest limit within which it was shown that there is none. A probe
//! looks at all hands of the board: a mate with a smaller hand, or no mate with a larger one, answers it as well.
//!
//! The [store](yomikiri_pns::slots) of the entries keeps them in bounded memory and lets several threads use them.

mod entry;
#[cfg(test)]
mod tests;

use entry::{MateEntry, NUMBER};
use yomikiri_memory::OutOfMemory;
use yomikiri_pns::slots::{EntryFormat as _, EntryStore, HOME_HASH_BITS, RawEntry};
use yomikiri_pns::{Entry, Numbers, ProofNumber, SharedTable, Table, TableHit};
use yomikiri_shogi::Hand;

use crate::mate_game::MateKey;
use crate::plies::Plies;
use crate::techniques::Techniques;

/// What a mate search knows: all hands of a board in one place, in bounded memory. One thread uses it as a [`Table`], several as a
/// [`SharedTable`].
#[derive(Debug)]
pub struct MateTable {
    store: EntryStore<MateEntry>,
    /// Whether results for other hands of a board count.
    dominance: bool,
    /// Whether their numbers do.
    borrowing: bool,
}

/// The bits of a board's key that determine its home. The upper half of the key identifies it there, so 61 bits are compared.
#[inline(always)]
fn place_of(board: u64) -> u64 {
    board & ((1 << HOME_HASH_BITS) - 1)
}

impl MateTable {
    /// The bytes of the smallest table, 4 MiB.
    pub const MIN_BYTES: u64 = EntryStore::<MateEntry>::MIN_BYTES;
    /// The bytes of the largest table, 16 GiB: a key has no bits for more places.
    pub const MAX_BYTES: u64 = EntryStore::<MateEntry>::MAX_BYTES;

    /// An empty table that uses at most `bytes` bytes, if that is between
    /// [`MIN_BYTES`](Self::MIN_BYTES) and [`MAX_BYTES`](Self::MAX_BYTES); otherwise one of these
    /// sizes. [`memory`](Self::memory) returns its size.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn with_memory(bytes: usize) -> Result<MateTable, OutOfMemory> {
        Ok(MateTable { store: EntryStore::with_memory(bytes)?, dominance: true, borrowing: true })
    }

    /// Forgets everything. This takes as long as what is forgotten needed: a few entries are cleared one by one.
    pub fn clear(&mut self) {
        self.store.clear();
    }

    /// Does with the results for other hands than the one asked for what these techniques say.
    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.dominance = techniques.dominance;
        self.borrowing = techniques.dominance && techniques.borrowing;
    }

    /// The same with these techniques; see [`set_techniques`](Self::set_techniques).
    #[must_use]
    pub fn with_techniques(mut self, techniques: Techniques) -> MateTable {
        self.set_techniques(techniques);
        self
    }

    /// The most bytes that its entries can take.
    pub fn memory(&self) -> u64 {
        self.store.memory()
    }

    /// From now on the table grows to at most this many bytes, as far as there is such a size; it does not shrink.
    pub fn set_max_bytes(&mut self, bytes: usize) {
        self.store.set_max_bytes(bytes);
    }

    /// The most entries it can hold.
    pub fn capacity(&self) -> u64 {
        self.store.capacity()
    }

    /// All entries with their places.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, RawEntry)> {
        self.store.iter()
    }

    /// Makes an empty table large enough for this many entries, as far as it may be.
    pub(crate) fn reserve(&mut self, entries: usize) {
        self.store.reserve(entries);
    }

    /// Adds an entry as [`entries`](Self::entries) gave it. `None` if it cannot be one.
    pub(crate) fn insert(&mut self, place: u64, words: RawEntry) -> Option<()> {
        if place >> HOME_HASH_BITS != 0 || !MateEntry::is_possible(&words) {
            return None;
        }
        self.store.update(place, |known| known.identity == words.identity, |_| words);
        Some(())
    }

    /// A result about a node: a mate within `mate` plies, or no mate within `no_mate`, if these are asked for.
    pub(crate) fn solved(
        &self,
        board: u64,
        hand: Hand,
        mate: Option<Plies>,
        no_mate: Option<Plies>,
    ) -> Option<TableHit<MateKey>> {
        for words in self.store.entries(place_of(board)) {
            let Some((of, entry)) = MateEntry::of_board(board, &words) else { continue };
            if !self.dominance && of != hand {
                continue;
            }
            let (within, beyond) = (entry.mate(), entry.refuted());
            if mate.is_some_and(|plies| within <= plies.to_bits()) && hand.contains(of) {
                return Some(entry.found(true, MateKey { board, hand: of, plies: Plies::from_bits(within) }));
            }
            if no_mate.is_some_and(|plies| beyond > plies.to_bits()) && of.contains(hand) {
                let plies = Plies::from_bits(beyond - 1);
                return Some(entry.found(false, MateKey { board, hand: of, plies }));
            }
        }
        None
    }

    #[inline(always)]
    fn look_up(&self, key: &MateKey) -> Option<TableHit<MateKey>> {
        let plies = key.plies.to_bits();
        // The node's own entry; and the largest number that a better or lesser hand lends it, with the lender's distance.
        let mut own: Option<MateEntry> = None;
        let (mut proof, mut disproof) = ((0, 0), (0, 0));
        for words in self.store.entries(place_of(key.board)) {
            let Some((hand, entry)) = MateEntry::of_board(key.board, &words) else { continue };
            if !self.dominance && hand != key.hand {
                continue;
            }
            let (mate, refuted) = (entry.mate(), entry.refuted());
            let solved = if mate <= plies && key.hand.contains(hand) {
                Some((true, Plies::from_bits(mate)))
            } else if refuted > plies && hand.contains(key.hand) {
                Some((false, Plies::from_bits(refuted - 1)))
            } else {
                None
            };
            if let Some((value, plies)) = solved {
                return Some(entry.found(value, MateKey { board: key.board, hand, plies }));
            }
            if entry.proof & NUMBER == 0 {
                continue;
            }
            if hand == key.hand {
                // Threads may have added a second entry, which is never written again.
                own = own.or(Some(entry));
            } else if !self.borrowing {
                continue;
            } else if hand.contains(key.hand) {
                proof = proof.max((entry.proof & NUMBER, entry.distance()));
            } else if key.hand.contains(hand) {
                disproof = disproof.max((entry.disproof & NUMBER, entry.distance()));
            }
        }
        if own.is_none() && proof.0 | disproof.0 == 0 {
            return None;
        }
        // Numbers that come from a node nearer to the root are as old as that node.
        let mut distance = own.map_or(i32::MAX, |own| own.distance());
        let own = own.unwrap_or(MateEntry::NONE);
        let mut raised = |own: u64, (lent, lender): (u64, i32)| {
            if lent > own {
                distance = distance.min(lender);
            }
            own.max(lent).max(1)
        };
        let numbers =
            Numbers::new(raised(own.proof & NUMBER, proof), raised(own.disproof & NUMBER, disproof));
        Some(TableHit {
            entry: Entry {
                numbers,
                min_distance: distance,
                visits: own.visits,
                solution_depth: 0,
                has_path_disproof: own.is_conditional(),
            },
            key: *key,
        })
    }
}

/// Others have the same problem: the same attacker and the same set of pieces.
#[cfg(feature = "distributed")]
impl yomikiri_pns::distributed::ReplicatedTable for MateTable {
    fn keep_journal(&mut self, thresholds: yomikiri_pns::slots::JournalThresholds) {
        self.store.keep_journal(thresholds);
    }

    fn drain_journal(&self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>) {
        self.store.drain_journal(most, lasting)
    }

    fn merge_batch(&mut self, batch: &[u8]) -> Result<usize, yomikiri_pns::slots::BatchError> {
        self.store.merge_batch(batch)
    }

    fn merge_batch_shared(&self, batch: &[u8]) -> Result<usize, yomikiri_pns::slots::BatchError> {
        self.store.merge_batch_shared(batch)
    }
}

impl Table<MateKey> for MateTable {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        ProofNumber::finite(NUMBER)
    }

    #[inline]
    fn get(&self, key: &MateKey) -> Option<TableHit<MateKey>> {
        self.look_up(key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &MateKey) {
        self.store.prefetch(place_of(key.board));
    }

    fn put(&mut self, key: MateKey, entry: Entry) {
        let identity = MateEntry::identity(key.board, key.hand);
        let change = |known| MateEntry::changed(known, &key, &entry);
        self.store.update(place_of(key.board), |words| words.identity == identity, change);
    }

    fn len(&self) -> usize {
        self.store.len()
    }

    fn garbage_collections(&self) -> u64 {
        self.store.garbage_collections()
    }
}

impl SharedTable<MateKey> for MateTable {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        ProofNumber::finite(NUMBER)
    }

    #[inline]
    fn get(&self, key: &MateKey) -> Option<TableHit<MateKey>> {
        self.look_up(key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &MateKey) {
        self.store.prefetch(place_of(key.board));
    }

    fn put(&self, key: MateKey, entry: Entry) {
        let identity = MateEntry::identity(key.board, key.hand);
        let change = |known| MateEntry::changed(known, &key, &entry);
        self.store.update_shared(place_of(key.board), |words| words.identity == identity, change);
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
