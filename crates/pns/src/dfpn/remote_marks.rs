//! The threads of other processes among the marks of this one's.

use super::workers::Workers;
use crate::table::SharedTable;

/// Where the threads of one process are: counters of [classes](crate::Knowledge::repetition_class),
/// and how many threads are below their nodes.
pub type PathMarkCounts = Vec<(u32, u8)>;

/// What all other processes together add at a node, at most, in threads.
///
/// Their news is some thousand visits old: far down, where they were is not where they are. So they
/// must be kept apart farther up than threads are, by more. `docs/scaling.md` has the counts of
/// visits for other weights.
const REMOTE_WEIGHT: usize = 16;
/// The most that counts of one process at a node: all of them together fit in a byte.
const MAX_OF_ONE: u8 = REMOTE_WEIGHT as u8;

/// The marks of the threads of other processes.
#[derive(Default)]
pub(crate) struct RemoteMarks {
    /// What each process last said, as it was added to the marks.
    added: Vec<PathMarkCounts>,
}

impl RemoteMarks {
    /// Marks where the threads of a process are now, one of `processes` other ones, and not any
    /// more where they were.
    pub fn mark<K, T: SharedTable<K>>(
        &mut self,
        workers: &Workers<'_, K, T>,
        (process, processes): (usize, usize),
        mut now: PathMarkCounts,
    ) {
        if self.added.len() <= process {
            self.added.resize_with(process + 1, PathMarkCounts::new);
        }
        let weight = (REMOTE_WEIGHT / processes.max(1)).max(1) as u8;
        let most = (REMOTE_WEIGHT * 8 / processes.max(1)).clamp(1, MAX_OF_ONE.into()) as u8;
        for (counter, threads) in &mut now {
            *counter %= workers.marks.len() as u32;
            *threads = threads.saturating_mul(weight).min(most);
            workers.marks.add(workers.threads, *counter as usize, *threads);
        }
        let before = std::mem::replace(&mut self.added[process], now);
        for (counter, threads) in before {
            workers.marks.remove(workers.threads, counter as usize, threads);
        }
    }

    /// Takes all marks of other processes away.
    pub fn leave<K, T: SharedTable<K>>(self, workers: &Workers<'_, K, T>) {
        for (counter, threads) in self.added.into_iter().flatten() {
            workers.marks.remove(workers.threads, counter as usize, threads);
        }
    }
}

impl<K, T: SharedTable<K>> Workers<'_, K, T> {
    /// Where its threads are.
    pub fn mark_counts(&self) -> PathMarkCounts {
        self.marks.set(0..self.threads).map(|(counter, threads)| (counter as u32, threads)).collect()
    }
}
