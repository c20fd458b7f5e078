//! Follows the main line of a problem and looks for faults: at each check of the line whether another check mates, at each
//! answer whether another answer is as good.

use yomikiri_pns::{Game, StopReason};
use yomikiri_shogi::Move;

use super::cooks::mirror_image;
use super::findings::{ExaminedLine, Findings};
use super::{Fault, Remark};
use crate::main_line::Endings;
use crate::plies::Plies;
use crate::problem::Problem;
use crate::query::{Mate, MateVerdict, leftover};
use crate::replay::Stopped;
use crate::run::SolverRun;

/// Plies of the longest line that is examined. Each takes up to a kilobyte of the machine's stack.
const LONGEST_LINE: u32 = 1000;

/// The judge at work on one problem.
pub(crate) struct Examiner<'r, 'q> {
    pub(super) run: &'r mut SolverRun<'q>,
    /// Whether the first fault suffices.
    pub(super) first_fault: bool,
    /// Whether the first move has a cook, so that the problem is unsound whatever comes later.
    pub(super) unsound: bool,
    findings: Findings,
    /// The first limit that left a question open.
    stopped: Option<StopReason>,
    /// Whether the line that is examined first is the best by value.
    is_main_line: bool,
    endings: Endings,
}

impl<'r, 'q> Examiner<'r, 'q> {
    pub fn new(run: &'r mut SolverRun<'q>, first_fault: bool) -> Self {
        Examiner {
            run,
            first_fault,
            unsound: false,
            findings: Findings::default(),
            stopped: None,
            is_main_line: false,
            endings: Endings::new(u64::MAX),
        }
    }

    /// All findings, and the first limit that left a question open.
    pub fn finish(self) -> (Findings, Option<StopReason>) {
        (self.findings, self.stopped)
    }

    pub(super) fn add(&mut self, findings: Findings) {
        self.findings = findings.after(std::mem::take(&mut self.findings));
    }

    /// Examines a problem, except for unneeded pieces. Returns its mate and whether the problem is clean so far. If it is, the
    /// line of the mate is the main line.
    pub fn examine_problem(&mut self, problem: &Problem) -> (Option<Mate>, bool) {
        let (mate, findings) = self.examine(problem, &[]);
        let clean = findings.is_clean();
        self.add(findings);
        (mate, clean)
    }

    /// Examines a problem up to its first fault, if possible along the line `preferred`.
    pub(super) fn examine_to_first_fault(
        &mut self,
        problem: &Problem,
        preferred: &[Move],
    ) -> (Option<Mate>, Findings) {
        let first_fault = std::mem::replace(&mut self.first_fault, true);
        let examined = self.examine(problem, preferred);
        self.first_fault = first_fault;
        examined
    }

    /// The mate of a problem with the findings along its main line, or along the line `preferred` if there is one.
    fn examine(&mut self, problem: &Problem, preferred: &[Move]) -> (Option<Mate>, Findings) {
        self.unsound = false;
        if self.first_fault
            && let Some(findings) = self.cook_of_first_move(problem)
        {
            return (None, findings);
        }
        let before = self.run.counters.visits;
        let (verdict, stopped) = self.run.solve(problem);
        let searched = self.run.counters.visits - before;
        self.stopped = self.stopped.or(stopped);
        let mut mate = match verdict {
            MateVerdict::Mate(mate) if mate.minimal => mate,
            MateVerdict::Mate(mate) => return (Some(mate), Findings::of_open(Fault::Length)),
            MateVerdict::NoMate => return (None, Findings::of_fault(Fault::NoMate)),
            MateVerdict::Unknown(_) => return (None, Findings::of_open(Fault::NoMate)),
        };
        let has_preference = !preferred.is_empty();
        if !self.first_fault {
            self.run.set_line_by_value(problem, &mut mate, searched);
        }
        let preferred = if has_preference { preferred } else { &mate.line };
        self.is_main_line = mate.is_main_line;
        let mut within = problem.clone().within(Plies::new(mate.length));
        let mut line = self.attack(&mut within, mate.length, 1, preferred);
        if self.first_fault && !has_preference && line.findings.is_clean() {
            // Few problems get here, so the choice of the main line is affordable.
            self.run.set_line_by_value(problem, &mut mate, searched);
            let main_line = self.attack(&mut within, mate.length, 1, &mate.line);
            if main_line.findings.is_clean() {
                line = main_line;
            }
        }
        if line.moves.len() == mate.length() && line.moves != mate.line {
            let verified = self.run.verify_line(problem, &line.moves);
            if self.note_limit(verified).is_none() {
                return (Some(mate), Findings::of_open(Fault::Length));
            }
            mate.set_line(problem, line.moves);
        }
        (Some(mate), line.findings)
    }

    /// A clean line from a node with the attacker to move whose shortest mate takes `left` plies: no other check mates, and nothing
    /// is left in hand. It is `preferred` if that is clean. `None` if no line is clean or a limit is reached.
    pub fn clean_line(
        &mut self,
        problem: &Problem,
        left: u32,
        ply: u32,
        preferred: &[Move],
    ) -> Option<Vec<Move>> {
        let line = self.attack(&mut problem.clone().within(Plies::new(left)), left, ply, preferred);
        line.findings.is_clean().then_some(line.moves)
    }

    /// Whether a problem is a mate within its limit. `None` if a limit is reached.
    fn is_mate(&mut self, problem: &Problem) -> Option<bool> {
        let answer = self.run.decide(problem, self.run.query.algorithm);
        self.note_limit(answer)
    }

    /// The answer to a question. If there is none, notes why.
    pub(super) fn note_limit<T>(&mut self, answer: Result<T, Stopped>) -> Option<T> {
        answer.inspect_err(|&stopped| self.stopped = self.stopped.or(Some(stopped.into()))).ok()
    }

    /// Examines a node with the attacker to move whose shortest mate takes `left` plies. `preferred` is the continuation to be
    /// followed, if it is one.
    fn attack(&mut self, problem: &mut Problem, left: u32, ply: u32, preferred: &[Move]) -> ExaminedLine {
        let mut checks = Vec::new();
        problem.moves(&mut checks);
        checks.sort_by_key(|check| Some(check) != preferred.first());
        let in_time = Plies::new(left - 1);
        // Several last moves are allowed, except in problems of one move.
        let within = if left == 1 && ply > 1 { in_time } else { Plies::UNLIMITED };
        let mut shortest = Vec::new();
        let mut longer = Vec::new();
        let mut findings = Findings::default();
        let mates = self.mating_checks(problem, &checks, within);
        for (check, mates) in checks.into_iter().zip(mates) {
            let undo = problem.make(check);
            let mates_in_time = match mates {
                Some(true) => self.is_mate(&problem.clone().within(in_time)),
                known => known,
            };
            problem.unmake(check, undo);
            match (mates, mates_in_time) {
                (_, Some(true)) => shortest.push(check),
                (Some(true), Some(false)) => longer.push(check),
                (Some(false), _) => {}
                _ => findings.open.push(Fault::Cook { ply, check, mate: None }),
            }
        }
        if left == 1 {
            let line = self.last_move(problem, &shortest, ply);
            if ply > 1 {
                return ExaminedLine { findings: line.findings.after(findings), ..line };
            }
            findings = line.findings.after(findings);
        }
        let Some(&main) = shortest.first() else {
            // A limit, or two longer mates, ended the questions before the check of the main line was found. A longer mate is a cook.
            if let Some(&check) = longer.first() {
                self.add_cook(problem, check, ply, Plies::UNLIMITED, &mut findings);
            }
            return ExaminedLine::broken_off(findings);
        };
        let mirror = mirror_image(problem.position(), main);
        let equal = shortest.into_iter().skip(1).map(|check| (check, in_time));
        for (check, within) in equal.chain(longer.into_iter().map(|check| (check, Plies::UNLIMITED))) {
            if Some(check) == mirror {
                findings.remarks.push(Remark::Mirror { ply, check });
                continue;
            }
            self.add_cook(problem, check, ply, within, &mut findings);
            if self.first_fault && !findings.faults.is_empty() {
                return ExaminedLine::broken_off(findings);
            }
        }
        if left == 1 {
            return ExaminedLine { moves: vec![main], findings };
        }
        self.unsound |= ply == 1 && !findings.faults.is_empty();
        let undo = problem.make(main);
        let mut line = self.defend(problem, left - 1, ply + 1, continuation(preferred, main));
        problem.unmake(main, undo);
        line.moves.insert(0, main);
        line.findings = line.findings.after(findings);
        line
    }

    /// The last move. Any of the mating moves will do, but none may leave a piece in hand.
    fn last_move(&mut self, problem: &mut Problem, mating: &[Move], ply: u32) -> ExaminedLine {
        let mut findings = Findings::default();
        let leftover_after = |mv: Move| leftover(problem, &[mv]);
        let with_leftover = mating.iter().find(|&&mv| !leftover_after(mv).is_empty());
        if let Some(&last) = with_leftover {
            findings.faults.push(Fault::Leftover { ply, last, hand: leftover_after(last) });
        } else if ply > 1 && mating.len() > 1 {
            findings.remarks.push(Remark::LastMove { ply, others: mating[1..].to_vec() });
        }
        let main = with_leftover.or(mating.first()).copied();
        ExaminedLine { moves: main.into_iter().collect(), findings }
    }

    /// Examines a node with the defender to move, who is mated within `left` plies. It is clean if the continuation after one of his
    /// longest answers is clean. The faults after the others are not faults of the problem.
    fn defend(&mut self, problem: &mut Problem, left: u32, ply: u32, preferred: &[Move]) -> ExaminedLine {
        if ply > LONGEST_LINE {
            self.stopped = self.stopped.or(Some(StopReason::Depth));
            return ExaminedLine::undecided();
        }
        let mut answers = Vec::new();
        problem.moves(&mut answers);
        answers.sort_by_key(|answer| Some(answer) != preferred.first());
        let mut best: Option<ExaminedLine> = None;
        let mut longest = Vec::new();
        for answer in answers {
            let undo = problem.make(answer);
            let mated_sooner = if left > 2 {
                self.is_mate(&problem.clone().within(Plies::new(left - 3)))
            } else {
                Some(false)
            };
            if mated_sooner == Some(false) {
                longest.push(answer);
                if best.as_ref().is_none_or(|best| !best.findings.is_clean()) {
                    let mut line = self.attack(problem, left - 1, ply + 1, continuation(preferred, answer));
                    line.moves.insert(0, answer);
                    if best.as_ref().is_none_or(|best| self.is_better(&line.findings, &best.findings)) {
                        best = Some(line);
                    }
                }
            }
            problem.unmake(answer, undo);
            if self.first_fault && best.as_ref().is_some_and(|best| best.findings.is_clean()) {
                break;
            }
        }
        let Some(mut best) = best else { return ExaminedLine::undecided() };
        let asks_for_remarks = !self.first_fault && best.findings.is_clean();
        let others =
            longest.into_iter().filter(|answer| asks_for_remarks && best.moves.first() != Some(answer));
        for answer in others.collect::<Vec<_>>() {
            let undo = problem.make(answer);
            let empty_handed = self.endings.is_empty_handed(problem, left - 1, self.run);
            if self.note_limit(empty_handed) == Some(true) {
                best.findings.remarks.insert(0, Remark::EqualVariation { ply, answer });
            }
            problem.unmake(answer, undo);
        }
        best
    }

    /// Whether the line with the findings `new` is a better answer than the one with `old`: a clean line, otherwise one with open
    /// questions only, otherwise one without leftover pieces. The last rule is for lines that were not chosen by value: the defender
    /// avoids a leftover if he can.
    fn is_better(&self, new: &Findings, old: &Findings) -> bool {
        let rank = |findings: &Findings| {
            let leftover = findings.faults.iter().any(|fault| matches!(fault, Fault::Leftover { .. }));
            (findings.faults.is_empty(), findings.open.is_empty(), self.is_main_line || !leftover)
        };
        rank(new) > rank(old)
    }
}

/// The rest of `line` after its first move, if that is `mv`.
fn continuation(line: &[Move], mv: Move) -> &[Move] {
    match line.split_first() {
        Some((&first, rest)) if first == mv => rest,
        _ => &[],
    }
}
