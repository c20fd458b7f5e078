//! Examines the main line of a problem: at each check of the line whether another check mates, and what that means.

use std::sync::Arc;

use yomikiri_pns::{Game, NodeKind, StopReason};
use yomikiri_shogi::Move;

use super::classify::OtherKind;
use super::findings::{AlternativeMate, Fault, Flaw, LineFindings, OpenQuestion, Remark, TryCount};
use super::rounds::FIRST_ROUND;
use super::tries::{KnownTries, checks};
use crate::answer::{Mate, leftover};
use crate::main_line::Endings;
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::replay::Aborted;
use crate::rules::ForbiddenPositions;
use crate::solver_run::SolverRun;

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
    pub(super) has_unclassified: bool,
    pub(super) tries: KnownTries,
    /// The mate that is judged, as far as it is known: what is found is reported with it.
    pub(super) judged: Option<Mate>,
    /// The first limit that left a question open.
    pub(super) stopped: Option<StopReason>,
    pub(super) endings: Endings,
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

    pub(super) fn tolerates(&self, fault: &Fault) -> bool {
        self.tolerates_leftover && matches!(fault, Fault::Leftover { .. })
    }

    /// The first limit that left a question open.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The answer to a question. If there is none, notes why.
    pub(super) fn note_limit<T>(&mut self, answer: Result<T, Aborted>) -> Option<T> {
        answer.inspect_err(|&stopped| self.note_stop(stopped.into())).ok()
    }

    pub(super) fn note_stop(&mut self, reason: StopReason) {
        self.stopped = self.stopped.or(Some(reason));
    }

    /// Looks at every check beside a line, with the visits of this round.
    pub(super) fn examine(&mut self, problem: &MateGame, line: &[Move]) -> LineFindings {
        let forbidden = Arc::new(ForbiddenPositions::line(problem, line));
        let mut findings = LineFindings::default();
        let mut node = problem.clone();
        for (played, &mv) in line.iter().enumerate() {
            if node.kind() == NodeKind::Or {
                self.examine_ply(&mut node, &line[played..], played as u32 + 1, &forbidden, &mut findings);
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
        problem: &mut MateGame,
        rest: &[Move],
        ply: u32,
        forbidden: &Arc<ForbiddenPositions>,
        findings: &mut LineFindings,
    ) {
        let others: Vec<Move> =
            checks(problem).into_iter().filter(|check| Some(check) != rest.first()).collect();
        let mut tries = TryCount { ply, tries: others.len() as u32, settled: 0 };
        for check in others {
            let is_last = rest.len() == 1 && ply > 1;
            let settled = if is_last {
                self.examine_last_move(problem, ply, check, findings)
            } else {
                self.examine_try(problem, rest, ply, check, forbidden, findings)
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
        problem: &mut MateGame,
        ply: u32,
        check: Move,
        findings: &mut LineFindings,
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
        problem: &mut MateGame,
        rest: &[Move],
        ply: u32,
        check: Move,
        forbidden: &Arc<ForbiddenPositions>,
        findings: &mut LineFindings,
    ) -> Option<()> {
        if !self.try_mates(problem, check)? {
            return Some(());
        }
        let Some(kind) = self.kind_of(problem, rest, check, forbidden) else {
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
    pub(super) fn other_mate(
        &mut self,
        problem: &mut MateGame,
        ply: u32,
        check: Move,
    ) -> Option<AlternativeMate> {
        let undo = problem.make(check);
        let after = problem.clone().within(Plies::UNLIMITED);
        let mate = self.run.extend_replay(&mut self.tries.replay, &after);
        problem.unmake(check, undo);
        Some(AlternativeMate { ply, check, mate: self.note_limit(mate)? })
    }

    /// The answers along a line that are as good as those of the line (変同).
    pub fn equal_variations(&mut self, problem: &MateGame, line: &[Move]) -> Result<Vec<Flaw>, Aborted> {
        let mut flaws = Vec::new();
        if !leftover(problem, line).is_empty() {
            return Ok(flaws);
        }
        let mut node = problem.clone();
        for (played, &mv) in line.iter().enumerate() {
            if node.kind() == NodeKind::And {
                let left = (line.len() - played) as u32;
                for answer in self.endings.best_moves(&node, left, self.run)? {
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
