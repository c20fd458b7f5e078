//! Turns what searches report into events, a few times a second.

use std::sync::atomic::Ordering;
use std::time::Duration;

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Limits, Progress, ProofNumber};

use crate::event::{Event, ProgressFigures, Sink};

/// The time between two events about progress, at least.
const INTERVAL: Duration = Duration::from_millis(100);

/// A request at work: its limits, and where its events go.
pub(crate) struct Reporter<'a> {
    pub limits: Limits,
    sink: &'a mut dyn Sink,
    start: Instant,
    next: Duration,
    /// Entries that the table can hold, if that is limited.
    pub capacity: Option<u64>,
}

impl<'a> Reporter<'a> {
    pub fn new(limits: Limits, sink: &'a mut dyn Sink) -> Reporter<'a> {
        Reporter { limits, sink, start: Instant::now(), next: Duration::ZERO, capacity: None }
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
        self.send(Event::Progress(ProgressFigures { nodes, seconds, pn, dn, table, rate }));
    }
}
