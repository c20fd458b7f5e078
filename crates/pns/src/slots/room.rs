//! Growth and garbage collection.

use std::sync::atomic::Ordering;

use super::slot::{HELD_BITS, LINE, PLACE_BITS, WINDOW, Words};
use super::{Content, SlotStore, home_among, pass, worth};

/// A store that may grow does so when this share of its slots is taken, in twentieths: one half.
///
/// Measured on a mate search (number 8 of 将棋図巧; many boards have several hands, that is, entries with one place). The figures
/// are lines read by a search for what is not there and by one for what is there, which looks at all entries with its place, and the
/// share of homes whose window is full:
///
/// | load | not there | there | full windows |
/// |---|--:|--:|--:|
/// | 0.45 | 1.29 | 1.93 | 0.0003 |
/// | 0.50 | 1.42 | 2.19 | 0.0009 |
/// | 0.60 | 1.84 | 2.88 | 0.006 |
/// | 0.70 | 2.60 | 3.93 | 0.03 |
/// | 0.80 | 4.13 | 5.78 | 0.13 |
const GROWN_AT: usize = 10;
/// One that may not grow collects garbage at this share: the more entries it keeps the better, but in full windows they push each
/// other out. A load of 0.8 saved one collection of six or so.
const COLLECTED_AT: usize = 14;

impl<C: Content> SlotStore<C> {
    /// Whether the store should [make room](Self::make_room).
    #[inline(always)]
    pub fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.comfortable.load(Ordering::Relaxed)
    }

    /// Grows or collects garbage if the store is crowded. The caller sees to it that no other thread uses the store meanwhile.
    ///
    /// If one did, it would miss entries. While the store grows it could also take an entry for one of a node whose place differs in
    /// the upper bits, if all of the identity and the lower bits of the place agree; and an entry it writes may be lost.
    #[cold]
    pub fn make_room(&self) {
        if !self.is_crowded() {
            return;
        }
        if self.reached.load(Ordering::Relaxed) < self.allowed {
            self.grow();
        } else {
            self.collect();
        }
    }

    /// Takes the number of entries as counted; those that the stripes have not passed on are among them.
    pub(super) fn set_used(&self, used: usize) {
        self.used.store(used, Ordering::Relaxed);
        for stripe in &self.stripes {
            stripe.new.store(0, Ordering::Relaxed);
        }
    }

    /// Takes the `reached`th size.
    pub(super) fn set_size(&self, reached: usize) {
        let lines = self.sizes[reached - 1];
        self.reached.store(reached, Ordering::Relaxed);
        self.lines.store(lines, Ordering::Relaxed);
        let share = if reached < self.allowed { GROWN_AT } else { COLLECTED_AT };
        self.comfortable.store(lines * LINE / 20 * share, Ordering::Relaxed);
    }

    /// The place of an entry in slot `index`: the upper bits follow from its home in a store of `lines` lines.
    pub(super) fn place_at(lines: usize, index: usize, words: &Words) -> u64 {
        let home = ((index - words.offset()) / LINE) as u64;
        // The smallest place with this home; places with one home differ in the lower bits.
        let first = (home << PLACE_BITS).div_ceil(lines as u64);
        let place = first + (words.held().wrapping_sub(first) & ((1 << HELD_BITS) - 1));
        // Too large only if another thread wrote this entry while the store grew.
        place.min((1 << PLACE_BITS) - 1)
    }

    /// Half as many lines again, in place: homes keep their order, so every entry moves up, the last one first.
    fn grow(&self) {
        let reached = self.reached.load(Ordering::Relaxed);
        let (old, new) = (self.sizes[reached - 1], self.sizes[reached]);
        // The lowest move by less than a window, into slots that are not read yet: they go last, from a copy. An entry at or
        // above `LOWEST` has a home above 1.5 windows, and its new one is above its slot.
        const LOWEST: usize = 4 * WINDOW;
        let take = |index: usize| {
            let words = self.slots[index].load();
            if words.is_empty() {
                return None;
            }
            self.slots[index].clear();
            Some((Self::place_at(old, index, &words), words)).filter(|(_, words)| C::is_possible(words))
        };
        let lowest: Vec<(u64, Words)> = (0..LOWEST).filter_map(take).collect();
        let others = (LOWEST..old * LINE + WINDOW).rev().filter_map(take);
        let settled = others.chain(lowest).filter(|&(place, words)| self.settle(new, place, words)).count();
        self.set_used(settled);
        self.set_size(reached + 1);
    }

    /// Puts an entry into the first empty slot from its home in a store of `lines` lines. After the store has grown there
    /// nearly always is one; if not, the entry is lost. Returns whether there is one.
    fn settle(&self, lines: usize, place: u64, words: Words) -> bool {
        let home = home_among(lines, place);
        let offset = (0..WINDOW).find(|offset| self.slots[home + offset].load().is_empty());
        if let Some(offset) = offset {
            self.slots[home + offset].store(words.moved_to(offset));
            pass(self.window(home), offset);
        }
        offset.is_some()
    }

    /// Drops the entries of least worth, two fifths of all at least, and closes the gaps.
    fn collect(&self) {
        self.collections.store(self.collections.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        let mut by_worth = [0usize; 40];
        for words in self.slots.iter().map(|slot| slot.load()).filter(|words| !words.is_empty()) {
            by_worth[worth::<C>(&words)] += 1;
        }
        let all: usize = by_worth.iter().sum();
        let mut gone = 0;
        let dropped = by_worth.iter().position(|count| {
            gone += count;
            gone * 5 >= all * 2
        });
        let limit = dropped.unwrap_or(0);
        let mut used = 0;
        for (index, slot) in self.slots.iter().enumerate() {
            let words = slot.load();
            if words.is_empty() {
                continue;
            }
            slot.clear();
            if worth::<C>(&words) > limit && C::is_possible(&words) {
                // The entries before this one have moved already, so no gap comes to be between an entry and its home.
                let home = index - words.offset();
                let offset = (0..words.offset()).find(|offset| self.slots[home + offset].load().is_empty());
                let offset = offset.unwrap_or(words.offset());
                self.slots[home + offset].store(words.moved_to(offset));
                pass(self.window(home), offset);
                used += 1;
            }
        }
        self.set_used(used);
    }
}
