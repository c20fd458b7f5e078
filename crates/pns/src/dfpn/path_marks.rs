//! Where the threads of a search are: each marks the nodes at the end of its path, and the others look there.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters where threads mark the ends of their paths, a power of two: few enough for the first cache, since every node is looked up at every
/// turn.
pub(super) const COUNTERS: usize = 1 << 14;
/// Counters where they mark whole paths, a power of two.
pub(super) const COUNTERS_AMONG_OTHERS: usize = 1 << 18;
/// Counters of a word.
const PER_WORD: usize = 8;

/// How often each writer has marked each node, nodes taken together by their class. Nodes that share a counter by chance look a little
/// harder than they are, which is all that can go wrong.
///
/// A counter is a byte, eight of them are a word, and every writer has words of its own that no other one changes. So a mark is a plain load and a plain store.
/// An atomic addition would wait for all writes before it, also for those of entries whose lines are not in the cache, and for its own line, which
/// another thread has written last as often as not. The words of all writers for the same nodes are side by side, so that one line says who is there.
pub(super) struct PathMarks {
    words: Box<[AtomicU64]>,
    writers: usize,
    counters: usize,
}

impl PathMarks {
    /// Without marks. `counters` is a power of two.
    pub fn new(counters: usize, writers: usize) -> PathMarks {
        debug_assert!(counters.is_power_of_two() && counters >= PER_WORD);
        let words = (0..counters / PER_WORD * writers).map(|_| AtomicU64::new(0)).collect();
        PathMarks { words, writers, counters }
    }

    /// How many counters there are.
    #[cfg(feature = "distributed")]
    pub fn len(&self) -> usize {
        self.counters
    }

    /// Whether there is no mark.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| word.load(Ordering::Relaxed) == 0)
    }

    /// The counter of a class.
    #[inline(always)]
    pub fn counter(&self, class: u64) -> usize {
        // The upper bits: the table takes the lower ones for its places.
        (class >> 40) as usize & (self.counters - 1)
    }

    /// The words of all writers with this counter, and where it is in them.
    #[inline(always)]
    fn at(&self, counter: usize) -> (&[AtomicU64], usize) {
        let start = counter / PER_WORD * self.writers;
        (&self.words[start..start + self.writers], 8 * (counter % PER_WORD))
    }

    /// Says that a counter will be asked for soon.
    #[inline(always)]
    pub fn prefetch(&self, counter: usize) {
        yomikiri_memory::prefetch(&self.at(counter).0[0]);
    }

    /// Marks nodes this many times. Only the writer itself may do so.
    #[inline(always)]
    pub fn add(&self, writer: usize, counter: usize, marks: u8) {
        let (words, shift) = self.at(counter);
        let word = words[writer].load(Ordering::Relaxed);
        words[writer].store(word.wrapping_add(u64::from(marks) << shift), Ordering::Relaxed);
    }

    /// Takes marks away. Only the writer itself may do so.
    #[inline(always)]
    pub fn remove(&self, writer: usize, counter: usize, marks: u8) {
        let (words, shift) = self.at(counter);
        let word = words[writer].load(Ordering::Relaxed);
        words[writer].store(word.wrapping_sub(u64::from(marks) << shift), Ordering::Relaxed);
    }

    /// The marks of all writers but this one.
    #[inline(always)]
    pub fn others(&self, writer: usize, counter: usize) -> u32 {
        let (words, shift) = self.at(counter);
        match words {
            // Compiled into the search: a loop for any number of writers takes longer than all else here.
            [one, two] => marks_at(if writer == 0 { two } else { one }, shift),
            _ => sum_of_others(words, writer, shift),
        }
    }

    /// The counters that these writers have set, with the marks of all of them together.
    #[cfg(any(test, feature = "distributed"))]
    pub fn set(&self, writers: std::ops::Range<usize>) -> impl Iterator<Item = (usize, u8)> {
        let all = self.words.chunks_exact(self.writers).enumerate();
        let sums = all.map(move |(at, words)| {
            let words = words[writers.clone()].iter().map(|word| word.load(Ordering::Relaxed));
            (at, words.fold(0, u64::wrapping_add))
        });
        sums.filter(|&(_, word)| word != 0).flat_map(|(at, word)| {
            let counters = word.to_le_bytes().into_iter().enumerate();
            counters.filter(|&(_, marks)| marks != 0).map(move |(byte, marks)| (at * PER_WORD + byte, marks))
        })
    }
}

/// The marks of a word's counter.
#[inline(always)]
fn marks_at(word: &AtomicU64, shift: usize) -> u32 {
    u32::from((word.load(Ordering::Relaxed) >> shift) as u8)
}

/// The marks of all words' counters but this one's.
#[inline(never)]
fn sum_of_others(words: &[AtomicU64], writer: usize, shift: usize) -> u32 {
    let others = words.iter().enumerate().filter(|&(other, _)| other != writer);
    others.map(|(_, word)| marks_at(word, shift)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_sees_the_marks_of_the_others() {
        let marks = PathMarks::new(16, 3);
        for (writer, counter, count) in [(0, 9, 1), (0, 9, 1), (1, 9, 1), (2, 8, 16), (2, 15, 1)] {
            marks.add(writer, counter, count);
        }
        let others = |counter: usize| [0, 1, 2].map(|writer| marks.others(writer, counter));
        assert_eq!((others(9), others(8), others(10)), ([1, 2, 3], [16, 16, 0], [0; 3]));
        assert_eq!(marks.set(0..2).collect::<Vec<_>>(), [(9, 3)]);
        assert_eq!(marks.set(0..3).collect::<Vec<_>>(), [(8, 16), (9, 3), (15, 1)]);
        marks.remove(2, 8, 16);
        marks.remove(2, 15, 1);
        marks.remove(0, 9, 1);
        assert_eq!((others(9), marks.set(2..3).next()), ([1, 1, 2], None));
    }
}
