//! All legal evasions: the answers to a check.
//!
//! There are three kinds, and the generator makes only these: king moves, captures of the checker, and interpositions by a
//! move or a drop.

use std::ops::ControlFlow::Continue;

use super::{Flow, MoveSink, drops, legal};
use crate::attacks::{between, king_steps};
use crate::position::KingAttacks;
use crate::{Bitboard, Position};

/// Emits the evasions of the side to move, whose king faces `king_attacks`.
#[inline(always)]
pub(super) fn generate<S: MoveSink>(position: &Position, king_attacks: &KingAttacks, sink: &mut S) -> Flow {
    let us = position.side_to_move();
    let Some(king) = position.king(us) else { return Continue(()) };
    legal::king_moves(position, sink, king, king_attacks, Bitboard::ALL)?;
    let others = position.pieces_of(us).without(Bitboard::from_square(king));
    // Only the king can answer a double check. A side with nothing but its king has no other evasions either.
    if king_attacks.checkers.has_many() || others.is_empty() && position.hand(us).is_empty() {
        return Continue(());
    }
    let Some(checker) = king_attacks.checkers.first() else { return Continue(()) };
    let inside = between(king, checker);
    let mut protected = inside & king_steps(king);
    if others.any() {
        let occupied = position.occupied();
        let mut pinned = None;
        for square in inside | Bitboard::from_square(checker) {
            let attackers = position.attackers_to(square, us, occupied);
            protected |= Bitboard::from_square(square).only_if(attackers.any());
            let movers = attackers & others;
            if movers.is_empty() {
                continue;
            }
            // A pinned piece may only move along its line, which does not meet the line of the checker.
            for from in movers.without(*pinned.get_or_insert_with(|| position.pinned(us))) {
                if let Some(piece) = position.piece_at(from) {
                    legal::piece_moves(sink, us, from, piece.kind(), Bitboard::from_square(square))?;
                }
            }
        }
    }
    if inside.is_empty() {
        return Continue(());
    }
    sink.protected(protected & inside);
    drops::generate(position, sink, |_| inside)
}
