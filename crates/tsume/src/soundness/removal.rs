//! Unneeded pieces: each piece is removed in turn and given to the defender, and the problem is examined again.

use yomikiri_shogi::{Color, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use super::examine::Examiner;
use super::findings::Findings;
use super::{Fault, ProblemPiece};
use crate::problem::Problem;

impl Examiner<'_, '_> {
    /// Adds the pieces without which a sound problem has the same solution, `line`.
    pub fn find_unneeded_pieces(&mut self, problem: &Problem, line: &[Move]) {
        let attacker = problem.attacker();
        for piece in removable_pieces(problem.position(), attacker) {
            let Some(position) = without(problem.position(), attacker, piece) else { continue };
            if !ends_in_mate(&position, line) {
                continue;
            }
            let rest = Problem::new(position, attacker).with_techniques(problem.techniques);
            let (mate, findings) = self.examine_to_first_fault(&rest, line);
            if !findings.faults.is_empty() {
                continue;
            }
            let fault = Fault::Unneeded(piece);
            if !findings.open.is_empty() {
                self.add(Findings::of_open(fault));
            } else if mate.is_some_and(|mate| mate.line == line) {
                self.add(Findings::of_fault(fault));
                if self.first_fault {
                    return;
                }
            }
        }
    }
}

/// All pieces on the board and in the attacker's hand, except the defender's king.
fn removable_pieces(position: &Position, attacker: Color) -> Vec<ProblemPiece> {
    let on_board =
        Square::all().filter_map(|square| Some(ProblemPiece::OnBoard(position.piece_at(square)?, square)));
    let king = Piece::new(PieceKind::King, !attacker);
    let in_hand = position.hand(attacker).iter().map(|(kind, _)| kind).collect::<Vec<_>>();
    on_board
        .filter(|piece| !matches!(piece, ProblemPiece::OnBoard(piece, _) if *piece == king))
        .chain(in_hand.into_iter().map(ProblemPiece::InHand))
        .collect()
}

/// The position with a piece moved to the defender's hand. The set of pieces stays the same, so that the results in the table stay
/// true. `None` if the rules do not allow the position.
fn without(position: &Position, attacker: Color, piece: ProblemPiece) -> Option<Position> {
    let mut builder = PositionBuilder::from(position);
    let kind = match piece {
        ProblemPiece::OnBoard(piece, square) => {
            builder.set(square, None);
            piece.kind().unpromoted()
        }
        ProblemPiece::InHand(kind) => {
            let hand = &mut builder.hands[attacker.index()];
            *hand = hand.one_less(kind);
            kind
        }
    };
    if kind != PieceKind::King {
        let hand = &mut builder.hands[(!attacker).index()];
        *hand = hand.with(kind, 1)?;
    }
    builder.build(Strictness::Lax).ok()
}

/// Whether a line is legal and ends in mate.
fn ends_in_mate(position: &Position, line: &[Move]) -> bool {
    let mut position = position.clone();
    for &mv in line {
        if !position.is_legal(mv) {
            return false;
        }
        let _ = position.make(mv);
    }
    position.is_mate()
}
