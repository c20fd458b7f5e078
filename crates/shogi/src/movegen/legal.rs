//! All legal moves of a side that is not in check.

use super::{Flow, MoveSink, drops};
use crate::attacks::{attacks, king_steps, line};
use crate::{Bitboard, Color, PieceKind, Position, Square};

/// The promotion zones.
pub(super) static ZONE: [Bitboard; 2] =
    [Bitboard::far_ranks(Color::Black, 3), Bitboard::far_ranks(Color::White, 3)];

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

/// Emits the moves of the king of the side to move to the safe squares of `to`.
#[inline(always)]
pub(super) fn king_moves<S: MoveSink>(position: &Position, sink: &mut S, king: Square, to: Bitboard) -> Flow {
    let us = position.side_to_move();
    // The king does not shield the squares behind it from the slider it runs from.
    let danger = position.attack_map(!us, position.occupied().without(Bitboard::of(king)));
    let to = (king_steps(king) & to).without(position.pieces_of(us) | danger);
    sink.moves(king, PieceKind::King, to, false)
}

#[inline(always)]
pub(super) fn generate<S: MoveSink>(position: &Position, sink: &mut S) -> Flow {
    let us = position.side_to_move();
    let own = position.pieces_of(us);
    let occupied = position.occupied();
    let pinned = position.pinned(us);
    let king = position.king(us);
    for from in own {
        let Some(piece) = position.piece_at(from) else { continue };
        if Some(from) == king {
            king_moves(position, sink, from, Bitboard::ALL)?;
            continue;
        }
        let mut to = attacks(piece.kind(), us, from, occupied).without(own);
        if let Some(king) = king
            && pinned.contains(from)
        {
            to &= line(king, from);
        }
        piece_moves(sink, us, from, piece.kind(), to)?;
    }
    drops::generate(position, sink, |_| !occupied)
}
