//! The table of a mate search: all hands of a board in one place.
//!
//! An entry of 32 bytes belongs to a board and an attacker's hand. It holds up to three things: the numbers of an unsolved
//! node, the shortest mate proved for this hand, and the longest limit within which it was shown that there is none. A probe
//! looks at all hands of the board: a mate with a smaller hand, or no mate with a larger one, answers it as well.
//!
//! A board's entries start at a slot that follows from its key and go on for at most [`WINDOW`] slots. Keys are spread so that a
//! larger table keeps the order of the smaller one: growing is one sweep through memory. A table starts small and grows while
//! it may, so that a short search never touches memory it does not need. When it is full, the entries with the least work
//! below them go (Nagai's small-tree garbage collection).
//!
//! All of the memory is reserved at the start: whether the system has it is known before a search begins, and growing cannot
//! fail. What is not in use yet is only addresses.

use yomikiri_memory::{Buffer, OutOfMemory, Zeroed};
use yomikiri_pns::{Entry, Found, Numbers, ProofNumber, Table};
use yomikiri_shogi::Hand;

use crate::plies::Plies;
use crate::problem::MateKey;
use crate::techniques::Techniques;

/// A place for an entry, 32 bytes. Empty if `amount` is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
struct Slot {
    /// The half of the key that does not determine the place.
    tag: u32,
    hand: u32,
    /// Proof number, 48 bits, 0 if there are no numbers; shortest mate proved, 16 bits, [`NO_MATE`] if none.
    proof: u64,
    /// Disproof number, 48 bits; one more than the longest limit refuted, 16 bits, 0 if none.
    disproof: u64,
    amount: u32,
    /// Shortest distance from the root, 15 bits; whether a disproof on some paths is known, the highest bit.
    distance: u16,
    /// How far from its home the entry is, [`OFFSET_BITS`] bits; the lower bits of the place above them.
    place: u16,
}

const _: () = assert!(size_of::<Slot>() == 32);

// SAFETY: integers only.
unsafe impl Zeroed for Slot {}

/// How many slots from its home an entry may be. An empty slot ends a search, so it is rarely as many.
const WINDOW: usize = 16;
const OFFSET_BITS: u32 = 4;
/// Bits of a key that determine the place.
const PLACE_BITS: u32 = 29;
/// Of these, the ones an entry must hold: the upper ones follow from its home, even in the smallest table.
const HELD_BITS: u32 = 16 - OFFSET_BITS;
/// Slots of the smallest table.
const SMALLEST: usize = 1 << (PLACE_BITS - HELD_BITS);
/// Up to this many entries, a table is cleared entry by entry: the sweep over the smallest table takes as long as this many.
const FEW: usize = 1 << 12;
const NUMBER: u64 = (1 << 48) - 1;
const NO_MATE: u16 = u16::MAX;
const CONDITIONAL: u16 = 1 << 15;

#[inline(always)]
fn place_of(board: u64) -> u64 {
    board & ((1 << PLACE_BITS) - 1)
}

#[inline(always)]
fn home_among(homes: usize, place: u64) -> usize {
    ((place * homes as u64) >> PLACE_BITS) as usize
}

#[inline(always)]
fn tag_of(board: u64) -> u32 {
    (board >> 32) as u32
}

impl Slot {
    const EMPTY: Slot = Slot { tag: 0, hand: 0, proof: 0, disproof: 0, amount: 0, distance: 0, place: 0 };

    fn mate(&self) -> u16 {
        (self.proof >> 48) as u16
    }

    fn refuted(&self) -> u16 {
        (self.disproof >> 48) as u16
    }

    #[inline(always)]
    fn hand(&self) -> Hand {
        // Only hands are ever written here.
        Hand::from_bits(self.hand).unwrap_or_default()
    }

    fn is_solved(&self) -> bool {
        self.mate() != NO_MATE || self.refuted() != 0
    }

    /// What losing it would cost, on a logarithmic scale.
    fn worth(&self) -> usize {
        let amount = u64::from(self.amount) * if self.is_solved() { 4 } else { 1 };
        amount.ilog2() as usize
    }

    fn new(board: u64, hand: Hand) -> Slot {
        Slot {
            tag: tag_of(board),
            hand: hand.to_bits(),
            proof: u64::from(NO_MATE) << 48,
            disproof: 0,
            amount: 1,
            distance: 0,
            place: (place_of(board) << OFFSET_BITS) as u16,
        }
    }

    /// Whether it belongs to this board, if it is `offset` slots behind the board's home. An entry with the same offset has the same
    /// home, so all bits of the key that the table uses are compared: 32 of the tag and [`PLACE_BITS`] of the place.
    #[inline(always)]
    fn is_of(&self, board: u64, offset: usize) -> bool {
        let place = (place_of(board) << OFFSET_BITS) as u16 | offset as u16;
        self.tag == tag_of(board) && self.place == place
    }

    #[inline(always)]
    fn distance(&self) -> i32 {
        i32::from(self.distance & !CONDITIONAL)
    }

    fn offset(&self) -> usize {
        usize::from(self.place & ((1 << OFFSET_BITS) - 1))
    }

    fn set_offset(&mut self, offset: usize) {
        self.place = self.place & !((1 << OFFSET_BITS) - 1) | offset as u16;
    }
}

/// What a mate search knows: all hands of a board in one place, in bounded memory.
#[derive(Debug)]
pub struct MateTable {
    /// Room for the largest table. The last [`WINDOW`] are beyond every home.
    slots: Buffer<Slot>,
    homes: usize,
    /// The numbers of homes that the table can have, the smallest first.
    sizes: Vec<usize>,
    /// How many of `sizes` are not larger than the table is.
    reached: usize,
    used: usize,
    /// The slots that were taken since the table was empty, as long as they are few.
    taken: Vec<u32>,
    collections: u64,
    /// Whether results for other hands of a board count.
    dominance: bool,
    /// Whether their numbers do.
    borrowing: bool,
}

impl MateTable {
    /// The bytes of the smallest table, 4 MiB.
    pub const LEAST_BYTES: u64 = (size_of::<Slot>() * SMALLEST) as u64;
    /// The bytes of the largest table, 16 GiB: a key has no bits for more places.
    pub const MOST_BYTES: u64 = size_of::<Slot>() as u64 * (1 << PLACE_BITS);

    /// An empty table that uses at most `bytes` bytes, if that is between [`LEAST_BYTES`](Self::LEAST_BYTES) and
    /// [`MOST_BYTES`](Self::MOST_BYTES); otherwise one of these sizes. [`memory`](Self::memory) returns its size.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn with_memory(bytes: usize) -> Result<MateTable, OutOfMemory> {
        let most_homes = (bytes / size_of::<Slot>()).clamp(SMALLEST, 1 << PLACE_BITS);
        let mut homes = most_homes;
        let mut sizes = vec![homes];
        while homes / 3 * 2 >= SMALLEST {
            homes = homes / 3 * 2;
            sizes.push(homes);
        }
        sizes.reverse();
        Ok(MateTable {
            slots: Buffer::zeroed(most_homes + WINDOW)?,
            homes,
            sizes,
            reached: 1,
            used: 0,
            taken: Vec::new(),
            collections: 0,
            dominance: true,
            borrowing: true,
        })
    }

    /// Forgets everything. This takes as long as what is forgotten needed: a few entries are cleared one by one.
    pub fn clear(&mut self) {
        if self.taken.len() < FEW {
            for &index in &self.taken {
                self.slots[index as usize] = Slot::EMPTY;
            }
        } else {
            self.slots.clear(self.homes + WINDOW);
        }
        self.taken.clear();
        (self.homes, self.reached) = (self.sizes[0], 1);
        (self.used, self.collections) = (0, 0);
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
        self.capacity() * size_of::<Slot>() as u64
    }

    /// The most entries it can hold.
    pub fn capacity(&self) -> u64 {
        self.sizes.last().copied().unwrap_or(self.homes) as u64
    }

    #[inline(always)]
    fn home(&self, place: u64) -> usize {
        home_among(self.homes, place)
    }

    #[inline(always)]
    fn window(&self, board: u64) -> &[Slot] {
        let home = self.home(place_of(board));
        &self.slots[home..home + WINDOW]
    }

    /// The place of the entry in slot `index`: the upper bits follow from its home in this table.
    fn place_at(&self, index: usize) -> u64 {
        let slot = &self.slots[index];
        let home = (index - slot.offset()) as u64;
        let low = u64::from(slot.place >> OFFSET_BITS);
        // The smallest place with this home; places with one home differ in the lower bits.
        let first = (home << PLACE_BITS).div_ceil(self.homes as u64);
        first + (low.wrapping_sub(first) & ((1 << HELD_BITS) - 1))
    }

    /// Where to write the entry of this board and hand: its own slot, an empty one, or that of the least worth.
    fn slot_for(&mut self, board: u64, hand: Hand) -> &mut Slot {
        let hand_bits = hand.to_bits();
        let home = self.home(place_of(board));
        let mut chosen = home;
        let mut least = usize::MAX;
        for index in home..home + WINDOW {
            let slot = &self.slots[index];
            if slot.amount == 0 {
                self.used += 1;
                if self.taken.len() < FEW {
                    self.taken.push(index as u32);
                }
                chosen = index;
                break;
            }
            if slot.is_of(board, index - home) && slot.hand == hand_bits {
                return &mut self.slots[index];
            }
            if slot.worth() < least {
                (chosen, least) = (index, slot.worth());
            }
        }
        let slot = &mut self.slots[chosen];
        *slot = Slot::new(board, hand);
        slot.set_offset(chosen - home);
        slot
    }

    fn make_room(&mut self) {
        if self.used * 5 > self.homes * 3 && self.reached < self.sizes.len() {
            self.grow();
        } else if self.used * 5 > self.homes * 4 {
            self.collect();
        }
    }

    /// Half as many homes again, in place: homes keep their order, so every entry moves up, the last one first.
    #[cold]
    fn grow(&mut self) {
        let Some(&homes) = self.sizes.get(self.reached) else { return };
        self.reached += 1;
        // The lowest move by less than a window, into slots that are not read yet: they go last, from a copy.
        const LOWEST: usize = 4 * WINDOW;
        let end = self.homes + WINDOW;
        let lowest: Vec<(u64, Slot)> =
            (0..LOWEST).map(|index| (self.place_at(index), self.slots[index])).collect();
        self.slots[..LOWEST].fill(Slot::EMPTY);
        self.used = 0;
        for index in (LOWEST..end).rev() {
            let slot = self.slots[index];
            if slot.amount != 0 {
                let place = self.place_at(index);
                self.slots[index] = Slot::EMPTY;
                self.settle(homes, place, slot);
            }
        }
        for (place, slot) in lowest {
            if slot.amount != 0 {
                self.settle(homes, place, slot);
            }
        }
        self.homes = homes;
    }

    /// Puts an entry into the first empty slot from its home in a table of `homes` homes. After the table has grown there
    /// nearly always is one; if not, the entry is lost.
    fn settle(&mut self, homes: usize, place: u64, slot: Slot) {
        let home = home_among(homes, place);
        if let Some(offset) = (0..WINDOW).find(|offset| self.slots[home + offset].amount == 0) {
            self.used += 1;
            self.slots[home + offset] = slot;
            self.slots[home + offset].set_offset(offset);
        }
    }

    /// Drops the entries of least worth, two fifths of all at least, and closes the gaps.
    fn collect(&mut self) {
        self.collections += 1;
        let mut by_worth = [0usize; 40];
        for slot in self.slots.iter().filter(|slot| slot.amount != 0) {
            by_worth[slot.worth()] += 1;
        }
        let mut gone = 0;
        let limit = by_worth
            .iter()
            .position(|count| {
                gone += count;
                gone * 5 >= self.used * 2
            })
            .unwrap_or(0);
        self.used = 0;
        for index in 0..self.slots.len() {
            let slot = self.slots[index];
            if slot.amount == 0 {
                continue;
            }
            self.slots[index].amount = 0;
            if slot.worth() > limit {
                let home = index - slot.offset();
                let place = (home..=index).find(|&place| self.slots[place].amount == 0).unwrap_or(index);
                self.slots[place] = slot;
                self.slots[place].set_offset(place - home);
                self.used += 1;
            }
        }
    }
}

impl Table<MateKey> for MateTable {
    const LARGEST: ProofNumber = ProofNumber::finite(NUMBER);

    #[inline]
    fn get(&self, key: &MateKey) -> Option<Found<MateKey>> {
        let plies = key.plies.to_bits();
        // The node's own entry; and the largest number that a better or lesser hand lends it, with the lender's distance.
        let mut own = &Slot::EMPTY;
        let (mut proof, mut disproof) = ((0, 0), (0, 0));
        for (offset, slot) in self.window(key.board).iter().enumerate() {
            if slot.amount == 0 {
                break;
            }
            if !slot.is_of(key.board, offset) || !self.dominance && slot.hand() != key.hand {
                continue;
            }
            let hand = slot.hand();
            let (mate, refuted) = (slot.mate(), slot.refuted());
            let solved = if mate <= plies && key.hand.contains(hand) {
                Some((true, Plies::from_bits(mate)))
            } else if refuted > plies && hand.contains(key.hand) {
                Some((false, Plies::from_bits(refuted - 1)))
            } else {
                None
            };
            if let Some((value, plies)) = solved {
                let entry = Entry {
                    numbers: Numbers::solved(value),
                    min_distance: 0,
                    amount: slot.amount,
                    solution_depth: plies.limit().unwrap_or(0),
                    conditional: false,
                };
                return Some(Found { entry, key: MateKey { board: key.board, hand, plies } });
            }
            if slot.proof & NUMBER == 0 {
                continue;
            }
            if hand == key.hand {
                own = slot;
            } else if !self.borrowing {
                continue;
            } else if hand.contains(key.hand) {
                proof = proof.max((slot.proof & NUMBER, slot.distance()));
            } else if key.hand.contains(hand) {
                disproof = disproof.max((slot.disproof & NUMBER, slot.distance()));
            }
        }
        if own.amount == 0 && proof.0 | disproof.0 == 0 {
            return None;
        }
        // Numbers that come from a node nearer to the root are as old as that node.
        let mut distance = if own.amount == 0 { i32::MAX } else { own.distance() };
        let mut raised = |own: u64, (lent, lender): (u64, i32)| {
            if lent > own {
                distance = distance.min(lender);
            }
            own.max(lent).max(1)
        };
        let numbers =
            Numbers::new(raised(own.proof & NUMBER, proof), raised(own.disproof & NUMBER, disproof));
        Some(Found {
            entry: Entry {
                numbers,
                min_distance: distance,
                amount: own.amount,
                solution_depth: 0,
                conditional: own.distance & CONDITIONAL != 0,
            },
            key: *key,
        })
    }

    #[inline(always)]
    fn prefetch(&self, key: &MateKey) {
        let home = self.home(place_of(key.board));
        // Two slots a line: the first three of the window.
        for slot in [&raw const self.slots[home], &raw const self.slots[home + 2]] {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a prefetch reads nothing that the program could notice; the address is that of a slot.
            unsafe {
                std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(slot.cast());
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = slot;
        }
    }

    fn put(&mut self, key: MateKey, entry: Entry) {
        self.make_room();
        let slot = self.slot_for(key.board, key.hand);
        slot.amount = slot.amount.max(entry.amount).max(1);
        match entry.numbers.value() {
            Some(true) => {
                let mate = slot.mate().min(key.plies.to_bits());
                slot.proof = slot.proof & NUMBER | u64::from(mate) << 48;
            }
            Some(false) => {
                let refuted = slot.refuted().max(key.plies.to_bits() + 1);
                slot.disproof = slot.disproof & NUMBER | u64::from(refuted) << 48;
            }
            None => {
                slot.proof = slot.proof & !NUMBER | entry.numbers.proof.get().min(NUMBER);
                slot.disproof = slot.disproof & !NUMBER | entry.numbers.disproof.get().min(NUMBER);
                let distance = entry.min_distance.clamp(0, i32::from(CONDITIONAL - 1)) as u16;
                slot.distance = distance | if entry.conditional { CONDITIONAL } else { 0 };
            }
        }
    }

    fn len(&self) -> usize {
        self.used
    }

    fn collections(&self) -> u64 {
        self.collections
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(board: u64, pawns: u32) -> MateKey {
        let hand = (0..pawns).fold(Hand::EMPTY, |hand, _| hand.one_more(yomikiri_shogi::PieceKind::Pawn));
        MateKey { board, hand, plies: Plies::UNLIMITED }
    }

    fn entry(numbers: Numbers) -> Entry {
        Entry { numbers, min_distance: 3, amount: 1, solution_depth: 0, conditional: false }
    }

    /// Boards that are spread like Zobrist keys.
    fn board(index: u64) -> u64 {
        let z = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (z ^ z >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    #[test]
    fn results_stand_for_other_hands_and_limits() {
        let mut table = MateTable::with_memory(4 << 20).unwrap();
        let mate = MateKey { plies: Plies::new(7), ..key(board(1), 2) };
        table.put(mate, entry(Numbers::PROVEN));
        table.put(key(board(1), 0), entry(Numbers::DISPROVEN));
        let value = |pawns, plies| {
            let asked = MateKey { plies: Plies::new(plies), ..key(board(1), pawns) };
            table.get(&asked).and_then(|found| found.entry.numbers.value())
        };
        assert_eq!((value(2, 7), value(3, 9)), (Some(true), Some(true)));
        assert_eq!((value(2, 5), value(1, 99)), (None, None));
        assert_eq!((value(0, 99), value(0, 1)), (Some(false), Some(false)));
        let found = table.get(&key(board(1), 5)).unwrap();
        assert_eq!(found.key, mate, "what the mate stands for");
    }

    #[test]
    fn growing_loses_next_to_nothing() {
        let mut table = MateTable::with_memory(64 << 20).unwrap();
        let count = 1_000_000;
        for index in 0..count {
            table.put(key(board(index), (index % 3) as u32), entry(Numbers::new(index + 1, 2)));
        }
        let numbers =
            |index| table.get(&key(board(index), (index % 3) as u32)).map(|found| found.entry.numbers);
        let kept = (0..count).filter(|&index| numbers(index) == Some(Numbers::new(index + 1, 2))).count();
        assert!(kept as u64 > count * 99 / 100, "{kept} of {count}");
        assert_eq!(table.collections(), 0);
    }

    #[test]
    fn collecting_keeps_what_took_most_work() {
        let mut table = MateTable::with_memory(4 << 20).unwrap();
        for index in 0..1_000_000 {
            let amount = if index % 50 == 0 { 1000 } else { 1 };
            let entry = Entry { amount, ..entry(Numbers::new(1, 1)) };
            table.put(key(board(index), 0), entry);
        }
        assert!(table.collections() > 0 && table.len() <= SMALLEST);
        let large =
            (0..1_000_000).step_by(50).filter(|&index| table.get(&key(board(index), 0)).is_some()).count();
        assert!(large > 18_000, "{large} of 20,000");
    }

    #[test]
    fn a_cleared_table_is_as_good_as_new() {
        let mut table = MateTable::with_memory(64 << 20).unwrap();
        // Few entries, then many, then enough that the table grows; then few again.
        for count in [10, FEW as u64 - 1, FEW as u64, 50_000, 500_000, 10] {
            let mut new = MateTable::with_memory(64 << 20).unwrap();
            for index in 0..count {
                let (key, entry) =
                    (key(board(index + count), (index % 7) as u32), entry(Numbers::new(index + 1, 2)));
                new.put(key, entry);
                table.put(key, entry);
            }
            assert_eq!(
                (table.len(), table.homes, &table.slots[..]),
                (new.len(), new.homes, &new.slots[..]),
                "{count}"
            );
            table.clear();
            assert!(table.is_empty() && table.slots.iter().all(|&slot| slot == Slot::EMPTY), "{count}");
        }
    }

    #[test]
    fn boards_of_neighbouring_homes_are_told_apart() {
        let mut table = MateTable::with_memory(4 << 20).unwrap();
        // The two keys differ in a bit that no entry holds: only the home shows it.
        let (one, next) = (board(1) & !(1 << HELD_BITS), board(1) | 1 << HELD_BITS);
        assert_eq!(table.home(place_of(one)) + 1, table.home(place_of(next)));
        // Another board takes the home of the first, so that its entry is in that of the second.
        table.put(key(one ^ 1 << 40, 0), entry(Numbers::new(3, 4)));
        table.put(key(one, 0), entry(Numbers::new(5, 6)));
        assert_eq!(table.get(&key(next, 0)), None);
        table.put(key(next, 0), entry(Numbers::new(7, 8)));
        let numbers = |board| table.get(&key(board, 0)).unwrap().entry.numbers;
        assert_eq!((numbers(one), numbers(next)), (Numbers::new(5, 6), Numbers::new(7, 8)));
    }

    #[test]
    fn sizes_are_within_what_there_can_be() {
        let memory = |bytes| MateTable::with_memory(bytes).unwrap().memory();
        assert_eq!((memory(1), memory(64 << 20)), (MateTable::LEAST_BYTES, 64 << 20));
        assert_eq!((memory(16 << 30), memory(900 << 40)), (MateTable::MOST_BYTES, MateTable::MOST_BYTES));
        assert_eq!((MateTable::LEAST_BYTES, MateTable::MOST_BYTES), (4 << 20, 16 << 30));
    }
}
