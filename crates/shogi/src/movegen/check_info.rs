//! What a move must do to give check.

use super::{Flow, MoveSink};
use crate::attacks::{
    bishop_attacks, gold_steps, king_steps, knight_steps, lance_attacks, line, pawn_steps, rook_attacks,
    silver_steps,
};
use crate::position::gait;
use crate::{Bitboard, Move, PieceKind, Position, Square};

/// From where each kind of piece of the side to move gives check, and which of its pieces uncover one by moving away.
///
/// Computed when asked for, once per position that wants checks.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    king: Square,
    direct: [Bitboard; gait::COUNT],
    discoverers: Bitboard,
}

impl CheckInfo {
    /// For the side to move of `position`; `None` if the other side has no king.
    #[inline(always)]
    pub fn new(position: &Position) -> Option<CheckInfo> {
        let us = position.side_to_move();
        let them = !us;
        let king = position.king(them)?;
        let occupied = position.occupied();
        let around = king_steps(king);
        let (rook, bishop) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
        let mut direct = [Bitboard::EMPTY; gait::COUNT];
        direct[gait::PAWN] = pawn_steps(them, king);
        direct[gait::LANCE] = lance_attacks(them, king, occupied);
        direct[gait::KNIGHT] = knight_steps(them, king);
        direct[gait::SILVER] = silver_steps(them, king);
        direct[gait::GOLD] = gold_steps(them, king);
        direct[gait::BISHOP] = bishop;
        direct[gait::ROOK] = rook;
        direct[gait::HORSE] = bishop | around;
        direct[gait::DRAGON] = rook | around;
        let discoverers = position.blockers(king, us) & position.pieces_of(us);
        Some(CheckInfo { king, direct, discoverers })
    }

    /// The king to be checked.
    #[inline(always)]
    pub(super) fn king(&self) -> Square {
        self.king
    }

    /// From where a piece of this kind gives check by itself.
    #[inline(always)]
    pub fn direct(&self, kind: PieceKind) -> Bitboard {
        self.direct[gait::of(kind)]
    }

    /// Own pieces that stand alone between an own slider and the king.
    #[inline(always)]
    pub fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// The squares of `to` that give check when the piece on `from` lands there as `kind`.
    #[inline(always)]
    pub(super) fn checking(&self, from: Square, kind: PieceKind, to: Bitboard) -> Bitboard {
        let mut squares = self.direct(kind);
        if self.discoverers.contains(from) {
            squares |= !line(self.king, from);
        }
        to & squares
    }

    /// Whether a legal move of `position`, for which this was made, gives check.
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let to = Bitboard::of(mv.to());
        match (mv.from(), mv.dropped()) {
            (None, Some(kind)) => self.direct(kind).meets(to),
            (Some(from), _) => position.piece_at(from).is_some_and(|piece| {
                let kind = if mv.promotes() { piece.kind().promoted() } else { Some(piece.kind()) };
                kind.is_some_and(|kind| self.checking(from, kind, to).any())
            }),
            (None, None) => false,
        }
    }
}

/// Lets only checks through to another sink.
pub(super) struct OnlyChecks<'a, S> {
    pub info: &'a CheckInfo,
    pub sink: &'a mut S,
}

impl<S: MoveSink> MoveSink for OnlyChecks<'_, S> {
    #[inline(always)]
    fn moves(&mut self, from: Square, kind: PieceKind, to: Bitboard, promotes: bool) -> Flow {
        let landing = if promotes { kind.promoted().unwrap_or(kind) } else { kind };
        self.sink.moves(from, kind, self.info.checking(from, landing, to), promotes)
    }

    #[inline(always)]
    fn drops(&mut self, kind: PieceKind, to: Bitboard) -> Flow {
        self.sink.drops(kind, to & self.info.direct(kind))
    }
}
