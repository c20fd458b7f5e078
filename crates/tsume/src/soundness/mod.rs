//! Is a mate problem sound?
//!
//! One number settles both sides' choices: twice the length, and one more if the attacker ends with nothing in hand. He wants
//! it small, the defender large. A *main line* has that value. A problem is sound if there is a mate, if along a main line
//! no other check mates, whatever its length (the last move apart), if nothing is left in hand at its end, and if no piece could be
//! taken away without changing any of this. Every interposition counts (the profile `raw` of futile interpositions).
//!
//! The verdict has three values. What the limits leave undecided is listed, and is never taken for decided.

mod examine;
mod removal;

use std::slice;
use std::time::Duration;

use yomikiri_pns::{Counters, Game as _, NodeKind, StopReason};
use yomikiri_shogi::{Color, Hand, Move, Piece, PieceKind, Position, Square};

use crate::problem::Problem;
use crate::solver::{Event, Goal, Mate, NotAProblem, Query, Solver};
pub(crate) use examine::Examiner;

/// What is asked of the judge.
#[derive(Clone, Debug, Default)]
pub struct JudgeQuery {
    /// How to search, and the limits of everything together. The shortest mate is found in any case.
    pub query: Query,
    /// Whether the first fault suffices, and remarks are not wanted: for whoever tries thousands of positions.
    pub first_fault: bool,
}

/// What the judge says.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Sound, unsound, or unknown.
    pub verdict: Soundness,
    /// What makes it unsound, in the order of the plies.
    pub faults: Vec<Fault>,
    /// Faults that are neither shown nor excluded.
    pub open: Vec<Fault>,
    /// What is allowed, and a composer wants to know all the same.
    pub remarks: Vec<Remark>,
    /// The shortest mate. Its line is a main line if the problem is sound.
    pub mate: Option<Mate>,
    /// What the searches did, all together.
    pub counters: Counters,
    /// How long everything took.
    pub elapsed: Duration,
}

/// The verdict of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// Nothing is wrong with it.
    Sound,
    /// It has a fault.
    Unsound,
    /// No fault was found, but some could not be excluded, for this reason.
    Unknown(StopReason),
}

/// What makes a problem unsound. Plies count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no mate (不詰).
    NoMate,
    /// The length is not known: there may be a shorter mate. Only ever open.
    Length,
    /// Another check mates as well (余詰).
    Cook {
        /// When.
        ply: u32,
        /// The check.
        check: Move,
        /// Plies from there within which it mates, and how, if it is known to mate.
        mate: Option<Mate>,
    },
    /// The attacker has pieces left at the end of the main line (駒余り).
    Leftover {
        /// The last ply.
        ply: u32,
        /// The last move.
        last: Move,
        /// What is left.
        hand: Hand,
    },
    /// A piece could be taken away, and the solution would be the same (不要駒).
    Unneeded(Spare),
}

/// A piece that may be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    /// From the board.
    OnBoard(Piece, Square),
    /// From the attacker's hand.
    InHand(PieceKind),
}

/// What is allowed, and worth knowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Other moves mate at the last ply as well (最終手余詰).
    LastMove {
        /// The last ply.
        ply: u32,
        /// The other moves.
        others: Vec<Move>,
    },
    /// Another answer leads to a mate of the same length that leaves nothing in hand either (変同).
    EqualVariation {
        /// When.
        ply: u32,
        /// The other answer.
        answer: Move,
    },
    /// The position is its own mirror image there, and so is the solution (左右対称).
    Mirror {
        /// When.
        ply: u32,
        /// The mirror image of the move.
        check: Move,
    },
}

impl Soundness {
    /// Its name in the command's output.
    pub fn name(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Unsound => "unsound",
            Soundness::Unknown(_) => "unknown",
        }
    }
}

impl Fault {
    /// Its name in the command's output.
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
    /// Its name in the command's output.
    pub fn name(&self) -> &'static str {
        match self {
            Remark::LastMove { .. } => "last-move",
            Remark::EqualVariation { .. } => "equal-variation",
            Remark::Mirror { .. } => "mirror",
        }
    }

    /// When.
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

    /// The field's word for it.
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

    /// Plies of the shortest mate, if that is proved.
    pub fn length(&self) -> Option<usize> {
        self.mate.as_ref().filter(|mate| mate.minimal).map(Mate::length)
    }
}

impl Solver {
    /// Judges a problem: a position in which it is `attacker`'s turn.
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
        let (mate, clean) = examiner.whole(&problem);
        if clean && let Some(mate) = &mate {
            examiner.removals(&problem, &mate.line);
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
        let examine::Findings { faults, open, remarks } = findings;
        Ok(Judgement { verdict, faults, open, remarks, mate, counters, elapsed })
    }
}
