//! An entry of four words, and the slot that several threads read and write without a lock.
//!
//! # Torn reads
//!
//! A reader loads four words one by one while a writer may store them one by one, in any order. So a reader can see words of
//! different entries, or of different states of one entry. Nothing prevents this, but it is noticed: the first word is stored
//! combined with a [`mixture`] of the three others. A reader that sees a mixed entry computes a wrong identity, which is that of
//! no node, except by chance.
//!
//! That chance must not depend on *how* the words differ. Plain XOR of the words is not enough: two states of one entry differ in a
//! few bits of a number, and these bits would appear in the identity, perhaps as another hand of the same board. The mixture is a
//! folded 128-bit product of two words, combined with the third, and multiplied once more: a change of any word changes the upper
//! half of the result like a random number. A table that compares `n` bits of the identity accepts a mixed entry with a chance
//! of about 2⁻ⁿ.

use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_memory::Zeroed;

/// Slots from its home on in which an entry may be. An empty slot ends a search, so it is rarely as many. But with a bare king one board can
/// have more than a hundred hands, which are entries with one home hash.
pub(super) const WINDOW: usize = 1 << OFFSET_BITS;
const OFFSET_BITS: u32 = 8;
/// Bits of a key that determine the home.
pub const HOME_HASH_BITS: u32 = 29;
/// Of these, the ones an entry must hold: the upper ones follow from its home, even in the smallest table.
pub(super) const HELD_BITS: u32 = 13;
/// Bits of an entry that its owner may use besides the two words and the visits.
pub const EXTRA_BITS: u32 = 14;
/// Bits of the visits: what is left of a word beside these, the position and [`PASSED`].
const VISITS_BITS: u32 = 63 - VISITS_AT;
const VISITS_AT: u32 = EXTRA_BITS + HELD_BITS + OFFSET_BITS;
/// The most visits of an entry, 2²⁸ − 1.
const MAX_VISITS: u32 = (1 << VISITS_BITS) - 1;
/// The bit of `rest` that is set if an entry behind this line has its home at or before this line. It belongs to the slot, not to
/// the entry in it.
const PASSED: u64 = 1 << 63;
/// The bits of `rest` that say where an entry is.
const POSITION: u64 = (1 << (HELD_BITS + OFFSET_BITS)) - 1;

/// An entry. Its content is the owner's business except for `rest`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawEntry {
    /// What tells entries with the same home hash apart.
    pub identity: u64,
    /// The first word of content.
    pub first: u64,
    /// The second word of content.
    pub second: u64,
    /// From the highest bit down: [`PASSED`]; visits, [`VISITS_BITS`]; the owner's [`EXTRA_BITS`];
    /// the lower bits of the home hash, [`HELD_BITS`]; how many slots from its home the entry is,
    /// [`OFFSET_BITS`]. Zero if and only if there is no entry.
    pub(super) rest: u64,
}

impl RawEntry {
    /// An entry with this identity and content. `extra` has at most [`EXTRA_BITS`] bits. The visits
    /// become at least 1 and less than 2²⁸.
    #[inline(always)]
    pub fn new(identity: u64, first: u64, second: u64, visits: u32, extra: u32) -> RawEntry {
        debug_assert!(extra >> EXTRA_BITS == 0);
        let visits = u64::from(visits.clamp(1, MAX_VISITS));
        let rest = visits << VISITS_AT | u64::from(extra) << (HELD_BITS + OFFSET_BITS);
        RawEntry { identity, first, second, rest }
    }

    /// The work below the node: what it would cost to lose the entry. 0 if there is none.
    #[inline(always)]
    pub fn visits(&self) -> u32 {
        (self.rest >> VISITS_AT) as u32 & MAX_VISITS
    }

    /// The owner's bits.
    #[inline(always)]
    pub fn extra(&self) -> u32 {
        (self.rest >> (HELD_BITS + OFFSET_BITS)) as u32 & ((1 << EXTRA_BITS) - 1)
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.rest == 0
    }

    /// The lower bits of the home hash.
    pub(super) fn held(&self) -> u64 {
        (self.rest & POSITION) >> OFFSET_BITS
    }

    pub(super) fn offset(&self) -> usize {
        (self.rest & ((1 << OFFSET_BITS) - 1)) as usize
    }

    /// The same with this position, in a slot whose line is passed or not.
    #[inline(always)]
    pub(super) fn at(self, position: u64, passed: bool) -> RawEntry {
        RawEntry { rest: self.rest & !(POSITION | PASSED) | position | u64::from(passed) << 63, ..self }
    }

    /// The same, `offset` slots from its home, in a line that is not passed.
    pub(super) fn moved_to(self, offset: usize) -> RawEntry {
        self.at(self.held() << OFFSET_BITS | offset as u64, false)
    }

    #[inline(always)]
    pub(super) fn is_passed(&self) -> bool {
        self.rest & PASSED != 0
    }
}

/// The position bits of an entry with this home hash in the first slot of its home. Those of the
/// next slot are one more.
#[inline(always)]
pub(super) fn position_at_home(home_hash: u64) -> u64 {
    (home_hash & ((1 << HELD_BITS) - 1)) << OFFSET_BITS
}

/// A number in which every bit of the three words counts; see the [module](self).
#[inline(always)]
fn mixture(first: u64, second: u64, rest: u64) -> u64 {
    // Digits of π as constants: a zero factor, which would hide the other word, is as unlikely as any other value.
    let product = u128::from(first ^ 0x2437_f6a8_885a_308d) * u128::from(second ^ 0x1319_8a2e_0370_7344);
    ((product as u64) ^ (product >> 64) as u64 ^ rest).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A slot for an entry: half a cache line. Zero words are an empty one.
#[derive(Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Slot {
    /// The identity combined with the mixture of the others.
    checked: AtomicU64,
    first: AtomicU64,
    second: AtomicU64,
    rest: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == 32);

// SAFETY: atomic integers only.
unsafe impl Zeroed for Slot {}

impl Slot {
    /// The entry if it has this position, an empty one if the slot is, and `None` if it has another position. Of that only the last
    /// word is read.
    #[inline(always)]
    pub fn load_at(&self, position: u64) -> Option<RawEntry> {
        let rest = self.rest.load(Ordering::Relaxed);
        (rest == 0 || rest & POSITION == position).then(|| self.with_rest(rest))
    }

    /// Whatever the slot has.
    #[inline(always)]
    pub fn load(&self) -> RawEntry {
        self.with_rest(self.rest.load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn with_rest(&self, rest: u64) -> RawEntry {
        if rest == 0 {
            return RawEntry::default();
        }
        let first = self.first.load(Ordering::Relaxed);
        let second = self.second.load(Ordering::Relaxed);
        let identity = self.checked.load(Ordering::Relaxed) ^ mixture(first, second, rest);
        RawEntry { identity, first, second, rest }
    }

    /// Writes an entry.
    #[inline(always)]
    pub fn store(&self, words: RawEntry) {
        let RawEntry { identity, first, second, rest } = words;
        self.checked.store(identity ^ mixture(first, second, rest), Ordering::Relaxed);
        self.first.store(first, Ordering::Relaxed);
        self.second.store(second, Ordering::Relaxed);
        self.rest.store(rest, Ordering::Relaxed);
    }

    /// Notes that an entry is behind this line. The slot has an entry.
    #[inline]
    pub fn pass(&self) {
        let rest = self.rest.load(Ordering::Relaxed);
        if rest != 0 && rest & PASSED == 0 {
            self.store(RawEntry { rest: rest | PASSED, ..self.with_rest(rest) });
        }
    }

    /// Empties the slot.
    pub fn clear(&self) {
        for word in [&self.checked, &self.first, &self.second, &self.rest] {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// The words as they are in memory.
    #[cfg(test)]
    pub fn raw(&self) -> [u64; 4] {
        [&self.checked, &self.first, &self.second, &self.rest].map(|word| word.load(Ordering::Relaxed))
    }

    /// A slot with these words in memory.
    #[cfg(test)]
    pub fn from_raw(words: [u64; 4]) -> Slot {
        let [checked, first, second, rest] = words.map(AtomicU64::new);
        Slot { checked, first, second, rest }
    }
}

/// Slots of a line.
pub(super) const LINE: usize = 64 / size_of::<Slot>();

/// The entries with one home hash.
#[derive(Debug)]
pub(super) struct Entries<'a> {
    window: &'a [Slot; WINDOW],
    /// The position bits of an entry with this home hash in the next slot.
    position: u64,
    /// The slot that is looked at next.
    offset: usize,
    /// The `rest` of the slots of this line so far; at first something that lets the search begin.
    line: u64,
}

impl<'a> Entries<'a> {
    /// Those in a window, which begins at the home.
    #[inline(always)]
    pub fn new(window: &'a [Slot; WINDOW], home_hash: u64) -> Entries<'a> {
        Entries { window, position: position_at_home(home_hash), offset: 0, line: PASSED }
    }
}

impl Iterator for Entries<'_> {
    type Item = RawEntry;

    /// Only the last word is read of entries with other home hashes.
    #[inline(always)]
    fn next(&mut self) -> Option<RawEntry> {
        while self.offset < WINDOW {
            if self.offset.is_multiple_of(LINE) {
                if self.line & PASSED == 0 {
                    return None;
                }
                self.line = 0;
            }
            let slot = &self.window[self.offset];
            let rest = slot.rest.load(Ordering::Relaxed);
            if rest == 0 {
                return None;
            }
            let position = self.position;
            self.line |= rest;
            self.offset += 1;
            self.position += 1;
            if rest & POSITION == position {
                return Some(slot.with_rest(rest));
            }
        }
        None
    }
}
