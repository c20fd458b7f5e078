//! Examines the main line of a problem: at each check of the line whether another check mates, and what that means.
//!
//! The questions are asked in rounds, each with eight times the visits of the one before, so that no question waits for another one
//! that cannot be answered. What was answered stays answered. Within a round the tries that are known to mate come first: to find out
//! what they mean is cheap, and may show a fault. Then the start of the line comes first.
//!
//! Once a fault is known, what is left is limited, unless the query is [thorough](super::JudgeQuery::thorough), to list what is found
//! easily: rounds only double, so that they settle as many tries as they can; tries that look hard both to prove and to refute get what
//! the others leave; and a round that settles nothing is the last.

use std::sync::Arc;

use yomikiri_pns::{Game, NodeKind, StopReason};
use yomikiri_shogi::Move;

use super::classify::OtherKind;
use super::findings::{Fault, Findings, Flaw, OpenQuestion, OtherMate, PlyTries, Remark};
use super::tries::{KnownTries, checks};
use crate::main_line::Endings;
use crate::plies::Plies;
use crate::problem::Problem;
use crate::query::{Mate, leftover};
use crate::replay::Stopped;
use crate::rules::Avoided;
use crate::run::SolverRun;

/// Visits for each question in the first round. Each later round has eight times as many, or twice as many if a fault is known.
pub(super) const FIRST_ROUND: u64 = 250;
pub(super) const NEXT_ROUND: u64 = 8;
const NEXT_ROUND_IF_UNSOUND: u64 = 2;

/// The most visits for all further questions together once the problem is known to be unsound: to list what is found easily. An easy
/// problem gets as many as it took so far, and at least [`LEAST_IF_UNSOUND`], so that its tries are settled and not listed as open.
pub(super) const ENOUGH_IF_UNSOUND: u64 = 30_000;
const LEAST_IF_UNSOUND: u64 = 6_000;

/// Visits of the first round after which the examination of an unsound problem ends if it settled nothing.
const FRUITLESS_FROM: u64 = 1_000;

/// The most lines of the same value that are examined.
const MOST_LINES: usize = 24;

/// The judge at work on one problem.
pub(crate) struct Examiner<'r, 'q> {
    pub(super) run: &'r mut SolverRun<'q>,
    /// Whether the first fault of a line suffices.
    pub(super) first_fault: bool,
    /// Whether pieces left in hand may turn out to be tolerated (2手変長駒余り).
    pub(super) tolerates_leftover: bool,
    /// Whether everything is asked until it is answered, even if the problem is known to be unsound.
    pub(super) thorough: bool,
    /// Visits for each question in this round.
    pub(super) visits: u64,
    /// Whether tries of which nothing is known are searched, or left open.
    pub(super) searches: bool,
    /// Whether tries that look hard are left open for now, because a fault is known.
    pub(super) spares: bool,
    /// Whether a try that mates was left open in this round, because what it means was not found out.
    has_unclassified: bool,
    pub(super) tries: KnownTries,
    /// The mate that is judged, as far as it is known: what is found is reported with it.
    pub(super) judged: Option<Mate>,
    /// The first limit that left a question open.
    stopped: Option<StopReason>,
    pub(super) endings: Endings,
}

/// A line that may be the main line.
struct Candidate {
    line: Vec<Move>,
    /// Its alternatives that leave it before this ply, from 0, are candidates already, or belong to the line it comes from.
    explored: usize,
}

impl<'r, 'q> Examiner<'r, 'q> {
    pub fn new(run: &'r mut SolverRun<'q>, first_fault: bool) -> Self {
        Examiner {
            tries: std::mem::take(&mut run.tries),
            run,
            first_fault,
            tolerates_leftover: false,
            thorough: false,
            visits: FIRST_ROUND,
            searches: true,
            spares: false,
            has_unclassified: false,
            judged: None,
            stopped: None,
            endings: Endings::new(u64::MAX),
        }
    }

    fn tolerates(&self, fault: &Fault) -> bool {
        self.tolerates_leftover && matches!(fault, Fault::Leftover { .. })
    }

    /// The first limit that left a question open.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The answer to a question. If there is none, notes why.
    pub(super) fn note_limit<T>(&mut self, answer: Result<T, Stopped>) -> Option<T> {
        answer.inspect_err(|&stopped| self.note_stop(stopped.into())).ok()
    }

    pub(super) fn note_stop(&mut self, reason: StopReason) {
        self.stopped = self.stopped.or(Some(reason));
    }

    /// The best of the lines that have the value of `line`, with what was found along it: one along which no other check mates if there is
    /// one, otherwise one without a fault. `line` is the line by value and the order of moves.
    pub fn best_line(&mut self, problem: &Problem, line: Vec<Move>) -> (Vec<Move>, Findings) {
        let mut lines = vec![Candidate { line, explored: 0 }];
        let outer_cap = self.run.cap();
        // What the round before found, if it found a fault.
        let mut earlier: Option<(usize, Findings)> = None;
        // The visits with which tries were searched last.
        let mut asked = self.visits;
        let (best, findings) = loop {
            let before = self.run.counters.visits;
            let mut found = None;
            if self.has_unclassified && earlier.is_none() {
                self.searches = false;
                found =
                    Some(self.round(problem, &mut lines)).filter(|(_, findings)| self.is_unsound(findings));
                self.searches = true;
            }
            let (best, findings) = found.unwrap_or_else(|| {
                asked = self.visits;
                self.round(problem, &mut lines)
            });
            let unsound = self.is_unsound(&findings);
            // A line without the fault may have been found. Then every try counts again.
            self.spares &= unsound;
            let did_nothing = self.run.counters.visits == before;
            if self.stopped.is_some()
                && let Some(earlier) = earlier
            {
                // A limit ended this round, so it may lack faults that the one before found.
                let has_more = findings.faults.len() > earlier.1.faults.len();
                break if has_more { (best, findings) } else { earlier };
            }
            // The effort has no limit any more, so only a limit of the query leaves something open. If something else did, rounds would go on for ever.
            let is_last = did_nothing && self.visits == u64::MAX;
            if findings.open.is_empty() || unsound && self.first_fault || self.stopped.is_some() || is_last {
                break (best, findings);
            }
            if let Some((_, earlier)) = &earlier
                && !self.thorough
            {
                let settled_nothing = findings.faults.len() <= earlier.faults.len()
                    && findings.open.len() >= earlier.open.len();
                // Hard tries get what the others leave.
                let is_fruitless = did_nothing || settled_nothing && self.visits >= FRUITLESS_FROM;
                if is_fruitless && !std::mem::take(&mut self.spares) {
                    break (best, findings);
                }
            }
            self.report(&lines[best].line, &findings);
            if unsound && earlier.is_none() && !self.thorough {
                let spent = self.run.counters.visits;
                self.run.set_cap_from_here(spent.clamp(LEAST_IF_UNSOUND, ENOUGH_IF_UNSOUND));
                self.spares = true;
            }
            earlier = unsound.then_some((best, findings));
            self.visits = if unsound {
                asked.saturating_mul(NEXT_ROUND_IF_UNSOUND)
            } else {
                self.visits.saturating_mul(NEXT_ROUND)
            };
        };
        self.run.set_cap(outer_cap);
        self.spares = false;
        (lines.swap_remove(best).line, findings)
    }

    fn is_unsound(&self, findings: &Findings) -> bool {
        findings.faults.iter().any(|fault| !self.tolerates(fault))
    }

    /// Examines lines until one has neither faults nor open questions. Returns the number of the best.
    fn round(&mut self, problem: &Problem, lines: &mut Vec<Candidate>) -> (usize, Findings) {
        self.has_unclassified = false;
        let mut best = (0, self.examine(problem, &lines[0].line));
        let mut at = 0;
        let mut last = best.1.clone();
        loop {
            // A line without the cook is a better solution even if it shares a detour before the cook.
            if self.stopped.is_none()
                && let Some(ply) = last.first_cook().or_else(|| last.first_other_mate())
            {
                self.add_alternatives(problem, lines, at, ply);
            }
            at += 1;
            if at >= lines.len() || best.1.is_clean() || self.stopped.is_some() {
                return best;
            }
            last = self.examine(problem, &lines[at].line);
            if last.is_better_than(&best.1) {
                best = (at, last.clone());
            }
        }
    }

    /// Adds the lines that leave line `at` before `ply` by an answer of the same value, the earliest first, unless they are there.
    fn add_alternatives(&mut self, problem: &Problem, lines: &mut Vec<Candidate>, at: usize, ply: u32) {
        let before = ply as usize - 1;
        let first = lines[at].explored;
        if first >= before {
            return;
        }
        lines[at].explored = before;
        let line = lines[at].line.clone();
        let mut problem = problem.clone();
        for (played, &mv) in line.iter().enumerate().take(before) {
            if problem.kind() == NodeKind::And && played >= first && lines.len() < MOST_LINES {
                let left = (line.len() - played) as u32;
                let equal = self.endings.equal_answers(&problem, left, self.run);
                for answer in self.note_limit(equal).unwrap_or_default() {
                    if answer == mv || lines.len() >= MOST_LINES {
                        continue;
                    }
                    let undo = problem.make(answer);
                    let rest = self.endings.best_line(&problem, left - 1, self.run);
                    problem.unmake(answer, undo);
                    let Some(rest) = self.note_limit(rest) else { return };
                    let line = [&line[..played], &[answer], &rest].concat();
                    lines.push(Candidate { line, explored: played + 1 });
                }
            }
            let _ = problem.make(mv);
        }
    }

    /// Looks at every check beside a line, with the visits of this round.
    pub(super) fn examine(&mut self, problem: &Problem, line: &[Move]) -> Findings {
        let avoided = Arc::new(Avoided::line(problem, line));
        let mut findings = Findings::default();
        let mut node = problem.clone();
        for (played, &mv) in line.iter().enumerate() {
            if node.kind() == NodeKind::Or {
                self.examine_ply(&mut node, &line[played..], played as u32 + 1, &avoided, &mut findings);
                if self.first_fault && !findings.faults.is_empty() {
                    return findings;
                }
            }
            let _ = node.make(mv);
        }
        let hand = leftover(problem, line);
        if let Some(&last) = line.last()
            && !hand.is_empty()
        {
            findings.faults.push(Fault::Leftover { ply: line.len() as u32, last, hand });
        }
        findings
    }

    /// The same at one node, whose main line goes on with `rest`.
    fn examine_ply(
        &mut self,
        problem: &mut Problem,
        rest: &[Move],
        ply: u32,
        avoided: &Arc<Avoided>,
        findings: &mut Findings,
    ) {
        let others: Vec<Move> =
            checks(problem).into_iter().filter(|check| Some(check) != rest.first()).collect();
        let mut tries = PlyTries { ply, tries: others.len() as u32, settled: 0 };
        for check in others {
            let is_last = rest.len() == 1 && ply > 1;
            let settled = if is_last {
                self.examine_last_move(problem, ply, check, findings)
            } else {
                self.examine_try(problem, rest, ply, check, avoided, findings)
            };
            match settled {
                Some(()) => tries.settled += 1,
                None => findings.open.push(OpenQuestion::Try { ply, check }),
            }
            if self.first_fault && !findings.faults.is_empty() {
                break;
            }
        }
        findings.tries.push(tries);
    }

    /// Several last moves are allowed, except in problems of one move.
    fn examine_last_move(
        &mut self,
        problem: &mut Problem,
        ply: u32,
        check: Move,
        findings: &mut Findings,
    ) -> Option<()> {
        let undo = problem.make(check);
        let mates = self.run.length_is_within(problem, 0);
        problem.unmake(check, undo);
        if self.note_limit(mates)? {
            findings.flaws.push(Flaw::LastMove { ply, check });
        }
        Some(())
    }

    fn examine_try(
        &mut self,
        problem: &mut Problem,
        rest: &[Move],
        ply: u32,
        check: Move,
        avoided: &Arc<Avoided>,
        findings: &mut Findings,
    ) -> Option<()> {
        if !self.try_mates(problem, check)? {
            return Some(());
        }
        let Some(kind) = self.kind_of(problem, rest, check, avoided) else {
            self.has_unclassified = true;
            return None;
        };
        if kind == OtherKind::Mirror {
            findings.remarks.push(Remark::Mirror { ply, check });
            return Some(());
        }
        let other = self.other_mate(problem, ply, check)?;
        match kind {
            OtherKind::FreeChoice => findings.flaws.push(Flaw::FreeChoice(other)),
            OtherKind::Detour => findings.flaws.push(Flaw::Detour(other)),
            OtherKind::Cook | OtherKind::Mirror => findings.faults.push(Fault::Cook(other)),
        }
        Some(())
    }

    /// A check that mates, with its mate, which is replayed.
    pub(super) fn other_mate(&mut self, problem: &mut Problem, ply: u32, check: Move) -> Option<OtherMate> {
        let undo = problem.make(check);
        let after = problem.clone().within(Plies::UNLIMITED);
        let mate = self.run.extend_replay(&mut self.tries.replay, &after);
        problem.unmake(check, undo);
        Some(OtherMate { ply, check, mate: self.note_limit(mate)? })
    }

    /// The answers along a line that are as good as those of the line (変同).
    pub fn equal_variations(&mut self, problem: &Problem, line: &[Move]) -> Result<Vec<Flaw>, Stopped> {
        let mut flaws = Vec::new();
        let mut node = problem.clone();
        for (played, &mv) in line.iter().enumerate() {
            if node.kind() == NodeKind::And {
                let left = (line.len() - played) as u32;
                for answer in self.endings.equal_answers(&node, left, self.run)? {
                    if answer == mv {
                        continue;
                    }
                    let undo = node.make(answer);
                    let rest = self.endings.best_line(&node, left - 1, self.run);
                    node.unmake(answer, undo);
                    let line = [&[answer], &rest?[..]].concat();
                    flaws.push(Flaw::EqualVariation { ply: played as u32 + 1, line });
                }
            }
            let _ = node.make(mv);
        }
        Ok(flaws)
    }
}
