//! What the threads of one search share: the table, where each of them is, when they stop and when they pause.
//!
//! Every thread runs the loop on its own path. What keeps the threads apart are *virtual numbers* (Kaneko): a node with other
//! threads below it looks harder to the next one, by half a leaf's number for each, by more if there are few. Numbers in the table stay real.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::path_marks::{COUNTERS, COUNTERS_AMONG_OTHERS, PathMarks};
use crate::control::Signals;
use crate::number::{NodeKind, ProofNumber};
use crate::table::{Entry, SharedTable, Table, TableHit};

/// What marks of other threads add to the number of a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct VirtualNumbers {
    /// What each mark adds: half of what a leaf is worth. Sixteen simulated threads visit 1.15 times as many nodes as one with half of it,
    /// 1.26 times with the whole, 1.31 times with a quarter.
    half_leaf: ProofNumber,
    /// What each mark adds at an AND node, beside that, as a share of the number.
    share: f64,
}

impl VirtualNumbers {
    /// For leaves that are worth `unit`, and threads on this table.
    pub fn new<K>(unit: ProofNumber, table: &impl Table<K>) -> VirtualNumbers {
        VirtualNumbers {
            half_leaf: ProofNumber::finite((unit.get() / 2).max(1)),
            share: table.raising_share(),
        }
    }

    /// The number that a child of a node of this kind has on the side that the node minimises, raised for `others` marks of other threads. A solved child stays
    /// solved.
    #[inline(always)]
    pub fn raised(self, number: ProofNumber, kind: NodeKind, others: u32) -> ProofNumber {
        if others == 0 || number.is_zero() {
            return number;
        }
        let more = self.half_leaf.saturating_mul(others.into());
        if kind == NodeKind::And && self.share > 0.0 {
            number.increased_by(self.share * f64::from(others)) + more
        } else {
            number + more
        }
    }
}

/// The share of a disproof number that a mark adds at an AND node, for this many threads.
///
/// What a thread does below another answer is needed if the node is proved, below another move of the prover only if that is a mistake. So threads
/// should part at AND nodes. But there they compare disproof numbers, which are often thousands of leaves, and some leaves more or less
/// make no difference. Counted with two threads only.
fn raising_share(threads: usize) -> f64 {
    if threads <= 2 { 1.0 / 16.0 } else { 0.0 }
}

/// How many nodes at the end of its path each of `threads` threads marks, at most. Half as many are marked at least: between the two, entering and
/// leaving a leaf changes the leaf's mark only.
///
/// On a path of hundreds of nodes there is nearly always one, far up, at which another child is better by less than what a thread adds. If
/// the whole path were marked, the second thread would take that child, which the search without threads would hardly ever do. So
/// threads part near the end. Beside one thread, two simulated ones visit, with geometric means over five problems of hundreds of plies
/// and over nine classics (three runs each):
///
/// | marked | long problems | classics |
/// |---|--:|--:|
/// | the last 16 | 1.06 | 0.90 |
/// | the last 64 | 1.19 | |
/// | the whole path | 1.16 | 0.99 |
///
/// With as many counters as whole paths need, the last 16 had 1.03 and 0.98, so differences of 0.08 mean nothing. In that
/// table the number of marks is fixed. The more threads there are, the farther up some of them must part: on the same classics 2, 8 and 16 threads visit
///
/// | marked | 2 | 8 | 16 |
/// |---|--:|--:|--:|
/// | the last 8 to 16 | 0.89 | 0.97 | 1.30 |
/// | the last 16 to 32 | 0.95 | 0.96 | 1.10 |
fn marked_by(threads: usize) -> usize {
    if threads <= 8 { 16 } else { 32 }
}

/// How many marks each of `threads` threads sets at a node. The fewer there are, the more ways are left that are hardly worse, and the
/// farther apart two threads are, the less they wait for each other's entries.
///
/// Two real threads on the 31 problems of 将棋図巧, of the long modern ones and below them that one thread solves with 0.2 to 10 million visits,
/// three tables each, beside one mark (half a unit):
///
/// | marks | visits | CPU time |
/// |--:|--:|--:|
/// | 2 | 0.96 ± 0.04 | 0.93 ± 0.04 |
/// | 4 | 0.94 ± 0.05 | 0.89 ± 0.05 |
/// | 8 | 0.98 ± 0.04 | 0.96 ± 0.04 |
/// | 32 | 0.93 ± 0.05 | 0.90 ± 0.05 |
fn marks_of_one(threads: usize) -> u8 {
    (8 / threads.max(1)).clamp(1, 4) as u8
}

/// What the threads of one search share.
pub(crate) struct Workers<'t, K, T> {
    table: &'t T,
    /// Each thread is a writer; among other processes, the one after them is whoever marks where those are.
    pub(super) marks: PathMarks,
    pub(super) threads: usize,
    /// How many nodes at the end of its path a thread marks, at most.
    marked: usize,
    /// How often it marks each of them.
    weight: u8,
    /// The share of a disproof number that a mark adds.
    share: f64,
    pub signals: Signals,
    /// Whether the table must make room, for which all threads pause.
    pause: AtomicBool,
    pausing: Mutex<Pausing>,
    go_on: Condvar,
    /// Whether the workers take turns in one thread.
    interleaved: bool,
    key: PhantomData<fn(&K)>,
}

/// The state of a pause.
struct Pausing {
    /// Threads at work.
    workers: usize,
    /// Those of them that wait.
    waiting: usize,
    /// Pauses so far.
    pauses: u64,
}

impl<'t, K, T: SharedTable<K>> Workers<'t, K, T> {
    /// This many threads.
    pub fn new(table: &'t T, workers: usize) -> Workers<'t, K, T> {
        Workers {
            table,
            marks: PathMarks::new(COUNTERS, workers),
            threads: workers,
            marked: marked_by(workers),
            weight: marks_of_one(workers),
            share: raising_share(workers),
            signals: Signals::default(),
            pause: AtomicBool::new(false),
            pausing: Mutex::new(Pausing { workers, waiting: 0, pauses: 0 }),
            go_on: Condvar::new(),
            interleaved: false,
            key: PhantomData,
        }
    }

    /// This many workers that take turns in one thread.
    pub fn interleaved(table: &'t T, workers: usize) -> Workers<'t, K, T> {
        Workers { interleaved: true, ..Workers::new(table, workers) }
    }

    /// The same beside other processes. The threads mark whole paths: when the others hear of it,
    /// the ends are elsewhere.
    pub fn among_others(self) -> Workers<'t, K, T> {
        let marks = PathMarks::new(COUNTERS_AMONG_OTHERS, self.threads + 1);
        Workers { marks, marked: usize::MAX, weight: 1, share: 0.0, ..self }
    }

    /// The hold of one of its threads on it. No two have the same number.
    pub fn worker(&'t self, thread: usize) -> Worker<'t, K, T> {
        debug_assert!(thread < self.threads);
        Worker { workers: self, thread }
    }

    /// Whether no thread is marked anywhere: so it must be at the end of a search.
    pub fn is_unmarked(&self) -> bool {
        self.marks.is_empty()
    }

    /// Does something with the table beside the threads: they do not make room meanwhile. If it is crowded afterwards, they will.
    #[cfg(feature = "distributed")]
    pub fn beside<R>(&self, work: impl FnOnce() -> R) -> R {
        // One that is no worker looks again after this time: the workers may have left meanwhile.
        const WAIT: std::time::Duration = std::time::Duration::from_millis(1);
        if !self.interleaved {
            let mut pausing = self.lock();
            while self.pause.load(Ordering::Relaxed) && pausing.workers > 0 {
                let wait = self.go_on.wait_timeout(pausing, WAIT);
                pausing = wait.unwrap_or_else(PoisonError::into_inner).0;
            }
            pausing.workers += 1;
        }
        let result = work();
        if self.table.needs_maintenance() {
            self.pause.store(true, Ordering::Relaxed);
        }
        self.resign();
        result
    }

    fn lock(&self) -> MutexGuard<'_, Pausing> {
        // A thread that panics leaves the others as it unwinds; the counts are right all the same.
        self.pausing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all threads wait. The last one makes room in the table.
    #[cold]
    fn wait(&self) {
        let mut pausing = self.lock();
        if !self.pause.load(Ordering::Relaxed) {
            return;
        }
        if self.interleaved {
            self.table.maintain(1);
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
        if pausing.waiting == pausing.workers && self.pause.load(Ordering::Relaxed) {
            self.table.maintain(pausing.workers);
            self.pause.store(false, Ordering::Relaxed);
            pausing.waiting = 0;
            pausing.pauses += 1;
            self.go_on.notify_all();
        }
    }

    /// A worker leaves for good: those that wait do not wait for it.
    fn resign(&self) {
        if self.interleaved {
            return;
        }
        let mut pausing = self.lock();
        pausing.workers -= 1;
        if pausing.workers > 0 {
            self.make_room_if_all_wait(&mut pausing);
        }
    }
}

/// One thread of a search, with its hold on the table. It leaves the others when it is dropped,
/// also by a panic.
pub(crate) struct Worker<'t, K, T: SharedTable<K>> {
    workers: &'t Workers<'t, K, T>,
    thread: usize,
}

impl<K, T: SharedTable<K>> Drop for Worker<'_, K, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.workers.signals.stop();
        }
        self.workers.resign();
    }
}

impl<K, T: SharedTable<K>> Table<K> for Worker<'_, K, T> {
    const SHARED: bool = true;

    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        self.workers.table.max_number()
    }

    #[inline(always)]
    fn get(&self, key: &K) -> Option<TableHit<K>> {
        self.workers.table.get(key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &K) {
        self.workers.table.prefetch(key);
    }

    #[inline(always)]
    fn put(&mut self, key: K, entry: Entry) {
        self.workers.table.put(key, entry);
        if self.workers.table.needs_maintenance() {
            self.workers.pause.store(true, Ordering::Relaxed);
        }
    }

    fn len(&self) -> usize {
        self.workers.table.len()
    }

    fn garbage_collections(&self) -> u64 {
        self.workers.table.garbage_collections()
    }

    #[inline(always)]
    fn marked(&self) -> usize {
        self.workers.marked
    }

    #[inline(always)]
    fn raising_share(&self) -> f64 {
        self.workers.share
    }

    #[inline(always)]
    fn mark(&self, class: u64) {
        let marks = &self.workers.marks;
        marks.add(self.thread, marks.counter(class), self.workers.weight);
    }

    #[inline(always)]
    fn unmark(&self, class: u64) {
        let marks = &self.workers.marks;
        marks.remove(self.thread, marks.counter(class), self.workers.weight);
    }

    #[inline(always)]
    fn prefetch_marks(&self, class: u64) {
        let marks = &self.workers.marks;
        marks.prefetch(marks.counter(class));
    }

    #[inline(always)]
    fn others(&self, class: u64) -> u32 {
        let marks = &self.workers.marks;
        marks.others(self.thread, marks.counter(class))
    }

    #[inline(always)]
    fn rest(&self) {
        if self.workers.pause.load(Ordering::Relaxed) {
            self.workers.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_raise_a_share_of_disproof_numbers_only_at_and_nodes() {
        let virtual_numbers = VirtualNumbers { half_leaf: ProofNumber::finite(128), share: 1.0 / 16.0 };
        let raised =
            |number, kind, others| virtual_numbers.raised(ProofNumber::finite(number), kind, others).get();
        assert_eq!(raised(1600, NodeKind::And, 4), 1600 + 400 + 512);
        assert_eq!(raised(1600, NodeKind::Or, 4), 1600 + 512);
        assert_eq!([raised(1600, NodeKind::And, 0), raised(0, NodeKind::And, 4)], [1600, 0]);
        assert!(virtual_numbers.raised(ProofNumber::INFINITE, NodeKind::And, 4).is_infinite());
    }

    #[test]
    fn what_was_counted_with_two_threads_is_done_by_two() {
        assert!(raising_share(2) > 0.0);
        assert_eq!([3, 8, 16].map(raising_share), [0.0; 3]);
        assert_eq!([2, 4, 8, 16].map(marks_of_one), [4, 2, 1, 1]);
    }
}
