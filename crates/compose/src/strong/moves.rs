//! Checks and evasions with strong pieces, by definition: each candidate is played and tested.

use yomikiri_shogi::attacks::{attacks, between};
use yomikiri_shogi::{Bitboard, Color, Move, PieceKind, Square};

use super::position::{StrongKind, StrongPiece, StrongPosition};

impl StrongPosition {
    /// The moves of the side to move after which the other king is in check and the own king is not. They are ordered by origin
    /// and destination, promotions first; drops come last, by kind and destination.
    pub fn checks(&self) -> Vec<Move> {
        let (us, them) = (self.side_to_move(), !self.side_to_move());
        let Some(king) = self.king(them) else { return Vec::new() };
        let mut candidates = Vec::new();
        let goals = !(self.pieces_of(us) | Bitboard::from_square(king));
        for from in self.pieces_of(us) {
            self.moves_of(from, goals, &mut candidates);
        }
        // A drop discovers no check. Unless the king is already attacked, the dropped piece must attack it, so it must be on a
        // square that the other side's piece of this kind would attack from the king's square.
        let attacked = self.in_check(them);
        for kind in PieceKind::HAND {
            let near = attacks(kind, them, king, self.occupied());
            self.drops_of(kind, if attacked { Bitboard::ALL } else { near }, &mut candidates);
        }
        let mut after = self.clone();
        candidates.retain(|&mv| {
            let undo = after.make(mv);
            let check = after.in_check(them) && !after.in_check(us);
            // A dropped pawn may give check but not mate.
            let foul = check && mv.dropped() == Some(PieceKind::Pawn) && !after.has_evasion();
            after.unmake(mv, undo);
            check && !foul
        });
        candidates
    }

    /// The moves of the side to move, whose king is in check, after which it is not. Ordered like [`checks`](Self::checks).
    pub fn evasions(&self) -> Vec<Move> {
        let mut candidates = self.possible_evasions();
        let mut after = self.clone();
        candidates.retain(|&mv| after.evades(mv));
        candidates
    }

    /// Whether there is an evasion.
    pub fn has_evasion(&self) -> bool {
        let mut after = self.clone();
        self.possible_evasions().into_iter().any(|mv| after.evades(mv))
    }

    /// Whether a candidate is an evasion. A pawn dropped to interpose may not mate either.
    fn evades(&mut self, mv: Move) -> bool {
        let us = self.side_to_move();
        let undo = self.make(mv);
        let safe = !self.in_check(us);
        let foul = safe && mv.dropped() == Some(PieceKind::Pawn) && self.in_check(!us) && !self.has_evasion();
        self.unmake(mv, undo);
        safe && !foul
    }

    fn possible_evasions(&self) -> Vec<Move> {
        let us = self.side_to_move();
        let Some(king) = self.king(us) else { return Vec::new() };
        let checkers = self.checkers(us);
        // Against two checkers only a king move helps.
        let (stops, cut_off) = match checkers.first() {
            Some(checker) if checkers.is_single() => {
                (between(king, checker) | checkers, between(king, checker))
            }
            _ => (Bitboard::EMPTY, Bitboard::EMPTY),
        };
        let own = self.pieces_of(us);
        let other_king = self.king(!us).map_or(Bitboard::EMPTY, Bitboard::from_square);
        let mut candidates = Vec::new();
        for from in own {
            let goals = if from == king { Bitboard::ALL } else { stops };
            self.moves_of(from, goals.without(own | other_king), &mut candidates);
        }
        for kind in PieceKind::HAND {
            self.drops_of(kind, cut_off, &mut candidates);
        }
        candidates
    }

    /// Appends the moves of the piece on `from` to the squares of `goals`, with and without promotion.
    fn moves_of(&self, from: Square, goals: Bitboard, moves: &mut Vec<Move>) {
        let Some(piece) = self.at(from) else { return };
        for to in piece.attacks(from, self.occupied()) & goals {
            let in_zone = from.relative_rank(piece.color) < 3 || to.relative_rank(piece.color) < 3;
            let promotes = matches!(piece.kind, StrongKind::Shogi(kind) if kind.promoted().is_some());
            if in_zone && promotes {
                moves.push(Move::new(from, to, true));
            }
            if !is_dead(piece, to) {
                moves.push(Move::new(from, to, false));
            }
        }
    }

    /// Appends the drops of a kind on the empty squares of `goals`.
    fn drops_of(&self, kind: PieceKind, goals: Bitboard, moves: &mut Vec<Move>) {
        let us = self.side_to_move();
        if !self.hand(us).has(kind) {
            return;
        }
        let dropped = StrongPiece { kind: StrongKind::Shogi(kind), color: us };
        for to in goals.without(self.occupied()) {
            if !is_dead(dropped, to) && (kind != PieceKind::Pawn || !self.has_pawn(us, to.file())) {
                moves.push(Move::drop(kind, to));
            }
        }
    }

    /// Whether a side has an unpromoted pawn on a file.
    fn has_pawn(&self, color: Color, file: usize) -> bool {
        let pawn = Some(StrongPiece { kind: StrongKind::Shogi(PieceKind::Pawn), color });
        Bitboard::file(file).into_iter().any(|square| self.at(square) == pawn)
    }
}

/// Whether a piece could never move from a square.
pub(crate) fn is_dead(piece: StrongPiece, square: Square) -> bool {
    matches!(piece.kind, StrongKind::Shogi(kind) if square.relative_rank(piece.color) < kind.dead_ranks())
}
