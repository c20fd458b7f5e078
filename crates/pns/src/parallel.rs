//! One search by several threads on one table, and the same with the threads' turns taken by lot, for tests.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Thread;
use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::clock::Instant;
use crate::control::{Budget, Counters, Limits, Progress, StopReason};
use crate::dfpn::{ChosenRules, DfPn, EngineSetup, PathDependence, SharedPathKeys, Workers};
use crate::game::Knowledge;
use crate::number::Numbers;
use crate::random::Random;
use crate::search::{Engine, Outcome, Search, Verdict};
use crate::solution::{NoSolution, Solution};
use crate::table::{ConcurrentTable, SharedTable, Table};

/// The interval at which the stop flag is checked and progress is reported.
const LOOK: Duration = Duration::from_millis(20);

/// What a thread found.
pub(crate) struct WorkerResult {
    root: Numbers,
    depends_on_ancestor: Option<usize>,
    result: Result<(), StopReason>,
    counters: Counters,
}

impl WorkerResult {
    /// What a search found that ended with this result.
    pub fn new<G: Knowledge>(
        engine: &(impl Engine<G> + ?Sized),
        result: Result<(), StopReason>,
    ) -> WorkerResult {
        WorkerResult {
            root: engine.root(),
            depends_on_ancestor: engine.relies_on(),
            result,
            counters: engine.counters(),
        }
    }

    /// What one of several simulated searches found, which stopped with this result unless it is done.
    pub fn at_end<G, T, H>(engine: &mut DfPn<'_, G, T, H>, result: Result<(), StopReason>) -> WorkerResult
    where
        G: Knowledge,
        T: Table<G::Key>,
        H: PathDependence<G>,
    {
        let result = if engine.is_done() { Ok(()) } else { result };
        engine.end();
        WorkerResult::new(engine, result)
    }
}

/// What exchanges with other processes beside the threads, until the second argument says that
/// these have ended.
pub(crate) type Companion<'t, K, T> = Box<dyn FnOnce(&Workers<'t, K, T>, &dyn Fn() -> bool) + Send + 't>;

/// How the threads tell the one that keeps the time that they have ended.
struct Ending {
    timekeeper: Thread,
    ended: AtomicUsize,
}

/// Tells so when it is dropped, also by a panic.
struct Ended<'a>(&'a Ending);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Ordering::Release);
        self.0.timekeeper.unpark();
    }
}

impl<'a, G: Knowledge + 'a> Search<'a, G> {
    /// Runs the search with `threads` threads on a table that they share. 0 threads count as 1.
    ///
    /// Only for depth-first searches; others run as [`run`](Search::run) does. The answer is the same as with one thread, the
    /// counters differ from run to run. A limit of nodes is kept up to some thousands for each thread.
    ///
    /// # Panics
    ///
    /// If the search is depth-first and [`on_expand`](Search::on_expand) is set.
    pub fn run_on_threads<T: SharedTable<G::Key>>(self, table: &T, threads: usize) -> Outcome
    where
        G: Clone + Send,
        G::Key: Sync,
    {
        let games: Vec<G> = vec![self.game.clone(); threads.max(1)];
        self.run_workers(table, games.into_iter().map(|game| move || game).collect(), None)
    }

    /// [`run_with_solution`](Search::run_with_solution) with several threads on a table of their own, which keeps digests of keys
    /// ([`ConcurrentTable`]).
    ///
    /// Every thread makes its game with `make`, so that games whose nodes share a cache can be searched: each thread then has a
    /// cache of its own. Only for depth-first searches and two threads or more; otherwise one thread searches.
    ///
    /// # Panics
    ///
    /// If several threads search and [`on_expand`](Search::on_expand) is set.
    pub fn run_with_solution_on_threads(
        self,
        threads: usize,
        make: impl Fn() -> G + Sync,
    ) -> (Outcome, Result<Solution<G>, NoSolution>)
    where
        G: Clone,
        G::Key: Sync,
    {
        let depth_first = matches!(self.algorithm, Algorithm::DfPn { .. });
        let table = (depth_first && threads > 1)
            .then(|| ConcurrentTable::with_memory(self.algorithm.table_memory(self.limits.memory)));
        // A search of one thread says so itself if there is no memory.
        let Some(Ok(table)) = table else { return self.run_with_solution() };
        let (game, limits) = (self.game.clone(), self.limits.clone());
        let outcome = self.run_workers(&table, vec![&make; threads], None);
        let known = |key: &G::Key| table.get(key).and_then(|found| found.entry.numbers.value());
        (outcome, Solution::found(game, outcome.verdict, limits, known))
    }

    /// Runs one thread for each of these functions, which make their games, and one for the
    /// companion.
    pub(crate) fn run_workers<'t, T, M>(
        mut self,
        table: &'t T,
        makers: Vec<M>,
        companion: Option<Companion<'t, G::Key, T>>,
    ) -> Outcome
    where
        T: SharedTable<G::Key>,
        M: FnOnce() -> G + Send,
        G::Key: Sync,
    {
        let start = Instant::now();
        let threads = makers.len();
        let Algorithm::DfPn { sum, loops, rules, .. } = self.algorithm else {
            return self.run_without_table();
        };
        self.refuse_on_expand();
        let variant = ChosenRules { sum, loops };
        let history = SharedPathKeys::with_limit(self.limits.memory);
        let workers = Workers::new(table, threads);
        let workers = if companion.is_some() { workers.among_others() } else { workers };
        let found = Mutex::new(Vec::new());
        let (limits, subsearch_root) = (&self.limits, &self.subsearch_root);
        let mut stopped = None;
        let ending = Ending { timekeeper: std::thread::current(), ended: AtomicUsize::new(0) };
        std::thread::scope(|scope| {
            for (thread, make) in makers.into_iter().enumerate() {
                let (history, found, workers, ending) = (&history, &found, &workers, &ending);
                scope.spawn(move || {
                    let _ended = Ended(ending);
                    let game = make();
                    let budget = Budget::for_worker(limits, threads, &workers.signals);
                    let subsearch_root = subsearch_root.clone();
                    let start = EngineSetup {
                        game,
                        rules,
                        budget,
                        on_expand: None,
                        tracks_root: false,
                        subsearch_root,
                    };
                    let mut engine = DfPn::new(variant, start, workers.worker(thread), history);
                    let result = engine.run();
                    if result != Err(StopReason::Stopped) {
                        workers.signals.stop();
                    }
                    let part = WorkerResult::new(&engine, result);
                    found.lock().unwrap_or_else(PoisonError::into_inner).push(part);
                });
            }
            if let Some(companion) = companion {
                let (workers, ending) = (&workers, &ending);
                scope.spawn(move || companion(workers, &|| ending.ended.load(Ordering::Acquire) == threads));
            }
            // This thread keeps the time.
            while ending.ended.load(Ordering::Acquire) < threads {
                if !workers.signals.is_stopped() {
                    stopped = limit_reached(limits, start);
                    if stopped.is_some() {
                        workers.signals.stop();
                    }
                    if let Some(report) = &mut self.on_progress {
                        let counters = Counters {
                            visits: workers.signals.visits(),
                            table_entries: table.len() as u64,
                            ..Counters::default()
                        };
                        let known = table.get(&self.game.key());
                        let root = known.map_or(Numbers::UNIT, |found| found.entry.numbers);
                        report(Progress { counters: &counters, root, depth: 0, elapsed: start.elapsed() });
                    }
                }
                let left = limits.time.map(|time| time.saturating_sub(start.elapsed()));
                let left = left.filter(|_| !workers.signals.is_stopped()).unwrap_or(LOOK);
                std::thread::park_timeout(left.min(LOOK));
            }
        });
        debug_assert!(workers.is_unmarked(), "a mark is left");
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcome(&found, stopped, start)
    }

    /// Runs the search as `threads` threads would, with one: whose turn it is is drawn by lot. For
    /// the same seed everything happens again in the same order, so that what threads do to each
    /// other can be studied and tested. 0 threads count as 1.
    ///
    /// # Panics
    ///
    /// If the search is depth-first and [`on_expand`](Search::on_expand) is set.
    pub fn interleave_threads<T: SharedTable<G::Key>>(self, table: &T, threads: usize, seed: u64) -> Outcome
    where
        G: Clone,
    {
        let start = Instant::now();
        let Algorithm::DfPn { sum, loops, rules, .. } = self.algorithm else {
            return self.run_without_table();
        };
        self.refuse_on_expand();
        let threads = threads.max(1);
        let history = SharedPathKeys::with_limit(self.limits.memory);
        let workers = &Workers::interleaved(table, threads);
        let mut engines: Vec<_> = (0..threads)
            .map(|thread| {
                let budget = Budget::for_worker(&self.limits, threads, &workers.signals);
                let (game, subsearch_root) = (self.game.clone(), self.subsearch_root.clone());
                let start =
                    EngineSetup { game, rules, budget, on_expand: None, tracks_root: false, subsearch_root };
                DfPn::new(ChosenRules { sum, loops }, start, workers.worker(thread), &history)
            })
            .collect();
        let mut random = Random::new(seed);
        let mut result = engines.iter_mut().try_for_each(|engine| engine.begin());
        while result.is_ok() && engines.iter().all(|engine| !engine.is_done()) {
            let turn = random.below(threads);
            result = engines[turn].turn();
        }
        let parts: Vec<WorkerResult> =
            engines.iter_mut().map(|engine| WorkerResult::at_end(engine, result)).collect();
        debug_assert!(workers.is_unmarked(), "a mark is left");
        outcome(&parts, result.err(), start)
    }

    /// Panics if expansions are to be reported. Those of several threads or processes have no
    /// order.
    pub(crate) fn refuse_on_expand(&self) {
        assert!(self.on_expand.is_none(), "on_expand: this search has no order of expansions");
    }
}

/// The limit that is reached and that the threads do not look at themselves.
fn limit_reached(limits: &Limits, start: Instant) -> Option<StopReason> {
    if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return Some(StopReason::Stopped);
    }
    limits.time.filter(|&time| start.elapsed() >= time).map(|_| StopReason::TimeLimit)
}

/// What all threads found together.
pub(crate) fn outcome(found: &[WorkerResult], stopped: Option<StopReason>, start: Instant) -> Outcome {
    let mut counters = Counters::default();
    found.iter().for_each(|part| counters.add(&part.counters));
    let solved = found.iter().find(|part| part.root.is_solved());
    let root = solved.or(found.first()).map_or(Numbers::UNIT, |part| part.root);
    // Threads are interrupted because another one reached a limit, or all of them by another process.
    let reasons = || found.iter().filter_map(|part| part.result.err());
    let reason = reasons().find(|&why| why != StopReason::Stopped).or_else(|| reasons().next());
    let verdict = match root.value() {
        Some(true) => Verdict::Proven,
        Some(false) => Verdict::Disproven,
        None => Verdict::Unknown(stopped.or(reason).unwrap_or(StopReason::Inconclusive)),
    };
    let depends_on_ancestor = solved.and_then(|part| part.depends_on_ancestor);
    Outcome { verdict, root, counters, elapsed: start.elapsed(), depends_on_ancestor, tree: None }
}
