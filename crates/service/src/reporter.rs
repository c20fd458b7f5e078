//! Turns what searches report into events, a few times a second.

use std::sync::atomic::Ordering;
use std::time::Duration;

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Limits, Progress, ProofNumber};

use crate::event::{Event, ProgressFigures, Sink};

/// The time between two events about progress, at least.
const INTERVAL: Duration = Duration::from_millis(100);

/// A certificate may use this part of the memory.
const CERTIFICATE_PART: usize = 4;

/// A request at work: its limits, and where its events go.
pub(crate) struct Reporter<'a> {
    pub limits: Limits,
    /// Threads of one search.
    pub threads: usize,
    sink: &'a mut dyn Sink,
    start: Instant,
    next: Duration,
    /// Entries that the table can hold, if that is limited.
    pub capacity: Option<u64>,
    /// The visits of the search, once it is over.
    visits: u64,
    /// The nodes of the certificate that is being made.
    certificate: Option<u64>,
}

impl<'a> Reporter<'a> {
    pub fn new(limits: Limits, threads: usize, sink: &'a mut dyn Sink) -> Reporter<'a> {
        let (start, next) = (Instant::now(), Duration::ZERO);
        Reporter { limits, threads, sink, start, next, capacity: None, visits: 0, certificate: None }
    }

    /// Passes on an event.
    pub fn send(&mut self, event: Event) {
        self.sink.send(event);
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Looks whether the request is to be stopped, and whether it is time to report progress.
    pub fn is_due(&mut self) -> bool {
        if self.sink.asks_to_stop()
            && let Some(stop) = &self.limits.stop
        {
            stop.store(true, Ordering::Relaxed);
        }
        let elapsed = self.elapsed();
        let is_due = elapsed >= self.next;
        if is_due {
            self.next = elapsed + INTERVAL;
        }
        is_due
    }

    /// Takes over how far a search is; cheap enough to be called all the time.
    pub fn progress(&mut self, progress: Progress<'_>) {
        if !self.is_due() {
            return;
        }
        let finite = |number: ProofNumber| (!number.is_infinite()).then(|| number.get());
        let entries = progress.counters.table_entries;
        self.figures(
            progress.counters.visits,
            finite(progress.root.proof),
            finite(progress.root.disproof),
            self.capacity.map(|capacity| entries as f64 / capacity.max(1) as f64),
        );
    }

    /// Reports figures now.
    pub fn figures(&mut self, nodes: u64, pn: Option<u64>, dn: Option<u64>, table: Option<f64>) {
        let seconds = self.elapsed().as_secs_f64();
        let rate = (nodes as f64 / seconds.max(1e-9)) as u64;
        let certificate = self.certificate;
        self.send(Event::Progress(ProgressFigures { nodes, seconds, pn, dn, table, rate, certificate }));
    }

    /// A certificate is being made, and has this many nodes by now.
    pub fn certifying(&mut self, nodes: u64) {
        self.certificate = Some(nodes);
        if self.is_due() {
            self.figures(self.visits, None, None, None);
        }
    }

    /// What is left of the limits after a search with this many visits, for the certificate of its answer.
    pub fn limits_after(&mut self, visits: u64) -> Limits {
        self.visits = visits;
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.elapsed()));
        limits.visits = limits.visits.map(|nodes| nodes.saturating_sub(visits));
        limits.memory /= CERTIFICATE_PART;
        limits
    }

    /// The bytes of the table: all, or what the certificate leaves.
    pub fn table_memory(&self, is_certified: bool) -> usize {
        let memory = self.limits.memory;
        if is_certified { memory - memory / CERTIFICATE_PART } else { memory }
    }
}
