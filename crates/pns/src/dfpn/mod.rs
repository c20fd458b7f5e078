//! Depth-first proof-number search, written once.
//!
//! The loop below is df-pn (Nagai and Imai). Its variants are rules it asks: how the children's
//! numbers are [combined](combine), what is done about [old children](loops), what a new [leaf is
//! worth](rules::LeafRule) and how far a child may run ([`rules::ThresholdRule`]). All of them are
//! values; the default pair of combination and loop rule is a type of its own ([`rule_pair`]).
//! Repetitions are always treated soundly: see [`ghi`].
//!
//! The search keeps its path in a vector of frames instead of the machine's stack: a line of any length is fine, and the
//! rules that need the path can look at it.

mod backup;
mod buckets;
mod child;
mod child_cache;
mod children;
pub mod combine;
mod frame;
mod ghi;
pub mod loops;
#[cfg(test)]
mod paper_figures_tests;
mod path_marks;
mod path_refresh;
#[cfg(feature = "distributed")]
pub mod remote_marks;
mod rule_pair;
pub mod rules;
mod source_nodes;
mod summary;
mod workers;

use child::{Child, NOT_EVALUATED};
use child_cache::ChildCache;
use combine::LeafAskedFor;
use frame::Frame;
use ghi::Path;
pub(crate) use ghi::{AnyPathDependence, PathDependence, PathKeys, SharedPathKeys};
pub use ghi::{GhiMethod, PathDisproofs};
pub(crate) use rule_pair::ChosenRules;
use rules::{LeafRule, ThresholdRule};
use source_nodes::SourceNodes;
use summary::Summary;
use workers::VirtualNumbers;
pub(crate) use workers::Workers;

use crate::control::{Budget, Counters, StopReason};
use crate::game::{Knowledge, KnownValue};
use crate::number::{Numbers, ProofNumber};
use crate::plan::Plan;
use crate::search::{Engine, KnownValues};
use crate::table::{Entry, Table};

/// The rules that are chosen by value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DfPnRules {
    /// What a new leaf is worth.
    pub leaf: LeafRule,
    /// How far a child may run.
    pub threshold: ThresholdRule,
    /// Whether [`Game::value`](crate::Game::value) is asked when a node is generated (immediate) or only when it is entered (delayed).
    pub immediate: bool,
}

impl Default for DfPnRules {
    fn default() -> Self {
        DfPnRules { leaf: LeafRule::Unit, threshold: ThresholdRule::PlusOne, immediate: true }
    }
}

/// What a depth-first search starts with, besides its pair of rules, table and history.
pub(crate) struct EngineSetup<'a, G: Knowledge> {
    pub game: G,
    pub rules: DfPnRules,
    pub budget: Budget<'a>,
    /// Called at each expansion.
    pub on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    /// Whether the root's numbers are brought up to date at every expansion.
    pub tracks_root: bool,
    /// Where the root is in a larger search.
    pub subsearch_root: SubsearchRoot<G::Key>,
}

/// Where the root of a search is in a larger one, of which it is a part.
#[derive(Clone, Debug)]
pub(crate) struct SubsearchRoot<K> {
    /// The nodes above the root, from the root of the larger search on.
    pub above: Vec<K>,
    /// The numbers at which the root is left.
    pub thresholds: Numbers,
    /// Whether the numbers of the path are stored when a limit ends the search, because another part will go on from them.
    pub is_part: bool,
}

impl<K> SubsearchRoot<K> {
    /// A search that is not a part of another one.
    pub const WHOLE: SubsearchRoot<K> =
        SubsearchRoot { above: Vec::new(), thresholds: UNBOUNDED, is_part: false };
}

/// The thresholds of the root of a whole search.
const UNBOUNDED: Numbers = Numbers { proof: ProofNumber::INFINITE, disproof: ProofNumber::INFINITE };

/// The part of the memory limit that parents and marks of NAGAI and SNDA may take; the table has the rest.
pub(crate) const SOURCE_NODES_PART: usize = 4;

/// A depth-first search in progress.
pub(crate) struct DfPn<'a, G: Knowledge, T, H: PathDependence<G>> {
    game: G,
    rules: DfPnRules,
    table: T,
    path: Path<G>,
    history: H,
    source_nodes: SourceNodes<G>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G, H>>,
    moves: Vec<G::Move>,
    plan: Plan,
    child_cache: ChildCache<G>,
    caches_children: bool,
    counters: Counters,
    /// Visits when a leaf was last expanded.
    expanded_at: u64,
    /// What other threads below a node add to its number.
    virtual_numbers: VirtualNumbers,
    /// The first node of the path that is marked, and all after it are.
    marked_from: usize,
    /// Visits at which the path is checked again, if other threads are at work.
    refresh_at: u64,
    budget: Budget<'a>,
    root: Numbers,
    /// The depth of the root in the larger search, its thresholds, and whether the path is stored at the end.
    above: usize,
    thresholds: Numbers,
    is_part: bool,
    /// The shallowest node above the root on which a disproof of the root relies.
    relies_on: Option<usize>,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    /// Whether the root's numbers are brought up to date at every expansion.
    tracks_root: bool,
    pair: ChosenRules,
}

impl<'a, G, T, H> DfPn<'a, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: PathDependence<G>,
{
    /// Whether the path must be known: repetitions and shared descendants are found there.
    #[inline(always)]
    fn needs_path(&self) -> bool {
        !G::ACYCLIC || self.pair.sum.finds_shared()
    }

    pub fn new(pair: ChosenRules, start: EngineSetup<'a, G>, table: T, history: H) -> Self {
        let EngineSetup { game, mut rules, budget, on_expand, tracks_root, subsearch_root } = start;
        let SubsearchRoot { above, thresholds, is_part } = subsearch_root;
        let mut path = Path::new();
        for &key in &above {
            path.push(key);
        }
        if let LeafRule::Deep { e: 0, .. } = rules.leaf {
            rules.threshold = ThresholdRule::Unbounded;
        }
        rules.immediate |= rules.leaf.needs_value();
        DfPn {
            virtual_numbers: VirtualNumbers::new(rules.leaf.unit(&game), &table),
            caches_children: G::EXPANSION_IS_EXPENSIVE
                && game.keeps_expansions()
                && rules.leaf.follows_from_node(),
            marked_from: 0,
            refresh_at: path_refresh::PERIOD,
            game,
            rules,
            table,
            path,
            history,
            source_nodes: SourceNodes::with_memory(budget.memory() / SOURCE_NODES_PART),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            plan: Plan::default(),
            child_cache: ChildCache::new(),
            counters: Counters { generated: 1, ..Counters::default() },
            expanded_at: 0,
            budget,
            root: Numbers::UNIT,
            above: above.len(),
            thresholds,
            is_part,
            relies_on: None,
            on_expand,
            tracks_root,
            pair,
        }
    }

    /// Enters the node the game stands at: opens a frame, or settles it at once if it is terminal.
    fn enter(
        &mut self,
        thresholds: Numbers,
        increase: bool,
        known: Option<Entry>,
        value_checked: bool,
        came_by: Option<(G::Move, G::Undo)>,
    ) -> Result<(), StopReason> {
        self.table.rest();
        self.counters.visits += 1;
        self.counters.table_entries = self.table.len() as u64;
        let bytes = || self.table.unbounded_bytes();
        if let Err(reason) = self.budget.check(&self.counters, self.root, self.frames.len(), bytes) {
            if let Some((mv, undo)) = came_by {
                self.game.unmake(mv, undo);
            }
            return Err(reason);
        }
        let key = self.game.key();
        let kind = self.game.kind();
        if known.is_none()
            && !value_checked
            && let Some(settled) = self.game.value()
        {
            self.settle(settled, came_by);
            return Ok(());
        }
        let depth = self.above + self.frames.len();
        let start = self.children.len();
        let kept = known.and_then(|_| self.list_cached(&key, depth + 1));
        if kept.is_none() {
            self.game.moves(&mut self.moves);
            if self.moves.is_empty() {
                let value = !kind.goal();
                let scope = self.game.scope(value, std::iter::empty());
                self.settle(KnownValue { value, scope: Some(scope), depth: 0 }, came_by);
                return Ok(());
            }
        }
        if self.pair.sum.finds_shared() {
            self.find_shared(key, kind, known.map(|entry| entry.numbers));
        }
        let leaf = match self.pair.sum.leaf_asked_for() {
            LeafAskedFor::This => self.rules.leaf.worth(&self.game, depth),
            LeafAskedFor::Unknown => self.rules.leaf.unit(&self.game),
            LeafAskedFor::None => ProofNumber::ONE,
        };
        if self.needs_path() {
            self.path.push(key);
        }
        if T::SHARED {
            self.mark(&key);
        }
        match known {
            None => {
                self.counters.expanded += 1;
                self.expanded_at = self.counters.visits;
            }
            Some(_) => self.counters.re_expanded += 1,
        }
        if let Some(on_expand) = &mut self.on_expand {
            on_expand(key);
        }
        let min_distance = known.map_or(depth as i32, |entry| entry.min_distance.min(depth as i32));
        let (last_decides, simulates) = kept.unwrap_or_else(|| {
            self.list_children(depth + 1);
            (self.plan.last_decides(), self.plan.simulates())
        });
        let unevaluated = self.look_at_children(start, depth + 1, known.is_none());
        if known.is_none() {
            self.counters.generated += self.moves.len() as u64;
        }
        self.moves.clear();
        self.frames.push(Frame {
            key,
            kind,
            thresholds,
            increase,
            first_turn: true,
            new: known.is_none(),
            min_distance,
            leaf,
            visits: known.map_or(0, |entry| entry.visits),
            visits_before: self.counters.visits - 1,
            visits_at_turn: self.counters.visits,
            unsolved: known.map_or(Numbers::UNIT, |entry| entry.numbers),
            has_path_disproof: known.is_some_and(|entry| entry.has_path_disproof),
            last_decides,
            simulates,
            is_cached: kept.is_some(),
            unevaluated,
            children: start,
            open_child: 0,
            came_by,
        });
        Ok(())
    }

    /// Lists the children of a node that was left lately, if they are still kept. Returns what its plan said: whether the last
    /// one decides, and whether answers are tried at those that waited.
    #[inline(always)]
    fn list_cached(&mut self, key: &G::Key, depth: usize) -> Option<(bool, bool)> {
        if !(G::EXPANSION_IS_EXPENSIVE && self.caches_children) {
            return None;
        }
        let start = self.children.len();
        let (table, children) = (&self.table, &mut self.children);
        let plan = self.child_cache.list(key, depth, |child| {
            table.prefetch(&child.key);
            children.push(child);
        });
        debug_assert!(plan.is_none() || self.is_listed_right(start, depth));
        plan
    }

    /// Whether the children from `start` on are those of the node the game stands at, with the numbers they have as leaves.
    fn is_listed_right(&mut self, start: usize, depth: usize) -> bool {
        self.game.moves(&mut self.moves);
        let moves = std::mem::take(&mut self.moves);
        let children = &self.children[start..];
        let is_right = moves.len() == children.len()
            && moves.iter().zip(children).all(|(&mv, child)| {
                let (leaf, game, scratch) = (self.rules.leaf, &mut self.game, &mut self.moves);
                mv == child.mv
                    && game.key_after(mv) == child.key
                    && (child.leaf == NOT_EVALUATED
                        || child.leaf == leaf.numbers_after(game, mv, depth, scratch))
            });
        self.moves = moves;
        self.moves.clear();
        is_right
    }

    /// Enters the root.
    pub fn begin(&mut self) -> Result<(), StopReason> {
        let known = self.table.get(&self.game.key()).map(|found| found.entry);
        // A terminal root is settled by its value although the table has it: what it lists as moves is not played.
        let known = known.filter(|entry| entry.visits > 0 && self.game.value().is_none());
        self.enter(self.thresholds, false, known, false, None)
    }

    /// Whether the root has been left.
    pub fn is_done(&self) -> bool {
        self.frames.is_empty()
    }

    /// Leaves all nodes of the path, from below, with the numbers that their children give them: the table then has what a later part
    /// of the larger search needs to go on from here, and the root's numbers are up to date.
    #[cold]
    #[inline(never)]
    fn leave_path(&mut self) {
        while let Some(top) = self.frames.len().checked_sub(1) {
            let numbers = self.summarize_again(top, self.children.len()).numbers;
            if top == 0 {
                self.root = numbers;
            }
            self.leave(numbers);
        }
    }

    /// Leaves the path as it is, for good.
    pub fn end(&mut self) {
        if T::SHARED {
            for frame in self.frames.drain(..).skip(self.marked_from) {
                self.table.unmark(G::repetition_class(&frame.key));
            }
        }
    }

    /// Marks a node that becomes the innermost open one. If more are marked than need be, the outermost is not any more.
    #[inline(always)]
    fn mark(&mut self, key: &G::Key) {
        self.table.mark(G::repetition_class(key));
        if self.frames.len() - self.marked_from >= self.table.marked() {
            self.table.unmark(G::repetition_class(&self.frames[self.marked_from].key));
            self.marked_from += 1;
        }
    }

    /// Takes the mark of the node that was the innermost open one away. If fewer than half as many are left as may be, one more is marked: a search that
    /// goes from leaf to leaf marks the leaves only.
    #[inline(always)]
    fn unmark(&mut self, key: &G::Key) {
        self.table.unmark(G::repetition_class(key));
        if self.frames.len() - self.marked_from < self.table.marked() / 2 && self.marked_from > 0 {
            self.marked_from -= 1;
            self.table.mark(G::repetition_class(&self.frames[self.marked_from].key));
        }
    }

    /// Nodes of which something is remembered, in the table or on the path to `depth`.
    #[inline(always)]
    fn remembered(&self, depth: usize) -> u64 {
        self.counters.table_entries + depth as u64 + 1
    }

    /// By how much the table is too small for the search, if it is; see [`loops::STARVED`].
    #[inline(always)]
    fn starvation(&self, depth: usize) -> Option<f64> {
        let enough = loops::STARVED * self.remembered(depth);
        let starved = self.pair.loops.must_end() && self.counters.visits > enough;
        starved.then(|| self.counters.visits as f64 / enough as f64 - 1.0)
    }

    /// One turn at the innermost open node: look at the children, then leave the node or enter the best of them.
    pub fn turn(&mut self) -> Result<(), StopReason> {
        if T::SHARED && self.counters.visits >= self.refresh_at {
            self.refresh_path();
        }
        let top = self.frames.len() - 1;
        let (kind, start) = (self.frames[top].kind, self.frames[top].children);
        if self.tracks_root && self.frames[top].first_turn && self.frames[top].new {
            self.track_root();
        }
        let mut children = std::mem::take(&mut self.children);
        if !self.frames[top].first_turn {
            if self.counters.visits - self.frames[top].visits_at_turn > G::RELOOKUP_AFTER_VISITS {
                // The search below may have changed any of them. What is solved, on any path or on this one, stays solved.
                // On the first turn the children have just been looked up.
                for child in children[start..].iter().filter(|child| !child.numbers.is_solved()) {
                    self.table.prefetch(&child.key);
                }
                for child in children[start..].iter_mut().filter(|child| !child.numbers.is_solved()) {
                    self.refresh(child);
                }
            }
            let with_unevaluated =
                if self.frames[top].unevaluated > 0 { start..children.len() } else { 0..0 };
            for index in with_unevaluated {
                let child = &children[index];
                if child.unevaluated && !child.waits(&children[start..]) {
                    let child = &mut children[index];
                    child.unevaluated = false;
                    self.frames[top].unevaluated -= 1;
                    if !child.known {
                        self.frames[top].is_cached = false;
                        let first = usize::from(child.waits_for);
                        self.evaluate(child, self.above + top + 1);
                        if self.frames[top].simulates {
                            let first = children[start + first].mv;
                            self.simulate(&mut children[index], first, self.above + top + 1);
                        }
                    }
                }
            }
        }
        self.children = children;
        let summary = self.summarize();
        let Summary { best, raised, numbers, delta, watches, has_old, nearest_old, .. } = summary;
        self.counters.clamped_sums += u64::from(delta == self.table.max_number());
        let frame = &mut self.frames[top];
        if let Some(nearest) = nearest_old {
            // Only old children are left: the node moves nearer to the root than they are.
            frame.min_distance = frame.min_distance.min(nearest.saturating_sub(1));
        }
        if top == 0 {
            self.root = numbers;
            if !self.tracks_root {
                self.counters.root_updated(numbers);
            }
        }
        if watches {
            if frame.first_turn && frame.new {
                frame.increase = false;
            }
            frame.increase |= has_old;
        }
        let stuck = self.pair.loops.guards_stalls()
            && self.counters.visits - self.expanded_at > loops::STALL_VISITS + 2 * top as u64;
        if frame.first_turn && (watches && frame.increase || stuck) {
            let raise =
                |threshold: ProofNumber, number: ProofNumber| threshold.max(number + ProofNumber::ONE);
            frame.thresholds.proof = raise(frame.thresholds.proof, numbers.proof);
            frame.thresholds.disproof = raise(frame.thresholds.disproof, numbers.disproof);
        }
        if T::SHARED && frame.first_turn && !raised.is_infinite() {
            // Where other threads are, the node may look too hard at once; its parent would then enter it again for ever. Two simulated threads visit 0.89 times
            // the nodes of one if this is done at all nodes, 1.02 times if it is done only where another thread is.
            let (phi, most) = frame.thresholds.phi_delta(kind);
            frame.thresholds = Numbers::from_phi_delta(kind, phi.max(raised + ProofNumber::ONE), most);
        }
        frame.first_turn = false;
        let thresholds = frame.thresholds;
        let phi = thresholds.phi_delta(kind).0;
        if numbers.is_solved()
            || numbers.proof >= thresholds.proof
            || numbers.disproof >= thresholds.disproof
            || T::SHARED && raised >= phi
        {
            self.leave(numbers);
            return Ok(());
        }
        frame.unsolved = numbers;
        frame.open_child = best;
        frame.visits_at_turn = self.counters.visits;
        let increase = frame.increase;
        let child_thresholds = self.child_thresholds(top, self.children.len(), &summary);
        let child = &self.children[start + best];
        let (mv, known, value_checked) = (child.mv, child.entry(), child.value_checked);
        if T::SHARED {
            self.table.prefetch_marks(G::repetition_class(&child.key));
        }
        self.counters.re_entries += u64::from(known.is_some());
        let undo = self.game.make(mv);
        self.enter(child_thresholds, increase, known, value_checked, Some((mv, undo)))
    }

    /// The thresholds of the best child of the open node at `depth`, whose children end at `end` in the common vector.
    #[inline(always)]
    fn child_thresholds(&self, depth: usize, end: usize, summary: &Summary) -> Numbers {
        let &Summary { best, before, after, delta, rest, uncounted, .. } = summary;
        let frame = &self.frames[depth];
        let kind = frame.kind;
        let (phi, most) = frame.thresholds.phi_delta(kind);
        // A child that does not count may grow by as much as one that does; what its siblings leave may be less than it
        // already has.
        let children = &self.children[frame.children..end];
        let summed = if uncounted {
            most.saturating_sub(delta) + children[best].numbers.phi_delta(kind).1
        } else {
            most.saturating_sub(rest)
        };
        // Numbers that are clamped reach the largest one and stay there: a child with such a threshold would be left at once
        // and entered again for ever.
        let bound = |threshold: ProofNumber| {
            if threshold >= self.table.max_number() { ProofNumber::INFINITE } else { threshold }
        };
        let slack = self.rules.threshold.threshold(before, after);
        let slack = self.starvation(depth).map_or(slack, |starvation| slack.increased_by(starvation));
        Numbers::from_phi_delta(kind, bound(phi.min(slack)), bound(summed))
    }
}

impl<G, T, H> Engine<G> for DfPn<'_, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: PathDependence<G>,
{
    fn run(&mut self) -> Result<(), StopReason> {
        let result = self.begin().and_then(|()| {
            while !self.frames.is_empty() {
                self.turn()?;
            }
            Ok(())
        });
        if self.is_part && result.is_err() {
            self.leave_path();
        }
        self.end();
        self.counters.table_entries = self.table.len() as u64;
        self.counters.collections = self.table.garbage_collections();
        result
    }

    fn root(&self) -> Numbers {
        self.root
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn relies_on(&self) -> Option<usize> {
        self.relies_on
    }

    fn known_values(&mut self) -> KnownValues<'_, G> {
        Box::new(|key| match self.table.get(key).and_then(|found| found.entry.numbers.value()) {
            Some(value) => Some(value),
            None => self.history.may_know(key).then_some(false),
        })
    }
}
