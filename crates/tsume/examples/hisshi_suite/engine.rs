//! A simple engine: it looks at its move and one answer, and knows mates in one.
//!
//! It plays games on from endings, so that brinkmates come up as they do in games. It wants material and pieces near the other king,
//! and likes moves that threaten mate. Mates of three plies and more it does not see, so games do not end too early.

use yomikiri_pns::{Limits, Random};
use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};
use yomikiri_tsume::{Goal, MateTable, MateVerdict, SolveOptions, Solver, attacker};

use crate::change::distance;

/// In hundredths of a pawn.
type Score = i32;

const MATED: Score = 100_000;
/// For a threat to mate in one.
const THREAT: Score = 150;
/// Moves whose scores differ by less are chosen from at random.
const NOISE: usize = 120;
/// How many of its best moves are searched for mates that they allow, and the nodes of each search.
const CANDIDATES: usize = 24;
const SAFETY_NODES: u64 = 400;
/// For each piece within two squares of a king: of the attacker's, and of the defender's.
const ATTACKER: Score = 60;
const DEFENDER: Score = 40;

fn worth(kind: PieceKind) -> Score {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Lance => 300,
        PieceKind::Knight => 350,
        PieceKind::Silver => 500,
        PieceKind::Gold => 550,
        PieceKind::Bishop => 800,
        PieceKind::Rook => 1000,
        PieceKind::Horse => 1100,
        PieceKind::Dragon => 1300,
        PieceKind::King => 0,
        // Promoted pawns, lances, knights and silvers.
        _ => 500,
    }
}

/// The static score of a position for `side`.
fn score(position: &Position, side: Color) -> Score {
    let mut score = 0;
    let kings = [position.king(Color::Black), position.king(Color::White)];
    let near =
        |square: Square, color: Color| kings[color.index()].is_some_and(|king| distance(square, king) <= 2);
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else { continue };
        let color = piece.color();
        let mut value = worth(piece.kind());
        if piece.kind() != PieceKind::Pawn && piece.kind() != PieceKind::King {
            value += if near(square, !color) { ATTACKER } else { 0 };
            value += if near(square, color) { DEFENDER } else { 0 };
        }
        score += if color == side { value } else { -value };
    }
    for color in Color::ALL {
        let held: Score = position.hand(color).iter().map(|(kind, count)| worth(kind) * count as Score).sum();
        score += if color == side { held } else { -held };
    }
    score
}

/// The score for the side that has just moved, after the best answer; exact only above `enough`. A piece that captures
/// and can be captured is taken to be lost.
fn after_answer(position: &mut Position, enough: Score) -> Score {
    let side = !position.side_to_move();
    if position.mate_in_one().is_some() {
        return -MATED;
    }
    let mut least = MATED;
    for answer in position.legal_moves() {
        let undo = position.make(answer);
        let mut scored = score(position, side);
        if undo.captured().is_some()
            && position.attackers_to(answer.to(), side, position.occupied()).any()
            && let Some(piece) = position.piece_at(answer.to())
        {
            scored += worth(piece.kind()) + worth(piece.kind().unpromoted());
        }
        position.unmake(answer, undo);
        least = least.min(scored);
        if least <= enough {
            break;
        }
    }
    least
}

/// Whether the side to move has a mate, as far as that is decided within a number of nodes.
pub fn has_mate(position: &Position, nodes: u64) -> Option<bool> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = SolveOptions { limits, goal: Goal::AnyMate, ..SolveOptions::default() };
    let mut solver = Solver::new(MateTable::MIN_BYTES as usize).ok()?;
    match solver.solve(position, attacker(position), &options, &mut |_| {}).ok()?.verdict {
        MateVerdict::Mate(_) => Some(true),
        MateVerdict::NoMate => Some(false),
        MateVerdict::Unknown(_) => None,
    }
}

/// The move that the engine plays: of its best moves the first after which no mate is found. `None` if there is no legal move.
pub fn choose(position: &Position, random: &mut Random) -> Option<Move> {
    let mut at = position.clone();
    let mut scored = Vec::new();
    for mv in position.legal_moves() {
        let mut more = random.below(NOISE) as Score;
        let undo = at.make(mv);
        if !at.in_check() {
            at.make_pass();
            more += if at.mate_in_one().is_some() { THREAT } else { 0 };
            at.unmake_pass();
        }
        scored.push((after_answer(&mut at, -MATED) + more, mv));
        at.unmake(mv, undo);
    }
    scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let is_safe = |mv: Move| {
        let mut after = position.clone();
        let _ = after.make(mv);
        has_mate(&after, SAFETY_NODES) != Some(true)
    };
    let safe = scored.iter().take(CANDIDATES).find(|&&(_, mv)| is_safe(mv));
    safe.or(scored.first()).map(|&(_, mv)| mv)
}
