//! Judges whether a mate problem is sound (完全作), by composers' rules.
//!
//! A problem is *unsound* (不完全作) if it has a fault: no mate, a second solution, pieces left in hand
//! at the end, a length other than the intended one. It is *sound with flaws* (キズ) if there is a
//! free choice of a square or promotion, a detour, another variation of the same length, several
//! last moves, or an unneeded piece. Which interpositions count is a [rule
//! profile](crate::InterpositionRules). Whether there is a mate does not depend on the profile.
//!
//! Every statement is about the [main line](crate::main_line). Where several moves have the same value, the main line is one without faults
//! if there is one.
//!
//! Questions that the limits leave open are listed, and a problem with open questions is never called sound.

mod best_lines;
mod classify;
mod examine;
mod findings;
mod rounds;
mod tries;
mod unneeded_pieces;

use std::sync::Arc;
use std::time::Duration;

use yomikiri_pns::{Counters, StopReason};
use yomikiri_shogi::{Color, Move, Position};

use crate::answer::{Mate, SolverEvent, leftover};
use crate::mate_game::MateGame;
use crate::options::{Goal, SolveOptions};
use crate::problem::NotAProblem;
use crate::rules::{ForbiddenPositions, InterpositionRules};
use crate::solver::Solver;
use classify::may_be_flaw;
pub(crate) use examine::Examiner;
use findings::LineFindings;
pub use findings::{
    AlternativeMate, Fault, Flaw, IssueSummary, OpenQuestion, ProblemPiece, Remark, TryCount,
};
use rounds::{ENOUGH_IF_UNSOUND, FIRST_ROUND, NEXT_ROUND};
pub(crate) use tries::KnownTries;

/// Visits for the exact length and the main line once it is known that the length is not the intended one, and for the length under
/// each other profile.
const VISITS_FOR_LINE_IF_UNSOUND: u64 = 1_000_000;

/// How to judge a problem.
#[derive(Clone, Debug, Default)]
pub struct JudgeOptions {
    /// How to search, the rules, and the limits for everything together. The goal has no effect: the judge needs the main line.
    pub solve: SolveOptions,
    /// Whether to stop at the first fault, and to leave out flaws other than an unneeded piece. This is much faster for unsound problems.
    pub first_fault: bool,
    /// Whether to go on until everything is answered or a limit is reached, even if the problem is known to be unsound. Otherwise what is
    /// not found easily is then left open.
    pub thorough: bool,
    /// The length that the composer has in mind, if it is known.
    pub intended: Option<u32>,
    /// Whether a variation that is two plies longer and leaves a piece in hand (2手変長駒余り) is a flaw and not a fault.
    pub tolerates_two_plies: bool,
}

/// The result of the judge.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Sound, sound with flaws, unsound, or unknown.
    pub verdict: Soundness,
    /// The faults, in the order of the plies.
    pub faults: Vec<Fault>,
    /// The flaws, in the order of the plies.
    pub flaws: Vec<Flaw>,
    /// What is worth a word and no flaw.
    pub remarks: Vec<Remark>,
    /// What is neither shown nor excluded.
    pub open: Vec<OpenQuestion>,
    /// How many checks beside the main line are settled at each of its plies.
    pub tries: Vec<TryCount>,
    /// The first limit that left a question open.
    pub stopped: Option<StopReason>,
    /// The shortest mate with every interposition counted.
    pub mate: Option<Mate>,
    /// The line to which faults and flaws refer: the main line under the rules. Empty if it is not known.
    pub line: Vec<Move>,
    /// The sums over all searches.
    pub counters: Counters,
    /// The time from the query to the judgement.
    pub elapsed: Duration,
}

/// The verdict of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// There is neither a fault nor a flaw.
    Sound,
    /// There are flaws, but no fault.
    Flawed,
    /// There is a fault.
    Unsound,
    /// No fault was found, but this limit left some questions open.
    Unknown(StopReason),
}

impl Soundness {
    /// The verdict on what was found, with the limit that left questions open.
    fn from_findings(
        faults: &[Fault],
        flaws: &[Flaw],
        open: &[OpenQuestion],
        stopped: Option<StopReason>,
    ) -> Soundness {
        let is_flaw =
            |open: &OpenQuestion| matches!(open, OpenQuestion::Unneeded(_) | OpenQuestion::EqualVariations);
        let only_flaws_open = open.iter().all(is_flaw);
        if !faults.is_empty() {
            Soundness::Unsound
        } else if open.is_empty() || only_flaws_open && !flaws.is_empty() {
            if flaws.is_empty() { Soundness::Sound } else { Soundness::Flawed }
        } else {
            Soundness::Unknown(stopped.unwrap_or(StopReason::Inconclusive))
        }
    }

    /// The name in the output of commands.
    pub fn name(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Flawed => "flawed",
            Soundness::Unsound => "unsound",
            Soundness::Unknown(_) => "unknown",
        }
    }
}

impl Judgement {
    /// Whether it has no fault.
    pub fn is_sound(&self) -> bool {
        matches!(self.verdict, Soundness::Sound | Soundness::Flawed)
    }

    /// The plies of the shortest mate under the rules, if they are proved.
    pub fn length(&self) -> Option<usize> {
        let mate = self.mate.as_ref().filter(|mate| mate.minimal)?;
        match &mate.adjusted {
            Some(adjusted) => adjusted.length().map(|length| length as usize),
            None => Some(mate.length()),
        }
    }

    /// All flaws and remarks in short, in the order of the plies.
    pub fn notices(&self) -> Vec<IssueSummary> {
        let mut notices: Vec<IssueSummary> = self
            .flaws
            .iter()
            .map(IssueSummary::from)
            .chain(self.remarks.iter().map(IssueSummary::from))
            .collect();
        notices.sort_by_key(|notice| notice.ply.unwrap_or(u32::MAX));
        notices
    }

    /// The pieces that are not needed.
    pub fn unneeded(&self) -> impl Iterator<Item = ProblemPiece> {
        self.flaws.iter().filter_map(|flaw| match flaw {
            Flaw::Unneeded(piece) => Some(*piece),
            _ => None,
        })
    }

    /// The first ply from which on the main line has no fault and no open question, if there is one. Composers work backwards.
    pub fn sound_from(&self) -> Option<u32> {
        let faults = self.faults.iter().map(|fault| match fault {
            Fault::Cook(other) => other.ply,
            _ => u32::MAX,
        });
        let open = self.open.iter().filter_map(|open| match open {
            OpenQuestion::Try { ply, .. } => Some(*ply),
            OpenQuestion::Mate | OpenQuestion::Length => Some(u32::MAX),
            OpenQuestion::Unneeded(_) | OpenQuestion::EqualVariations => None,
        });
        let last = faults.chain(open).max().unwrap_or(0);
        let first = if last == 0 { 1 } else { last.checked_add(2)? };
        (first as usize <= self.line.len()).then_some(first)
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
        options: &JudgeOptions,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Judgement, NotAProblem> {
        NotAProblem::check_with_move(position, attacker)?;
        let problem = MateGame::new(position.clone(), attacker).with_techniques(options.solve.techniques);
        let solving = SolveOptions { goal: Goal::Shortest, ..options.solve.clone() };
        let mut run = self.run_about(position, attacker, &solving, on_event);
        // Thousands of short searches: what one learns of repetitions saves the others memory that must be cleared.
        run.share_paths();
        let mut examiner = Examiner::new(&mut run, options.first_fault);
        examiner.tolerates_leftover = options.tolerates_two_plies;
        examiner.thorough = options.thorough;
        let JudgeState { mate, line, findings } = examiner.judge(&problem, options);
        let stopped = examiner.stopped();
        let LineFindings { faults, flaws, remarks, open, tries } = findings;
        let verdict = Soundness::from_findings(&faults, &flaws, &open, stopped);
        let (counters, elapsed) = (run.counters, run.start.elapsed());
        Ok(Judgement { verdict, faults, flaws, remarks, open, tries, stopped, mate, line, counters, elapsed })
    }
}

/// What the judge has at the end.
#[derive(Default)]
struct JudgeState {
    mate: Option<Mate>,
    line: Vec<Move>,
    findings: LineFindings,
}

impl JudgeState {
    fn open(mut self, question: OpenQuestion) -> JudgeState {
        self.findings.open.push(question);
        self
    }

    fn fault(mut self, fault: Fault) -> JudgeState {
        self.findings.faults.push(fault);
        self
    }
}

impl Examiner<'_, '_> {
    /// Reports what is known so far of the problem that is state. Flaws that are looked for at the
    /// end are open.
    fn report(&mut self, line: &[Move], findings: &LineFindings) {
        let Some(mate) = &self.judged else { return };
        let LineFindings { faults, flaws, remarks, mut open, tries } = findings.clone();
        if faults.is_empty() {
            open.push(OpenQuestion::EqualVariations);
        }
        let stopped = self.stopped();
        // A flaw does not show that the rest is sound.
        let verdict = Soundness::from_findings(&faults, &[], &open, stopped);
        let (mate, line, counters) = (Some(mate.clone()), line.to_vec(), self.run.counters);
        let elapsed = self.run.start.elapsed();
        let judgement = Judgement {
            verdict,
            faults,
            flaws,
            remarks,
            open,
            tries,
            stopped,
            mate,
            line,
            counters,
            elapsed,
        };
        (self.run.on_event)(SolverEvent::Judging(&judgement));
    }

    fn judge(&mut self, problem: &MateGame, options: &JudgeOptions) -> JudgeState {
        let mut state = match self.prove_length(problem, options) {
            Ok(mate) => JudgeState { mate: Some(mate), ..JudgeState::default() },
            Err(state) => return *state,
        };
        let Some(mate) = &mut state.mate else { return state };
        let searched = self.run.counters.visits;
        // The intended length is shorter than the one to be proved, so it is asked for first.
        let fault = self.other_length(problem, options, mate.length, u64::MAX);
        let outer_cap = self.run.cap();
        if fault.is_some() && !self.thorough {
            self.run.set_cap_from_here(VISITS_FOR_LINE_IF_UNSOUND);
        }
        let mut length = Some(mate.length);
        if self.run.rules != InterpositionRules::Raw {
            let adjusted = self.run.adjusted_length(problem, mate);
            length = adjusted.length();
            mate.adjusted = Some(adjusted);
        }
        let line = match length {
            Some(length) => self.run.line_by_value(problem, length, u64::MAX),
            // The reason is one of the limits of the whole query.
            None => Err(self.run.limit_reached()),
        };
        self.run.set_cap(outer_cap);
        let Some(line) = self.note_limit(line) else {
            let least = mate.adjusted.as_ref().map_or(mate.length, |adjusted| adjusted.least);
            return match fault {
                Some(Fault::LongerVariation { intended, length }) => {
                    state.fault(Fault::LongerVariation { intended, length: length.max(least) })
                }
                Some(fault) => state.fault(fault),
                None => state.open(OpenQuestion::Length),
            };
        };
        self.visits = FIRST_ROUND;
        self.judged = Some(mate.clone());
        let (line, mut findings) = self.best_line(problem, line);
        self.report(&line, &findings);
        if let Some(length) = length {
            self.compare_with_intended(problem, options, length, mate.length, &line, &mut findings);
        }
        if findings.faults.is_empty() && !self.first_fault {
            let equal = self.equal_variations(problem, &line);
            match self.note_limit(equal) {
                Some(mut equal) => findings.flaws.append(&mut equal),
                None => findings.open.push(OpenQuestion::EqualVariations),
            }
        }
        if findings.faults.is_empty() && findings.open.is_empty() {
            let (mut flaws, mut open) = self.unneeded_pieces(problem, &line);
            findings.flaws.append(&mut flaws);
            findings.open.append(&mut open);
        }
        match mate.adjusted.take() {
            Some(mut adjusted) => {
                self.run.set_adjusted_line(&mut adjusted, problem, line.clone());
                self.run.compare_rules(&mut adjusted, problem, mate, VISITS_FOR_LINE_IF_UNSOUND);
                if !self.first_fault {
                    self.run.tries = std::mem::take(&mut self.tries);
                    self.run.set_main_line(problem, mate, searched);
                }
                mate.adjusted = Some(adjusted);
            }
            None => {
                mate.set_line(problem, line.clone());
                mate.is_main_line = true;
            }
        }
        JudgeState { line, findings, ..state }
    }

    /// Finds the shortest mate. Meanwhile two questions are asked whose answers can show that the problem is unsound, whatever its length
    /// is: do two first moves mate independently of each other, and is there a mate of the intended length?
    fn prove_length(&mut self, problem: &MateGame, options: &JudgeOptions) -> Result<Mate, Box<JudgeState>> {
        let mut best: Option<Mate> = None;
        let mut fault = None;
        loop {
            let visits = self.visits;
            // What is left to prove is worth less once a fault is known, or if the first one suffices.
            let share = match (&fault, self.first_fault) {
                (Some(_), _) => 1,
                (None, true) => 2,
                (None, false) => 64,
            };
            let answer = self
                .run
                .answer_within(visits.saturating_mul(share), |run| run.find_shortest(problem, &mut best));
            let answer = self.note_limit(answer);
            match answer {
                Some(Some(true)) => return best.ok_or_else(Box::default),
                Some(Some(false)) => return Err(Box::new(JudgeState::default().fault(Fault::NoMate))),
                Some(None) | None => {}
            }
            if fault.is_none()
                && answer.is_some()
                && let Some(mate) = &best
            {
                let (line, length) = (mate.line.clone(), mate.length);
                let visits = visits.saturating_mul(NEXT_ROUND);
                fault = self.other_length(problem, options, length, visits);
                fault = fault.or_else(|| self.cook_of_first_move(problem, &line));
                self.judged = Some(mate.clone());
                let (faults, open) = (fault.iter().cloned().collect(), vec![OpenQuestion::Length]);
                self.report(&line, &LineFindings { faults, open, ..LineFindings::default() });
            }
            let enough = self.first_fault || visits >= ENOUGH_IF_UNSOUND && !self.thorough;
            if answer.is_none() || fault.is_some() && enough {
                let open = if best.is_some() { OpenQuestion::Length } else { OpenQuestion::Mate };
                let line = best.as_ref().map_or(Vec::new(), |mate| mate.line.clone());
                let first = line.first().copied();
                let state = JudgeState { mate: best, line, ..JudgeState::default() };
                let mut state = match fault {
                    Some(fault) => return Err(Box::new(state.fault(fault))),
                    None => state.open(open),
                };
                // Whatever the solution is, it begins with a check that mates.
                if let Some(first) = first {
                    let (tries, mut open) = self.first_tries(problem, first);
                    state.findings.tries.push(tries);
                    state.findings.open.append(&mut open);
                }
                return Err(Box::new(state));
            }
            self.visits = visits.saturating_mul(NEXT_ROUND);
        }
    }

    /// The fault that the mate has not the intended length, as far as that is found out with some visits. `length` is that of a mate
    /// that was found.
    fn other_length(
        &mut self,
        problem: &MateGame,
        options: &JudgeOptions,
        length: u32,
        visits: u64,
    ) -> Option<Fault> {
        let intended = options.intended?;
        if length < intended {
            return Some(Fault::Shorter { intended, length });
        }
        let tolerated = intended + if options.tolerates_two_plies { 2 } else { 0 };
        if tolerated >= length {
            return None;
        }
        let may_be = self.run.answer_within(visits, |run| run.may_be_within(problem, tolerated));
        let is_longer = self.note_limit(may_be)? == Some(false);
        is_longer.then_some(Fault::LongerVariation { intended, length: tolerated + 2 })
    }

    /// A check beside the first of `line` that mates without coming to a position of `line`, while `line` shows a mate that does not come
    /// to a position of the other one.
    fn cook_of_first_move(&mut self, problem: &MateGame, line: &[Move]) -> Option<Fault> {
        let mut problem = problem.clone();
        let main = *line.first()?;
        let forbidden = Arc::new(ForbiddenPositions::line(&problem, line));
        for check in tries::checks(&problem) {
            if check == main
                || may_be_flaw(&problem, main, check)
                || self.try_mates(&mut problem, check) != Some(true)
            {
                continue;
            }
            if self.mates_elsewhere(&problem, check, &forbidden) != Some(true) {
                continue;
            }
            let other = self.other_mate(&mut problem, 1, check)?;
            let line = [&[check], &other.mate.line[..]].concat();
            let forbidden = Arc::new(ForbiddenPositions::line(&problem, &line));
            if self.mates_elsewhere(&problem, main, &forbidden) == Some(true) {
                return Some(Fault::Cook(other));
            }
        }
        None
    }

    /// Adds what a length other than the intended one means. A length with every interposition counted is as good as one by the rules.
    fn compare_with_intended(
        &self,
        problem: &MateGame,
        options: &JudgeOptions,
        length: u32,
        raw: u32,
        line: &[Move],
        findings: &mut LineFindings,
    ) {
        let Some(intended) = options.intended.filter(|&intended| intended != length && intended != raw)
        else {
            return;
        };
        if length < intended {
            findings.faults.insert(0, Fault::Shorter { intended, length });
        } else if options.tolerates_two_plies && length == intended + 2 && !leftover(problem, line).is_empty()
        {
            findings.faults.retain(|fault| !matches!(fault, Fault::Leftover { .. }));
            findings.flaws.insert(0, Flaw::LongerVariation { intended, length });
        } else {
            findings.faults.insert(0, Fault::LongerVariation { intended, length });
        }
    }
}
