//! Growth and garbage collection, by all threads of a search together: they have to wait for it anyway.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::slot::{HELD_BITS, HOME_HASH_BITS, LINE, RawEntry, WINDOW};
use super::{EntryFormat, EntryStore, PRIORITIES, home_among, pass, priority};

/// A store that may grow does so when this share of its slots is taken, in twentieths: one half.
///
/// Measured with windows of 32 slots on a mate search (number 8 of 将棋図巧; many boards have several
/// hands, that is, entries with one home hash). The figures are lines read by a search for what is
/// not there and by one for what is there, which looks at all entries with its home hash, and the
/// share of homes behind which all 32 are taken. With 256, a search for what is not there reads as
/// much up to 0.6, and a tenth to a half more at 0.7:
///
/// | load | not there | there | 32 slots taken |
/// |---|--:|--:|--:|
/// | 0.45 | 1.29 | 1.93 | 0.0003 |
/// | 0.50 | 1.42 | 2.19 | 0.0009 |
/// | 0.60 | 1.84 | 2.88 | 0.006 |
/// | 0.70 | 2.60 | 3.93 | 0.03 |
/// | 0.80 | 4.13 | 5.78 | 0.13 |
const GROWN_AT: usize = 10;
/// One that may not grow collects garbage at this share: the more entries it keeps the better, but searches get longer. A load of 0.8 saved one
/// collection of six or so.
const COLLECTED_AT: usize = 14;
/// The fewest slots for a thread of its own: it would take as long to start as to go through fewer.
const MIN_PART: usize = 1 << 14;
/// The parts of each thread. One that gets its pages from the system later than the others leaves them some of its own.
const PARTS: usize = 8;
/// When a store grows, one thread moves the entries of its first slots, up to this many: the parts that can be moved at once get smaller and smaller.
const MANY: usize = 1 << 17;

impl<C: EntryFormat> EntryStore<C> {
    /// Whether the store should [make room](Self::maintain).
    #[inline(always)]
    pub fn needs_maintenance(&self) -> bool {
        self.len() > self.load_limit.load(Ordering::Relaxed)
    }

    /// Grows or collects garbage if the store is crowded, with this many threads. The caller sees to it that no other thread uses the store
    /// meanwhile.
    ///
    /// If one did, it would miss entries. While the store grows it could also take an entry for one
    /// of a node whose home hash differs in the upper bits, if all of the identity and the lower
    /// bits of the home hash agree; and an entry it writes may be lost.
    #[cold]
    pub fn maintain(&self, threads: usize) {
        if !self.needs_maintenance() {
            return;
        }
        if self.size_index.load(Ordering::Relaxed) < self.allowed {
            self.grow(threads);
        } else {
            self.collect(threads);
        }
    }

    /// Takes the number of entries as counted.
    pub(super) fn set_used(&self, used: usize) {
        self.used.0.store(used, Ordering::Relaxed);
    }

    /// Takes the size with this index, which counts from one.
    pub(super) fn set_size(&self, size_index: usize) {
        let lines = self.sizes[size_index - 1];
        self.size_index.store(size_index, Ordering::Relaxed);
        self.lines.store(lines, Ordering::Relaxed);
        let share = if size_index < self.allowed { GROWN_AT } else { COLLECTED_AT };
        self.load_limit.store(lines * LINE / 20 * share, Ordering::Relaxed);
    }

    /// The home hash of an entry in slot `index`: the upper bits follow from its home in a store of
    /// `lines` lines.
    pub(super) fn home_hash_at(lines: usize, index: usize, words: &RawEntry) -> u64 {
        let home = ((index - words.offset()) / LINE) as u64;
        // The smallest home hash with this home; home hashes with one home differ in the lower
        // bits.
        let first = (home << HOME_HASH_BITS).div_ceil(lines as u64);
        let home_hash = first + (words.held().wrapping_sub(first) & ((1 << HELD_BITS) - 1));
        // Too large only if another thread wrote this entry while the store grew.
        home_hash.min((1 << HOME_HASH_BITS) - 1)
    }

    /// Half as many lines again, in place: homes keep their order, so every entry moves up, the last one first.
    fn grow(&self, threads: usize) {
        let size_index = self.size_index.load(Ordering::Relaxed);
        let (old, new) = (self.sizes[size_index - 1], self.sizes[size_index]);
        let mut settled = 0;
        // The slots from here on have been read.
        let mut read = old * LINE + WINDOW;
        while threads > 1 && read > MANY {
            // A new home is at least 1.5 times the old one, so these entries go behind all that has not been read.
            let start = read / 3 * 2 + 2 * WINDOW;
            settled += self.move_side_by_side(start..read, (old, new), threads);
            read = start;
        }
        // The lowest move by less than a window, into slots that are not read yet: they go last, from a copy. An entry at or
        // above `LOWEST` has a home above 1.5 windows, and its new one is above its slot.
        const LOWEST: usize = 4 * WINDOW;
        let lowest: Vec<(u64, RawEntry)> = (0..LOWEST).filter_map(|index| self.take(old, index)).collect();
        settled += self.move_up(LOWEST..read, (old, new));
        settled +=
            lowest.into_iter().filter(|&(home_hash, words)| self.settle(new, home_hash, words)).count();
        self.set_used(settled);
        self.set_size(size_index + 1);
    }

    /// Moves the entries of these slots to their new places, which are behind all of them. Returns how many have one.
    fn move_side_by_side(&self, slots: Range<usize>, sizes: (usize, usize), threads: usize) -> usize {
        // The last entries of one part and the first ones of the next go to the same slots. So the last ones wait.
        const WAITING: usize = 3 * WINDOW;
        const { assert!(WAITING < MIN_PART) };
        let parts = parts_for(slots.len(), threads);
        let part = slots.len() / parts;
        let ranges = (0..parts).map(|index| {
            let start = slots.start + index * part;
            let end = if index + 1 < parts { start + part - WAITING } else { slots.end };
            start..end
        });
        let moved: usize =
            side_by_side(ranges.clone().collect(), threads, |slots| self.move_up(slots, sizes)).sum();
        let waiting = ranges.take(parts - 1).map(|part| part.end..part.end + WAITING);
        moved + waiting.map(|slots| self.move_up(slots, sizes)).sum::<usize>()
    }

    /// Moves the entries of these slots, the last one first. Returns how many have a new place.
    fn move_up(&self, slots: Range<usize>, (old, new): (usize, usize)) -> usize {
        let taken = slots.rev().filter_map(|index| self.take(old, index));
        taken.filter(|&(home_hash, words)| self.settle(new, home_hash, words)).count()
    }

    /// Takes an entry out of its slot, with its home hash.
    fn take(&self, lines: usize, index: usize) -> Option<(u64, RawEntry)> {
        let words = self.slots[index].load();
        if words.is_empty() {
            return None;
        }
        self.slots[index].clear();
        C::is_possible(&words).then(|| (Self::home_hash_at(lines, index, &words), words))
    }

    /// Puts an entry into the first empty slot from its home in a store of `lines` lines. After the store has grown there
    /// nearly always is one; if not, the entry is lost. Returns whether there is one.
    fn settle(&self, lines: usize, home_hash: u64, words: RawEntry) -> bool {
        let home = home_among(lines, home_hash);
        let offset = (0..WINDOW).find(|offset| self.slots[home + offset].load().is_empty());
        if let Some(offset) = offset {
            self.slots[home + offset].store(words.moved_to(offset));
            pass(self.window(home), offset);
        }
        offset.is_some()
    }

    /// Drops the entries of least priority, two fifths of all at least, and closes the gaps.
    fn collect(&self, threads: usize) {
        self.collections.store(self.collections.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        let parts = self.independent_parts(threads);
        let counts: Vec<_> =
            side_by_side(parts.clone(), threads, |slots| self.count_by_priority(slots)).collect();
        let by_priority: [usize; PRIORITIES] =
            std::array::from_fn(|priority| counts.iter().map(|part| part[priority]).sum());
        let all: usize = by_priority.iter().sum();
        let mut gone = 0;
        let dropped = by_priority.iter().position(|count| {
            gone += count;
            gone * 5 >= all * 2
        });
        let limit = dropped.unwrap_or(0);
        let used = side_by_side(parts, threads, |slots| self.drop_up_to(limit, slots)).sum();
        self.set_used(used);
    }

    /// The slots in parts for this many threads. Each begins with an empty slot: no entry in it has its home before it.
    fn independent_parts(&self, threads: usize) -> Vec<Range<usize>> {
        let slots = self.lines.load(Ordering::Relaxed) * LINE + WINDOW;
        let parts = parts_for(slots, threads);
        let empty_from = |index: usize| (index..slots).find(|&index| self.slots[index].load().is_empty());
        let starts = (1..parts).filter_map(|part| empty_from(slots / parts * part));
        let mut starts: Vec<usize> = std::iter::once(0).chain(starts).chain([slots]).collect();
        starts.dedup();
        starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }

    /// How many entries of these slots have each priority.
    fn count_by_priority(&self, slots: Range<usize>) -> [usize; PRIORITIES] {
        let mut counts = [0; PRIORITIES];
        for words in self.slots[slots].iter().map(|slot| slot.load()).filter(|words| !words.is_empty()) {
            counts[priority::<C>(&words)] += 1;
        }
        counts
    }

    /// Drops the entries in these slots with a priority of `limit` or less, and closes the gaps.
    /// Returns how many are left.
    fn drop_up_to(&self, limit: usize, slots: Range<usize>) -> usize {
        let mut left = 0;
        for index in slots {
            let slot = &self.slots[index];
            let words = slot.load();
            if words.is_empty() {
                continue;
            }
            slot.clear();
            if priority::<C>(&words) > limit && C::is_possible(&words) {
                // The entries before this one have moved already, so no gap comes to be between an entry and its home.
                let home = index - words.offset();
                let offset = (0..words.offset()).find(|offset| self.slots[home + offset].load().is_empty());
                let offset = offset.unwrap_or(words.offset());
                self.slots[home + offset].store(words.moved_to(offset));
                pass(self.window(home), offset);
                left += 1;
            }
        }
        left
    }
}

/// Into how many parts this many slots are divided for `threads` threads.
fn parts_for(slots: usize, threads: usize) -> usize {
    let most = if threads > 1 { threads * PARTS } else { 1 };
    most.min(slots / MIN_PART).max(1)
}

/// Does the work on each of these ranges, with this many threads: each takes the next range as soon as it is done with one. The results are in no
/// particular order.
fn side_by_side<R: Send>(
    parts: Vec<Range<usize>>,
    threads: usize,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> impl Iterator<Item = R> {
    let next = AtomicUsize::new(0);
    let do_some = || -> Vec<R> {
        std::iter::from_fn(|| parts.get(next.fetch_add(1, Ordering::Relaxed)).cloned()).map(&work).collect()
    };
    let done: Vec<Vec<R>> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(parts.len())).map(|_| scope.spawn(do_some)).collect();
        let own = do_some();
        // A part that panics makes the search panic, as it would in one thread.
        let joined = others.into_iter().map(|thread| match thread.join() {
            Ok(results) => results,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.chain([own]).collect()
    });
    done.into_iter().flatten()
}
