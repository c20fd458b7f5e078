//! All legal moves of a side that is not in check.
//!
//! Moves are legal from the start, not filtered afterwards: a pinned piece is limited to its line, and the king to squares
//! that are not attacked. The other generators share these parts.

use std::ops::ControlFlow::Continue;

use super::{Flow, MoveSink, drops};
use crate::attacks::{attacks, king_steps, line};
use crate::position::{KingAttacks, movement};
use crate::{Bitboard, Color, PieceKind, Position, Square};

/// The promotion zone of each side.
pub(super) static ZONE: [Bitboard; 2] =
    [Bitboard::far_ranks(Color::Black, 3), Bitboard::far_ranks(Color::White, 3)];

/// The pinned pieces of the side to move.
pub(super) struct Pins {
    king: Option<Square>,
    pinned: Bitboard,
}

impl Pins {
    #[inline(always)]
    pub fn new(position: &Position) -> Pins {
        let us = position.side_to_move();
        Pins { king: position.king(us), pinned: position.pinned(us) }
    }

    /// The squares of `to` that the piece on `from` may move to: a pinned piece stays on its line to the king.
    #[inline(always)]
    pub fn allow(&self, from: Square, to: Bitboard) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => to & line(king, from),
            _ => to,
        }
    }
}

/// Emits the moves of one piece to the squares of `to`, with and without promotion where the rules allow it.
#[inline(always)]
pub(super) fn piece_moves<S: MoveSink>(
    sink: &mut S,
    us: Color,
    from: Square,
    kind: PieceKind,
    to: Bitboard,
) -> Flow {
    if kind.promoted().is_some() {
        let zone = ZONE[us.index()];
        let promoting = if zone.contains(from) { to } else { to & zone };
        sink.moves(from, kind, promoting, true)?;
    }
    sink.moves(from, kind, to & drops::alive(us, kind), false)
}

/// Emits the moves of the king of the side to move to those squares of `to` that `king_attacks` leaves safe.
#[inline(always)]
pub(super) fn king_moves<S: MoveSink>(
    position: &Position,
    sink: &mut S,
    king: Square,
    king_attacks: &KingAttacks,
    to: Bitboard,
) -> Flow {
    let own = position.pieces_of(position.side_to_move());
    let to = (king_steps(king) & to).without(own | king_attacks.covered());
    sink.moves(king, PieceKind::King, to, false)
}

#[inline(always)]
pub(super) fn generate<S: MoveSink>(position: &Position, king_attacks: &KingAttacks, sink: &mut S) -> Flow {
    let us = position.side_to_move();
    let own = position.pieces_of(us);
    let occupied = position.occupied();
    let pins = Pins::new(position);
    for_each_piece(
        |movement| position.movers(us, movement),
        #[inline(always)]
        |from, kind| {
            let to = pins.allow(from, attacks(kind, us, from, occupied).without(own));
            piece_moves(sink, us, from, kind, to)
        },
    )?;
    if let Some(king) = position.king(us) {
        king_moves(position, sink, king, king_attacks, Bitboard::ALL)?;
    }
    drops::generate(position, sink, |_| !occupied)
}

/// Calls `visit` for every piece except kings. `pieces` maps each number from [`movement`] to the pieces that move in that way.
///
/// Each call passes the kind as a constant, so the compiler specializes `visit` for each kind and needs no branch per
/// piece. Pieces that promote to a gold are passed as golds: they move alike, and neither promotes.
#[inline(always)]
pub(super) fn for_each_piece(
    pieces: impl Fn(usize) -> Bitboard,
    mut visit: impl FnMut(Square, PieceKind) -> Flow,
) -> Flow {
    for from in pieces(movement::PAWN) {
        visit(from, PieceKind::Pawn)?;
    }
    for from in pieces(movement::LANCE) {
        visit(from, PieceKind::Lance)?;
    }
    for from in pieces(movement::KNIGHT) {
        visit(from, PieceKind::Knight)?;
    }
    for from in pieces(movement::SILVER) {
        visit(from, PieceKind::Silver)?;
    }
    for from in pieces(movement::GOLD) {
        visit(from, PieceKind::Gold)?;
    }
    for from in pieces(movement::BISHOP) {
        visit(from, PieceKind::Bishop)?;
    }
    for from in pieces(movement::ROOK) {
        visit(from, PieceKind::Rook)?;
    }
    for from in pieces(movement::HORSE) {
        visit(from, PieceKind::Horse)?;
    }
    for from in pieces(movement::DRAGON) {
        visit(from, PieceKind::Dragon)?;
    }
    Continue(())
}
