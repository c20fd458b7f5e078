//! Pieces in hand, packed into one integer.
//!
//! Every kind has a field wide enough for its count, and above each field is a *guard bit* that is always zero. Subtracting
//! one hand from another sets a guard bit if some kind has fewer pieces, so one subtraction and one test decide whether `a`
//! holds at least the pieces of `b`. A mate search asks that question (dominance) at every table lookup.

use std::fmt;

use crate::PieceKind;

/// The pieces that one side holds in hand.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(u32);

/// Lowest bit of each kind's field, by [`PieceKind::HAND`] order.
const SHIFT: [u32; 7] = [0, 6, 10, 14, 18, 22, 25];
/// Largest count each field can hold.
const CAPACITY: [u32; 7] = [31, 7, 7, 7, 7, 3, 3];
/// The bit above each field.
const GUARDS: u32 = {
    let mut guards = 0;
    let mut i = 0;
    while i < 7 {
        guards |= (CAPACITY[i] + 1) << SHIFT[i];
        i += 1;
    }
    guards
};

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand(0);

    /// The packed integer, different for different hands.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The hand with these [bits](Hand::to_bits), or `None` if a bit outside the fields is set.
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Hand> {
        let mut fields = 0;
        let mut i = 0;
        while i < 7 {
            fields |= CAPACITY[i] << SHIFT[i];
            i += 1;
        }
        if bits & !fields == 0 { Some(Hand(bits)) } else { None }
    }

    /// Whether the hand holds no piece.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pieces of `kind`; zero for kinds that are never in hand.
    #[inline(always)]
    pub const fn count(self, kind: PieceKind) -> u32 {
        let i = kind.index();
        if i < 7 { self.0 >> SHIFT[i] & CAPACITY[i] } else { 0 }
    }

    /// Whether the hand holds a piece of `kind`.
    #[inline(always)]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.count(kind) != 0
    }

    /// The number of pieces of all kinds.
    pub fn total(self) -> u32 {
        PieceKind::HAND.into_iter().map(|kind| self.count(kind)).sum()
    }

    /// The largest number of pieces of `kind` that a hand can represent: at least those of a full set, with some room for
    /// [lax](crate::Strictness::Lax) positions.
    pub const fn capacity(kind: PieceKind) -> u32 {
        let i = kind.index();
        if i < 7 { CAPACITY[i] } else { 0 }
    }

    /// This hand with `count` more pieces of `kind`; `None` if `kind` is never in hand or the field would overflow.
    #[must_use]
    pub const fn with(self, kind: PieceKind, count: u32) -> Option<Hand> {
        let i = kind.index();
        if i >= 7 || count > CAPACITY[i] - self.count(kind) {
            return None;
        }
        Some(Hand(self.0 + (count << SHIFT[i])))
    }

    /// Adds one piece of `kind`. There must be room, which holds in every position: the builder limits the pieces.
    #[inline(always)]
    pub(crate) const fn add(&mut self, kind: PieceKind) {
        debug_assert!(self.count(kind) < Hand::capacity(kind));
        self.0 += 1 << SHIFT[kind.index()];
    }

    /// Removes one piece of `kind`, which must be in the hand.
    #[inline(always)]
    pub(crate) const fn remove(&mut self, kind: PieceKind) {
        debug_assert!(self.has(kind));
        self.0 -= 1 << SHIFT[kind.index()];
    }

    /// All pieces of a full set except the kings. No hand of a strict position holds more.
    pub const FULL: Hand = {
        let mut bits = 0;
        let mut i = 0;
        while i < 7 {
            bits |= (PieceKind::HAND[i].set_size() as u32) << SHIFT[i];
            i += 1;
        }
        Hand(bits)
    };

    /// The bits of a kind's field.
    #[inline(always)]
    const fn field(kind: PieceKind) -> u32 {
        CAPACITY[kind.index()] << SHIFT[kind.index()]
    }

    /// This hand with its number of `kind` replaced by that of `other`. `kind` must be one that can be in hand.
    #[inline(always)]
    #[must_use]
    pub const fn with_count_of(self, kind: PieceKind, other: Hand) -> Hand {
        let field = Hand::field(kind);
        Hand(self.0 & !field | other.0 & field)
    }

    /// This hand with one more of `kind`, or unchanged if the field is full.
    #[inline(always)]
    #[must_use]
    pub const fn one_more(self, kind: PieceKind) -> Hand {
        if self.0 & Hand::field(kind) == Hand::field(kind) {
            self
        } else {
            Hand(self.0 + (1 << SHIFT[kind.index()]))
        }
    }

    /// This hand with one less of `kind`, or unchanged if it has none.
    #[inline(always)]
    #[must_use]
    pub const fn one_less(self, kind: PieceKind) -> Hand {
        if self.0 & Hand::field(kind) == 0 { self } else { Hand(self.0 - (1 << SHIFT[kind.index()])) }
    }

    /// A mask of the fields in which `self` holds at least as many as `other`.
    #[inline(always)]
    const fn fields_not_below(self, other: Hand) -> u32 {
        let guards = ((self.0 | GUARDS) - other.0) & GUARDS;
        let mut fields = 0;
        let mut i = 0;
        while i < 7 {
            let guard = guards >> (SHIFT[i] + CAPACITY[i].count_ones()) & 1;
            fields |= (CAPACITY[i] * guard) << SHIFT[i];
            i += 1;
        }
        fields
    }

    /// The larger number of each kind: the smallest hand that contains both.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Hand) -> Hand {
        let fields = self.fields_not_below(other);
        Hand(self.0 & fields | other.0 & !fields)
    }

    /// The smaller number of each kind: the largest hand that both contain.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Hand) -> Hand {
        let fields = self.fields_not_below(other);
        Hand(other.0 & fields | self.0 & !fields)
    }

    /// Whether `self ⊇ other`: this hand has at least as many of every kind (dominance).
    #[inline(always)]
    pub const fn contains(self, other: Hand) -> bool {
        self.0.wrapping_sub(other.0) & GUARDS == 0
    }

    /// The kinds in the hand with their numbers, weakest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = (PieceKind, u32)> {
        PieceKind::HAND.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand(")?;
        for (kind, count) in self.iter().rev() {
            write!(f, "{count}{}", kind.letter())?;
        }
        write!(f, ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_and_intersections_by_kind() {
        let hand = |pieces: &[(PieceKind, u32)]| {
            pieces.iter().fold(Hand::EMPTY, |hand, &(kind, count)| hand.with(kind, count).unwrap())
        };
        use PieceKind::{Gold, Pawn, Rook, Silver};
        let a = hand(&[(Pawn, 18), (Gold, 1), (Rook, 2)]);
        let b = hand(&[(Pawn, 3), (Gold, 4), (Silver, 2), (Rook, 2)]);
        assert_eq!(a.union(b), hand(&[(Pawn, 18), (Gold, 4), (Silver, 2), (Rook, 2)]));
        assert_eq!(a.intersection(b), hand(&[(Pawn, 3), (Gold, 1), (Rook, 2)]));
        assert_eq!((a.union(a), b.intersection(b)), (a, b));
        assert!(Hand::FULL.contains(a) && Hand::FULL.contains(b));
        assert_eq!(a.one_less(Silver), a);
        assert_eq!(a.one_less(Rook).one_more(Rook), a);
        assert_eq!(a.with_count_of(Gold, b).count(Gold), 4);
    }

    /// All hands with small counts, plus the full ones.
    fn samples() -> Vec<Hand> {
        let mut hands = vec![Hand::EMPTY];
        for kind in PieceKind::HAND {
            let more: Vec<Hand> = [1, Hand::capacity(kind) / 2, Hand::capacity(kind)]
                .into_iter()
                .flat_map(|n| hands.iter().filter_map(move |hand| hand.with(kind, n)).collect::<Vec<_>>())
                .collect();
            hands.extend(more);
        }
        hands.into_iter().step_by(61).collect()
    }

    #[test]
    fn dominance_is_componentwise() {
        let hands = samples();
        assert!(hands.len() > 100);
        for &a in &hands {
            for &b in &hands {
                let slow = PieceKind::HAND.into_iter().all(|kind| a.count(kind) >= b.count(kind));
                assert_eq!(a.contains(b), slow, "{a:?} ⊇ {b:?}");
            }
        }
    }

    #[test]
    fn counting() {
        let mut hand = Hand::EMPTY.with(PieceKind::Pawn, 18).unwrap().with(PieceKind::Rook, 2).unwrap();
        assert_eq!(hand.total(), 20);
        hand.remove(PieceKind::Pawn);
        hand.add(PieceKind::Knight);
        assert_eq!(
            hand.iter().collect::<Vec<_>>(),
            [(PieceKind::Pawn, 17), (PieceKind::Knight, 1), (PieceKind::Rook, 2)]
        );
        assert_eq!(hand.with(PieceKind::Rook, 2), None);
        assert_eq!(hand.with(PieceKind::King, 1), None);
        assert_eq!(Hand::from_bits(hand.to_bits()), Some(hand));
        assert_eq!(Hand::from_bits(1 << 31), None);
        assert_eq!(Hand::from_bits(GUARDS & GUARDS.wrapping_neg()), None);
    }
}
