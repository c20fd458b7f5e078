//! Storage for tables of nodes that several threads may use at once: entries of four words in bounded memory.
//!
//! A table of nodes is an [`EntryStore`] and a [`EntryFormat`], which says what the words of an
//! entry mean.
//!
//! An entry is in a *line*, a cache line of two slots, that follows from its *home hash*,
//! [`HOME_HASH_BITS`] bits of the node's key, or in one of the lines behind it. A search ends at an
//! empty slot, and behind a line that no entry on its way to a later one has *passed*, as a bit in
//! its slots says. So at the load at which a store grows, a search for what is not there reads one
//! or two lines: see `resize.rs` for figures. Homes are spread so that a larger store keeps the
//! order of the smaller one: growing is one sweep through memory. A store starts small and grows
//! while it may, so that a short search never touches memory it does not need. When it is full, the
//! entries with the least work below them go (Nagai's small-tree garbage collection). If only the
//! slots are full in which an entry may be, one of little worth gives way.
//!
//! All of the memory is reserved at the start: whether the system has it is known before a search begins, and growing cannot
//! fail. What is not in use yet is only addresses.
//!
//! # Threads
//!
//! Readers and writers take no lock. Two threads that write one slot at the same time may leave words of both in it; a reader notices that as it
//! notices a torn read (`slot.rs`), and the next growth or collection removes most of these slots. Two that write neighbouring slots may choose the same
//! empty one, or one may put back what the other has just replaced: an entry is lost, or older than it could be. One that reads an entry while it is written
//! does not know it, and may add a second one for its node. All of that is rare and costs work, not truth: an entry that is found is one that was written for its
//! node. Of several entries for a node only the first one, in the order of slots, is written again: a reader must take that one, or it sees the same numbers for
//! ever.
//! All words are atomic integers, read and written with relaxed ordering: no result depends on the order of two accesses. There are
//! no read-modify-write instructions but for every 64th new entry or so, and where an entry gives way. A lock for each part of the store cost two threads 7 % of their time: taking it waits for
//! the line of the lock, which the other thread has often written last, and giving it back for the entry's line.

#[cfg(feature = "distributed")]
mod journal;
mod resize;
mod slot;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

#[cfg(feature = "distributed")]
pub use journal::{BatchError, JournalThresholds, batch_len, join_batches};
pub use slot::{EXTRA_BITS, HOME_HASH_BITS, RawEntry};
use slot::{Entries, HELD_BITS, LINE, Slot, WINDOW, position_at_home};
use yomikiri_memory::{Buffer, OutOfMemory, prefetch};

/// Lines of the smallest store: an entry holds the bits of its home hash that they do not
/// determine.
const MIN_LINES: usize = 1 << (HOME_HASH_BITS - HELD_BITS);
/// Lines of the largest store: two home hashes a line.
const MAX_LINES: usize = 1 << (HOME_HASH_BITS - 1);
/// Up to this many entries, a store is cleared entry by entry: the sweep over the smallest one takes as long as this many.
const FEW: usize = 1 << 12;
/// A new entry takes the slot of the one of least priority among this many, if all slots are taken
/// in which it may be.
const PART: usize = 8;
/// Threads count the new entries of every 64th home hash only, each as 64: the counter is a line
/// that they all write.
const SAMPLE: usize = 64;

/// What the words of an entry mean.
pub trait EntryFormat {
    /// The owner's extra bits that go along when an entry is sent to another process, among the lowest three.
    const SENT: u32 = 0;

    /// Whether the node is solved: such an entry is worth more than an unsolved one with as much work.
    fn is_solved(words: &RawEntry) -> bool;

    /// Whether this can be an entry. Words that two threads wrote at the same time often cannot.
    fn is_possible(words: &RawEntry) -> bool {
        let _ = words;
        true
    }

    /// The entry of a node after another process sent `new`, which has no extra bits but those of
    /// [`SENT`](EntryFormat::SENT). What is known stays if it is better.
    fn merged(known: Option<RawEntry>, new: RawEntry) -> RawEntry {
        match known {
            Some(known) if Self::is_solved(&known) || known.visits() >= new.visits() => known,
            _ => new,
        }
    }
}

/// A counter in a line of its own: those who change it do not disturb those who read what is beside it.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Count(AtomicUsize);

/// See the [module](self).
#[derive(Debug)]
pub struct EntryStore<C> {
    /// Room for the largest store. The last [`WINDOW`] are beyond every home.
    slots: Buffer<Slot>,
    /// Lines that are homes.
    lines: AtomicUsize,
    /// The numbers of lines that the store can have, the smallest first.
    sizes: Vec<usize>,
    /// How many of `sizes` it may take; see [`set_max_bytes`](EntryStore::set_max_bytes).
    allowed: usize,
    /// How many of `sizes` are not larger than the store is.
    size_index: AtomicUsize,
    used: Count,
    /// The store is crowded if it has more entries than this.
    load_limit: AtomicUsize,
    /// The slots that were taken since the store was empty, as long as they are few and one thread writes.
    occupied: Vec<u32>,
    /// Whether `occupied` misses some because several threads wrote.
    unlisted: AtomicBool,
    collections: AtomicU64,
    /// How many entries gave way to others.
    evicted: AtomicUsize,
    /// What other processes should know, if somebody asks.
    #[cfg(feature = "distributed")]
    journal: Option<Box<journal::Journal>>,
    content: PhantomData<fn() -> C>,
}

impl<C: EntryFormat> EntryStore<C> {
    /// The bytes of the smallest store, 4 MiB.
    pub const MIN_BYTES: u64 = (size_of::<Slot>() * LINE) as u64 * MIN_LINES as u64;
    /// The bytes of the largest store, 16 GiB: a home hash has no bits for more lines.
    pub const MAX_BYTES: u64 = (size_of::<Slot>() * LINE) as u64 * MAX_LINES as u64;

    /// An empty store that uses at most `bytes` bytes, if that is between
    /// [`MIN_BYTES`](Self::MIN_BYTES) and [`MAX_BYTES`](Self::MAX_BYTES); otherwise one of these
    /// sizes. [`memory`](Self::memory) returns its size.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn with_memory(bytes: usize) -> Result<EntryStore<C>, OutOfMemory> {
        let most = (bytes / (size_of::<Slot>() * LINE)).clamp(MIN_LINES, MAX_LINES);
        let mut lines = most;
        let mut sizes = vec![lines];
        while lines / 3 * 2 >= MIN_LINES {
            lines = lines / 3 * 2;
            sizes.push(lines);
        }
        sizes.reverse();
        let mut store = EntryStore {
            slots: Buffer::zeroed(most * LINE + WINDOW)?,
            lines: AtomicUsize::new(0),
            allowed: sizes.len(),
            sizes,
            size_index: AtomicUsize::new(0),
            used: Count::default(),
            load_limit: AtomicUsize::new(0),
            occupied: Vec::new(),
            unlisted: AtomicBool::new(false),
            collections: AtomicU64::new(0),
            evicted: AtomicUsize::new(0),
            #[cfg(feature = "distributed")]
            journal: None,
            content: PhantomData,
        };
        store.clear();
        Ok(store)
    }

    /// Forgets everything. This takes as long as what is forgotten needed: a few entries are cleared one by one.
    pub fn clear(&mut self) {
        if self.occupied.len() < FEW && !*self.unlisted.get_mut() {
            for &index in &self.occupied {
                self.slots[index as usize].clear();
            }
        } else {
            let lines = *self.lines.get_mut();
            self.slots.clear(lines * LINE + WINDOW);
        }
        self.occupied.clear();
        *self.unlisted.get_mut() = false;
        *self.collections.get_mut() = 0;
        *self.evicted.get_mut() = 0;
        self.set_used(0);
        self.set_size(1);
    }

    /// The most bytes that its entries can take.
    pub fn memory(&self) -> u64 {
        self.capacity() * size_of::<Slot>() as u64
    }

    /// The most entries it can hold.
    pub fn capacity(&self) -> u64 {
        (self.sizes[self.allowed - 1] * LINE) as u64
    }

    /// From now on the store grows to at most this many bytes, as far as there is such a size, because something else needs the rest
    /// of its memory. It does not shrink.
    pub fn set_max_bytes(&mut self, bytes: usize) {
        let most = bytes / (size_of::<Slot>() * LINE);
        self.allowed = self.sizes.partition_point(|&lines| lines <= most).max(1);
        let size_index = *self.size_index.get_mut();
        self.set_size(size_index);
    }

    /// Number of entries. What several threads added since the store last made room is estimated from a sample.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.used.0.load(Ordering::Relaxed)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Garbage collections so far.
    pub fn garbage_collections(&self) -> u64 {
        self.collections.load(Ordering::Relaxed)
    }

    /// The first slot of the home for this hash.
    #[inline(always)]
    fn home(&self, home_hash: u64) -> usize {
        home_among(self.lines.load(Ordering::Relaxed), home_hash)
    }

    /// The entries with this home hash, in the order of slots. All [`HOME_HASH_BITS`] of it agree:
    /// an entry holds the lower ones, and the upper ones follow from its home.
    #[inline(always)]
    pub fn entries(&self, home_hash: u64) -> impl Iterator<Item = RawEntry> {
        Entries::new(self.window(self.home(home_hash)), home_hash)
    }

    /// The slots from `home` on in which its entries may be.
    #[inline(always)]
    fn window(&self, home: usize) -> &[Slot; WINDOW] {
        let window = self.slots[home..].first_chunk();
        window.expect("a window is behind every home")
    }

    /// All entries with their home hashes, in the order of slots.
    pub fn iter(&self) -> impl Iterator<Item = (u64, RawEntry)> {
        let lines = self.lines.load(Ordering::Relaxed);
        self.slots[..lines * LINE + WINDOW].iter().enumerate().filter_map(move |(index, slot)| {
            let words = slot.load();
            (!words.is_empty()).then(|| (Self::home_hash_at(lines, index, &words), words))
        })
    }

    /// Grows an empty store, as far as it may, so that this many entries do not crowd it. Entries
    /// that come in the order of their home hashes would fill the windows of a smaller one.
    pub fn reserve(&mut self, entries: usize) {
        debug_assert!(self.is_empty());
        while *self.size_index.get_mut() < self.allowed && entries > *self.load_limit.get_mut() {
            let next = *self.size_index.get_mut() + 1;
            self.set_size(next);
        }
    }

    /// Says that entries with this home hash will be asked for soon.
    #[inline(always)]
    pub fn prefetch(&self, home_hash: u64) {
        let home = self.home(home_hash);
        prefetch(&self.slots[home]);
        prefetch(&self.slots[home + LINE]);
    }

    /// Replaces the entry with this home hash that `is_own`, or adds one, after making room where
    /// it is needed. `change` gets the entry as it is.
    #[inline(always)]
    pub fn update(
        &mut self,
        home_hash: u64,
        is_own: impl Fn(&RawEntry) -> bool,
        change: impl FnOnce(Option<RawEntry>) -> RawEntry,
    ) {
        if self.needs_maintenance() {
            self.maintain(1);
        }
        let home = self.home(home_hash);
        if let Some(index) = self.write::<true, false>(home, home_hash, is_own, change) {
            *self.used.0.get_mut() += 1;
            if self.occupied.len() < FEW {
                self.occupied.push(index as u32);
            }
        }
    }

    /// The same while other threads use the store. Makes no room.
    #[inline(always)]
    pub fn update_shared(
        &self,
        home_hash: u64,
        is_own: impl Fn(&RawEntry) -> bool,
        change: impl FnOnce(Option<RawEntry>) -> RawEntry,
    ) {
        self.write_shared::<true>(home_hash, is_own, change);
    }

    /// The same; whether the entry is noted in the journal is chosen.
    #[inline(always)]
    fn write_shared<const NOTED: bool>(
        &self,
        home_hash: u64,
        is_own: impl Fn(&RawEntry) -> bool,
        change: impl FnOnce(Option<RawEntry>) -> RawEntry,
    ) {
        let home = self.home(home_hash);
        if self.write::<NOTED, true>(home, home_hash, is_own, change).is_none() {
            return;
        }
        if home_hash.is_multiple_of(SAMPLE as u64) {
            self.used.0.fetch_add(SAMPLE, Ordering::Relaxed);
        }
        if !self.unlisted.load(Ordering::Relaxed) {
            self.unlisted.store(true, Ordering::Relaxed);
        }
    }

    /// Writes an entry: into its own slot, an empty one, or that of one that [gives
    /// way](Self::evict). Returns the slot if it was empty.
    #[inline(always)]
    fn write<const NOTED: bool, const SHARED: bool>(
        &self,
        home: usize,
        home_hash: u64,
        is_own: impl Fn(&RawEntry) -> bool,
        change: impl FnOnce(Option<RawEntry>) -> RawEntry,
    ) -> Option<usize> {
        let window = self.window(home);
        let mut chosen = None;
        for (position, (offset, slot)) in (position_at_home(home_hash)..).zip(window.iter().enumerate()) {
            let Some(known) = slot.load_at(position) else { continue };
            if known.is_empty() {
                chosen = Some(offset);
                break;
            }
            if is_own(&known) {
                let words = change(Some(known));
                slot.store(words.at(position, known.is_passed()));
                // A thread that wrote a slot before this one at the same time as another noted there that this one is behind it may have undone the note.
                if SHARED {
                    pass(window, offset);
                }
                #[cfg(feature = "distributed")]
                self.note::<NOTED>(home_hash, &words);
                return None;
            }
        }
        let offset = chosen.unwrap_or_else(|| self.evict(window));
        let slot = &window[offset];
        let passed = slot.load().is_passed();
        let words = change(None);
        slot.store(words.at(position_at_home(home_hash) + offset as u64, passed));
        #[cfg(feature = "distributed")]
        self.note::<NOTED>(home_hash, &words);
        pass(window, offset);
        chosen.map(|offset| home + offset)
    }
}

impl<C: EntryFormat> EntryStore<C> {
    /// The offset of the entry that gives way in a full window: the one of least priority in a part
    /// of it, and in another part each time.
    ///
    /// In the whole window that would be the last newcomer, each time. If a search needs several new nodes with one window, one after the other, they
    /// would push each other out for ever, and the search would expand the same leaves again and again.
    #[cold]
    fn evict(&self, window: &[Slot; WINDOW]) -> usize {
        let start = self.evicted.fetch_add(1, Ordering::Relaxed) % (WINDOW / PART) * PART;
        let priorities = window[start..start + PART].iter().map(|slot| priority::<C>(&slot.load()));
        start + priorities.enumerate().min_by_key(|&(_, priority)| priority).map_or(0, |(offset, _)| offset)
    }
}

/// Notes in the lines before that of `offset` that an entry of this home is behind them. All of their slots are taken.
#[inline(always)]
fn pass(window: &[Slot], offset: usize) {
    for line in 0..offset / LINE {
        window[line * LINE].pass();
    }
}

/// The first slot of the home for a hash in a store of `lines` lines.
#[inline(always)]
fn home_among(lines: usize, home_hash: u64) -> usize {
    debug_assert!(home_hash >> HOME_HASH_BITS == 0);
    ((home_hash * lines as u64) >> HOME_HASH_BITS) as usize * LINE
}

/// How many values [`priority`] has, and a few to spare.
const PRIORITIES: usize = 40;

/// What losing an entry would cost, on a logarithmic scale up to 33.
fn priority<C: EntryFormat>(words: &RawEntry) -> usize {
    let visits = u64::from(words.visits()) * if C::is_solved(words) { 4 } else { 1 };
    visits.checked_ilog2().unwrap_or(0) as usize
}
