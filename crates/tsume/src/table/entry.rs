//! What the words of an entry mean.

use yomikiri_pns::slots::{EXTRA_BITS, EntryFormat, RawEntry};
use yomikiri_pns::{Entry, Numbers, TableHit};
use yomikiri_shogi::Hand;

use crate::mate_game::MateKey;

/// The bits of a number.
pub(super) const NUMBER: u64 = (1 << 48) - 1;
const NO_MATE: u16 = u16::MAX;
/// The highest of the extra bits; the others are the distance.
const HAS_PATH_DISPROOF: u32 = 1 << (EXTRA_BITS - 1);

/// An entry without its board and hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct MateEntry {
    /// Proof number, 48 bits, 0 if there are no numbers; shortest mate proved, 16 bits, [`NO_MATE`] if none.
    pub proof: u64,
    /// Disproof number, 48 bits; one more than the longest limit refuted, 16 bits, 0 if none.
    pub disproof: u64,
    pub visits: u32,
    /// Shortest distance from the root; whether a disproof on some paths is known,
    /// [`HAS_PATH_DISPROOF`].
    extra: u32,
}

impl MateEntry {
    /// Of a node of which nothing is known.
    pub const NONE: MateEntry = MateEntry { proof: (NO_MATE as u64) << 48, disproof: 0, visits: 0, extra: 0 };

    /// What identifies an entry among those with its place: the upper half of the board's key, and the hand.
    #[inline(always)]
    pub fn identity(board: u64, hand: Hand) -> u64 {
        board >> 32 << 32 | u64::from(hand.to_bits())
    }

    /// The entry and its hand, if it belongs to this board. Besides the 32 bits of the board, 11 bits of what should be a hand are
    /// checked: a mixture of two entries is accepted with a chance of 2⁻⁴³.
    #[inline(always)]
    pub fn of_board(board: u64, words: &RawEntry) -> Option<(Hand, MateEntry)> {
        if (words.identity ^ board) >> 32 != 0 {
            return None;
        }
        Hand::from_bits(words.identity as u32).map(|hand| (hand, MateEntry::from_words(words)))
    }

    #[inline(always)]
    fn from_words(words: &RawEntry) -> MateEntry {
        MateEntry { proof: words.first, disproof: words.second, visits: words.visits(), extra: words.extra() }
    }

    /// What the entry of `key` becomes.
    #[inline(always)]
    pub fn changed(known: Option<RawEntry>, key: &MateKey, entry: &Entry) -> RawEntry {
        let mut now = known.map_or(MateEntry::NONE, |words| MateEntry::from_words(&words));
        now.visits = now.visits.max(entry.visits);
        match entry.numbers.value() {
            Some(true) => {
                let mate = now.mate().min(key.plies.to_bits());
                now.proof = now.proof & NUMBER | u64::from(mate) << 48;
            }
            Some(false) => {
                let refuted = now.refuted().max(key.plies.to_bits() + 1);
                now.disproof = now.disproof & NUMBER | u64::from(refuted) << 48;
            }
            None => {
                now.proof = now.proof & !NUMBER | entry.numbers.proof.get().min(NUMBER);
                now.disproof = now.disproof & !NUMBER | entry.numbers.disproof.get().min(NUMBER);
                let distance = entry.min_distance.clamp(0, HAS_PATH_DISPROOF as i32 - 1) as u32;
                now.extra = distance | if entry.has_path_disproof { HAS_PATH_DISPROOF } else { 0 };
            }
        }
        let identity = MateEntry::identity(key.board, key.hand);
        RawEntry::new(identity, now.proof, now.disproof, now.visits, now.extra)
    }

    /// The result of this entry that has this value and scope.
    #[inline(always)]
    pub fn found(&self, value: bool, key: MateKey) -> TableHit<MateKey> {
        let entry = Entry {
            numbers: Numbers::solved(value),
            min_distance: 0,
            visits: self.visits,
            solution_depth: key.plies.limit().unwrap_or(0),
            has_path_disproof: false,
        };
        TableHit { entry, key }
    }

    #[inline(always)]
    pub fn mate(&self) -> u16 {
        (self.proof >> 48) as u16
    }

    #[inline(always)]
    pub fn refuted(&self) -> u16 {
        (self.disproof >> 48) as u16
    }

    #[inline(always)]
    pub fn distance(&self) -> i32 {
        (self.extra & !HAS_PATH_DISPROOF) as i32
    }

    #[inline(always)]
    pub fn is_conditional(&self) -> bool {
        self.extra & HAS_PATH_DISPROOF != 0
    }
}

impl EntryFormat for MateEntry {
    fn is_solved(words: &RawEntry) -> bool {
        let entry = MateEntry::from_words(words);
        entry.mate() != NO_MATE || entry.refuted() != 0
    }

    fn is_possible(words: &RawEntry) -> bool {
        Hand::from_bits(words.identity as u32).is_some()
    }

    /// The shorter mate and the longer limit of the two. Numbers come from where more work was done.
    fn merged(known: Option<RawEntry>, new: RawEntry) -> RawEntry {
        let Some(known) = known else { return new };
        let (mut now, new) = (MateEntry::from_words(&known), MateEntry::from_words(&new));
        let mate = now.mate().min(new.mate());
        let refuted = now.refuted().max(new.refuted());
        if new.proof & NUMBER != 0 && (now.proof & NUMBER == 0 || new.visits > now.visits) {
            (now.proof, now.disproof) = (new.proof, new.disproof);
        }
        now.proof = now.proof & NUMBER | u64::from(mate) << 48;
        now.disproof = now.disproof & NUMBER | u64::from(refuted) << 48;
        RawEntry::new(known.identity, now.proof, now.disproof, now.visits.max(new.visits), now.extra)
    }
}
