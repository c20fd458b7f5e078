//! What the solver says: answers, and events while it runs.

use std::time::Duration;

use yomikiri_pns::{Counters, Progress, StopReason};
use yomikiri_shogi::{Hand, Move};

use crate::checkpoint::CheckpointError;
use crate::mate_game::MateGame;
use crate::rules::AdjustedMate;
use crate::soundness::Judgement;

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
    /// Whether the line is the main line: both sides play their best moves by *value*, which is
    /// twice the length of a line, plus one if the attacker ends with nothing in hand. The attacker
    /// wants a small value, the defender a large one. Among lines of the same value, one along
    /// which no other check mates goes first, if it was found within the limits.
    pub is_main_line: bool,
    /// The attacker's hand at the end of the line.
    pub leftover: Hand,
    /// The number of different positions in the proof.
    pub proof_size: u64,
    /// The length and the line under the rules of the query. `None` if these count every
    /// interposition, or were not asked for.
    pub adjusted: Option<AdjustedMate>,
}

impl Mate {
    /// Plies within which the attacker mates against every defence.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The line by the rules of the query, if it was found, otherwise [`line`](Mate::line); and the
    /// attacker's hand at its end.
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
    /// What the judge knows after a round of effort. More may follow, so a problem is not called
    /// sound yet.
    Judging(&'a Judgement),
    /// A certificate is being made; it has this many nodes by now.
    CertifyProgress {
        /// The nodes.
        nodes: u64,
    },
    /// The checkpoint could not be written. The search goes on.
    CheckpointFailed(&'a CheckpointError),
}
