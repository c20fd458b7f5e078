//! Drops, and the rules that forbid some of them: two pawns on a file, pieces that could never move, pawn-drop mate.

use std::ops::ControlFlow::Continue;

use super::{Flow, MoveSink};
use crate::attacks::{king_steps, line, pawn_steps};
use crate::position::movement;
use crate::{Bitboard, Color, Hand, PieceKind, Position, Square};

/// By colour and number of the kind: the squares where it may stand unpromoted.
static ALIVE: [[Bitboard; 8]; 2] = {
    let mut table = [[Bitboard::ALL; 8]; 2];
    let mut i = 0;
    while i < 3 {
        let kind = PieceKind::HAND[i];
        let black = Bitboard::far_ranks(Color::Black, kind.dead_ranks());
        let white = Bitboard::far_ranks(Color::White, kind.dead_ranks());
        table[0][i] = Bitboard::ALL.without(black);
        table[1][i] = Bitboard::ALL.without(white);
        i += 1;
    }
    table
};

/// The squares where a piece of this kind may stand: all but the ranks from which it could never move.
#[inline(always)]
pub(super) fn alive(color: Color, kind: PieceKind) -> Bitboard {
    if kind.is_promoted() { Bitboard::ALL } else { ALIVE[color.index()][kind.index()] }
}

/// Emits the legal drops of the side to move onto `targets(kind)`, which must be empty squares.
#[inline(always)]
pub(super) fn generate<S: MoveSink>(
    position: &Position,
    sink: &mut S,
    targets: impl Fn(PieceKind) -> Bitboard,
) -> Flow {
    let us = position.side_to_move();
    let hand = position.hand(us);
    if hand.is_empty() {
        return Continue(());
    }
    if hand.has(PieceKind::Pawn) {
        let files = position.movers(us, movement::PAWN).fill_files();
        let mut to = targets(PieceKind::Pawn) & alive(us, PieceKind::Pawn).without(files);
        if let Some(king) = position.king(!us) {
            let front = pawn_steps(!us, king) & to;
            if let Some(square) = front.first()
                && is_pawn_drop_mate(position, king, square)
            {
                to = to.without(front);
            }
        }
        sink.drops(PieceKind::Pawn, to)?;
    }
    for kind in [
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
    ] {
        if hand.has(kind) {
            sink.drops(kind, targets(kind) & alive(us, kind))?;
        }
    }
    Continue(())
}

/// The kinds of pieces that the side to move could drop on a square of `targets(kind)` if it held them, one of each. Drops
/// that are pawn-drop mates count.
pub(super) fn kinds(position: &Position, targets: impl Fn(PieceKind) -> Bitboard) -> Hand {
    let us = position.side_to_move();
    let mut kinds = Hand::EMPTY;
    for kind in PieceKind::HAND {
        let mut to = targets(kind) & alive(us, kind);
        if kind == PieceKind::Pawn && to.any() {
            to = to.without(position.movers(us, movement::PAWN).fill_files());
        }
        if to.any() {
            kinds = kinds.one_more(kind);
        }
    }
    kinds
}

/// Whether a pawn dropped on `square`, right in front of `king`, would be mate (打ち歩詰め, forbidden).
///
/// The answer is found without dropping the pawn. Nothing can be interposed, because the pawn stands beside the king, so
/// there are three evasions: the king takes the pawn, another piece takes it, or the king moves away. They are tried in
/// the order in which one is usually found.
fn is_pawn_drop_mate(position: &Position, king: Square, square: Square) -> bool {
    let us = position.side_to_move();
    let them = !us;
    let occupied = position.occupied() | Bitboard::from_square(square);
    // The king does not block lines to the squares it may flee to.
    let without_king = occupied.without(Bitboard::from_square(king));
    if position.attackers_to(square, us, without_king).is_empty() {
        return false;
    }
    let takers = position.attackers_to(square, them, occupied).without(Bitboard::from_square(king));
    if takers.any() {
        let pinned = position.blockers(king, us);
        if takers.into_iter().any(|from| !pinned.contains(from) || line(king, from).contains(square)) {
            return false;
        }
    }
    let flights = king_steps(king).without(position.pieces_of(them) | Bitboard::from_square(square));
    flights.into_iter().all(|to| position.attackers_to(to, us, without_king).any())
}
