//! Moves taken back, which make a longer problem: the reverse method of Hirose, Ito and Matsubara.
//!
//! Before the first move of a problem there was an answer of the defender, and before that a check. All legal pairs of such
//! moves are generated. In the answer the king came from a neighbouring square, or another piece moved or was dropped. The
//! check was a move or a drop. Every move, but no drop, may have captured a piece.

use yomikiri_shogi::{Color, Hand, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use crate::setup::Setup;

/// The setups from which a check and an answer lead to `setup`, each with the two moves. Empty if `setup` breaks the rules.
pub fn retract(setup: &Setup) -> Vec<(Setup, [Move; 2])> {
    let Ok(position) = setup.position() else { return Vec::new() };
    let mut found = Vec::new();
    for (answer, in_check) in before(&position) {
        for (check, start) in before(&in_check) {
            if let Ok(setup) = Setup::from_position(&start) {
                found.push((setup, [check, answer]));
            }
        }
    }
    found
}

/// The setups from which one move leads to the position `mated`.
pub fn mates_in_one(mated: &Position) -> Vec<Setup> {
    before(mated).into_iter().filter_map(|(_, start)| Setup::from_position(&start).ok()).collect()
}

/// The positions one move before `position`, each with that move. If Black is to move, the move answered a check; else it gave
/// one.
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
                MoveOrigin::Hand => (None, None),
                MoveOrigin::Board(from, was) if position.piece_at(from).is_none() => (Some(from), Some(was)),
                MoveOrigin::Board(..) => continue,
            };
            let mv = match from {
                None => Move::drop(piece.kind(), to),
                Some(from) => Move::new(from, to, was.is_some_and(|was| was != piece)),
            };
            // A captured piece is in the mover's hand afterwards.
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

/// The pieces that the last move may have captured: each kind in the mover's hand, promoted or not.
fn captured(held: Hand, mover: Color) -> Vec<Piece> {
    let kinds = held.iter().flat_map(|(kind, _)| [Some(kind), kind.promoted()].into_iter().flatten());
    kinds.map(|kind| Piece::new(kind, !mover)).collect()
}

/// The place from which a piece may have come.
enum MoveOrigin {
    Hand,
    /// A square, and the piece as it was there.
    Board(Square, Piece),
}

/// The places from which a piece may have come: for a king the neighbouring squares, for others the squares at most two
/// files and ranks away, or the hand. Whether the move is legal is checked later.
fn origins(piece: Piece, to: Square) -> Vec<MoveOrigin> {
    let kind = piece.kind();
    let reach = if kind == PieceKind::King { 1 } else { 2 };
    let mut origins = Vec::new();
    for files in -reach..=reach {
        for ranks in -reach..=reach {
            let Some(from) = to.offset(files, ranks).filter(|&from| from != to) else { continue };
            origins.push(MoveOrigin::Board(from, piece));
            if kind.is_promoted() {
                origins.push(MoveOrigin::Board(from, Piece::new(kind.unpromoted(), piece.color())));
            }
        }
    }
    if kind != PieceKind::King && !kind.is_promoted() {
        origins.push(MoveOrigin::Hand);
    }
    origins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sfen: &str) -> Setup {
        Setup::from_position(&Position::from_sfen(sfen).unwrap()).unwrap()
    }

    #[test]
    fn moves_taken_back_lead_here_again() {
        for sfen in
            ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "6s2/5Sk1s/9/6G2/9/9/9/9/9 b - 1", "7nk/9/7S1/9/9/9/9/9/9 b NP 1"]
        {
            let setup = read(sfen);
            let earlier = retract(&setup);
            assert!(earlier.len() > 100, "{sfen}: {}", earlier.len());
            for (start, [check, answer]) in &earlier {
                let mut position = start.position().unwrap();
                assert!(position.is_legal(*check));
                let _ = position.make(*check);
                assert!(position.in_check() && position.is_legal(*answer));
                let _ = position.make(*answer);
                assert_eq!(Setup::from_position(&position), Ok(setup.clone()), "{sfen}: {check} {answer}");
            }
        }
    }

    /// A gold that was given away: dropped on the square to which the king then stepped.
    #[test]
    fn sacrifices_are_among_them() {
        let earlier = retract(&read("4k4/9/4P4/9/9/9/9/9/9 b G 1"));
        let wanted =
            (read("3k5/9/4P4/9/9/9/9/9/9 b 2G 1"), ["G*5a".parse().unwrap(), "6a5a".parse().unwrap()]);
        assert!(earlier.contains(&wanted));
        let sacrifices = earlier.iter().filter(|(_, [check, answer])| check.to() == answer.to()).count();
        assert!(sacrifices > 50, "{sacrifices}");
    }

    #[test]
    fn the_last_move_of_a_mate() {
        let mated = Position::from_sfen("4k4/4G4/4P4/9/9/9/9/9/9 w - 1").unwrap();
        let starts = mates_in_one(&mated);
        assert!(starts.contains(&read("4k4/9/4P4/9/9/9/9/9/9 b G 1")));
        assert!(starts.contains(&read("4k4/9/3GP4/9/9/9/9/9/9 b - 1")));
        assert!(starts.iter().all(|setup| setup.position().unwrap().mate_in_one().is_some()));
    }
}
