//! A table that forgets nothing: for tests, exact counts and small searches.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Entry, Table, TableHit};
use crate::hash::FastHash;

/// Every node ever put, in a hash map. A search that outgrows its memory limit stops, and so does one whose table the system
/// refuses more memory.
#[derive(Debug)]
pub struct UnboundedTable<K> {
    map: HashMap<K, Entry, FastHash>,
    /// Whether the system refused memory. A node is missing then.
    refused: bool,
}

impl<K> Default for UnboundedTable<K> {
    fn default() -> Self {
        UnboundedTable { map: HashMap::default(), refused: false }
    }
}

impl<K: Copy + Eq + Hash> Table<K> for UnboundedTable<K> {
    #[inline]
    fn get(&self, key: &K) -> Option<TableHit<K>> {
        self.map.get(key).map(|&entry| TableHit { entry, key: *key })
    }

    #[inline]
    fn put(&mut self, key: K, entry: Entry) {
        if self.map.len() == self.map.capacity() && self.map.try_reserve(1).is_err() {
            self.refused = true;
            return;
        }
        self.map.insert(key, entry);
    }

    fn len(&self) -> usize {
        self.map.len()
    }

    fn unbounded_bytes(&self) -> usize {
        if self.refused { usize::MAX } else { self.map.capacity() * (size_of::<(K, Entry)>() + 1) }
    }
}
