//! Leaf searches: does the attacker win by threats alone? They run the same search on a smaller graph.
//!
//! A leaf search is limited by nodes, not by time, so its result depends only on the position and the graph is well defined.
//! When the main search runs out of time, leaf searches return nothing any more. Then a disproof is not valid, and
//! [`LeafSearch::cut`] has the reason.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use yomikiri_pns::{
    Algorithm, FastHash, Leaf, Limits, LoopRule, Rules, Search, Slack, StopReason, SumRule, TableKind,
    Verdict,
};

use crate::attack::Attack;
use crate::board::Board;
use crate::problem::{AttackProblem, Builder};
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
}

impl Default for LeafLimits {
    fn default() -> Self {
        LeafLimits { double_threats: 400, threats: 60 }
    }
}

/// The algorithm of leaf searches. They have few nodes, so the table keeps all of them.
const ALGORITHM: Algorithm = Algorithm::DfPn {
    sum: SumRule::Sum,
    loops: LoopRule::Unguarded,
    rules: Rules { leaf: Leaf::Unit, slack: Slack::Epsilon(0.25), immediate: false },
    table: TableKind::Exact,
};

/// A leaf search: the key of the position, the depth, and the stones to spare.
type LeafKey = (u128, LeafDepth, usize);

/// The largest number of results that are kept. Beyond it all are dropped, since they can be computed again.
const MOST_ANSWERS: usize = 1 << 20;

/// Runs leaf searches and keeps their results.
#[derive(Debug, Default)]
pub(crate) struct LeafSearch {
    limits: LeafLimits,
    answers: RefCell<HashMap<LeafKey, Option<Rc<Win>>, FastHash>>,
    visits: Cell<u64>,
    /// The start and the limits of the main search.
    above: RefCell<Option<(Instant, Limits)>>,
    cut: Cell<Option<StopReason>>,
}

impl LeafSearch {
    pub fn new(limits: LeafLimits) -> LeafSearch {
        LeafSearch { limits, ..LeafSearch::default() }
    }

    /// The number of nodes visited so far.
    pub fn visits(&self) -> u64 {
        self.visits.get()
    }

    /// Sets the time limit and the stop flag of the main search, which starts now.
    pub fn watch(&self, limits: &Limits) {
        self.above.replace(Some((Instant::now(), limits.clone())));
        self.cut.set(None);
    }

    /// The reason why leaf searches were stopped, if they were.
    pub fn cut(&self) -> Option<StopReason> {
        self.cut.get()
    }

    /// Whether the main search has to stop.
    fn is_over(&self) -> bool {
        let above = self.above.borrow();
        let Some((start, limits)) = &*above else { return false };
        if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            self.cut.set(Some(StopReason::Interrupted));
        } else if limits.time.is_some_and(|time| start.elapsed() >= time) {
            self.cut.set(Some(StopReason::Time));
        }
        self.cut.get().is_some()
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
        let by_doubles = self.cached((board.key(), LeafDepth::DoubleThreats, 0), || {
            let problem = AttackProblem::leaf(board, Attack::DoubleThreats, LeafDepth::Row, 0, self);
            self.search(problem, self.limits.double_threats)
        });
        if by_doubles.is_some() || depth == LeafDepth::DoubleThreats {
            return by_doubles;
        }
        self.cached((board.key(), LeafDepth::Threats, spare), || {
            let problem = AttackProblem::leaf(board, Attack::Threats, LeafDepth::DoubleThreats, spare, self);
            self.search(problem, self.limits.threats)
        })
    }

    fn cached(&self, key: LeafKey, search: impl FnOnce() -> Option<Rc<Win>>) -> Option<Rc<Win>> {
        if let Some(answer) = self.answers.borrow().get(&key) {
            return answer.clone();
        }
        if self.is_over() {
            return None;
        }
        let answer = search();
        let mut answers = self.answers.borrow_mut();
        if answers.len() >= MOST_ANSWERS {
            answers.clear();
        }
        answers.insert(key, answer.clone());
        answer
    }

    fn search(&self, problem: AttackProblem, nodes: u64) -> Option<Rc<Win>> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let search = Search::new(problem.clone()).algorithm(ALGORITHM).limits(limits);
        let (outcome, solution) = search.run_with_solution();
        self.visits.set(self.visits.get() + outcome.counters.visits);
        let (Verdict::Proven, Some(solution)) = (outcome.verdict, solution) else { return None };
        Builder::new(problem, &solution).win()
    }
}
