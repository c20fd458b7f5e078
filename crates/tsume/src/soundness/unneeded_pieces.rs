//! Unneeded pieces (不要駒): each piece is given to the defender in turn, and the solution is examined again.

use yomikiri_pns::{Game, NodeKind};
use yomikiri_shogi::{Color, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use super::examine::Examiner;
use super::findings::{Flaw, OpenQuestion, ProblemPiece};
use super::rounds::NEXT_ROUND;
use crate::mate_game::MateGame;
use crate::replay::Aborted;

/// Visits for each piece in the first round.
const FIRST_ROUND: u64 = 1_000;

impl Examiner<'_, '_> {
    /// The pieces without which a sound problem has the same solution, `line`, and those of which that is not known. With `first_fault`
    /// the first one suffices.
    pub fn unneeded_pieces(&mut self, problem: &MateGame, line: &[Move]) -> (Vec<Flaw>, Vec<OpenQuestion>) {
        let attacker = problem.attacker();
        let mut open: Vec<(ProblemPiece, MateGame)> = removable_pieces(problem.position(), attacker)
            .into_iter()
            .filter_map(|piece| {
                let position = without(problem.position(), attacker, piece)?;
                let rest = MateGame::new(position, attacker).with_techniques(problem.techniques);
                is_legal(rest.position(), line).then_some((piece, rest))
            })
            .collect();
        let mut flaws = Vec::new();
        let mut visits = FIRST_ROUND;
        // A limit may have been reached before, by a question whose answer turned out not to matter.
        let stopped = self.stopped();
        while !open.is_empty() && self.stopped() == stopped && self.run.limits().is_ok() {
            let mut still_open = Vec::new();
            for (piece, rest) in open {
                match self.has_solution(&rest, line, visits) {
                    Some(true) => flaws.push(Flaw::Unneeded(piece)),
                    Some(false) => {}
                    None => still_open.push((piece, rest)),
                }
                if self.first_fault && !flaws.is_empty() {
                    return (flaws, Vec::new());
                }
            }
            open = still_open;
            visits = visits.saturating_mul(NEXT_ROUND);
        }
        (flaws, open.into_iter().map(|(piece, _)| OpenQuestion::Unneeded(piece)).collect())
    }

    /// Whether `line` is the solution of a problem that has no fault. `None` if the visits do not suffice to find out.
    fn has_solution(&mut self, problem: &MateGame, line: &[Move], visits: u64) -> Option<bool> {
        let length = self.run.answer_within(visits, |run| run.keeps_to_length(problem, line));
        if !self.note_limit(length)?? {
            return Some(false);
        }
        let outer = (self.visits, self.first_fault);
        (self.visits, self.first_fault) = (visits, true);
        let findings = self.examine(problem, line);
        (self.visits, self.first_fault) = outer;
        match (findings.faults.is_empty(), findings.open.is_empty()) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }
}

impl crate::solver_run::SolverRun<'_> {
    /// Whether every move of a line keeps to the length of the problem's mate, which is that of the line.
    fn keeps_to_length(&mut self, problem: &MateGame, line: &[Move]) -> Result<bool, Aborted> {
        let mut problem = problem.clone();
        // From the end, where the questions are cheap.
        let mut nodes = vec![problem.clone()];
        for &mv in line {
            let _ = problem.make(mv);
            nodes.push(problem.clone());
        }
        for (left, node) in nodes.iter().rev().enumerate() {
            let left = left as u32;
            let fits = match node.kind() {
                NodeKind::And => self.length_is_within(node, left)?,
                NodeKind::Or => left < 3 || !self.length_is_within(node, left - 2)?,
            };
            if !fits {
                return Ok(false);
            }
        }
        // The defender's answers must count.
        let futile = self.futile_interpositions(&nodes[0], line)?;
        Ok(!futile.iter().any(|futile| line.get(futile.ply as usize - 1) == Some(&futile.mv)))
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

/// Whether a line is legal.
fn is_legal(position: &Position, line: &[Move]) -> bool {
    let mut position = position.clone();
    line.iter().all(|&mv| {
        let legal = position.is_legal(mv);
        if legal {
            let _ = position.make(mv);
        }
        legal
    })
}
