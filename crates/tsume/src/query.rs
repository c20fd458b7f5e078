//! Questions to the solver and its answers.

use std::time::Duration;

use yomikiri_pns::{Algorithm, Counters, Limits, Progress, StopReason};
use yomikiri_shogi::{Color, Hand, Move, Position};

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::mate_game::MateGame;
use crate::rules::{AdjustedMate, InterpositionRules};
use crate::soundness::Judgement;
use crate::techniques::Techniques;

/// How to solve a problem.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// The search algorithm.
    pub algorithm: Algorithm,
    /// When to give up. `memory` has no effect here: the solver has a table of its own.
    pub limits: Limits,
    /// When the problem counts as solved.
    pub goal: Goal,
    /// The techniques of the solver.
    pub techniques: Techniques,
    /// Which interpositions count in lengths and in the main line.
    pub rules: InterpositionRules,
    /// Whether to find the lengths under the other profiles as well.
    pub compare_rules: bool,
    /// The file in which the table is saved while the search runs. Only for depth-first
    /// algorithms: the others do not use the table, and start again after each saving.
    pub checkpoint: Option<Checkpoint>,
    /// How many threads search for a mate. 0 and 1 are one. More find the same, in less time, by ways that differ from run to run.
    pub threads: usize,
}

/// When a problem counts as solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// When there is a mate, whatever its length.
    AnyMate,
    /// When there is a mate and the proof that no mate is shorter.
    Shortest,
    /// When the main line is known, too: see [`Mate::line`]. This can take as many visits again as the search.
    #[default]
    MainLine,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct MateAnswer {
    /// Mate, no mate or unknown.
    pub verdict: MateVerdict,
    /// The sums over all searches.
    pub counters: Counters,
    /// What it took to prove the first mate. The replay is not included.
    pub first_mate: Option<SearchCost>,
    /// The limit that stopped the search before the length was proved, if any.
    pub stopped: Option<StopReason>,
    /// The time from the query to the answer.
    pub elapsed: Duration,
}

/// Nodes and time.
#[derive(Clone, Copy, Debug)]
pub struct SearchCost {
    /// Visits of nodes.
    pub visits: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// Whether the attacker mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateVerdict {
    /// There is a mate. This one was replayed.
    Mate(Mate),
    /// There is no mate.
    NoMate,
    /// Unknown: a limit was reached.
    Unknown(StopReason),
}

/// A mate that was replayed against every defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// A line of this mate:
    ///
    /// - the main line, if [`is_main_line`](Mate::is_main_line) is set;
    /// - otherwise, if [`minimal`](Mate::minimal) is set, a line in which the defender holds out for the full length;
    /// - otherwise a line of the proof that was found, which may be shorter than the length.
    pub line: Vec<Move>,
    pub(crate) length: u32,
    /// Whether no mate is shorter. This is proved.
    pub minimal: bool,
    /// Whether the line is the main line: both sides play their best moves by *value*, which is twice the length of a line,
    /// plus one if the attacker ends with nothing in hand. The attacker wants a small value, the defender a large one. Among
    /// lines of the same value, one along which no other check mates goes first, if it was found within the limits.
    pub is_main_line: bool,
    /// The attacker's hand at the end of the line.
    pub leftover: Hand,
    /// The number of different positions in the proof.
    pub proof_size: u64,
    /// The length and the line under the rules of the query. `None` if these count every interposition, or were not asked for.
    pub adjusted: Option<AdjustedMate>,
}

impl Mate {
    /// Plies within which the attacker mates against every defence.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The line by the rules of the query, if it was found, otherwise [`line`](Mate::line); and the attacker's hand at its end.
    pub fn line_by_rules(&self) -> (&[Move], Hand) {
        match self.adjusted.as_ref().filter(|adjusted| adjusted.length() == Some(adjusted.line.len() as u32))
        {
            Some(adjusted) => (&adjusted.line, adjusted.leftover),
            None => (&self.line, self.leftover),
        }
    }

    /// The least length that this mate may have by the rules of the query.
    pub(crate) fn least_by_rules(&self) -> u32 {
        self.adjusted.as_ref().map_or(0, |adjusted| adjusted.least)
    }

    /// Replaces the line by another one of `problem`.
    pub(crate) fn set_line(&mut self, problem: &MateGame, line: Vec<Move>) {
        self.leftover = leftover(problem, &line);
        self.line = line;
    }
}

/// The attacker's hand at the end of a line.
pub(crate) fn leftover(problem: &MateGame, line: &[Move]) -> Hand {
    let mut position = problem.position().clone();
    for &mv in line {
        let _ = position.make(mv);
    }
    position.hand(problem.attacker())
}

/// News from a running solver.
#[derive(Debug)]
pub enum SolverEvent<'a> {
    /// The state of the search, from time to time.
    Searching(&'a Progress<'a>),
    /// A mate was found and replayed. A shorter one may follow.
    Found(&'a Mate),
    /// What the judge knows after a round of effort. More may follow, so a problem is not called sound yet.
    Judging(&'a Judgement),
    /// A certificate is being made; it has this many nodes by now.
    CertifyProgress {
        /// The nodes.
        nodes: u64,
    },
    /// The checkpoint could not be written. The search goes on.
    CheckpointFailed(&'a CheckpointError),
}

/// Why a position is not a mate problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAProblem {
    /// The defender has no king.
    #[error("the defending side has no king")]
    NoKing,
    /// The defender is to move and not in check.
    #[error("the defending side is to move and not in check")]
    NotInCheck,
    /// The only king belongs to the side to move and is not in check. The usual cause is a diagram
    /// in which the mark of the defender's king is missing.
    #[error(
        "the defending side has no king: the only king belongs to the side to move and is not in check \
         (in a diagram the defender's pieces have a `v`)"
    )]
    LoneKing,
    /// The defender is to move, and the question is about a move of the attacker.
    #[error("the defending side is to move")]
    NotAttackersTurn,
}

impl NotAProblem {
    /// Checks that the defender has a king, and is in check if the defender is to move.
    ///
    /// # Errors
    ///
    /// If the position is not a mate problem for `attacker`.
    pub fn check(position: &Position, attacker: Color) -> Result<(), NotAProblem> {
        if position.king(!attacker).is_none() {
            return Err(NotAProblem::NoKing);
        }
        if position.side_to_move() == attacker || position.in_check() {
            return Ok(());
        }
        Err(if position.king(attacker).is_none() { NotAProblem::LoneKing } else { NotAProblem::NotInCheck })
    }

    /// Checks that the defender has a king and the attacker is to move.
    ///
    /// # Errors
    ///
    /// If the position is not a mate problem with a move of `attacker`.
    pub fn check_with_move(position: &Position, attacker: Color) -> Result<(), NotAProblem> {
        match NotAProblem::check(position, attacker) {
            Ok(()) | Err(NotAProblem::NotInCheck) if position.side_to_move() != attacker => {
                Err(NotAProblem::NotAttackersTurn)
            }
            checked => checked,
        }
    }
}

/// The attacker in a position: the side to move, unless the other side has no king that could be mated.
pub fn attacker(position: &Position) -> Color {
    let us = position.side_to_move();
    if position.king(!us).is_none() { !us } else { us }
}

/// The position by the convention of mate problems: a defender whose hand is empty gets all pieces that are missing from the set.
#[must_use]
pub fn with_defenders_hand(mut position: Position, attacker: Color) -> Position {
    if position.hand(!attacker).is_empty() {
        position.give_missing_pieces_to(!attacker);
    }
    position
}
