//! Which pieces are not needed: each is taken away in turn, into the defender's hand, and the problem examined again.

use yomikiri_shogi::{Color, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use super::examine::{Examiner, Findings};
use super::{Fault, Spare};
use crate::problem::Problem;

impl Examiner<'_, '_> {
    /// Looks for pieces without which a sound problem has the same solution, `line`.
    pub fn removals(&mut self, problem: &Problem, line: &[Move]) {
        let attacker = problem.attacker();
        for spare in spares(problem.position(), attacker) {
            let Some(position) = without(problem.position(), attacker, spare) else { continue };
            if !is_playable(&position, line) {
                continue;
            }
            let left = Problem::new(position, attacker).with_techniques(problem.techniques);
            let (mate, findings) = self.first_findings(&left, line);
            let fault = Fault::Unneeded(spare);
            let mut found = Findings::default();
            if !findings.faults.is_empty() {
                continue;
            } else if !findings.open.is_empty() {
                found.open.push(fault);
            } else if mate.is_some_and(|mate| mate.line == line) {
                found.faults.push(fault);
            }
            let enough = self.first_fault() && !found.faults.is_empty();
            self.add(found);
            if enough {
                return;
            }
        }
    }
}

/// Everything that may be taken away: all but the king to be mated.
fn spares(position: &Position, attacker: Color) -> Vec<Spare> {
    let on_board =
        Square::all().filter_map(|square| Some(Spare::OnBoard(position.piece_at(square)?, square)));
    let king = Piece::new(PieceKind::King, !attacker);
    let in_hand = position.hand(attacker).iter().map(|(kind, _)| kind).collect::<Vec<_>>();
    on_board
        .filter(|spare| !matches!(spare, Spare::OnBoard(piece, _) if *piece == king))
        .chain(in_hand.into_iter().map(Spare::InHand))
        .collect()
}

/// The position without a piece, which the defender then holds: together the hands and the board stay a set, and what the table knows
/// of other positions stays true. None if that is no position.
fn without(position: &Position, attacker: Color, spare: Spare) -> Option<Position> {
    let mut builder = PositionBuilder::from(position);
    let kind = match spare {
        Spare::OnBoard(piece, square) => {
            builder.set(square, None);
            piece.kind().unpromoted()
        }
        Spare::InHand(kind) => {
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

/// Whether a line can be played and ends in mate.
fn is_playable(position: &Position, line: &[Move]) -> bool {
    let mut position = position.clone();
    for &mv in line {
        if !position.is_legal(mv) {
            return false;
        }
        let _ = position.make(mv);
    }
    position.is_mate()
}
