//! The conditions under which a move gives check.
//!
//! A piece gives check directly, from a square that attacks the king, or by discovery, when it leaves the line of a slider
//! behind it. Both conditions are sets of squares, computed once per position.

use super::{Flow, MoveSink};
use crate::attacks::{
    bishop_attacks, gold_steps, king_steps, knight_steps, lance_attacks, line, pawn_steps, rook_attacks,
    silver_steps,
};
use crate::position::movement;
use crate::{Bitboard, Move, PieceKind, Position, Square};

/// The squares from which each kind of piece of the side to move gives check, and the pieces that can discover a check.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    king: Square,
    direct: [Bitboard; movement::COUNT],
    discoverers: Bitboard,
}

impl CheckInfo {
    /// Computes the sets for the side to move of `position`; `None` if the other side has no king.
    #[inline(always)]
    pub fn new(position: &Position) -> Option<CheckInfo> {
        let us = position.side_to_move();
        let them = !us;
        let king = position.king(them)?;
        let occupied = position.occupied();
        let around = king_steps(king);
        let (rook, bishop) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
        let mut direct = [Bitboard::EMPTY; movement::COUNT];
        direct[movement::PAWN] = pawn_steps(them, king);
        direct[movement::LANCE] = lance_attacks(them, king, occupied);
        direct[movement::KNIGHT] = knight_steps(them, king);
        direct[movement::SILVER] = silver_steps(them, king);
        direct[movement::GOLD] = gold_steps(them, king);
        direct[movement::BISHOP] = bishop;
        direct[movement::ROOK] = rook;
        direct[movement::HORSE] = bishop | around;
        direct[movement::DRAGON] = rook | around;
        let discoverers = position.blockers(king, us) & position.pieces_of(us);
        Some(CheckInfo { king, direct, discoverers })
    }

    /// The square of the king to be checked.
    #[inline(always)]
    pub(super) fn king(&self) -> Square {
        self.king
    }

    /// The squares from which a piece of this kind gives a direct check.
    #[inline(always)]
    pub(super) fn direct(&self, kind: PieceKind) -> Bitboard {
        self.direct[movement::of(kind)]
    }

    /// The pieces that alone block the line from a slider of their own side to the king, so that moving away may give check.
    #[inline(always)]
    pub(super) fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// The squares of `to` on which the piece from `from`, as `kind` after the move, gives check.
    #[inline(always)]
    pub(super) fn checking(&self, from: Square, kind: PieceKind, to: Bitboard) -> Bitboard {
        let mut squares = self.direct(kind);
        if self.discoverers.contains(from) {
            squares |= !line(self.king, from);
        }
        to & squares
    }

    /// Whether `mv` gives check. `position` must be the one for which this was computed, and `mv` legal in it.
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let to = Bitboard::from_square(mv.to());
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

/// Passes only the moves that give check on to another sink.
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
