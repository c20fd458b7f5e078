//! What the threads of one search share: the table, where each of them is, when they stop and when they pause.
//!
//! Every thread runs the loop on its own path. What keeps the threads apart are *virtual numbers* (Kaneko): a node with other
//! threads below it looks harder to the next one, by half a leaf's number for each. Numbers in the table stay real.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::marks::Marks;
use crate::control::Signals;
use crate::number::ProofNumber;
use crate::table::{Entry, Found, SharedTable, Table};

/// What a thread below a node adds to its number, if a leaf is worth `unit`. Sixteen simulated threads visit 1.15 times as many nodes
/// as one with half a unit, 1.26 times with a whole one, 1.31 times with a quarter.
pub(super) fn presence(unit: ProofNumber) -> ProofNumber {
    ProofNumber::finite((unit.get() / 2).max(1))
}

/// What the threads of one search share.
pub(crate) struct Team<'t, K, T> {
    table: &'t T,
    pub marks: Marks,
    pub signals: Signals,
    /// Whether the table must make room, for which all threads pause.
    pause: AtomicBool,
    pausing: Mutex<Pausing>,
    go_on: Condvar,
    /// Whether the members take turns in one thread.
    simulated: bool,
    key: PhantomData<fn(&K)>,
}

/// How long one that is no member waits for the end of a pause before it looks again: the members may have left meanwhile.
const WAIT: Duration = Duration::from_millis(1);

/// The state of a pause.
struct Pausing {
    /// Threads at work.
    members: usize,
    /// Those of them that wait.
    waiting: usize,
    /// Pauses so far.
    pauses: u64,
}

impl<'t, K, T: SharedTable<K>> Team<'t, K, T> {
    /// A team of this many threads.
    pub fn new(table: &'t T, members: usize) -> Team<'t, K, T> {
        Team {
            table,
            marks: Marks::new(),
            signals: Signals::default(),
            pause: AtomicBool::new(false),
            pausing: Mutex::new(Pausing { members, waiting: 0, pauses: 0 }),
            go_on: Condvar::new(),
            simulated: false,
            key: PhantomData,
        }
    }

    /// A team whose members take turns in one thread.
    pub fn simulated(table: &'t T) -> Team<'t, K, T> {
        Team { simulated: true, ..Team::new(table, 0) }
    }

    /// Whether no thread is marked anywhere: so it must be at the end of a search.
    pub fn is_unmarked(&self) -> bool {
        self.marks.are_clear()
    }

    /// Does something with the table beside the threads: they do not make room meanwhile. If it is crowded afterwards, they will.
    pub fn beside<R>(&self, work: impl FnOnce() -> R) -> R {
        if !self.simulated {
            let mut pausing = self.lock();
            while self.pause.load(Ordering::Relaxed) && pausing.members > 0 {
                let wait = self.go_on.wait_timeout(pausing, WAIT);
                pausing = wait.unwrap_or_else(PoisonError::into_inner).0;
            }
            pausing.members += 1;
        }
        let result = work();
        if self.table.is_crowded() {
            self.pause.store(true, Ordering::Relaxed);
        }
        self.resign();
        result
    }

    fn lock(&self) -> MutexGuard<'_, Pausing> {
        // A thread that panics leaves the team as it unwinds; the counts are right all the same.
        self.pausing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all threads wait. The last one makes room in the table.
    #[cold]
    fn wait(&self) {
        let mut pausing = self.lock();
        if !self.pause.load(Ordering::Relaxed) {
            return;
        }
        if self.simulated {
            self.table.make_room();
            self.pause.store(false, Ordering::Relaxed);
            return;
        }
        pausing.waiting += 1;
        let this = pausing.pauses;
        self.make_room_if_all_wait(&mut pausing);
        while pausing.pauses == this {
            pausing = self.go_on.wait(pausing).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn make_room_if_all_wait(&self, pausing: &mut Pausing) {
        if pausing.waiting == pausing.members && self.pause.load(Ordering::Relaxed) {
            self.table.make_room();
            self.pause.store(false, Ordering::Relaxed);
            pausing.waiting = 0;
            pausing.pauses += 1;
            self.go_on.notify_all();
        }
    }

    /// A thread leaves the team for good: those that wait do not wait for it.
    fn resign(&self) {
        if self.simulated {
            return;
        }
        let mut pausing = self.lock();
        pausing.members -= 1;
        if pausing.members > 0 {
            self.make_room_if_all_wait(&mut pausing);
        }
    }
}

/// One thread's hold on the team: its table. The thread leaves the team when this is dropped, also by a panic.
pub(crate) struct Member<'t, K, T: SharedTable<K>>(pub &'t Team<'t, K, T>);

impl<K, T: SharedTable<K>> Drop for Member<'_, K, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.signals.stop();
        }
        self.0.resign();
    }
}

impl<K, T: SharedTable<K>> Table<K> for Member<'_, K, T> {
    const SHARED: bool = true;

    #[inline(always)]
    fn largest(&self) -> ProofNumber {
        self.0.table.largest()
    }

    #[inline(always)]
    fn get(&self, key: &K) -> Option<Found<K>> {
        self.0.table.get(key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &K) {
        self.0.table.prefetch(key);
    }

    #[inline(always)]
    fn put(&mut self, key: K, entry: Entry) {
        self.0.table.put(key, entry);
        if self.0.table.is_crowded() {
            self.0.pause.store(true, Ordering::Relaxed);
        }
    }

    fn len(&self) -> usize {
        self.0.table.len()
    }

    fn collections(&self) -> u64 {
        self.0.table.collections()
    }

    #[inline(always)]
    fn come(&self, class: u64) {
        self.0.marks.add(Marks::of(class), 1);
    }

    #[inline(always)]
    fn go(&self, class: u64) {
        self.0.marks.remove(Marks::of(class), 1);
    }

    #[inline(always)]
    fn present(&self, class: u64) -> u32 {
        self.0.marks.get(Marks::of(class)).into()
    }

    #[inline(always)]
    fn rest(&mut self) {
        if self.0.pause.load(Ordering::Relaxed) {
            self.0.wait();
        }
    }
}
