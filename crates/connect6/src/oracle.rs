//! The leaf search: does the attacker win by threats alone? It is the same search one level down, on a smaller graph.
//!
//! Its answers depend on the position alone: nodes limit it, not the clock. When the clock ends the search above, leaf searches
//! answer no more; then nothing but a proof counts, and [`Oracle::cut`] tells.

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
use crate::problem::{Builder, Problem};
use crate::proof::Win;

/// How far the leaf search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depth {
    /// A row at once.
    Row,
    /// Continuous double threats.
    DoubleThreats,
    /// Continuous threats.
    Threats,
}

/// Nodes that a leaf search may visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For double threats.
    pub double_threats: u64,
    /// For any threats; each of these nodes may ask for double threats.
    pub threats: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { double_threats: 400, threats: 60 }
    }
}

/// What a leaf search is done with: few nodes, of which it should keep everything.
const ALGORITHM: Algorithm = Algorithm::DfPn {
    sum: SumRule::Sum,
    loops: LoopRule::Unguarded,
    rules: Rules { leaf: Leaf::Unit, slack: Slack::Epsilon(0.25), immediate: false },
    table: TableKind::Exact,
};

/// Position, depth, and stones to spare.
type Question = (u128, Depth, usize);

/// Beyond this many answers, all are forgotten: they can be had again.
const MOST_ANSWERS: usize = 1 << 20;

/// Answers leaf questions, and remembers the answers.
#[derive(Debug, Default)]
pub(crate) struct Oracle {
    effort: Effort,
    answers: RefCell<HashMap<Question, Option<Rc<Win>>, FastHash>>,
    visits: Cell<u64>,
    /// Since when, and the limits of the search above.
    above: RefCell<Option<(Instant, Limits)>>,
    cut: Cell<Option<StopReason>>,
}

impl Oracle {
    pub fn new(effort: Effort) -> Oracle {
        Oracle { effort, ..Oracle::default() }
    }

    /// Nodes visited so far.
    pub fn visits(&self) -> u64 {
        self.visits.get()
    }

    /// Keeps the time limit and the stop flag of the search above, which starts now.
    pub fn watch(&self, limits: &Limits) {
        self.above.replace(Some((Instant::now(), limits.clone())));
        self.cut.set(None);
    }

    /// Why some answers were not given, if so.
    pub fn cut(&self) -> Option<StopReason> {
        self.cut.get()
    }

    /// Whether the search above is over.
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

    /// How the side to move wins, if a search of this depth finds out. `spare` stones of the defender may be elsewhere: zones
    /// in the answer are made for that.
    pub fn ask(self: &Rc<Oracle>, board: &Board, depth: Depth, spare: usize) -> Option<Rc<Win>> {
        let attacker = board.side_to_move();
        if let Some(window) = board.completion(attacker) {
            return Some(Rc::new(Win::Row(window)));
        }
        if depth == Depth::Row || board.threats(!attacker).number() > board.rules().stones() {
            return None;
        }
        // Answers to double threats are searched one by one: nothing is to spare in such a tree.
        let by_doubles = self.remembered((board.key(), Depth::DoubleThreats, 0), || {
            let problem = Problem::leaf(board, Attack::DoubleThreats, Depth::Row, 0, self);
            self.search(problem, self.effort.double_threats)
        });
        if by_doubles.is_some() || depth == Depth::DoubleThreats {
            return by_doubles;
        }
        self.remembered((board.key(), Depth::Threats, spare), || {
            let problem = Problem::leaf(board, Attack::Threats, Depth::DoubleThreats, spare, self);
            self.search(problem, self.effort.threats)
        })
    }

    fn remembered(&self, question: Question, answer: impl FnOnce() -> Option<Rc<Win>>) -> Option<Rc<Win>> {
        if let Some(answer) = self.answers.borrow().get(&question) {
            return answer.clone();
        }
        if self.is_over() {
            return None;
        }
        let answer = answer();
        let mut answers = self.answers.borrow_mut();
        if answers.len() >= MOST_ANSWERS {
            answers.clear();
        }
        answers.insert(question, answer.clone());
        answer
    }

    fn search(&self, problem: Problem, nodes: u64) -> Option<Rc<Win>> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let search = Search::new(problem.clone()).algorithm(ALGORITHM).limits(limits);
        let (outcome, solution) = search.run_with_solution();
        self.visits.set(self.visits.get() + outcome.counters.visits);
        let (Verdict::Proven, Some(solution)) = (outcome.verdict, solution) else { return None };
        Builder::new(problem, &solution).win()
    }
}
