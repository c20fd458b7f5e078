//! The one way to run a search.

use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::best_first::PnSearch;
use crate::clock::Instant;
use crate::control::{Budget, Counters, Limits, OnProgress, Progress, StopReason};
use crate::deepening::Deepening;
use crate::dfpn::combine::SumRule;
use crate::dfpn::loops::LoopRule;
use crate::dfpn::{
    AnyPathDependence, ChosenRules, DfPn, EngineSetup, GhiMethod, PathDependence, PathDisproofs, PathKeys,
    SubsearchRoot,
};
use crate::game::{Game, Knowledge};
use crate::maybe_owned::MaybeOwned;
use crate::number::Numbers;
use crate::solution::{NoSolution, SearchTreeSize, Solution};
use crate::table::{AnyTable, ConcurrentTable, Table};

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The prover wins.
    Proven,
    /// The prover does not win.
    Disproven,
    /// Not decided, and why.
    Unknown(StopReason),
}

impl Verdict {
    /// The value, if decided.
    pub fn value(self) -> Option<bool> {
        match self {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Proven, disproven, or unknown for a reason.
    pub verdict: Verdict,
    /// The root's numbers at the end.
    pub root: Numbers,
    /// What it took.
    pub counters: Counters,
    /// How long it took.
    pub elapsed: Duration,
    /// Of a subsearch that disproved its root: the depth of the shallowest node above it on which
    /// that relies. `None` if the disproof holds on every path, as that of a whole search does.
    #[doc(hidden)]
    pub depends_on_ancestor: Option<usize>,
    /// The solution in the tree that the search built. `None` if there is no solution, or if the search keeps no whole tree:
    /// only PN search does.
    pub tree: Option<SearchTreeSize>,
}

/// A search to be run: a game, an algorithm, limits.
///
/// ```
/// use yomikiri_pns::{Graph, Limits, Search, Verdict};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let graph = Graph::parse("a or b c\n b and a x+\n c and d x+\n d or x+ y-");
/// let outcome = Search::new(graph.root()).algorithm("dfpn+tca+snda".parse()?).run();
/// assert_eq!(outcome.verdict, Verdict::Proven);
/// # Ok(())
/// # }
/// ```
pub struct Search<'a, G: Knowledge> {
    pub(crate) game: G,
    pub(crate) algorithm: Algorithm,
    pub(crate) limits: Limits,
    pub(crate) on_progress: Option<OnProgress<'a>>,
    pub(crate) on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    tracks_root: bool,
    ghi_method: GhiMethod,
    pub(crate) subsearch_root: SubsearchRoot<G::Key>,
    paths: Option<&'a mut PathDisproofs>,
    table: Option<&'a mut ConcurrentTable<G::Key>>,
}

impl<'a, G: Knowledge + 'a> Search<'a, G> {
    /// A search from this node with the default algorithm and limits.
    pub fn new(game: G) -> Self {
        Search {
            game,
            algorithm: Algorithm::default(),
            limits: Limits::default(),
            on_progress: None,
            on_expand: None,
            tracks_root: false,
            ghi_method: GhiMethod::default(),
            subsearch_root: SubsearchRoot::WHOLE,
            paths: None,
            table: None,
        }
    }

    /// Chooses the algorithm.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Sets the limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Calls back at least every thousand visits, and more often where nodes take long.
    pub fn on_progress(mut self, report: impl FnMut(Progress<'_>) + 'a) -> Self {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Calls back at each expansion of a node, in order: how algorithms are compared step by step.
    /// Expansions of a second level (PN², PDS-PN) are among them. There are as many as
    /// [`Counters::expanded`] and [`Counters::re_expanded`] together.
    ///
    /// Expansions of several threads or processes have no order: depth-first searches that [share a
    /// table](Search::run_on_threads) or exchange results panic if this is set.
    pub fn on_expand(mut self, report: &'a mut dyn FnMut(G::Key)) -> Self {
        self.on_expand = Some(report);
        self
    }

    /// Has depth-first search bring the root's numbers up to date at every expansion of a new leaf, as PN search does:
    /// [`Counters::root_updates`], [`max_root_pn`](Counters::max_root_pn) and [`max_root_dn`](Counters::max_root_dn) are then
    /// those of PN search on the same tree. Otherwise it knows them only when it is back at the root.
    ///
    /// For measurements: every leaf costs a look at all children of the path. Other searches do as they always do.
    pub fn track_root(mut self) -> Self {
        self.tracks_root = true;
        self
    }

    /// Chooses how depth-first search keeps disproofs that hold on some paths only. With a
    /// [table of the caller's](Search::run_with_table) these are always path keys.
    pub fn ghi_method(mut self, ghi_method: GhiMethod) -> Self {
        self.ghi_method = ghi_method;
        self
    }

    /// Lends the search what earlier ones learned of repetitions, and keeps what it learns. For searches on a table of the caller's
    /// ([lent](Search::table), or [made for the game](Search::run_with_table)) in one thread; the store holds for as long as the table does.
    pub fn path_disproofs(mut self, paths: &'a mut PathDisproofs) -> Self {
        self.paths = Some(paths);
        self
    }

    /// Lends the search a table, which so outlives it: what it knows is used, what is found stays in it. For depth-first searches in
    /// one thread; the others keep to what they have. Repetitions are then treated in bounded memory.
    pub fn table(mut self, table: &'a mut ConcurrentTable<G::Key>) -> Self {
        self.table = Some(table);
        self
    }

    /// Runs the search.
    pub fn run(self) -> Outcome {
        let start = Instant::now();
        let mut engine = self.engine();
        finish(&mut *engine, start)
    }

    /// Runs the search on a table of the caller's, who lends it and so keeps it: what it knows is used, what is found stays
    /// in it.
    ///
    /// For tables that are made for the game. Only depth-first searches can; the others keep to what they have.
    /// Repetitions are then treated in bounded memory.
    pub fn run_with_table<T: Table<G::Key> + 'a>(self, table: T) -> Outcome {
        let start = Instant::now();
        finish(&mut *self.engine_on(table), start)
    }

    /// The search on a table of the caller's.
    fn engine_on<T: Table<G::Key> + 'a>(self, table: T) -> Box<dyn Engine<G> + 'a> {
        let Algorithm::DfPn { sum, loops, rules, .. } = self.algorithm else {
            let budget = Budget::new(self.limits, self.on_progress);
            return without_table(self.game, self.algorithm, budget, self.on_expand);
        };
        let history = PathKeys::lent_or_new(self.paths, self.limits.memory);
        let budget = Budget::new(self.limits, self.on_progress);
        let (game, on_expand) = (self.game, self.on_expand);
        let (tracks_root, subsearch_root) = (self.tracks_root, self.subsearch_root);
        let search = EngineSetup { game, rules, budget, on_expand, tracks_root, subsearch_root };
        search.with(sum, loops, table, history)
    }

    /// Runs a search that is not depth-first.
    pub(crate) fn run_without_table(self) -> Outcome {
        let start = Instant::now();
        let budget = Budget::new(self.limits, self.on_progress);
        finish(&mut *without_table(self.game, self.algorithm, budget, self.on_expand), start)
    }

    /// Runs the search and, if it decides, builds the solution and checks it against the game.
    ///
    /// A search may keep only a part of the solution: a table of fixed size loses entries. A second
    /// search then looks for the rest. It keeps everything and has the same limits, so it may reach
    /// a limit that the first one did not. The value is then known and the solution is missing;
    /// [`NoSolution`] is the reason.
    ///
    /// ```
    /// use yomikiri_pns::{Graph, Limits, NoSolution, Search, StopReason, Verdict};
    ///
    /// let graph = Graph::parse("a or b c\n b and a x+\n c and d x+\n d or x+ y-");
    /// let limits = Limits { visits: Some(1), ..Limits::default() };
    /// let (outcome, solution) = Search::new(graph.root()).limits(limits).run_with_solution();
    /// assert_eq!(outcome.verdict, Verdict::Unknown(StopReason::VisitLimit));
    /// assert_eq!(solution.err(), Some(NoSolution::Undecided(StopReason::VisitLimit)));
    /// ```
    pub fn run_with_solution(self) -> (Outcome, Result<Solution<G>, NoSolution>)
    where
        G: Clone,
    {
        let start = Instant::now();
        let (game, limits) = (self.game.clone(), self.limits.clone());
        let mut first = self.engine();
        let outcome = finish(&mut *first, start);
        let solution = Solution::found(game, outcome.verdict, limits, first.known_values());
        (outcome, solution)
    }

    fn engine(self) -> Box<dyn Engine<G> + 'a> {
        let Search { game, algorithm, limits, on_progress, on_expand, tracks_root, subsearch_root, .. } =
            self;
        let budget = Budget::new(limits, on_progress);
        match algorithm {
            Algorithm::DfPn { sum, loops, rules, table } => {
                let memory = budget.memory();
                let table_memory = algorithm.table_memory(memory);
                let (table, history) = match self.table {
                    Some(lent) => (
                        AnyTable::lent(lent),
                        AnyPathDependence::Keys(PathKeys::lent_or_new(self.paths, memory)),
                    ),
                    None => {
                        (AnyTable::new(table, table_memory), AnyPathDependence::new(self.ghi_method, memory))
                    }
                };
                let start = EngineSetup { game, rules, budget, on_expand, tracks_root, subsearch_root };
                start.with(sum, loops, table, history)
            }
            other => without_table(game, other, budget, on_expand),
        }
    }
}

impl<G: Knowledge + Clone> Solution<G> {
    /// Returns the solution of a search from what it knows. If that is not enough, a second search,
    /// which keeps everything and has the same limits, looks for the rest.
    pub(crate) fn found(
        game: G,
        verdict: Verdict,
        limits: Limits,
        known: impl Fn(&G::Key) -> Option<bool>,
    ) -> Result<Solution<G>, NoSolution> {
        let value = match verdict {
            Verdict::Proven => true,
            Verdict::Disproven => false,
            Verdict::Unknown(reason) => return Err(NoSolution::Undecided(reason)),
        };
        if let Some(solution) = Solution::extract(game.clone(), value, known) {
            return Ok(solution);
        }
        let mut second = Search::new(game.clone()).algorithm(Algorithm::THOROUGH).limits(limits).engine();
        second.run().map_err(NoSolution::Stopped)?;
        Solution::extract(game, value, second.known_values()).ok_or(NoSolution::Unconfirmed)
    }
}

/// A search that is not depth-first, and so has no table that could be exchanged.
fn without_table<'a, G: Knowledge + 'a>(
    game: G,
    algorithm: Algorithm,
    budget: Budget<'a>,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
) -> Box<dyn Engine<G> + 'a> {
    match algorithm {
        Algorithm::Pn(rules) => Box::new(PnSearch::new(MaybeOwned::Owned(game), rules, budget, on_expand)),
        Algorithm::Deepening { method, immediate } => {
            Box::new(Deepening::new(game, method, immediate, budget, on_expand))
        }
        Algorithm::DfPn { .. } => unreachable!("depth-first searches have a table"),
    }
}

/// What an algorithm does, whichever it is.
pub(crate) trait Engine<G: Knowledge> {
    /// Searches until the root is solved or a limit is reached.
    fn run(&mut self) -> Result<(), StopReason>;

    /// The root's numbers as last computed.
    fn root(&self) -> Numbers;

    /// What was done so far.
    fn counters(&self) -> Counters;

    /// The shallowest node above the root on which a disproof of the root relies.
    fn relies_on(&self) -> Option<usize> {
        None
    }

    /// What is known of other nodes. Disproofs that hold on some paths only may be among it.
    fn known_values(&mut self) -> KnownValues<'_, G>;

    /// The solution in the tree that the search has in memory, if it has a whole tree.
    fn solution_tree(&self) -> Option<SearchTreeSize> {
        None
    }
}

/// Returns the value of a node, if known.
pub(crate) type KnownValues<'a, G> = Box<dyn Fn(&<G as Game>::Key) -> Option<bool> + 'a>;

fn finish<G: Knowledge>(engine: &mut dyn Engine<G>, start: Instant) -> Outcome {
    let result = engine.run();
    let root = engine.root();
    let verdict = match (root.value(), result) {
        (Some(true), _) => Verdict::Proven,
        (Some(false), _) => Verdict::Disproven,
        (None, Err(reason)) => Verdict::Unknown(reason),
        (None, Ok(())) => Verdict::Unknown(StopReason::Inconclusive),
    };
    let (counters, elapsed) = (engine.counters(), start.elapsed());
    let (depends_on_ancestor, tree) = (engine.relies_on(), engine.solution_tree());
    Outcome { verdict, root, counters, elapsed, depends_on_ancestor, tree }
}

impl<'a, G: Knowledge + 'a> EngineSetup<'a, G> {
    /// The search by this pair of rules.
    pub fn with<'b, T, H>(
        self,
        sum: SumRule,
        loops: LoopRule,
        table: T,
        history: H,
    ) -> Box<dyn Engine<G> + 'b>
    where
        'a: 'b,
        T: Table<G::Key> + 'b,
        H: PathDependence<G> + 'b,
    {
        Box::new(DfPn::new(ChosenRules { sum, loops }, self, table, history))
    }
}
