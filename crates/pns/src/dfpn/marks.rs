//! Where threads are, of this process and of others.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::hash::FastHash;

/// How many threads are below each node, nodes taken together by their class. Nodes that share a counter by chance look a little
/// harder than they are, which is all that can go wrong.
///
/// A counter is a byte. Eight of them are a word, so that whoever tells other processes where the threads are reads them quickly.
pub(crate) struct Marks(Box<[AtomicU64]>);

/// A power of two. Every thread marks the nodes of its path only, so this is plenty.
const MARKS: usize = 1 << 18;
/// Counters of a word.
const PER_WORD: usize = 8;

impl Marks {
    pub fn new() -> Marks {
        Marks((0..MARKS / PER_WORD).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether no thread is marked anywhere.
    pub fn are_clear(&self) -> bool {
        self.set().next().is_none()
    }

    /// The counter of a class.
    #[inline(always)]
    pub fn of(class: u64) -> usize {
        // The upper bits: the table takes the lower ones for its places.
        (class >> 40) as usize % MARKS
    }

    /// The word of a counter, and one thread in it.
    #[inline(always)]
    fn at(&self, counter: usize) -> (&AtomicU64, u64) {
        (&self.0[counter / PER_WORD], 1 << (8 * (counter % PER_WORD)))
    }

    #[inline(always)]
    pub fn add(&self, counter: usize, threads: u8) {
        let (word, one) = self.at(counter);
        word.fetch_add(one * u64::from(threads), Ordering::Relaxed);
    }

    #[inline(always)]
    pub fn remove(&self, counter: usize, threads: u8) {
        let (word, one) = self.at(counter);
        word.fetch_sub(one * u64::from(threads), Ordering::Relaxed);
    }

    /// The next counts of one counter, for the only thread that uses these marks: it needs no locked instruction, which would wait for
    /// all that it wrote before.
    #[inline(always)]
    pub fn set_alone(&self, counter: usize, change: impl FnOnce(u64, u64) -> u64) {
        let (word, one) = self.at(counter);
        word.store(change(word.load(Ordering::Relaxed), one), Ordering::Relaxed);
    }

    #[inline(always)]
    pub fn get(&self, counter: usize) -> u8 {
        (self.0[counter / PER_WORD].load(Ordering::Relaxed) >> (8 * (counter % PER_WORD))) as u8
    }

    /// The counters that are not 0.
    fn set(&self) -> impl Iterator<Item = (usize, u8)> {
        let words = self.0.iter().enumerate().map(|(at, word)| (at, word.load(Ordering::Relaxed)));
        words.filter(|&(_, word)| word != 0).flat_map(|(at, word)| {
            let counters = word.to_le_bytes().into_iter().enumerate();
            counters
                .filter(|&(_, threads)| threads != 0)
                .map(move |(byte, threads)| (at * PER_WORD + byte, threads))
        })
    }
}

/// Where the threads of one process are: counters of [classes](crate::Knowledge::repetition_class), and how many threads are below
/// their nodes.
pub type Whereabouts = Vec<(u32, u8)>;

/// What all other processes together add at a node, at most, in threads. News from them is some thousand visits old: far down, where
/// they were is not where they are. So they must be kept apart farther up than threads are, by more. Two processes that exchange every
/// 200 visits of searches of some 300,000 visit 1.21 times as many nodes as one alone with 1, 0.92 times with 8, 0.87 times with
/// 16, 0.95 times with 32; four of them 1.25 times with 12 each, 1.11 times with 6.
const STRANGERS_WEIGHT: usize = 16;
/// The most that counts of one process at a node: with the threads of the team itself it fits in a byte.
const MOST_OF_ONE: u8 = STRANGERS_WEIGHT as u8;

/// The threads of other processes among the marks.
#[derive(Default)]
pub(crate) struct Strangers {
    /// What each process last said, as it was added to the marks.
    added: Vec<Whereabouts>,
}

impl Strangers {
    /// Marks where the threads of a process are now, one of `processes` other ones, and not any more where they were.
    pub fn mark(&mut self, marks: &Marks, (process, processes): (usize, usize), mut now: Whereabouts) {
        if self.added.len() <= process {
            self.added.resize_with(process + 1, Whereabouts::new);
        }
        let weight = (STRANGERS_WEIGHT / processes.max(1)).max(1) as u8;
        let most = (STRANGERS_WEIGHT * 8 / processes.max(1)).clamp(1, MOST_OF_ONE.into()) as u8;
        for (counter, threads) in &mut now {
            *counter %= MARKS as u32;
            *threads = threads.saturating_mul(weight).min(most);
            marks.add(*counter as usize, *threads);
        }
        let before = std::mem::replace(&mut self.added[process], now);
        before.into_iter().for_each(|(counter, threads)| marks.remove(counter as usize, threads));
    }

    /// Takes all marks of other processes away.
    pub fn leave(self, marks: &Marks) {
        for (counter, threads) in self.added.into_iter().flatten() {
            marks.remove(counter as usize, threads);
        }
    }

    /// Where the threads of this process are.
    pub fn own(&self, marks: &Marks) -> Whereabouts {
        let mut strange: HashMap<u32, u8, FastHash> = HashMap::default();
        for &(counter, threads) in self.added.iter().flatten() {
            *strange.entry(counter).or_default() += threads;
        }
        let own = |(counter, threads): (usize, u8)| {
            let counter = counter as u32;
            let own = threads.saturating_sub(strange.get(&counter).copied().unwrap_or(0));
            (own > 0).then_some((counter, own))
        };
        marks.set().filter_map(own).collect()
    }
}
