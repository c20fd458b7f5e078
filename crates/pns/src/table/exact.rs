//! A table that forgets nothing: for tests, exact counts and small searches.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Entry, Found, Table};
use crate::hash::FastHash;

/// Every node ever put, in a hash map. A search that outgrows its memory limit stops.
#[derive(Clone, Debug)]
pub struct ExactTable<K> {
    map: HashMap<K, Entry, FastHash>,
}

impl<K> Default for ExactTable<K> {
    fn default() -> Self {
        ExactTable { map: HashMap::default() }
    }
}

impl<K: Copy + Eq + Hash> Table<K> for ExactTable<K> {
    #[inline]
    fn get(&self, key: &K) -> Option<Found<K>> {
        self.map.get(key).map(|&entry| Found { entry, key: *key })
    }

    #[inline]
    fn put(&mut self, key: K, entry: Entry) {
        self.map.insert(key, entry);
    }

    fn len(&self) -> usize {
        self.map.len()
    }

    fn growing_bytes(&self) -> usize {
        self.map.capacity() * (size_of::<(K, Entry)>() + 1)
    }
}
