//! The table of a search in one thread that exchanges with other processes.
//!
//! The search itself exchanges, at a visit every few milliseconds. So nothing of the table and of the marks needs a lock, and a visit
//! costs little more than one of a search alone. With a thread beside it that exchanged, it cost a tenth more.

use std::time::Duration;

use super::marks::{Marks, Strangers};
use crate::clock::Instant;
use crate::control::Signals;
use crate::exchange::{Exchange, Replica};
use crate::number::ProofNumber;
use crate::table::{Entry, Found, Table};

/// Between two looks at the clock there should be about this much time: a small part of that between two exchanges.
const LOOK: Duration = Duration::from_micros(200);
/// The most visits between two looks.
const MOST_VISITS: u32 = 256;

/// A table, and how to exchange its entries with those of other processes.
pub(crate) struct ExchangingTable<'e, T> {
    table: T,
    marks: Marks,
    strangers: Strangers,
    exchange: &'e mut dyn Exchange,
    /// Stopped if another process has decided the search.
    signals: &'e Signals,
    /// Visits until the next look at the clock, and how many there were until the last one.
    visits_left: u32,
    visits: u32,
    looked: Instant,
    /// When to exchange next.
    due: Instant,
}

impl<'e, T: Replica> ExchangingTable<'e, T> {
    pub fn new(table: T, exchange: &'e mut dyn Exchange, signals: &'e Signals) -> Self {
        let now = Instant::now();
        ExchangingTable {
            table,
            marks: Marks::new(),
            strangers: Strangers::default(),
            exchange,
            signals,
            visits_left: 1,
            visits: 1,
            looked: now,
            due: now,
        }
    }

    /// Looks at the clock, and exchanges if it is time.
    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        let now = Instant::now();
        self.visits = if now - self.looked > LOOK { self.visits / 2 } else { self.visits * 2 };
        self.visits = self.visits.clamp(1, MOST_VISITS);
        (self.visits_left, self.looked) = (self.visits, now);
        if now < self.due {
            return;
        }
        let own = self.strangers.own(&self.marks);
        let (strangers, marks) = (&mut self.strangers, &self.marks);
        let pause =
            self.exchange.exchange(&self.table, own, &mut |process, at| strangers.mark(marks, process, at));
        match pause {
            Some(pause) => self.due = Instant::now() + pause,
            None => self.signals.stop(),
        }
    }
}

impl<K, T: Table<K> + Replica> Table<K> for ExchangingTable<'_, T> {
    const SHARED: bool = true;

    #[inline(always)]
    fn largest(&self) -> ProofNumber {
        self.table.largest()
    }

    #[inline(always)]
    fn get(&self, key: &K) -> Option<Found<K>> {
        self.table.get(key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &K) {
        self.table.prefetch(key);
    }

    #[inline(always)]
    fn put(&mut self, key: K, entry: Entry) {
        self.table.put(key, entry);
    }

    fn len(&self) -> usize {
        self.table.len()
    }

    fn growing_bytes(&self) -> usize {
        self.table.growing_bytes()
    }

    fn collections(&self) -> u64 {
        self.table.collections()
    }

    #[inline(always)]
    fn come(&self, class: u64) {
        self.marks.set_alone(Marks::of(class), |word, one| word + one);
    }

    #[inline(always)]
    fn go(&self, class: u64) {
        self.marks.set_alone(Marks::of(class), |word, one| word - one);
    }

    #[inline(always)]
    fn present(&self, class: u64) -> u32 {
        self.marks.get(Marks::of(class)).into()
    }

    #[inline(always)]
    fn rest(&mut self) {
        self.visits_left -= 1;
        if self.visits_left == 0 {
            self.look();
        }
    }
}
