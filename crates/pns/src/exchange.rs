//! Searches of several processes that exchange what they learn while they search.
//!
//! Every process has a table of its own and keeps its path. Every few milliseconds it tells the others which entries it changed and where it
//! is, and takes in what they told: entries go into the table, and the nodes at which the others are look harder, as those at which
//! other threads are. The loop reads children from the table whenever it comes back to a node, so all of this is like threads on one
//! table, with a delay.
//!
//! What is exchanged are [batches](crate::slots): results that hold on every path, and numbers, which are estimates. Disproofs that rely on a
//! path stay in the process that found them. So whatever arrives, late, twice or never, costs work and not truth.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::clock::Instant;
use crate::control::Budget;
use crate::dfpn::{DfPn, RulePair, SharedPathKeys, Start, Strangers, Team, Whereabouts};
use crate::game::Knowledge;
use crate::parallel::{Found, outcome};
use crate::search::{Engine as _, Outcome, Search};
use crate::slots::BatchError;
use crate::table::SharedTable;

/// A table whose entries other processes have as well.
pub trait Replica: Sync {
    /// What was noted since the last call, at most `most` entries; and those of them with at least `lasting` visits below them. See
    /// [`SlotStore::take_batch`](crate::slots::SlotStore::take_batch).
    fn take_batch(&self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>);

    /// Takes in what another process noted, while threads search on the table. Returns the number of entries.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole batch. Nothing is taken then.
    fn take_in_shared(&self, batch: &[u8]) -> Result<usize, BatchError>;
}

/// What a process hears from another one: its number, the number of all others, and where its threads are now.
pub type Mark<'a> = &'a mut dyn FnMut((usize, usize), Whereabouts);

/// How a search exchanges with those of other processes. Must not wait for them.
pub trait Exchange: Send {
    /// Sends what the table noted and where the threads of this process are (`own`), and takes in what has come. Returns how long to wait until
    /// the next exchange, or `None` if the search is to end because another process has decided it.
    fn exchange(&mut self, table: &dyn Replica, own: Whereabouts, mark: Mark<'_>) -> Option<Duration>;
}

/// Who searches: how many threads, and those of which other processes.
pub struct Crew<'e> {
    /// Threads of this process; 0 and 1 are one.
    pub threads: usize,
    /// How to exchange with other processes, if there are any.
    pub exchange: Option<&'e mut dyn Exchange>,
}

/// Exchanges until the search ends.
pub(crate) fn keep_exchanging<K, T: SharedTable<K>>(
    team: &Team<'_, K, T>,
    table: &dyn Replica,
    exchange: &mut dyn Exchange,
    has_ended: impl Fn() -> bool,
) {
    let mut strangers = Strangers::default();
    while !has_ended() {
        let own = team.whereabouts();
        let pause = team
            .beside(|| exchange.exchange(table, own, &mut |process, now| strangers.mark(team, process, now)));
        let Some(pause) = pause else {
            team.signals.stop();
            break;
        };
        std::thread::sleep(pause);
    }
    strangers.leave(team);
}

impl<'a, G: Knowledge + 'a> Search<'a, G> {
    /// Runs the search in this thread, on a table of which other processes have a replica, and exchanges what it learns with them meanwhile.
    /// If another process decides the search first, this one is [interrupted](crate::StopReason::Interrupted).
    ///
    /// Only for depth-first searches; others run as [`run`](Search::run) does.
    ///
    /// # Panics
    ///
    /// If the search is depth-first and [`on_expand`](Search::on_expand) is set.
    pub fn run_exchanging<T: SharedTable<G::Key> + Replica>(
        self,
        table: &T,
        exchange: &mut dyn Exchange,
    ) -> Outcome {
        let start = Instant::now();
        let Algorithm::DfPn { sum, loops, rules, .. } = self.algorithm else {
            return self.run_without_table();
        };
        self.refuse_on_expand();
        let history = SharedPathKeys::with_limit(self.limits.memory);
        let team = &Team::new(table, 1).among_others();
        let has_ended = &AtomicBool::new(false);
        let found = std::thread::scope(|scope| {
            scope.spawn(|| keep_exchanging(team, table, exchange, || has_ended.load(Ordering::Relaxed)));
            // The other thread is waited for in any case.
            let _end = OnDrop(|| has_ended.store(true, Ordering::Relaxed));
            let budget = Budget::of_one_among_others(self.limits, self.on_progress, &team.signals);
            let (game, origin) = (self.game, self.origin);
            let start = Start { game, rules, budget, on_expand: None, follows_root: false, origin };
            let mut engine = start.with(sum, loops, team.member(0), &history);
            let result = engine.run();
            Found::of(&*engine, result)
        });
        debug_assert!(team.is_unmarked(), "a mark is left");
        outcome(&[found], None, start)
    }

    /// Runs the search as several processes with a table each would that exchange every `visits` visits, in one thread. `exchange` is called
    /// with the number of a process and its table, which then takes in what the others noted. Everything happens again in the same
    /// order with the same arguments. The counters are the sums over all processes.
    ///
    /// # Panics
    ///
    /// If the search is depth-first and [`on_expand`](Search::on_expand) is set.
    pub fn simulate_exchange<T: SharedTable<G::Key>>(
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
        let teams: Vec<_> = tables.iter().map(|table| Team::simulated(table, 1).among_others()).collect();
        let mut strangers: Vec<Strangers> = tables.iter().map(|_| Strangers::default()).collect();
        let mut said = vec![Whereabouts::new(); count];
        let mut engines: Vec<_> = teams
            .iter()
            .zip(&histories)
            .map(|(team, history)| {
                let budget = Budget::of_member(&self.limits, 1, &team.signals);
                let (game, origin) = (self.game.clone(), self.origin.clone());
                let start = Start { game, rules, budget, on_expand: None, follows_root: false, origin };
                DfPn::new(RulePair { sum, loops }, start, team.member(0), history)
            })
            .collect();
        let mut result = engines.iter_mut().try_for_each(|engine| engine.begin());
        let (mut until, mut turn) = (0, 0);
        while result.is_ok() && engines.iter().all(|engine| !engine.is_done()) {
            // All work until it is the next one's turn to exchange. If all exchanged at once they would see each other at the same nodes and all
            // go the same way.
            until += (visits / count as u64).max(1);
            for engine in &mut engines {
                while result.is_ok() && !engine.is_done() && engine.counters().visits < until {
                    result = engine.turn();
                }
            }
            let team = &teams[turn];
            said[turn] = team.whereabouts();
            team.beside(|| {
                exchange(turn, &tables[turn]);
                for other in (0..count).filter(|&other| other != turn) {
                    strangers[turn].mark(team, (other, count - 1), said[other].clone());
                }
            });
            turn = (turn + 1) % count;
        }
        strangers.into_iter().zip(&teams).for_each(|(others, team)| others.leave(team));
        let parts: Vec<Found> = engines.iter_mut().map(|engine| Found::at_end(engine, result)).collect();
        debug_assert!(teams.iter().all(Team::is_unmarked), "a mark is left");
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
