//! Walking along the main line: at each check all the others, at each answer whether it is among the longest.

use yomikiri_pns::{Game, StopReason};
use yomikiri_shogi::{Move, Position, Square};

use super::{Fault, Remark};
use crate::main_line::Endings;
use crate::plies::Plies;
use crate::problem::Problem;
use crate::replay::Stopped;
use crate::solver::{Mate, Run, Verdict, leftover, reason};

/// What was found along a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub faults: Vec<Fault>,
    pub open: Vec<Fault>,
    pub remarks: Vec<Remark>,
}

impl Findings {
    fn fault(fault: Fault) -> Findings {
        Findings { faults: vec![fault], ..Findings::default() }
    }

    fn is_clean(&self) -> bool {
        self.faults.is_empty() && self.open.is_empty()
    }

    /// Puts those of an earlier ply before these.
    fn after(mut self, mut earlier: Findings) -> Findings {
        earlier.faults.append(&mut self.faults);
        earlier.open.append(&mut self.open);
        earlier.remarks.append(&mut self.remarks);
        earlier
    }
}

/// A line from some node on, and what is to be said of it.
struct Line {
    moves: Vec<Move>,
    findings: Findings,
}

impl Line {
    /// Of a line that was stopped before a longest answer was found.
    fn undecided() -> Line {
        Line { moves: Vec::new(), findings: Findings { open: vec![Fault::Length], ..Findings::default() } }
    }
}

/// The judge at work on one problem.
pub(crate) struct Examiner<'r, 'q> {
    run: &'r mut Run<'q>,
    first_fault: bool,
    /// Whether the first move has a rival: whatever comes later, the problem is unsound.
    unsound: bool,
    findings: Findings,
    stopped: Option<StopReason>,
    /// Whether the line that is examined first has the best value for both sides.
    is_main_line: bool,
    endings: Endings,
}

impl<'r, 'q> Examiner<'r, 'q> {
    pub fn new(run: &'r mut Run<'q>, first_fault: bool) -> Self {
        let findings = Findings::default();
        Examiner {
            run,
            first_fault,
            unsound: false,
            findings,
            stopped: None,
            is_main_line: false,
            endings: Endings::new(u64::MAX),
        }
    }

    pub fn finish(self) -> (Findings, Option<StopReason>) {
        (self.findings, self.stopped)
    }

    /// What is to be said of a problem for whom one fault suffices.
    pub fn first_findings(&mut self, problem: &Problem, preferred: &[Move]) -> (Option<Mate>, Findings) {
        let asked = std::mem::replace(&mut self.first_fault, true);
        let found = self.examine(problem, preferred);
        self.first_fault = asked;
        found
    }

    pub fn first_fault(&self) -> bool {
        self.first_fault
    }

    pub fn add(&mut self, findings: Findings) {
        self.findings = findings.after(std::mem::take(&mut self.findings));
    }

    /// Examines the whole problem but for pieces that are not needed. Returns its mate, with a main line if it is clean, and
    /// whether it is.
    pub fn whole(&mut self, problem: &Problem) -> (Option<Mate>, bool) {
        let (mate, findings) = self.examine(problem, &[]);
        let clean = findings.is_clean();
        self.add(findings);
        (mate, clean)
    }

    /// The mate of a problem and what is to be said of its main line, if possible of the line `preferred`.
    pub fn examine(&mut self, problem: &Problem, preferred: &[Move]) -> (Option<Mate>, Findings) {
        self.unsound = false;
        if self.first_fault
            && let Some(findings) = self.cooked_at_once(problem)
        {
            return (None, findings);
        }
        let before = self.run.counters.visits;
        let (verdict, stopped) = self.run.solve(problem);
        let searched = self.run.counters.visits - before;
        self.stopped = self.stopped.or(stopped);
        let mut mate = match verdict {
            Verdict::Mate(mate) if mate.minimal => mate,
            Verdict::Mate(mate) => {
                let findings = Findings { open: vec![Fault::Length], ..Findings::default() };
                return (Some(mate), findings);
            }
            Verdict::NoMate => return (None, Findings::fault(Fault::NoMate)),
            Verdict::Unknown(_) => {
                return (None, Findings { open: vec![Fault::NoMate], ..Findings::default() });
            }
        };
        let has_preference = !preferred.is_empty();
        if !self.first_fault {
            self.run.set_line_by_value(problem, &mut mate, searched);
        }
        let preferred = if has_preference { preferred } else { &mate.line };
        self.is_main_line = mate.is_main_line;
        let mut within = problem.clone().within(Plies::new(mate.length() as u32));
        let mut line = self.attack(&mut within, mate.length() as u32, 1, preferred);
        if self.first_fault && !has_preference && line.findings.is_clean() {
            // Sound, and so worth the choice of the main line.
            self.run.set_line_by_value(problem, &mut mate, searched);
            let main = self.attack(&mut within, mate.length() as u32, 1, &mate.line);
            if main.findings.is_clean() {
                line = main;
            }
        }
        if line.moves.len() == mate.length() {
            mate.set_line(problem, line.moves);
        }
        (Some(mate), line.findings)
    }

    /// A line from a node on the attacker's turn, from which the shortest mate takes `left` plies, along which no other check mates and
    /// nothing is left in hand: `preferred` if possible. None if there is none or a limit forbids to find it.
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

    /// The answer to a question, unless a limit forbids to find it.
    fn ask(&mut self, problem: &Problem) -> Option<bool> {
        let answer = self.run.decide(problem, self.run.query.algorithm);
        self.heard(answer)
    }

    fn heard<T>(&mut self, answer: Result<T, Stopped>) -> Option<T> {
        answer.inspect_err(|&stopped| self.stopped = self.stopped.or(Some(reason(stopped)))).ok()
    }

    /// Examines a node on the attacker's turn from which the shortest mate takes `left` plies; `preferred` is how the line
    /// should go on, if it can.
    fn attack(&mut self, problem: &mut Problem, left: u32, ply: u32, preferred: &[Move]) -> Line {
        let mut checks = Vec::new();
        problem.moves(&mut checks);
        checks.sort_by_key(|check| Some(check) != preferred.first());
        let in_time = Plies::new(left - 1);
        // The last move apart, except in problems of one move.
        let matters = if left == 1 && ply > 1 { in_time } else { Plies::UNLIMITED };
        let mut shortest = Vec::new();
        let mut longer = Vec::new();
        let mut earlier = Findings::default();
        let mates = self.which_mate(problem, &checks, matters);
        for (check, mates) in checks.into_iter().zip(mates) {
            let undo = problem.make(check);
            let mates_in_time = match mates {
                Some(true) => self.ask(&problem.clone().within(in_time)),
                known => known,
            };
            problem.unmake(check, undo);
            match (mates, mates_in_time) {
                (_, Some(true)) => shortest.push(check),
                (Some(true), Some(false)) => longer.push(check),
                (Some(false), _) => {}
                _ => earlier.open.push(Fault::Cook { ply, check, mate: None }),
            }
        }
        if left == 1 {
            let line = self.last(problem, &shortest, ply);
            if ply > 1 {
                return Line { findings: line.findings.after(earlier), ..line };
            }
            earlier = line.findings.after(earlier);
        }
        let Some(&main) = shortest.first() else {
            // Stopped before any was found, by a limit or because two others mate: whatever is longer than the main line's is a cook.
            if let Some(&check) = longer.first() {
                self.cook(problem, check, ply, Plies::UNLIMITED, &mut earlier);
            }
            return Line { moves: Vec::new(), findings: earlier };
        };
        let mirror = mirrored(problem.position(), main);
        let equal = shortest.into_iter().skip(1).map(|check| (check, in_time));
        for (check, within) in equal.chain(longer.into_iter().map(|check| (check, Plies::UNLIMITED))) {
            if Some(check) == mirror {
                earlier.remarks.push(Remark::Mirror { ply, check });
                continue;
            }
            self.cook(problem, check, ply, within, &mut earlier);
            if self.first_fault && !earlier.faults.is_empty() {
                return Line { moves: Vec::new(), findings: earlier };
            }
        }
        if left == 1 {
            return Line { moves: vec![main], findings: earlier };
        }
        self.unsound |= ply == 1 && !earlier.faults.is_empty();
        let undo = problem.make(main);
        let mut line = self.defend(problem, left - 1, ply + 1, following(preferred, main));
        problem.unmake(main, undo);
        line.moves.insert(0, main);
        line.findings = line.findings.after(earlier);
        line
    }

    /// Notes a check that is said to mate besides the main line's, once its mate has been replayed.
    fn cook(&mut self, problem: &mut Problem, check: Move, ply: u32, within: Plies, findings: &mut Findings) {
        let undo = problem.make(check);
        let mate = self.run.replay(&problem.clone().within(within));
        problem.unmake(check, undo);
        match self.heard(mate) {
            Some(mate) => findings.faults.push(Fault::Cook { ply, check, mate: Some(mate) }),
            None => findings.open.push(Fault::Cook { ply, check, mate: None }),
        }
    }

    /// Of each check whether it mates within so many plies.
    ///
    /// Some are decided at once, others not in a lifetime, so all are asked with few nodes before any is asked with more. As soon as
    /// two mate there is a fault, unless these are last moves, which are the ones asked within few plies; what is not decided by then gets no
    /// more than [`SETTLED`] visits.
    fn which_mate(&mut self, problem: &mut Problem, checks: &[Move], within: Plies) -> Vec<Option<bool>> {
        let mut known: Vec<Option<bool>> = vec![None; checks.len()];
        let mut visits = FIRST_ROUND;
        let rivals_matter = within == Plies::UNLIMITED;
        let is_fault = |position: &Position, known: &[Option<bool>]| {
            rivals_matter && has_rivals(position, checks, known)
        };
        loop {
            for index in 0..checks.len() {
                if known[index].is_some() {
                    continue;
                }
                let undo = problem.make(checks[index]);
                let answer = self.run.decide_within(&problem.clone().within(within), visits);
                problem.unmake(checks[index], undo);
                match self.heard(answer) {
                    Some(answer) => known[index] = answer,
                    // The limits of the whole are reached.
                    None => return known,
                }
                if self.first_fault && is_fault(problem.position(), &known) {
                    return known;
                }
            }
            let unsound = self.unsound || is_fault(problem.position(), &known);
            if visits >= SETTLED && unsound || known.iter().all(Option::is_some) {
                return known;
            }
            visits = visits.saturating_mul(8);
        }
    }

    /// For whom one fault suffices, before the shortest mate is looked for: two first moves that mate.
    fn cooked_at_once(&mut self, problem: &Problem) -> Option<Findings> {
        let mut problem = problem.clone();
        let mut checks = Vec::new();
        problem.moves(&mut checks);
        let known = self.which_mate(&mut problem, &checks, Plies::UNLIMITED);
        if !has_rivals(problem.position(), &checks, &known) {
            return None;
        }
        let rival = checks.into_iter().zip(known).rev().find(|(_, mates)| *mates == Some(true));
        let mut findings = Findings::default();
        if let Some((check, _)) = rival {
            self.cook(&mut problem, check, 1, Plies::UNLIMITED, &mut findings);
        }
        Some(findings)
    }

    /// The last move: any of those that mate, but none may leave anything in hand.
    fn last(&mut self, problem: &mut Problem, mates: &[Move], ply: u32) -> Line {
        let mut findings = Findings::default();
        let left_after = |mv: Move| leftover(problem, &[mv]);
        let leaves = mates.iter().find(|&&mv| !left_after(mv).is_empty());
        if let Some(&last) = leaves {
            findings.faults.push(Fault::Leftover { ply, last, hand: left_after(last) });
        } else if ply > 1 && mates.len() > 1 {
            findings.remarks.push(Remark::LastMove { ply, others: mates[1..].to_vec() });
        }
        let main = leaves.or(mates.first()).copied();
        Line { moves: main.into_iter().collect(), findings }
    }

    /// Examines a node on the defender's turn, who is mated in `left` plies at most. Of his longest answers one must be clean; what is wrong with
    /// the others is not a fault of the problem.
    fn defend(&mut self, problem: &mut Problem, left: u32, ply: u32, preferred: &[Move]) -> Line {
        if ply > LONGEST_LINE {
            self.stopped = self.stopped.or(Some(StopReason::Depth));
            return Line::undecided();
        }
        let mut answers = Vec::new();
        problem.moves(&mut answers);
        answers.sort_by_key(|answer| Some(answer) != preferred.first());
        let mut best: Option<Line> = None;
        let mut equal = Vec::new();
        for answer in answers {
            let undo = problem.make(answer);
            // Not mated sooner.
            let longest =
                if left > 2 { self.ask(&problem.clone().within(Plies::new(left - 3))) } else { Some(false) };
            if longest == Some(false) {
                if best.as_ref().is_some_and(|best| best.findings.is_clean()) {
                    equal.push(answer);
                } else {
                    let mut line = self.attack(problem, left - 1, ply + 1, following(preferred, answer));
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
        let Some(mut best) = best else {
            return Line::undecided();
        };
        for answer in equal {
            let undo = problem.make(answer);
            let empty_handed = self.endings.is_empty_handed(problem, left - 1, self.run);
            if self.heard(empty_handed) == Some(true) {
                best.findings.remarks.insert(0, Remark::EqualVariation { ply, answer });
            }
            problem.unmake(answer, undo);
        }
        best
    }

    /// Which of two lines the defender's side shows: a clean one; then one that is not decided; then one with a fault other than
    /// leftover pieces, which a longest answer that leaves none would excuse. The main line leaves none if that is possible.
    fn is_better(&self, new: &Findings, old: &Findings) -> bool {
        let rank = |findings: &Findings| {
            let leftover = findings.faults.iter().any(|fault| matches!(fault, Fault::Leftover { .. }));
            (findings.faults.is_empty(), findings.open.is_empty(), self.is_main_line || !leftover)
        };
        rank(new) > rank(old)
    }
}

/// Plies of the longest line that is examined: each takes up to a kilobyte of the machine's stack.
const LONGEST_LINE: u32 = 1000;

/// Visits for each check when all are asked for the first time, and how many those get that are still open when a fault is known.
const FIRST_ROUND: u64 = 250;
const SETTLED: u64 = 100_000;

/// Whether two checks mate that are not each other's mirror image in a symmetric position.
fn has_rivals(position: &Position, checks: &[Move], known: &[Option<bool>]) -> bool {
    let mut mating =
        checks.iter().zip(known).filter(|(_, mates)| **mates == Some(true)).map(|(&check, _)| check);
    let Some(main) = mating.next() else { return false };
    let mirror = mirrored(position, main);
    mating.any(|check| Some(check) != mirror)
}

/// How a preferred line goes on after a move.
fn following(preferred: &[Move], mv: Move) -> &[Move] {
    match preferred.split_first() {
        Some((&first, rest)) if first == mv => rest,
        _ => &[],
    }
}

/// The mirror image of a move in a position that is its own mirror image, if that is another move.
fn mirrored(position: &Position, mv: Move) -> Option<Move> {
    let symmetric =
        Square::all().all(|square| position.piece_at(square) == position.piece_at(square.mirrored()));
    (symmetric && mv.mirrored() != mv).then(|| mv.mirrored())
}
