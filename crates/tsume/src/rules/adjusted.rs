//! The length and the main line of a mate under the rules of a query.

use yomikiri_pns::{Game, NodeKind};
use yomikiri_shogi::{Hand, Move};

use super::{Futility, KnownLengths, Rules};
use crate::mate_game::MateGame;
use crate::query::{Mate, leftover};
use crate::replay::Aborted;
use crate::solver_run::SolverRun;

/// The work on the rules may take this many times the visits of the search for the mate, and at least [`LEAST_VISITS`].
const TIMES: u64 = 8;
const LEAST_VISITS: u64 = 1_000_000;

/// A mate as the rules of the query have it: futile interpositions do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledMate {
    /// The rules.
    pub rules: Rules,
    /// The length is at least this.
    pub least: u32,
    /// The length is at most this.
    pub most: u32,
    /// The main line. Empty if it was not found within the limits. At its end the defender is mated, or can only interpose in vain.
    pub line: Vec<Move>,
    /// The attacker's hand at the end of the line.
    pub leftover: Hand,
    /// The interpositions along the line that do not count, with the ply of each (from 1).
    pub futile: Vec<FutileAnswer>,
    /// The lengths under the other profiles, if they were asked for.
    pub others: Vec<RuleLength>,
}

/// The length under a profile, at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleLength {
    /// The profile.
    pub rules: Rules,
    /// The length is at least this.
    pub least: u32,
    /// The length is at most this.
    pub most: u32,
}

/// An interposition that does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FutileAnswer {
    /// The ply at which it could be played, from 1.
    pub ply: u32,
    /// The interposition.
    pub mv: Move,
    /// Why it does not count.
    pub why: Futility,
}

impl RuledMate {
    /// The length, if it is known exactly.
    pub fn length(&self) -> Option<u32> {
        (self.least == self.most).then_some(self.most)
    }

    /// Whether the profiles for futile interpositions disagree about the length, so that people do, too. `None` if that is not known.
    pub fn is_contested(&self) -> Option<bool> {
        if self.others.is_empty() {
            return None;
        }
        let mut all = self.others.iter().map(|other| (other.least, other.most));
        let disagrees = all.clone().any(|(least, most)| least > self.most || most < self.least);
        let agrees = all.all(|(least, most)| least == most && self.length() == Some(most));
        if disagrees { Some(true) } else { agrees.then_some(false) }
    }
}

impl SolverRun<'_> {
    /// The mate under the rules of the query. `searched` is the number of visits that it took to find `mate`.
    pub fn ruled_mate(&mut self, problem: &MateGame, mate: &Mate, searched: u64) -> RuledMate {
        let visits = searched.saturating_mul(TIMES).max(LEAST_VISITS);
        let mut ruled = self.capped(visits, |run| run.ruled_length(problem, mate));
        if let Some(length) = ruled.length() {
            let line = self.main_line(problem, length, visits);
            self.capped(visits, |run| run.set_ruled_line(&mut ruled, problem, line.unwrap_or_default()));
        }
        self.compare_rules(&mut ruled, problem, mate, visits);
        ruled
    }

    /// Finds the lengths under the other profiles, if the query asks for them, each with at most this many visits.
    pub fn compare_rules(&mut self, ruled: &mut RuledMate, problem: &MateGame, mate: &Mate, visits: u64) {
        if !self.options.compare_rules {
            return;
        }
        let (rules, lengths) = (self.rules, std::mem::take(&mut self.lengths));
        let others = Rules::ALL.into_iter().filter(|&other| other != rules && other != Rules::Raw);
        for other in others {
            (self.rules, self.lengths) = (other, KnownLengths::default());
            let RuledMate { least, most, .. } = self.capped(visits, |run| run.ruled_length(problem, mate));
            ruled.others.push(RuleLength { rules: other, least, most });
        }
        (self.rules, self.lengths) = (rules, lengths);
    }

    /// Sets the line of a mate whose length is known, with what does not count along it.
    pub fn set_ruled_line(&mut self, ruled: &mut RuledMate, problem: &MateGame, line: Vec<Move>) {
        if ruled.length() == Some(line.len() as u32) {
            ruled.futile = self.futile_answers(problem, &line).unwrap_or_default();
            ruled.leftover = leftover(problem, &line);
            ruled.line = line;
        }
    }

    /// The length of a mate under the rules of the query.
    pub fn ruled_length(&mut self, problem: &MateGame, mate: &Mate) -> RuledMate {
        let rules = self.rules;
        let least = u32::from(problem.kind() == NodeKind::Or);
        let (line, leftover, futile) = (Vec::new(), Hand::EMPTY, Vec::new());
        let mut ruled =
            RuledMate { rules, least, most: mate.length, line, leftover, futile, others: Vec::new() };
        if !mate.minimal {
            return ruled;
        }
        if let Ok(least) = self.least_length(problem, mate.length) {
            ruled.least = least;
        }
        if let Ok(Some(length)) = self.rule_length(problem, mate.length) {
            (ruled.least, ruled.most) = (length, length);
        }
        ruled
    }

    /// The futile interpositions along a line under the rules of the query, whose length is that of the problem.
    pub fn futile_answers(
        &mut self,
        problem: &MateGame,
        line: &[Move],
    ) -> Result<Vec<FutileAnswer>, Aborted> {
        let mut problem = problem.clone();
        let mut futile = Vec::new();
        if self.rules == Rules::Raw {
            return Ok(futile);
        }
        for played in 0..=line.len() {
            if problem.kind() == NodeKind::And {
                let left = (line.len() - played) as u32;
                let answers = self.rule_answers(&problem, left)?.ok_or(Aborted::Refuted)?;
                let ply = played as u32 + 1;
                futile.extend(answers.iter().filter_map(|answer| {
                    Some(FutileAnswer { ply, mv: answer.mv, why: answer.plies.err()? })
                }));
            }
            if let Some(&mv) = line.get(played) {
                let _ = problem.make(mv);
            }
        }
        Ok(futile)
    }
}
