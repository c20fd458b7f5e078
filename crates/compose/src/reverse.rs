//! Taking moves back: from a problem to a longer one (Hirose, Ito and Matsubara's reverse method).
//!
//! Before the first move of a problem there was an answer of the defender's, and before that a check. All pairs of such moves that
//! the rules allow are made up: the king came from a neighbouring square and may have taken a piece, another piece of his
//! moved or was dropped; the check was a move or a drop, and may have taken a piece as well.

use yomikiri_shogi::{Color, Hand, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use crate::setup::Setup;

/// The setups from which a check and an answer lead to this one, with the two moves.
pub fn taken_back(setup: &Setup) -> Vec<(Setup, [Move; 2])> {
    let Ok(position) = setup.position() else { return Vec::new() };
    let mut found = Vec::new();
    for (answer, in_check) in before(&position) {
        for (check, start) in before(&in_check) {
            if let Ok(setup) = Setup::of(&start) {
                found.push((setup, [check, answer]));
            }
        }
    }
    found
}

/// The setups from which a move leads to this mate.
pub fn mates_in_one(mated: &Position) -> Vec<Setup> {
    before(mated).into_iter().filter_map(|(_, start)| Setup::of(&start).ok()).collect()
}

/// The positions before a last move, with that move. If Black is to move, White answered a check; otherwise Black gave one.
fn before(position: &Position) -> Vec<(Move, Position)> {
    let mover = !position.side_to_move();
    let mut found = Vec::new();
    for to in Square::all() {
        let Some(piece) = position.piece_at(to).filter(|piece| piece.color() == mover) else { continue };
        let mut lifted = PositionBuilder::from(position);
        lifted.side_to_move = mover;
        lifted.set(to, None);
        for origin in origins(piece, to) {
            let (from, was) = match origin {
                Origin::Hand => (None, None),
                Origin::Board(from, was) if position.piece_at(from).is_none() => (Some(from), Some(was)),
                Origin::Board(..) => continue,
            };
            let mv = match from {
                None => Move::drop(piece.kind(), to),
                Some(from) => Move::new(from, to, was.is_some_and(|was| was != piece)),
            };
            // What it took was in the mover's hand since.
            let held = position.hand(mover);
            let taken = if from.is_some() { captured(held, mover) } else { Vec::new() };
            for taken in std::iter::once(None).chain(taken.into_iter().map(Some)) {
                let mut builder = lifted.clone();
                let hand = &mut builder.hands[mover.index()];
                if from.is_none() {
                    *hand = hand.one_more(piece.kind());
                }
                if let Some(taken) = taken {
                    *hand = hand.one_less(taken.kind().unpromoted());
                }
                builder.set(to, taken);
                if let Some(from) = from {
                    builder.set(from, was);
                }
                let Ok(earlier) = builder.build(Strictness::Strict) else { continue };
                let answers = mover == Color::White;
                if earlier.in_check() == answers && earlier.is_legal(mv) {
                    found.push((mv, earlier));
                }
            }
        }
    }
    found
}

/// What stood where a piece of the mover's landed: of each kind that he holds, plain or promoted.
fn captured(held: Hand, mover: Color) -> Vec<Piece> {
    let kinds = held.iter().flat_map(|(kind, _)| [Some(kind), kind.promoted()].into_iter().flatten());
    kinds.map(|kind| Piece::new(kind, !mover)).collect()
}

/// Where a piece may have come from.
enum Origin {
    Hand,
    /// A square, and what it was there.
    Board(Square, Piece),
}

/// A king steps; pieces come from at most two squares away along the board's lines, a knight's jump included, or from the hand. The rules
/// tell later whether they could.
fn origins(piece: Piece, to: Square) -> Vec<Origin> {
    let kind = piece.kind();
    let reach = if kind == PieceKind::King { 1 } else { 2 };
    let mut origins = Vec::new();
    for files in -reach..=reach {
        for ranks in -reach..=reach {
            let Some(from) = to.offset(files, ranks).filter(|&from| from != to) else { continue };
            origins.push(Origin::Board(from, piece));
            if kind.is_promoted() {
                origins.push(Origin::Board(from, Piece::new(kind.unpromoted(), piece.color())));
            }
        }
    }
    if kind != PieceKind::King && !kind.is_promoted() {
        origins.push(Origin::Hand);
    }
    origins
}
