//! Proof hands and disproof hands: how few pieces in the attacker's hand still mate, how many still do not.
//!
//! On one board, more pieces in the attacker's hand are never worse for him: he can leave them there, and the defender, who
//! holds the rest, has fewer. So a result found for one hand is worth stating for the smallest hand that still mates, or
//! the largest that still does not. The rules below carry such hands from a node's children to the node; each is sound,
//! none promises the best hand there is.

use yomikiri_shogi::{Hand, Move, PieceKind, Position};

/// The hand of the side to move after `mv`, if it is `hand` now.
#[inline]
pub(crate) fn after(position: &Position, mv: Move, hand: Hand) -> Hand {
    match (mv.dropped(), position.piece_at(mv.to())) {
        (Some(kind), _) => hand.one_less(kind),
        (None, Some(captured)) => hand.one_more(captured.kind().unpromoted()),
        (None, None) => hand,
    }
}

/// The hand that becomes `hand` by the move `mv` of its holder. A captured piece need not be had before.
#[inline]
pub(crate) fn before(position: &Position, mv: Move, hand: Hand) -> Hand {
    match (mv.dropped(), position.piece_at(mv.to())) {
        (Some(kind), _) => hand.one_more(kind),
        (None, Some(captured)) => hand.one_less(captured.kind().unpromoted()),
        (None, None) => hand,
    }
}

/// At a defender's node in check: what the attacker must hold for the defender to have no more kinds to interpose than he
/// has here. If the defender lacks a kind that could be interposed, the attacker must keep all he has of it.
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

/// The same where the defender is not in check and may drop anything anywhere.
pub(crate) fn kept_from_free_defender(attacker: Hand, defender: Hand) -> Hand {
    let lacking = attacker.iter().filter(|&(kind, _)| !defender.has(kind));
    lacking.fold(Hand::EMPTY, |kept, (kind, _)| kept.with_count_of(kind, attacker))
}

/// At a defender's node: the largest of the hands up to `most` that leave the defender a piece of `kind` to drop.
pub(crate) fn leaving_one(kind: PieceKind, attacker: Hand, defender: Hand, most: Hand) -> Hand {
    let left = (0..defender.count(kind).saturating_sub(1)).fold(attacker, |hand, _| hand.one_more(kind));
    most.intersection(Hand::FULL.with_count_of(kind, left))
}

/// At an attacker's node where any move is allowed: the largest hand that has no drop that this hand does not have.
pub(crate) fn without_new_drops(attacker: Hand) -> Hand {
    let lacking = PieceKind::HAND.into_iter().filter(|&kind| !attacker.has(kind));
    lacking.fold(Hand::FULL, |most, kind| most.with_count_of(kind, Hand::EMPTY))
}

/// At an attacker's node: the largest hand that has no drop with check that this hand does not have. More of a kind that is
/// held gives no new move, nor does a kind that cannot be dropped with check.
pub(crate) fn without_new_checks(position: &Position, attacker: Hand) -> Hand {
    let mut most = Hand::FULL;
    for (kind, _) in position.checking_kinds().iter() {
        if !attacker.has(kind) {
            most = most.with_count_of(kind, Hand::EMPTY);
        }
    }
    most
}
