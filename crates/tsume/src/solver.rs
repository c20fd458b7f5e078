//! The solver: a first mate fast, its replay, then the shortest mate with the proof that there is none shorter.

use std::time::{Duration, Instant};

use yomikiri_memory::OutOfMemory;
use yomikiri_pns::{
    Algorithm, Counters, Game, Knowledge, Limits, NodeKind, Outcome, Progress, Search, StopReason, Table,
    Verdict as SearchVerdict,
};
use yomikiri_shogi::{Color, Hand, Move, Position};

use crate::plies::Plies;
use crate::problem::Problem;
use crate::replay::{Ask, Replay, Stopped};
use crate::table::MateTable;
use crate::techniques::Techniques;

/// What is asked of the solver.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// How to search.
    pub algorithm: Algorithm,
    /// When to give up. The table's memory is the solver's own.
    pub limits: Limits,
    /// How far to go once there is a mate.
    pub goal: Goal,
    /// What the solver does beyond the bare search.
    pub techniques: Techniques,
}

/// How far the solver goes once it has a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Any mate will do, whatever its length.
    First,
    /// The shortest mate, with the proof that there is none shorter. The line shows longest defences.
    Shortest,
    /// The same, and then the line that is best for both sides: see [`Mate::line`].
    #[default]
    MainLine,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Mate, no mate, or unknown for a reason.
    pub verdict: Verdict,
    /// What the searches did, all together.
    pub counters: Counters,
    /// When the first mate had been proved, before it was replayed.
    pub first_mate: Option<Effort>,
    /// Why the search for the shortest mate ended early, if it did.
    pub stopped: Option<StopReason>,
    /// How long everything took.
    pub elapsed: Duration,
}

/// What something took.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Visits of nodes.
    pub visits: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a mate: this one was replayed.
    Mate(Mate),
    /// There is none.
    NoMate,
    /// Not decided, and why.
    Unknown(StopReason),
}

/// A mate that was replayed move by move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// A line of this mate. What it shows depends on how far the solver went:
    ///
    /// - if [`is_main_line`](Mate::is_main_line), the best moves of both sides by value, ties broken by the order in which moves
    ///   are generated;
    /// - else, if [`minimal`](Mate::minimal), some longest defence;
    /// - else the longest defence that the proof foresees, which may end sooner than the length says.
    pub line: Vec<Move>,
    length: u32,
    /// Whether it is proved that there is no shorter mate.
    pub minimal: bool,
    /// Whether the line is the main line. Its *value* is twice its length, and one more if the attacker ends with nothing in
    /// hand: he plays for the smallest value, the defender for the largest.
    pub is_main_line: bool,
    /// What the attacker has left in hand at the end of the line.
    pub leftover: Hand,
    /// Different positions of the proof.
    pub proof_size: u64,
}

impl Mate {
    /// Plies within which the attacker mates, whatever the defender does.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// Replaces the line by another of the mate of `problem`.
    pub(crate) fn set_line(&mut self, problem: &Problem, line: Vec<Move>) {
        self.leftover = leftover(problem, &line);
        self.line = line;
    }
}

/// What can be told while the solver works.
#[derive(Debug)]
pub enum Event<'a> {
    /// A look at the running search.
    Searching(&'a Progress<'a>),
    /// A mate was found and replayed; a shorter one may follow.
    Found(&'a Mate),
}

/// Why a position is no mate problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAProblem {
    /// The side that is to be mated has no king.
    #[error("the defending side has no king")]
    NoKing,
    /// The defender is to move and need not answer anything.
    #[error("the defending side is to move and not in check")]
    NotInCheck,
    /// The defender is to move where the attacker's moves are asked for.
    #[error("the defending side is to move")]
    NotAttackersTurn,
}

/// Solves mate problems, and those with threats, one after the other, on one table.
#[derive(Debug)]
pub struct Solver {
    table: MateTable,
    memory: usize,
}

/// Who attacks in a position: the side to move, unless the other side has no king to be mated.
pub fn attacker(position: &Position) -> Color {
    let us = position.side_to_move();
    if position.king(!us).is_none() { !us } else { us }
}

/// The position as a mate problem means it: a defender without a hand holds all pieces that are missing from the set.
#[must_use]
pub fn with_defenders_hand(mut position: Position, attacker: Color) -> Position {
    if position.hand(!attacker).is_empty() {
        position.give_missing_pieces_to(!attacker);
    }
    position
}

impl Solver {
    /// A solver with a table of at most `memory` bytes, as far as there is a table of that size; see
    /// [`MateTable::with_memory`].
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn new(memory: usize) -> Result<Solver, OutOfMemory> {
        Ok(Solver { table: MateTable::with_memory(memory)?, memory })
    }

    /// The most bytes that its table uses.
    pub fn memory(&self) -> u64 {
        self.table.memory()
    }

    /// The most entries its table can hold, for telling how full it is from [`Counters::table_entries`].
    pub fn capacity(&self) -> u64 {
        self.table.capacity()
    }

    /// Solves a position for `attacker`.
    pub fn solve(
        &mut self,
        position: &Position,
        attacker: Color,
        query: &Query,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Answer, NotAProblem> {
        if position.king(!attacker).is_none() {
            return Err(NotAProblem::NoKing);
        }
        if position.side_to_move() != attacker && !position.in_check() {
            return Err(NotAProblem::NotInCheck);
        }
        let mut run = self.run(query, on_event);
        let problem = Problem::new(position.clone(), attacker).with_techniques(query.techniques);
        let (verdict, stopped) = run.solve_to_goal(&problem);
        let (counters, first_mate, elapsed) = (run.counters, run.first_mate, run.start.elapsed());
        Ok(Answer { verdict, counters, first_mate, stopped, elapsed })
    }

    /// Starts a query on an emptied table: boards are told apart by the pieces on them, and what the hands hold together is the
    /// same in one problem only.
    pub(crate) fn run<'a>(&'a mut self, query: &'a Query, on_event: &'a mut dyn FnMut(Event<'_>)) -> Run<'a> {
        self.table.clear();
        self.table.set_techniques(query.techniques);
        Run {
            table: &mut self.table,
            memory: self.memory,
            query,
            start: Instant::now(),
            counters: Counters::default(),
            cap: None,
            first_mate: None,
            on_event,
        }
    }
}

/// One query at work.
pub(crate) struct Run<'a> {
    pub table: &'a mut MateTable,
    pub memory: usize,
    pub query: &'a Query,
    pub start: Instant,
    pub counters: Counters,
    /// Visits at which the present question is given up, if not by the limits before.
    cap: Option<u64>,
    pub first_mate: Option<Effort>,
    pub on_event: &'a mut dyn FnMut(Event<'_>),
}

impl Run<'_> {
    /// Solves a problem as far as the query's goal asks for.
    pub fn solve_to_goal(&mut self, problem: &Problem) -> (Verdict, Option<StopReason>) {
        let before = self.counters.visits;
        let (mut verdict, stopped) = self.solve(problem);
        if let (Goal::MainLine, Verdict::Mate(mate)) = (self.query.goal, &mut verdict) {
            let searched = self.counters.visits - before;
            self.set_main_line(problem, mate, searched);
        }
        (verdict, stopped)
    }

    /// Finds the shortest mate, or any if that is the goal.
    pub fn solve(&mut self, problem: &Problem) -> (Verdict, Option<StopReason>) {
        match self.decide(problem, self.query.algorithm) {
            Ok(true) => {}
            Ok(false) => return (Verdict::NoMate, None),
            Err(stopped) => return (Verdict::Unknown(reason(stopped)), Some(reason(stopped))),
        }
        self.first_mate = Some(Effort { visits: self.counters.visits, elapsed: self.start.elapsed() });
        let mut best: Option<Mate> = None;
        let mut problem = problem.clone();
        loop {
            match self.replay(&problem) {
                Ok(mate) => {
                    (self.on_event)(Event::Found(&mate));
                    let length = mate.length;
                    best = Some(mate);
                    if self.query.goal == Goal::First {
                        break;
                    }
                    problem = problem.within(Plies::new(length.saturating_sub(2)));
                    // A mate in less than a move is none.
                    let floor = if problem.kind() == NodeKind::Or { 1 } else { 0 };
                    let shorter = length >= floor + 2;
                    match if shorter { self.decide(&problem, self.query.algorithm) } else { Ok(false) } {
                        Ok(true) => {}
                        Ok(false) => {
                            if let Some(mate) = &mut best {
                                mate.minimal = true;
                                let whole = problem.clone().within(Plies::new(length));
                                if let Ok(line) = self.longest_defence(&whole) {
                                    mate.set_line(&whole, line);
                                }
                            }
                            break;
                        }
                        Err(stopped) => return (verdict(best, stopped), Some(reason(stopped))),
                    }
                }
                Err(stopped) => return (verdict(best, stopped), Some(reason(stopped))),
            }
        }
        (best.map_or(Verdict::Unknown(StopReason::Stuck), Verdict::Mate), None)
    }

    /// Replays a mate that the table claims.
    pub fn replay(&mut self, problem: &Problem) -> Result<Mate, Stopped> {
        self.replay_on(&mut Replay::default(), problem)
    }

    /// The same, going on from what was replayed before.
    pub fn replay_on(&mut self, replay: &mut Replay, problem: &Problem) -> Result<Mate, Stopped> {
        // The walk needs a limit to end; the table knows one that suffices.
        if self.table.get(&problem.key()).and_then(|found| found.entry.numbers.value()) != Some(true)
            && !self.ask(problem)?
        {
            return Err(Stopped::Refuted);
        }
        let claimed = self.table.get(&problem.key()).map_or(problem.plies(), |found| found.key.plies);
        let problem = &problem.clone().within(claimed.min(problem.plies()));
        let length = replay.walk(problem, self)?;
        let line = replay.line(problem);
        let leftover = leftover(problem, &line);
        Ok(Mate { line, length, minimal: false, is_main_line: false, leftover, proof_size: replay.nodes() })
    }

    /// The main line of a mate whose length, the problem's limit, is minimal: at each of his turns the defender takes an
    /// answer against which there is no shorter mate. A strategy may answer others more slowly than it could; asking the question
    /// again for each candidate tells.
    fn longest_defence(&mut self, problem: &Problem) -> Result<Vec<Move>, Stopped> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        let mut replay = Replay::default();
        loop {
            replay.walk(&problem, self)?;
            let mv = match problem.kind() {
                NodeKind::Or => replay.next(&mut problem),
                NodeKind::And => self.longest_answer(&mut problem, &replay)?,
            };
            let Some(mv) = mv else { return Ok(line) };
            let _ = problem.make(mv);
            line.push(mv);
        }
    }

    /// An answer after which the mate takes all of the problem's limit; `None` if the defender is mated.
    fn longest_answer(&mut self, problem: &mut Problem, replay: &Replay) -> Result<Option<Move>, Stopped> {
        let mut moves = Vec::new();
        problem.moves(&mut moves);
        if moves.is_empty() {
            return Ok(None);
        }
        // The replay's choice first: among equals it leaves the attacker empty-handed.
        let first = replay.next(problem);
        moves.sort_by_key(|&mv| Some(mv) != first);
        for mv in moves {
            let undo = problem.make(mv);
            let left = problem.plies().limit().ok_or(Stopped::Refuted)?;
            let longest = replay.depth(problem).is_none_or(|depth| depth >= left)
                && (left < 3 || !self.ask(&problem.clone().within(Plies::new(left - 2)))?);
            problem.unmake(mv, undo);
            if longest {
                return Ok(Some(mv));
            }
        }
        Err(Stopped::Refuted)
    }

    fn limits(&self) -> Result<Limits, StopReason> {
        let mut limits = self.query.limits.clone();
        limits.memory = self.memory;
        if let Some(time) = limits.time {
            let left = time.checked_sub(self.start.elapsed()).filter(|left| !left.is_zero());
            limits.time = Some(left.ok_or(StopReason::Time)?);
        }
        limits.nodes = limits.nodes.into_iter().chain(self.cap).min();
        if let Some(nodes) = limits.nodes {
            let left = nodes.checked_sub(self.counters.visits).filter(|&left| left > 0);
            limits.nodes = Some(left.ok_or(StopReason::Nodes)?);
        }
        Ok(limits)
    }
}

impl Run<'_> {
    /// Whether a problem is a mate within its limit.
    pub fn decide(&mut self, problem: &Problem, algorithm: Algorithm) -> Result<bool, Stopped> {
        self.search(problem.clone(), algorithm, |search, table| search.run_with_table(table))
    }

    /// The same, given up after so many visits: then it is not known, and may be asked again.
    pub fn decide_within(&mut self, problem: &Problem, visits: u64) -> Result<Option<bool>, Stopped> {
        let answer = self.capped(visits, |run| run.decide(problem, run.query.algorithm));
        match answer {
            Err(Stopped::Limit(StopReason::Nodes)) if self.limits().is_ok() => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Works under a limit of `visits` besides the limits that there are already.
    pub fn capped<T>(&mut self, visits: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.cap;
        let inner = self.counters.visits.saturating_add(visits);
        self.cap = Some(outer.map_or(inner, |outer| outer.min(inner)));
        let result = work(self);
        self.cap = outer;
        result
    }

    /// Runs a search with what is left of the limits.
    pub fn search<G: Knowledge>(
        &mut self,
        game: G,
        algorithm: Algorithm,
        run: impl for<'b> FnOnce(Search<'b, G>, &'b mut MateTable) -> Outcome,
    ) -> Result<bool, Stopped> {
        let limits = self.limits().map_err(Stopped::Limit)?;
        let (before, start) = (self.counters, self.start);
        let report = |progress: Progress<'_>| {
            let mut counters = before;
            counters.add(progress.counters);
            let progress = Progress { counters: &counters, elapsed: start.elapsed(), ..progress };
            (self.on_event)(Event::Searching(&progress));
        };
        let search = Search::new(game).algorithm(algorithm).limits(limits).on_progress(report);
        let outcome = run(search, self.table);
        self.counters.add(&outcome.counters);
        match outcome.verdict {
            SearchVerdict::Proven => Ok(true),
            SearchVerdict::Disproven => Ok(false),
            SearchVerdict::Unknown(reason) => Err(Stopped::Limit(reason)),
        }
    }
}

impl Run<'_> {
    /// The algorithm asked for, or one that fills the table.
    pub fn depth_first(&self) -> Algorithm {
        match self.query.algorithm {
            depth_first @ Algorithm::DfPn { .. } => depth_first,
            _ => Algorithm::default(),
        }
    }
}

impl Ask for Run<'_> {
    /// For the replay, which reads the moves from the table: only depth-first searches fill it.
    fn ask(&mut self, problem: &Problem) -> Result<bool, Stopped> {
        self.decide(problem, self.depth_first())
    }

    fn table(&self) -> &MateTable {
        self.table
    }
}

/// What the attacker has in hand at the end of a line.
pub(crate) fn leftover(problem: &Problem, line: &[Move]) -> Hand {
    let mut position = problem.position().clone();
    for &mv in line {
        let _ = position.make(mv);
    }
    position.hand(problem.attacker())
}

pub(crate) fn reason(stopped: Stopped) -> StopReason {
    match stopped {
        Stopped::Limit(reason) => reason,
        Stopped::Refuted => StopReason::Stuck,
    }
}

/// What is known when a search for something better was stopped.
fn verdict(best: Option<Mate>, stopped: Stopped) -> Verdict {
    best.map_or(Verdict::Unknown(reason(stopped)), Verdict::Mate)
}
