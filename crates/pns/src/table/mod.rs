//! Where the numbers of nodes are kept.

mod exact;
mod fixed;

pub use exact::ExactTable;
pub use fixed::FixedTable;

use crate::number::Numbers;

/// What is remembered of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its numbers when it was last left.
    pub numbers: Numbers,
    /// Shortest known distance from the root; df-pn(r) may lower it below that.
    pub min_distance: i32,
    /// Visits spent below it so far, saturating: what it would cost to lose the entry.
    pub amount: u32,
    /// For a solved node, the depth of its solution; 0 otherwise.
    pub solution_depth: u32,
}

/// A table of nodes.
pub trait Table<K> {
    /// A table that stays within so many bytes, if it is one that can.
    fn with_memory(bytes: usize) -> Self;

    /// The entry of a node.
    fn get(&self, key: &K) -> Option<Entry>;

    /// Remembers a node, forgetting what was known before, and perhaps another node.
    fn put(&mut self, key: K, entry: Entry);

    /// Number of entries.
    fn len(&self) -> usize;

    /// Bytes in use, roughly, of a table that only grows; 0 for one that keeps within its limit by itself.
    fn growing_bytes(&self) -> usize {
        0
    }

    /// Garbage collections so far.
    fn collections(&self) -> u64 {
        0
    }
}
