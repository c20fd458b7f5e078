//! Where the numbers of nodes are kept.

mod bounded;
mod shared;
mod unbounded;

pub use bounded::BoundedTable;
pub use shared::ConcurrentTable;
use shared::OneThread;
pub use unbounded::UnboundedTable;

use std::hash::Hash;

use crate::algorithm::TableKind;
use crate::number::{Numbers, ProofNumber};

/// What is remembered of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its numbers when it was last left.
    pub numbers: Numbers,
    /// Shortest known distance from the root; df-pn(r) may lower it below that.
    pub min_distance: i32,
    /// Visits spent below it so far, saturating: what it would cost to lose the entry. 0 if the node itself was never
    /// entered: its numbers then come from other nodes and are lower bounds for a leaf.
    pub visits: u32,
    /// For a solved node, the depth of its solution; 0 otherwise.
    pub solution_depth: u32,
    /// Whether a disproof that holds on some paths only may be known besides.
    pub has_path_disproof: bool,
}

/// An entry and the key it is stored under. For a solved node that is the [scope](crate::Knowledge::scope) of the result, which
/// may differ from the key that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableHit<K> {
    /// What is known.
    pub entry: Entry,
    /// Under which key.
    pub key: K,
}

/// A table of nodes.
pub trait Table<K> {
    /// Whether other threads use the same table. The search then asks where they are, and says where it is itself.
    const SHARED: bool = false;

    /// The largest finite number an entry can hold.
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        ProofNumber::FINITE_MAX
    }

    /// What is known of a node.
    fn get(&self, key: &K) -> Option<TableHit<K>>;

    /// Says that a node will be asked for soon.
    #[inline(always)]
    fn prefetch(&self, key: &K) {
        let _ = key;
    }

    /// Remembers a node, forgetting what was known before, and perhaps another node.
    fn put(&mut self, key: K, entry: Entry);

    /// How many nodes at the end of its path a search marks at most, so that other threads go elsewhere.
    #[inline(always)]
    fn marked(&self) -> usize {
        0
    }

    /// By what share of itself a mark of another thread raises a disproof number at an AND node.
    #[inline(always)]
    fn raising_share(&self) -> f64 {
        0.0
    }

    /// Marks nodes of this class; see [`Knowledge::repetition_class`](crate::Knowledge::repetition_class).
    #[inline(always)]
    fn mark(&self, class: u64) {
        let _ = class;
    }

    /// Takes a mark away.
    #[inline(always)]
    fn unmark(&self, class: u64) {
        let _ = class;
    }

    /// Says that nodes of this class will be marked soon.
    #[inline(always)]
    fn prefetch_marks(&self, class: u64) {
        let _ = class;
    }

    /// How many other threads have marked nodes of this class.
    #[inline(always)]
    fn others(&self, class: u64) -> u32 {
        let _ = class;
        0
    }

    /// Called at each visit, while nothing of the table is in use: threads wait here while the table makes room.
    #[inline(always)]
    fn rest(&self) {}

    /// Number of entries.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in use, roughly, of a table that only grows; 0 for one that keeps within its limit by itself. A table that the
    /// system refused memory returns more than any limit: the search then stops.
    fn unbounded_bytes(&self) -> usize {
        0
    }

    /// Garbage collections so far.
    fn garbage_collections(&self) -> u64 {
        0
    }
}

/// A table that several threads use at once.
///
/// Looks and changes need no lock from the caller. What two threads write at the same time may be lost, which costs work; what is
/// found is always something that was written for that key, never a mixture.
pub trait SharedTable<K>: Sync {
    /// The largest finite number an entry can hold.
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        ProofNumber::FINITE_MAX
    }

    /// What is known of a node.
    fn get(&self, key: &K) -> Option<TableHit<K>>;

    /// Says that a node will be asked for soon.
    #[inline(always)]
    fn prefetch(&self, key: &K) {
        let _ = key;
    }

    /// Remembers a node, forgetting what was known before, and perhaps another node. The table keeps its size and collects nothing.
    fn put(&self, key: K, entry: Entry);

    /// Whether the table should [make room](SharedTable::maintain).
    fn needs_maintenance(&self) -> bool;

    /// Grows, or collects garbage, with as many threads as those that wait for it. The caller sees to it that no other thread uses the
    /// table meanwhile; if one did, it would find less than there is, nothing worse.
    fn maintain(&self, threads: usize);

    /// Number of entries, roughly while threads are at work.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Garbage collections so far.
    fn garbage_collections(&self) -> u64 {
        0
    }
}

/// The table of a search for which no other was made. Asking which kind it is costs nothing beside
/// the probe.
#[derive(Debug)]
pub(crate) enum AnyTable<'t, K: Copy> {
    Unbounded(UnboundedTable<K>),
    Bounded(BoundedTable<K>),
    /// One that the caller keeps.
    Lent(OneThread<'t, K>),
}

impl<'t, K: Copy + Eq + Hash> AnyTable<'t, K> {
    pub fn lent(table: &'t mut ConcurrentTable<K>) -> Self {
        AnyTable::Lent(OneThread(table))
    }

    pub fn new(kind: TableKind, memory: usize) -> Self {
        match kind {
            TableKind::Unbounded => AnyTable::Unbounded(UnboundedTable::default()),
            TableKind::Bounded => AnyTable::Bounded(BoundedTable::with_memory(memory)),
        }
    }
}

impl<K: Copy + Eq + Hash> Table<K> for AnyTable<'_, K> {
    #[inline]
    fn max_number(&self) -> ProofNumber {
        match self {
            AnyTable::Unbounded(table) => table.max_number(),
            AnyTable::Bounded(table) => table.max_number(),
            AnyTable::Lent(table) => table.max_number(),
        }
    }

    #[inline]
    fn get(&self, key: &K) -> Option<TableHit<K>> {
        match self {
            AnyTable::Unbounded(table) => table.get(key),
            AnyTable::Bounded(table) => table.get(key),
            AnyTable::Lent(table) => table.get(key),
        }
    }

    #[inline]
    fn prefetch(&self, key: &K) {
        if let AnyTable::Lent(table) = self {
            table.prefetch(key);
        }
    }

    #[inline]
    fn put(&mut self, key: K, entry: Entry) {
        match self {
            AnyTable::Unbounded(table) => table.put(key, entry),
            AnyTable::Bounded(table) => table.put(key, entry),
            AnyTable::Lent(table) => table.put(key, entry),
        }
    }

    fn len(&self) -> usize {
        match self {
            AnyTable::Unbounded(table) => table.len(),
            AnyTable::Bounded(table) => table.len(),
            AnyTable::Lent(table) => table.len(),
        }
    }

    fn unbounded_bytes(&self) -> usize {
        match self {
            AnyTable::Unbounded(table) => table.unbounded_bytes(),
            AnyTable::Bounded(table) => table.unbounded_bytes(),
            AnyTable::Lent(table) => table.unbounded_bytes(),
        }
    }

    fn garbage_collections(&self) -> u64 {
        match self {
            AnyTable::Unbounded(table) => table.garbage_collections(),
            AnyTable::Bounded(table) => table.garbage_collections(),
            AnyTable::Lent(table) => table.garbage_collections(),
        }
    }
}

/// A table that outlives a search.
impl<K, T: Table<K>> Table<K> for &mut T {
    #[inline(always)]
    fn max_number(&self) -> ProofNumber {
        T::max_number(self)
    }

    #[inline(always)]
    fn get(&self, key: &K) -> Option<TableHit<K>> {
        T::get(self, key)
    }

    #[inline(always)]
    fn prefetch(&self, key: &K) {
        T::prefetch(self, key);
    }

    #[inline(always)]
    fn put(&mut self, key: K, entry: Entry) {
        T::put(self, key, entry);
    }

    fn len(&self) -> usize {
        T::len(self)
    }

    fn unbounded_bytes(&self) -> usize {
        T::unbounded_bytes(self)
    }

    fn garbage_collections(&self) -> u64 {
        T::garbage_collections(self)
    }
}
