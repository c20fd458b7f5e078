//! All legal moves of a side that is not in check.

use std::ops::ControlFlow::Continue;

use super::{Flow, MoveSink, drops};
use crate::attacks::{attacks, king_steps, line};
use crate::position::{Threats, gait};
use crate::{Bitboard, Color, PieceKind, Position, Square};

/// The promotion zones.
pub(super) static ZONE: [Bitboard; 2] =
    [Bitboard::far_ranks(Color::Black, 3), Bitboard::far_ranks(Color::White, 3)];

/// The pins of the side to move.
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

    /// What the pins leave of the destinations of the piece on `from`: a pinned piece stays on its line to the king.
    #[inline(always)]
    pub fn allow(&self, from: Square, to: Bitboard) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => to & line(king, from),
            _ => to,
        }
    }
}

/// Emits the moves of one piece to `to`, promoting and not, as the rules allow either.
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

/// Emits the moves of the king of the side to move, under these threats, to the safe squares of `to`.
#[inline(always)]
pub(super) fn king_moves<S: MoveSink>(
    position: &Position,
    sink: &mut S,
    king: Square,
    threats: &Threats,
    to: Bitboard,
) -> Flow {
    let own = position.pieces_of(position.side_to_move());
    let to = (king_steps(king) & to).without(own | threats.covered());
    sink.moves(king, PieceKind::King, to, false)
}

#[inline(always)]
pub(super) fn generate<S: MoveSink>(position: &Position, threats: &Threats, sink: &mut S) -> Flow {
    let us = position.side_to_move();
    let own = position.pieces_of(us);
    let occupied = position.occupied();
    let pins = Pins::new(position);
    for_each_piece(
        |gait| position.gait(us, gait),
        #[inline(always)]
        |from, kind| {
            let to = pins.allow(from, attacks(kind, us, from, occupied).without(own));
            piece_moves(sink, us, from, kind, to)
        },
    )?;
    if let Some(king) = position.king(us) {
        king_moves(position, sink, king, threats, Bitboard::ALL)?;
    }
    drops::generate(position, sink, |_| !occupied)
}

/// Calls `visit` for every piece but kings that `pieces` tells, gait by gait.
///
/// Each call names its kind as a constant, so that the visitor is compiled once per gait, without a jump per piece. Pieces
/// promoted to golds pass as golds: they move alike, and neither promotes.
#[inline(always)]
pub(super) fn for_each_piece(
    pieces: impl Fn(usize) -> Bitboard,
    mut visit: impl FnMut(Square, PieceKind) -> Flow,
) -> Flow {
    for from in pieces(gait::PAWN) {
        visit(from, PieceKind::Pawn)?;
    }
    for from in pieces(gait::LANCE) {
        visit(from, PieceKind::Lance)?;
    }
    for from in pieces(gait::KNIGHT) {
        visit(from, PieceKind::Knight)?;
    }
    for from in pieces(gait::SILVER) {
        visit(from, PieceKind::Silver)?;
    }
    for from in pieces(gait::GOLD) {
        visit(from, PieceKind::Gold)?;
    }
    for from in pieces(gait::BISHOP) {
        visit(from, PieceKind::Bishop)?;
    }
    for from in pieces(gait::ROOK) {
        visit(from, PieceKind::Rook)?;
    }
    for from in pieces(gait::HORSE) {
        visit(from, PieceKind::Horse)?;
    }
    for from in pieces(gait::DRAGON) {
        visit(from, PieceKind::Dragon)?;
    }
    Continue(())
}
