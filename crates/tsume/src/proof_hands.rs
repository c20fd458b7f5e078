//! Proof hands (証明駒) and disproof hands (反証駒): the smallest hand of the attacker that still mates, the largest that does not.
//!
//! On one board, more pieces in hand are never worse for the attacker: he can keep them, and the defender, who holds all other
//! pieces, has fewer. So a result covers more hands than the one for which it was found. The functions below derive the hand
//! for which a node's result holds from those of its children. Each result is correct, but it need not be the best possible one.

use yomikiri_shogi::{Hand, Move, PieceKind, Position};

/// The hand of the side to move after its move `mv`, if it is `hand` before.
#[inline]
pub(crate) fn after(position: &Position, mv: Move, hand: Hand) -> Hand {
    match (mv.dropped(), position.piece_at(mv.to())) {
        (Some(kind), _) => hand.one_less(kind),
        (None, Some(captured)) => hand.one_more(captured.kind().unpromoted()),
        (None, None) => hand,
    }
}

/// The hand of the side to move before its move `mv`, if it must be at least `hand` after it. A piece that `mv` captures need
/// not be in hand before.
#[inline]
pub(crate) fn before(position: &Position, mv: Move, hand: Hand) -> Hand {
    match (mv.dropped(), position.piece_at(mv.to())) {
        (Some(kind), _) => hand.one_more(kind),
        (None, Some(captured)) => hand.one_less(captured.kind().unpromoted()),
        (None, None) => hand,
    }
}

/// At a defender's node in check: the smallest hand of the attacker with which the defender can interpose no more kinds than
/// here. If the defender has no piece of a kind that could be interposed, the attacker must keep all his pieces of that kind.
pub(crate) fn kept_from_defender(position: &Position, attacker: Hand, defender: Hand) -> Hand {
    let mut kept = Hand::EMPTY;
    if attacker.is_empty() {
        return kept;
    }
    for (kind, _) in position.interposing_kinds().iter() {
        if !defender.has(kind) {
            kept = kept.with_count_of(kind, attacker);
        }
    }
    kept
}

/// The same if the defender is not in check, so that he can drop pieces of every kind.
pub(crate) fn kept_from_free_defender(attacker: Hand, defender: Hand) -> Hand {
    let lacking = attacker.iter().filter(|&(kind, _)| !defender.has(kind));
    lacking.fold(Hand::EMPTY, |kept, (kind, _)| kept.with_count_of(kind, attacker))
}

/// At a defender's node: the largest hand of the attacker, at most `most`, with which the defender still has a piece of
/// `kind` to drop.
pub(crate) fn leaving_one(kind: PieceKind, attacker: Hand, defender: Hand, most: Hand) -> Hand {
    let left = (0..defender.count(kind).saturating_sub(1)).fold(attacker, |hand, _| hand.one_more(kind));
    most.intersection(Hand::FULL.with_count_of(kind, left))
}

/// At an attacker's node with all moves allowed: the largest hand with the same kinds to drop as `attacker`.
pub(crate) fn without_new_drops(attacker: Hand) -> Hand {
    let lacking = PieceKind::HAND.into_iter().filter(|&kind| !attacker.has(kind));
    lacking.fold(Hand::FULL, |most, kind| most.with_count_of(kind, Hand::EMPTY))
}

/// At an attacker's node with checks only: the largest hand with the same checks by drops as `attacker`. More pieces of a kind
/// that is in hand add no check, nor do pieces of a kind that cannot be dropped with check.
pub(crate) fn without_new_checks(position: &Position, attacker: Hand) -> Hand {
    let mut most = Hand::FULL;
    for (kind, _) in position.checking_kinds().iter() {
        if !attacker.has(kind) {
            most = most.with_count_of(kind, Hand::EMPTY);
        }
    }
    most
}
