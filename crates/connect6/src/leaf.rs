//! Leaf searches: does the attacker win by threats alone? They run the same search on a smaller graph.
//!
//! A leaf search is limited by nodes, not by time, so its result depends only on the position and the graph is well defined.
//! When the main search runs out of time, leaf searches return nothing any more. Then a disproof is not valid, and
//! [`LeafTally::cut`] has the reason.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{
    Algorithm, DfPnRules, LeafRule, Limits, LoopRule, Search, StopReason, SumRule, TableKind, ThresholdRule,
    Verdict,
};

use crate::attack::Attack;
use crate::board::Board;
use crate::builder::Builder;
use crate::cache::Cache;
use crate::problem::AttackProblem;
use crate::proof::Win;

/// The moves that a leaf search considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LeafDepth {
    /// Only moves that win at once.
    Row,
    /// Continuous double threats.
    DoubleThreats,
    /// Continuous threats.
    Threats,
}

/// The number of nodes that a leaf search may visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafLimits {
    /// The limit of a search by double threats.
    pub double_threats: u64,
    /// The limit of a search by any threats. Each of its nodes may start a search by double threats.
    pub threats: u64,
    /// The limit of a search that finds again the win against a null move of the graph. With 0 the graph has no null moves:
    /// a null move that no search by threats refutes ends the attack.
    pub null_moves: u64,
}

impl LeafLimits {
    /// The default [effort](LeafLimits::of).
    pub const EFFORT: u64 = 400;

    /// Limits in proportion to one number, the limit of a search by double threats. With 0 there are no leaf searches: only rows
    /// that one move completes are seen.
    pub fn of(effort: u64) -> LeafLimits {
        LeafLimits {
            double_threats: effort,
            threats: effort.saturating_mul(3) / 20,
            null_moves: effort.saturating_mul(50).max(1_000),
        }
    }

    /// The same limits for a graph without null moves.
    #[must_use]
    pub fn without_null_moves(self) -> LeafLimits {
        LeafLimits { null_moves: 0, ..self }
    }
}

impl Default for LeafLimits {
    fn default() -> Self {
        LeafLimits::of(LeafLimits::EFFORT)
    }
}

/// The algorithm of leaf searches. They have few nodes, so the table keeps all of them.
const ALGORITHM: Algorithm = Algorithm::DfPn {
    sum: SumRule::Sum,
    loops: LoopRule::Unguarded,
    rules: DfPnRules { leaf: LeafRule::Unit, threshold: ThresholdRule::Epsilon(0.25), immediate: false },
    table: TableKind::Unbounded,
};

/// The algorithm that finds again the win against a null move. It is the same for every main search, so that the zone of the
/// null move does not depend on the main search.
const NULL_MOVE_ALGORITHM: Algorithm = Algorithm::DfPn {
    sum: SumRule::Sum,
    loops: LoopRule::Unguarded,
    rules: DfPnRules { leaf: LeafRule::Heuristic, threshold: ThresholdRule::Epsilon(0.25), immediate: false },
    table: TableKind::Unbounded,
};

/// A leaf search: the key of the position, the depth, and the stones to spare. Without a depth it is a search of the graph.
type LeafKey = (u128, Option<LeafDepth>, usize);

/// What the leaf searches of all threads did.
#[derive(Debug, Default)]
pub(crate) struct LeafTally {
    /// The number of visited nodes.
    visits: AtomicU64,
    /// The reason why leaf searches were stopped, if they were.
    cut: OnceLock<StopReason>,
}

impl LeafTally {
    /// The number of nodes visited so far.
    pub fn visits(&self) -> u64 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The reason why leaf searches were stopped, if they were.
    pub fn cut(&self) -> Option<StopReason> {
        self.cut.get().copied()
    }
}

/// Runs leaf searches and keeps their results. Every thread has one of its own.
#[derive(Debug, Default)]
pub(crate) struct LeafSearch {
    limits: LeafLimits,
    answers: RefCell<Cache<LeafKey, Option<Rc<Win>>>>,
    /// The start and the limits of the main search.
    above: RefCell<Option<(Instant, Limits)>>,
    tally: RefCell<Arc<LeafTally>>,
}

impl LeafSearch {
    pub fn new(limits: LeafLimits) -> LeafSearch {
        LeafSearch { limits, ..LeafSearch::default() }
    }

    /// The limits of leaf searches.
    pub fn limits(&self) -> LeafLimits {
        self.limits
    }

    /// Sets the time limit and the stop flag of the main search, which starts now, the memory for results, and where the work is
    /// counted.
    pub fn watch(&self, limits: &Limits, tally: &Arc<LeafTally>) {
        self.answers.borrow_mut().limit(limits.memory);
        self.above.replace(Some((Instant::now(), limits.clone())));
        self.tally.replace(Arc::clone(tally));
    }

    fn is_cut(&self) -> bool {
        self.tally.borrow().cut().is_some()
    }

    /// Notes that leaf searches are stopped for this reason, if they are not already.
    fn cut(&self, reason: StopReason) {
        let _ = self.tally.borrow().cut.set(reason);
    }

    /// Whether the main search has to stop.
    fn is_over(&self) -> bool {
        let above = self.above.borrow();
        let Some((start, limits)) = &*above else { return false };
        if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            self.cut(StopReason::Stopped);
        } else if limits.time.is_some_and(|time| start.elapsed() >= time) {
            self.cut(StopReason::TimeLimit);
        }
        self.is_cut()
    }

    /// The win of the side to move, or `None` if a search of this depth finds none. Zones in the win allow for `spare` stones
    /// of the defender outside them.
    pub fn win(self: &Rc<LeafSearch>, board: &Board, depth: LeafDepth, spare: usize) -> Option<Rc<Win>> {
        let attacker = board.side_to_move();
        if let Some(window) = board.completion(attacker) {
            return Some(Rc::new(Win::Row(window)));
        }
        if depth == LeafDepth::Row || board.threats(!attacker).number() > board.rules().stones() {
            return None;
        }
        // In a tree of double threats every answer is searched, so it has no zones and no spare stones.
        let by_doubles = self.cached((board.key(), Some(LeafDepth::DoubleThreats), 0), || {
            let problem = AttackProblem::leaf(board, Attack::DoubleThreats, LeafDepth::Row, 0, self);
            self.search(problem, ALGORITHM, self.limits.double_threats)
        });
        if by_doubles.is_some() || depth == LeafDepth::DoubleThreats {
            return by_doubles;
        }
        self.cached((board.key(), Some(LeafDepth::Threats), spare), || {
            let problem = AttackProblem::leaf(board, Attack::Threats, LeafDepth::DoubleThreats, spare, self);
            self.search(problem, ALGORITHM, self.limits.threats)
        })
    }

    /// The win at the root of a graph, or `None` if its limit of nodes does not suffice. `spare` is the number of stones that the
    /// defender may have elsewhere.
    pub fn win_in_graph(&self, problem: AttackProblem, spare: usize) -> Option<Rc<Win>> {
        self.cached((problem.board().key(), None, spare), || {
            self.search(problem, NULL_MOVE_ALGORITHM, self.limits.null_moves)
        })
    }

    fn cached(&self, key: LeafKey, search: impl FnOnce() -> (Option<Rc<Win>>, usize)) -> Option<Rc<Win>> {
        if let Some(answer) = self.answers.borrow().get(&key) {
            return answer;
        }
        if self.is_over() {
            return None;
        }
        let (answer, bytes) = search();
        // A search that was stopped says nothing about the position.
        if answer.is_some() || !self.is_cut() {
            self.answers.borrow_mut().insert(key, answer.clone(), bytes);
        }
        answer
    }

    /// Searches a graph for at most `nodes` visits. Returns the win with the bytes that it takes.
    fn search(&self, problem: AttackProblem, algorithm: Algorithm, nodes: u64) -> (Option<Rc<Win>>, usize) {
        let limits = Limits { visits: Some(nodes), ..self.limits_left() };
        let search = Search::new(problem.clone()).algorithm(algorithm).limits(limits);
        let (outcome, solution) = search.run_with_solution();
        self.tally.borrow().visits.fetch_add(outcome.counters.visits, Ordering::Relaxed);
        if let Verdict::Unknown(reason @ (StopReason::TimeLimit | StopReason::Stopped)) = outcome.verdict {
            self.cut(reason);
        }
        let (Verdict::Proven, Ok(solution)) = (outcome.verdict, solution) else { return (None, 0) };
        let mut builder = Builder::new(problem, &solution);
        (builder.win(), builder.bytes())
    }

    /// What is left of the limits of the main search.
    fn limits_left(&self) -> Limits {
        match &*self.above.borrow() {
            Some((start, limits)) => Limits {
                time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
                stop: limits.stop.clone(),
                ..Limits::default()
            },
            None => Limits::default(),
        }
    }
}
