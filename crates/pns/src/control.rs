//! Limits, stop reasons, progress and counters: what every search shares besides its algorithm.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::number::Numbers;

/// When a search gives up. Nothing is limited by default except memory.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Visits of nodes (see [`Counters::visits`]).
    pub visits: Option<u64>,
    /// Bytes for tables and trees, roughly. Tables of fixed size stay within it and go on; searches that must keep
    /// everything stop.
    pub memory: usize,
    /// Set it to true from anywhere to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: None, visits: None, memory: 1 << 30, stop: None }
    }
}

/// Why a search ended without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// The time is over.
    #[error("time limit")]
    TimeLimit,
    /// The node limit is reached.
    #[error("node limit")]
    VisitLimit,
    /// There is no memory left.
    #[error("memory limit")]
    MemoryLimit,
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
    /// A line grew longer than this algorithm can follow.
    #[error("depth limit")]
    DepthLimit,
    /// The root's numbers rule out progress although it is unsolved: this algorithm cannot decide this graph.
    #[error("stuck: both numbers of the root are exhausted")]
    Inconclusive,
}

/// What the search did. The five papers count different things, so all of them are here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counters {
    /// Children created, the root included.
    pub generated: u64,
    /// Nodes expanded for the first time.
    pub expanded: u64,
    /// Nodes expanded again, because nothing was kept of the first time or because they were left and re-entered.
    pub re_expanded: u64,
    /// Times a node was entered.
    pub visits: u64,
    /// Table entries at the end.
    pub table_entries: u64,
    /// Times the root's numbers were recomputed.
    pub root_updates: u64,
    /// Largest finite proof number of the root.
    pub max_root_pn: u64,
    /// Largest finite disproof number of the root.
    pub max_root_dn: u64,
    /// Times a node of the tree was traced again (the seesaw effect of Deep df-pn's paper).
    #[cfg_attr(feature = "serde", serde(rename = "seesaw"))]
    pub re_entries: u64,
    /// Sums that had to be clamped: if not zero, numbers were larger than the arithmetic can tell.
    #[cfg_attr(feature = "serde", serde(rename = "overflows"))]
    pub clamped_sums: u64,
    /// Garbage collections of the table.
    pub collections: u64,
}

impl Counters {
    /// Adds what another search did. Largest numbers stay the largest; the table is that of the latest.
    pub fn add(&mut self, other: &Counters) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.re_expanded += other.re_expanded;
        self.visits += other.visits;
        self.table_entries = other.table_entries;
        self.root_updates += other.root_updates;
        self.max_root_pn = self.max_root_pn.max(other.max_root_pn);
        self.max_root_dn = self.max_root_dn.max(other.max_root_dn);
        self.re_entries += other.re_entries;
        self.clamped_sums += other.clamped_sums;
        self.collections = other.collections;
    }

    /// Notes new numbers of the root.
    pub(crate) fn root_updated(&mut self, numbers: Numbers) {
        self.root_updates += 1;
        let finite = |n: crate::ProofNumber| if n.is_infinite() { 0 } else { n.get() };
        self.max_root_pn = self.max_root_pn.max(finite(numbers.proof));
        self.max_root_dn = self.max_root_dn.max(finite(numbers.disproof));
    }
}

/// A look at a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The counters so far.
    pub counters: &'a Counters,
    /// The root's numbers as last computed.
    pub root: Numbers,
    /// Depth of the node being visited.
    pub depth: usize,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Called now and then during a search.
pub type OnProgress<'a> = Box<dyn FnMut(Progress<'_>) + 'a>;

/// What the threads of one search tell each other about its end.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    /// Whether the search is over: solved, or a limit is reached.
    stop: AtomicBool,
    /// Visits of all threads, in batches.
    visits: AtomicU64,
}

impl Signals {
    /// Ends the search of all threads.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Visits of all threads, without the latest of each.
    pub fn visits(&self) -> u64 {
        self.visits.load(Ordering::Relaxed)
    }
}

/// Keeps the limits of one search, or of one thread of it.
pub(crate) struct Budget<'a> {
    limits: Limits,
    /// Of a thread among others: what they tell each other, and how many visits of this one the others know of.
    others: Option<(&'a Signals, u64)>,
    start: Instant,
    on_progress: Option<OnProgress<'a>>,
    /// Visits at which to look at the clock again, and how many pass in between.
    next_poll: u64,
    interval: u64,
    last_poll: Duration,
    /// Visits at which to look at the memory again. The clock has no part in it, so that a search that outgrows its memory ends at the
    /// same visit every time.
    next_memory_check: u64,
}

/// The most visits between two looks at the clock.
const MAX_POLL_VISITS: u64 = 1 << 10;
/// Visits at which the memory is looked at for the first time. A search shorter than that has a few kilobytes at most: a limit below
/// that is meant for its table of fixed size.
const FIRST_MEMORY_CHECK: u64 = 2 * MAX_POLL_VISITS - 1;
/// Where nodes take long, the clock is looked at about this often.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(50);

impl<'a> Budget<'a> {
    pub fn new(limits: Limits, on_progress: Option<OnProgress<'a>>) -> Budget<'a> {
        let start = Instant::now();
        let last_poll = Duration::ZERO;
        let (next_poll, interval, next_memory_check) = (1, 1, FIRST_MEMORY_CHECK);
        Budget { limits, others: None, start, on_progress, next_poll, interval, last_poll, next_memory_check }
    }

    /// The budget of one of `threads` threads. It keeps the limit of nodes, which is for all together; time is kept for it. What it has
    /// besides the table that all share is its part of the memory.
    pub fn for_worker(limits: &Limits, threads: usize, signals: &'a Signals) -> Budget<'a> {
        let memory = limits.memory / threads.max(1);
        let limits = Limits { time: None, stop: None, memory, ..limits.clone() };
        Budget { others: Some((signals, 0)), ..Budget::new(limits, None) }
    }

    /// The budget of a search that another thread can [stop](Signals::stop), and that keeps all of its limits itself.
    #[cfg(feature = "distributed")]
    pub fn for_one_among_others(
        limits: Limits,
        on_progress: Option<OnProgress<'a>>,
        signals: &'a Signals,
    ) -> Budget<'a> {
        Budget { others: Some((signals, 0)), ..Budget::new(limits, on_progress) }
    }

    pub fn memory(&self) -> usize {
        self.limits.memory
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The budget of a second search within this one, which has done `counters` and uses `bytes`: it has what is left, and
    /// reports no progress.
    pub fn for_second_level(&self, counters: &Counters, bytes: usize) -> Budget<'static> {
        let limits = Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.elapsed())),
            visits: self.limits.visits.map(|nodes| nodes.saturating_sub(counters.visits)),
            memory: self.limits.memory.saturating_sub(bytes),
            stop: self.limits.stop.clone(),
        };
        Budget::new(limits, None)
    }

    /// Called at each visit: an error if a limit is reached. `bytes` returns the memory in use by what only grows.
    #[inline(always)]
    pub fn check(
        &mut self,
        counters: &Counters,
        root: Numbers,
        depth: usize,
        bytes: impl FnOnce() -> usize,
    ) -> Result<(), StopReason> {
        if self.limits.visits.is_some_and(|nodes| counters.visits > nodes) {
            return Err(StopReason::VisitLimit);
        }
        if counters.visits < self.next_poll {
            return Ok(());
        }
        if counters.visits >= self.next_memory_check {
            self.next_memory_check = counters.visits + MAX_POLL_VISITS;
            if bytes() > self.limits.memory {
                return Err(StopReason::MemoryLimit);
            }
        }
        self.poll(counters, root, depth)
    }

    #[cold]
    fn poll(&mut self, counters: &Counters, root: Numbers, depth: usize) -> Result<(), StopReason> {
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(StopReason::Stopped);
        }
        if let Some((signals, told)) = &mut self.others {
            let more = counters.visits - std::mem::replace(told, counters.visits);
            let all = signals.visits.fetch_add(more, Ordering::Relaxed) + more;
            if signals.is_stopped() {
                return Err(StopReason::Stopped);
            }
            if self.limits.visits.is_some_and(|nodes| all > nodes) {
                return Err(StopReason::VisitLimit);
            }
        }
        let elapsed = self.elapsed();
        // From 1 upwards, so that a search whose every node takes long notices soon enough.
        let pause = elapsed.saturating_sub(self.last_poll);
        self.last_poll = elapsed;
        self.interval = match pause {
            long if long > MAX_POLL_INTERVAL => (self.interval / 2).max(1),
            short if short < MAX_POLL_INTERVAL / 4 => (self.interval * 2).min(MAX_POLL_VISITS),
            _ => self.interval,
        };
        self.next_poll = (counters.visits + self.interval).min(self.next_memory_check);
        if self.limits.time.is_some_and(|time| elapsed >= time) {
            return Err(StopReason::TimeLimit);
        }
        if let Some(report) = &mut self.on_progress {
            report(Progress { counters, root, depth, elapsed });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_looked_at_often_enough_where_nodes_take_long() {
        let time = Some(Duration::from_millis(300));
        let mut budget = Budget::new(Limits { time, ..Limits::default() }, None);
        let mut counters = Counters::default();
        loop {
            counters.visits += 1;
            if budget.check(&counters, Numbers::UNIT, 0, || 0).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(counters.visits < 100, "stopped after {} visits of 10 ms", counters.visits);
        // And seldom where they take no time.
        let mut looks = 0;
        let report = |_: Progress<'_>| looks += 1;
        let mut budget = Budget::new(Limits::default(), Some(Box::new(report)));
        for visits in 1..=1_000_000 {
            counters.visits = visits;
            assert!(budget.check(&counters, Numbers::UNIT, 0, || 0).is_ok());
        }
        drop(budget);
        assert!((900..10_000).contains(&looks), "{looks} looks in a million visits");
    }

    #[test]
    fn a_search_that_outgrows_its_memory_ends_at_the_same_visit_however_slow_it_is() {
        let visits_with = |pauses: std::ops::Range<u64>| {
            let mut budget = Budget::new(Limits { memory: 100_000, ..Limits::default() }, None);
            let mut counters = Counters::default();
            loop {
                counters.visits += 1;
                let bytes = || 40 * counters.visits as usize;
                if let Err(reason) = budget.check(&counters, Numbers::UNIT, 0, bytes) {
                    assert_eq!(reason, StopReason::MemoryLimit);
                    return counters.visits;
                }
                if pauses.contains(&counters.visits) {
                    std::thread::sleep(Duration::from_millis(60));
                }
            }
        };
        assert_eq!([0..0, 5..9, 1020..1024, 2040..2044].map(visits_with), [3071; 4]);
    }
}
