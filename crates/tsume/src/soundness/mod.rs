//! Judges whether a mate problem is sound (完全作).
//!
//! A problem is sound if there is a mate, and if for its [main line](crate::main_line)
//!
//! - no other check mates, of whatever length, except at the last ply of a problem with several;
//! - nothing is left in the attacker's hand at the end;
//! - no piece can be removed without a change of the solution.
//!
//! Every interposition counts, also a futile one (profile `raw`).
//!
//! The verdict has three values. Questions that the limits leave open are listed, and a problem with open questions is never
//! called sound.

mod cooks;
mod examine;
mod findings;
mod removal;

use std::slice;
use std::time::Duration;

use yomikiri_pns::{Counters, Game as _, NodeKind, StopReason};
use yomikiri_shogi::{Color, Hand, Move, Piece, PieceKind, Position, Square};

use crate::problem::Problem;
use crate::query::{Event, Goal, Mate, NotAProblem, Query};
use crate::solver::Solver;
pub(crate) use examine::Examiner;
use findings::Findings;

/// How to judge a problem.
#[derive(Clone, Debug, Default)]
pub struct JudgeQuery {
    /// How to search, and the limits for everything together. The goal has no effect: the judge needs the main line.
    pub query: Query,
    /// Whether to stop at the first fault and to leave out remarks. This is much faster for unsound problems.
    pub first_fault: bool,
}

/// The result of the judge.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Sound, unsound, or unknown.
    pub verdict: Soundness,
    /// The faults, in the order of the plies.
    pub faults: Vec<Fault>,
    /// Faults that are neither shown nor excluded.
    pub open: Vec<Fault>,
    /// Peculiarities that are allowed.
    pub remarks: Vec<Remark>,
    /// The first limit that left a question open. If there is one, remarks may be missing, even of a sound problem.
    pub stopped: Option<StopReason>,
    /// The shortest mate. Faults and remarks refer to its line, which is the main line if the problem is sound.
    pub mate: Option<Mate>,
    /// The sums over all searches.
    pub counters: Counters,
    /// The time from the query to the judgement.
    pub elapsed: Duration,
}

/// The verdict of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// There is no fault.
    Sound,
    /// There is a fault.
    Unsound,
    /// No fault was found, but this limit left some questions open.
    Unknown(StopReason),
}

/// A fault of a problem. Plies count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no mate (不詰).
    NoMate,
    /// There may be a shorter mate, so the length is not known. This is always an open question, never a fault.
    Length,
    /// Another check also mates (余詰).
    Cook {
        /// The ply of the check.
        ply: u32,
        /// The check.
        check: Move,
        /// The mate after the check. `None` in an open question.
        mate: Option<Mate>,
    },
    /// The attacker has pieces left at the end of the main line (駒余り).
    Leftover {
        /// The last ply.
        ply: u32,
        /// The last move.
        last: Move,
        /// The pieces that are left.
        hand: Hand,
    },
    /// Without this piece the solution would be the same (不要駒).
    Unneeded(ProblemPiece),
}

/// A piece of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemPiece {
    /// On the board.
    OnBoard(Piece, Square),
    /// In the attacker's hand.
    InHand(PieceKind),
}

/// A peculiarity that is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Other moves also mate at the last ply (最終手余詰).
    LastMove {
        /// The last ply.
        ply: u32,
        /// The other moves.
        others: Vec<Move>,
    },
    /// Another answer leads to a mate of the same length that also leaves nothing in hand (変同).
    EqualVariation {
        /// The ply of the answer.
        ply: u32,
        /// The other answer.
        answer: Move,
    },
    /// The position is its own mirror image there, so that the mirror image of the check mates as well (左右対称).
    Mirror {
        /// The ply of the check.
        ply: u32,
        /// The mirror image of the move.
        check: Move,
    },
}

impl Soundness {
    /// The name in the output of commands.
    pub fn name(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Unsound => "unsound",
            Soundness::Unknown(_) => "unknown",
        }
    }
}

impl Fault {
    /// The name in the output of commands.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::NoMate => "no-mate",
            Fault::Length => "length",
            Fault::Cook { .. } => "cook",
            Fault::Leftover { .. } => "leftover",
            Fault::Unneeded(_) => "unneeded-piece",
        }
    }
}

impl Remark {
    /// The name in the output of commands.
    pub fn name(&self) -> &'static str {
        match self {
            Remark::LastMove { .. } => "last-move",
            Remark::EqualVariation { .. } => "equal-variation",
            Remark::Mirror { .. } => "mirror",
        }
    }

    /// The ply of the moves that it is about.
    pub fn ply(&self) -> u32 {
        match self {
            Remark::LastMove { ply, .. }
            | Remark::EqualVariation { ply, .. }
            | Remark::Mirror { ply, .. } => *ply,
        }
    }

    /// The moves that it is about.
    pub fn moves(&self) -> &[Move] {
        match self {
            Remark::LastMove { others, .. } => others,
            Remark::EqualVariation { answer: mv, .. } | Remark::Mirror { check: mv, .. } => {
                slice::from_ref(mv)
            }
        }
    }

    /// The Japanese term.
    pub fn word(&self) -> &'static str {
        match self {
            Remark::LastMove { .. } => "最終手余詰",
            Remark::EqualVariation { .. } => "変同",
            Remark::Mirror { .. } => "左右対称",
        }
    }
}

impl Judgement {
    /// Whether it is sound.
    pub fn is_sound(&self) -> bool {
        self.verdict == Soundness::Sound
    }

    /// The plies of the shortest mate, if they are proved.
    pub fn length(&self) -> Option<usize> {
        self.mate.as_ref().filter(|mate| mate.minimal).map(Mate::length)
    }
}

impl Solver {
    /// Judges a problem. `attacker` must be to move.
    ///
    /// # Errors
    ///
    /// If the defender has no king or is to move.
    pub fn judge(
        &mut self,
        position: &Position,
        attacker: Color,
        query: &JudgeQuery,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Judgement, NotAProblem> {
        if position.king(!attacker).is_none() {
            return Err(NotAProblem::NoKing);
        }
        let problem = Problem::new(position.clone(), attacker).with_techniques(query.query.techniques);
        if problem.kind() != NodeKind::Or {
            return Err(NotAProblem::NotAttackersTurn);
        }
        let solving = Query { goal: Goal::Shortest, ..query.query.clone() };
        let mut run = self.run(&solving, on_event);
        let mut examiner = Examiner::new(&mut run, query.first_fault);
        let (mate, clean) = examiner.examine_problem(&problem);
        if clean && let Some(mate) = &mate {
            examiner.find_unneeded_pieces(&problem, &mate.line);
        }
        let (findings, stopped) = examiner.finish();
        let verdict = if !findings.faults.is_empty() {
            Soundness::Unsound
        } else if findings.open.is_empty() {
            Soundness::Sound
        } else {
            Soundness::Unknown(stopped.unwrap_or(StopReason::Stuck))
        };
        let (counters, elapsed) = (run.counters, run.start.elapsed());
        let Findings { faults, open, remarks } = findings;
        Ok(Judgement { verdict, faults, open, remarks, stopped, mate, counters, elapsed })
    }
}
