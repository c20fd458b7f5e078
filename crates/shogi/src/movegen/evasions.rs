//! All legal answers to a check.

use std::ops::ControlFlow::Continue;

use super::{Flow, MoveSink, drops, legal};
use crate::attacks::between;
use crate::position::Threats;
use crate::{Bitboard, Position};

/// Emits the answers to the checks among `threats`: king moves, captures of the checker, interpositions.
#[inline(always)]
pub(super) fn generate<S: MoveSink>(position: &Position, threats: &Threats, sink: &mut S) -> Flow {
    let us = position.side_to_move();
    let Some(king) = position.king(us) else { return Continue(()) };
    legal::king_moves(position, sink, king, threats, Bitboard::ALL)?;
    let others = position.pieces_of(us).without(Bitboard::of(king));
    // Only the king can answer a double check, or if there is nobody else.
    if threats.checkers.has_many() || others.is_empty() && position.hand(us).is_empty() {
        return Continue(());
    }
    let Some(checker) = threats.checkers.first() else { return Continue(()) };
    let inside = between(king, checker);
    if others.any() {
        // A pinned piece leaves its line or stays on it; neither touches the line of a single check by another piece.
        let movers = others.without(position.pinned(us));
        let occupied = position.occupied();
        for square in inside | Bitboard::of(checker) {
            for from in position.attackers_to(square, us, occupied) & movers {
                if let Some(piece) = position.piece_at(from) {
                    legal::piece_moves(sink, us, from, piece.kind(), Bitboard::of(square))?;
                }
            }
        }
    }
    drops::generate(position, sink, |_| inside)
}
