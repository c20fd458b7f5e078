//! Searches of several processes that exchange what they learn while they search.
//!
//! Every process has a table of its own and keeps its path. Every few milliseconds it tells the
//! others which entries it changed and where it is, and merges what they told: entries go into the
//! table, and the nodes at which the others are look harder, as those at which other threads are.
//! The loop reads children from the table whenever it comes back to a node, so all of this is like
//! threads on one table, with a delay.
//!
//! What is exchanged are [batches](crate::slots): results that hold on every path, and numbers,
//! which are estimates. Disproofs that rely on a path stay in the process that found them. So
//! whatever arrives, late, twice or never, costs work and not truth.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::clock::Instant;
use crate::control::Budget;
use crate::dfpn::remote_marks::{PathMarkCounts, RemoteMarks};
use crate::dfpn::{ChosenRules, DfPn, EngineSetup, SharedPathKeys, Workers};
use crate::game::Knowledge;
use crate::parallel::{Companion, WorkerResult, outcome};
use crate::search::{Engine as _, Outcome, Search};
use crate::slots::{BatchError, JournalThresholds};
use crate::table::SharedTable;

/// A table of which other processes have a replica.
pub trait ReplicatedTable: Sync {
    /// Keeps a journal of results from now on; see
    /// [`EntryStore::keep_journal`](crate::slots::EntryStore::keep_journal).
    fn keep_journal(&mut self, thresholds: JournalThresholds);

    /// Returns what was noted since the last call, at most `most` entries; and those of them with
    /// at least `lasting` visits below them. See
    /// [`EntryStore::drain_journal`](crate::slots::EntryStore::drain_journal).
    fn drain_journal(&self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>);

    /// Merges what another process noted about the same problem into the table. Returns the number
    /// of entries.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole batch. Nothing is merged then.
    fn merge_batch(&mut self, batch: &[u8]) -> Result<usize, BatchError>;

    /// As [`merge_batch`](Self::merge_batch), while threads search on the table.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole batch. Nothing is merged then.
    fn merge_batch_shared(&self, batch: &[u8]) -> Result<usize, BatchError>;
}

/// What a process hears from another one: its number, the number of all others, and where its
/// threads are now.
pub type RemoteMarker<'a> = &'a mut dyn FnMut((usize, usize), PathMarkCounts);

/// How a search exchanges with those of other processes. Must not wait for them.
pub trait PeerExchange: Send {
    /// Sends what the table noted and where the threads of this process are (`own`), and merges
    /// what has come. Returns how long to wait until the next exchange, or `None` if the search is
    /// to end because another process has decided it.
    fn exchange(
        &mut self,
        table: &dyn ReplicatedTable,
        own: PathMarkCounts,
        mark: RemoteMarker<'_>,
    ) -> Option<Duration>;
}

/// Exchanges until the search ends.
fn keep_exchanging<K, T: SharedTable<K>>(
    workers: &Workers<'_, K, T>,
    table: &dyn ReplicatedTable,
    exchange: &mut dyn PeerExchange,
    has_ended: impl Fn() -> bool,
) {
    let mut remote = RemoteMarks::default();
    while !has_ended() {
        let own = workers.mark_counts();
        let pause = workers
            .beside(|| exchange.exchange(table, own, &mut |process, now| remote.mark(workers, process, now)));
        let Some(pause) = pause else {
            workers.signals.stop();
            break;
        };
        std::thread::sleep(pause);
    }
    remote.leave(workers);
}

impl<'a, G: Knowledge + 'a> Search<'a, G> {
    /// Runs the search in this thread, on a table of which other processes have a replica, and
    /// exchanges what it learns with them meanwhile. If another process decides the search first,
    /// this one is [interrupted](crate::StopReason::Stopped).
    ///
    /// Only for depth-first searches; others run as [`run`](Search::run) does.
    ///
    /// # Panics
    ///
    /// If the search is depth-first and [`on_expand`](Search::on_expand) is set.
    pub fn run_exchanging<T: SharedTable<G::Key> + ReplicatedTable>(
        self,
        table: &T,
        exchange: &mut dyn PeerExchange,
    ) -> Outcome {
        let start = Instant::now();
        let Algorithm::DfPn { sum, loops, rules, .. } = self.algorithm else {
            return self.run_without_table();
        };
        self.refuse_on_expand();
        let history = SharedPathKeys::with_limit(self.limits.memory);
        let workers = &Workers::new(table, 1).among_others();
        let has_ended = &AtomicBool::new(false);
        let found = std::thread::scope(|scope| {
            scope.spawn(|| keep_exchanging(workers, table, exchange, || has_ended.load(Ordering::Relaxed)));
            // The other thread is waited for in any case.
            let _end = OnDrop(|| has_ended.store(true, Ordering::Relaxed));
            let budget = Budget::for_one_among_others(self.limits, self.on_progress, &workers.signals);
            let (game, subsearch_root) = (self.game, self.subsearch_root);
            let start =
                EngineSetup { game, rules, budget, on_expand: None, tracks_root: false, subsearch_root };
            let mut engine = start.with(sum, loops, workers.worker(0), &history);
            let result = engine.run();
            WorkerResult::new(&*engine, result)
        });
        debug_assert!(workers.is_unmarked(), "a mark is left");
        outcome(&[found], None, start)
    }

    /// Runs the search with `threads` threads, as [`run_on_threads`](Search::run_on_threads) does,
    /// and [exchanges](Search::run_exchanging) what they learn with other processes.
    ///
    /// # Panics
    ///
    /// If the search is depth-first and [`on_expand`](Search::on_expand) is set.
    pub fn run_on_threads_exchanging<T>(
        self,
        table: &T,
        threads: usize,
        exchange: &mut dyn PeerExchange,
    ) -> Outcome
    where
        T: SharedTable<G::Key> + ReplicatedTable,
        G: Clone + Send,
        G::Key: Sync,
    {
        let games: Vec<G> = vec![self.game.clone(); threads.max(1)];
        let companion: Companion<'_, _, _> =
            Box::new(|workers, has_ended| keep_exchanging(workers, table, exchange, has_ended));
        self.run_workers(table, games.into_iter().map(|game| move || game).collect(), Some(companion))
    }

    /// Runs the search as several processes with a table each would that exchange every `visits`
    /// visits, in one thread. `exchange` is called with the number of a process and its table, into
    /// which it merges what the others noted. Everything happens again in the same order with the
    /// same arguments. The counters are the sums over all processes.
    ///
    /// # Panics
    ///
    /// If the search is depth-first and [`on_expand`](Search::on_expand) is set.
    pub fn interleave_processes<T: SharedTable<G::Key>>(
        self,
        tables: &[T],
        visits: u64,
        mut exchange: impl FnMut(usize, &T),
    ) -> Outcome
    where
        G: Clone,
    {
        let start = Instant::now();
        let Algorithm::DfPn { sum, loops, rules, .. } = self.algorithm else {
            return self.run_without_table();
        };
        self.refuse_on_expand();
        let count = tables.len();
        let histories: Vec<_> =
            tables.iter().map(|_| SharedPathKeys::with_limit(self.limits.memory)).collect();
        let groups: Vec<_> =
            tables.iter().map(|table| Workers::interleaved(table, 1).among_others()).collect();
        let mut remote: Vec<RemoteMarks> = tables.iter().map(|_| RemoteMarks::default()).collect();
        let mut said = vec![PathMarkCounts::new(); count];
        let mut engines: Vec<_> = groups
            .iter()
            .zip(&histories)
            .map(|(workers, history)| {
                let budget = Budget::for_worker(&self.limits, 1, &workers.signals);
                let (game, subsearch_root) = (self.game.clone(), self.subsearch_root.clone());
                let start =
                    EngineSetup { game, rules, budget, on_expand: None, tracks_root: false, subsearch_root };
                DfPn::new(ChosenRules { sum, loops }, start, workers.worker(0), history)
            })
            .collect();
        let mut result = engines.iter_mut().try_for_each(|engine| engine.begin());
        let (mut until, mut turn) = (0, 0);
        while result.is_ok() && engines.iter().all(|engine| !engine.is_done()) {
            // All work until it is the next one's turn to exchange. If all exchanged at once they
            // would see each other at the same nodes and all go the same way.
            until += (visits / count as u64).max(1);
            for engine in &mut engines {
                while result.is_ok() && !engine.is_done() && engine.counters().visits < until {
                    result = engine.turn();
                }
            }
            let workers = &groups[turn];
            said[turn] = workers.mark_counts();
            workers.beside(|| {
                exchange(turn, &tables[turn]);
                for other in (0..count).filter(|&other| other != turn) {
                    remote[turn].mark(workers, (other, count - 1), said[other].clone());
                }
            });
            turn = (turn + 1) % count;
        }
        remote.into_iter().zip(&groups).for_each(|(remote, workers)| remote.leave(workers));
        let parts: Vec<WorkerResult> =
            engines.iter_mut().map(|engine| WorkerResult::at_end(engine, result)).collect();
        debug_assert!(groups.iter().all(Workers::is_unmarked), "a mark is left");
        outcome(&parts, result.err(), start)
    }
}

/// Does something when it is dropped, also by a panic.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
