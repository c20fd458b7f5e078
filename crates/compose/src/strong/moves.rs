//! Checks and evasions: every move that looks like one is played, and the kings are looked at.

use yomikiri_shogi::attacks::{attacks, between};
use yomikiri_shogi::{Bitboard, Color, Move, PieceKind, Square};

use super::position::{Kind, StrongPiece, StrongPosition};

impl StrongPosition {
    /// The moves of the side to move after which the other king is in check and its own is not. By the square they start from,
    /// then by the square they go to, promotions first; drops last, by kind and square.
    pub fn checks(&self) -> Vec<Move> {
        let (us, them) = (self.side_to_move(), !self.side_to_move());
        let Some(king) = self.king(them) else { return Vec::new() };
        let mut candidates = Vec::new();
        let goals = !(self.pieces_of(us) | Bitboard::of(king));
        for from in self.pieces_of(us) {
            self.moves_of(from, goals, &mut candidates);
        }
        // A drop uncovers nothing: unless the king is attacked already, the piece must attack it from where it is dropped, that is
        // be attacked by such a piece on the king's square.
        let attacked = self.in_check(them);
        for kind in PieceKind::HAND {
            let near = attacks(kind, them, king, self.occupied());
            self.drops_of(kind, if attacked { Bitboard::ALL } else { near }, &mut candidates);
        }
        let mut after = self.clone();
        candidates.retain(|&mv| {
            let undo = after.make(mv);
            let check = after.in_check(them) && !after.in_check(us);
            // A dropped pawn may give check, but not mate.
            let foul = check && mv.dropped() == Some(PieceKind::Pawn) && !after.has_evasion();
            after.unmake(mv, undo);
            check && !foul
        });
        candidates
    }

    /// The moves of the side to move, whose king is in check, after which it is not. In the order of [`checks`](Self::checks).
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

    /// Whether a possible evasion is one. A pawn that is dropped to interpose may not mate, either.
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
        // Two checkers cannot both be taken or cut off.
        let (stops, cut_off) = match checkers.first() {
            Some(checker) if checkers.is_single() => {
                (between(king, checker) | checkers, between(king, checker))
            }
            _ => (Bitboard::EMPTY, Bitboard::EMPTY),
        };
        let own = self.pieces_of(us);
        let other_king = self.king(!us).map_or(Bitboard::EMPTY, Bitboard::of);
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

    /// Moves of the piece on `from` to some of the squares `goals`, with and without promotion.
    fn moves_of(&self, from: Square, goals: Bitboard, moves: &mut Vec<Move>) {
        let Some(piece) = self.at(from) else { return };
        for to in piece.attacks(from, self.occupied()) & goals {
            let in_zone = from.relative_rank(piece.color) < 3 || to.relative_rank(piece.color) < 3;
            let promotes = matches!(piece.kind, Kind::Shogi(kind) if kind.promoted().is_some());
            if in_zone && promotes {
                moves.push(Move::new(from, to, true));
            }
            if !is_dead(piece, to) {
                moves.push(Move::new(from, to, false));
            }
        }
    }

    /// Drops of a kind on the empty ones of the squares `goals`.
    fn drops_of(&self, kind: PieceKind, goals: Bitboard, moves: &mut Vec<Move>) {
        let us = self.side_to_move();
        if !self.hand(us).has(kind) {
            return;
        }
        let dropped = StrongPiece { kind: Kind::Shogi(kind), color: us };
        for to in goals.without(self.occupied()) {
            if !is_dead(dropped, to) && (kind != PieceKind::Pawn || !self.has_pawn(us, to.file())) {
                moves.push(Move::drop(kind, to));
            }
        }
    }

    /// Whether a player has an unpromoted pawn on a file.
    fn has_pawn(&self, color: Color, file: usize) -> bool {
        let pawn = Some(StrongPiece { kind: Kind::Shogi(PieceKind::Pawn), color });
        Bitboard::file(file).into_iter().any(|square| self.at(square) == pawn)
    }
}

/// Whether a piece could never move from there.
pub(crate) fn is_dead(piece: StrongPiece, square: Square) -> bool {
    matches!(piece.kind, Kind::Shogi(kind) if square.relative_rank(piece.color) < kind.dead_ranks())
}
