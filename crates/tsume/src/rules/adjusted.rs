//! The length and the main line of a mate under the rules of a query.

use yomikiri_pns::{Game, NodeKind};
use yomikiri_shogi::{Hand, Move};

use super::{FutilityReason, InterpositionRules, KnownLengths};
use crate::answer::{Mate, leftover};
use crate::mate_game::MateGame;
use crate::replay::Aborted;
use crate::solver_run::SolverRun;

/// The work on the rules may take this many times the visits of the search for the mate, and at
/// least [`MIN_VISITS`].
const TIMES: u64 = 8;
const MIN_VISITS: u64 = 1_000_000;

/// A mate as the rules of the query have it: futile interpositions do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdjustedMate {
    /// The rules.
    pub rules: InterpositionRules,
    /// The length is at least this.
    pub least: u32,
    /// The length is at most this.
    pub most: u32,
    /// The main line. Empty if it was not found within the limits. At its end the defender is mated, or can only interpose in vain.
    pub line: Vec<Move>,
    /// The attacker's hand at the end of the line.
    pub leftover: Hand,
    /// The interpositions along the line that do not count, with the ply of each (from 1).
    pub futile: Vec<FutileInterposition>,
    /// The lengths under the other profiles, if they were asked for.
    pub others: Vec<LengthBounds>,
}

/// The length under a profile, at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthBounds {
    /// The profile.
    pub rules: InterpositionRules,
    /// The length is at least this.
    pub least: u32,
    /// The length is at most this.
    pub most: u32,
}

/// An interposition that does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FutileInterposition {
    /// The ply at which it could be played, from 1.
    pub ply: u32,
    /// The interposition.
    pub mv: Move,
    /// Why it does not count.
    pub why: FutilityReason,
}

impl AdjustedMate {
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
    pub fn adjusted_mate(&mut self, problem: &MateGame, mate: &Mate, searched: u64) -> AdjustedMate {
        let visits = searched.saturating_mul(TIMES).max(MIN_VISITS);
        let mut adjusted = self.capped(visits, |run| run.adjusted_length(problem, mate));
        if let Some(length) = adjusted.length() {
            let line = self.main_line(problem, length, visits);
            self.capped(visits, |run| {
                run.set_adjusted_line(&mut adjusted, problem, line.unwrap_or_default())
            });
        }
        self.compare_rules(&mut adjusted, problem, mate, visits);
        adjusted
    }

    /// Finds the lengths under the other profiles, if the query asks for them, each with at most this many visits.
    pub fn compare_rules(
        &mut self,
        adjusted: &mut AdjustedMate,
        problem: &MateGame,
        mate: &Mate,
        visits: u64,
    ) {
        if !self.options.compare_rules {
            return;
        }
        let (rules, lengths) = (self.rules, std::mem::take(&mut self.lengths));
        let others = InterpositionRules::ALL
            .into_iter()
            .filter(|&other| other != rules && other != InterpositionRules::Raw);
        for other in others {
            (self.rules, self.lengths) = (other, KnownLengths::default());
            let AdjustedMate { least, most, .. } =
                self.capped(visits, |run| run.adjusted_length(problem, mate));
            adjusted.others.push(LengthBounds { rules: other, least, most });
        }
        (self.rules, self.lengths) = (rules, lengths);
    }

    /// Sets the line of a mate whose length is known, with what does not count along it.
    pub fn set_adjusted_line(&mut self, adjusted: &mut AdjustedMate, problem: &MateGame, line: Vec<Move>) {
        if adjusted.length() == Some(line.len() as u32) {
            adjusted.futile = self.futile_interpositions(problem, &line).unwrap_or_default();
            adjusted.leftover = leftover(problem, &line);
            adjusted.line = line;
        }
    }

    /// The length of a mate under the rules of the query.
    pub fn adjusted_length(&mut self, problem: &MateGame, mate: &Mate) -> AdjustedMate {
        let rules = self.rules;
        let least = u32::from(problem.kind() == NodeKind::Or);
        let (line, leftover, futile) = (Vec::new(), Hand::EMPTY, Vec::new());
        let mut adjusted =
            AdjustedMate { rules, least, most: mate.length, line, leftover, futile, others: Vec::new() };
        if !mate.minimal {
            return adjusted;
        }
        if let Ok(least) = self.least_length(problem, mate.length) {
            adjusted.least = least;
        }
        if let Ok(Some(length)) = self.rule_length(problem, mate.length) {
            (adjusted.least, adjusted.most) = (length, length);
        }
        adjusted
    }

    /// The futile interpositions along a line under the rules of the query, whose length is that of the problem.
    pub fn futile_interpositions(
        &mut self,
        problem: &MateGame,
        line: &[Move],
    ) -> Result<Vec<FutileInterposition>, Aborted> {
        let mut problem = problem.clone();
        let mut futile = Vec::new();
        if self.rules == InterpositionRules::Raw {
            return Ok(futile);
        }
        for played in 0..=line.len() {
            if problem.kind() == NodeKind::And {
                let left = (line.len() - played) as u32;
                let answers = self.rule_answers(&problem, left)?.ok_or(Aborted::Refuted)?;
                let ply = played as u32 + 1;
                futile.extend(answers.iter().filter_map(|answer| {
                    Some(FutileInterposition { ply, mv: answer.mv, why: answer.plies.err()? })
                }));
            }
            if let Some(&mv) = line.get(played) {
                let _ = problem.make(mv);
            }
        }
        Ok(futile)
    }
}
