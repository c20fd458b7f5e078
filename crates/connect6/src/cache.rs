//! A map with a limit of bytes. Beyond it all entries are dropped, since they can be computed again.

use std::collections::HashMap;
use std::hash::Hash;

use yomikiri_pns::FastHash;

/// The limit of a cache that is not told another.
const DEFAULT_BYTES: usize = 1 << 28;

/// Results by their keys, and the bytes that they take.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    entries: HashMap<K, V, FastHash>,
    /// The bytes of all entries, roughly.
    bytes: usize,
    max_bytes: usize,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Cache { entries: HashMap::default(), bytes: 0, max_bytes: DEFAULT_BYTES }
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// Sets the limit of bytes. Entries beyond it are dropped when the next one is added.
    pub fn limit(&mut self, bytes: usize) {
        self.max_bytes = bytes;
    }

    /// The result for a key, if it is kept.
    pub fn get(&self, key: &K) -> Option<V> {
        self.entries.get(key).cloned()
    }

    /// Keeps a result that refers to `bytes` bytes outside the map. If it does not fit beside the others, they are dropped.
    pub fn insert(&mut self, key: K, value: V, bytes: usize) {
        // A map that grows has up to two slots for each entry, each with a byte of its own.
        let bytes = bytes + 2 * (size_of::<(K, V)>() + 1);
        if self.bytes + bytes > self.max_bytes {
            self.entries = HashMap::default();
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.entries.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_the_limit() {
        let mut cache: Cache<u64, u64> = Cache::default();
        cache.limit(10_000);
        for key in 0..1_000 {
            cache.insert(key, key, 100);
            assert!(cache.bytes <= 10_000);
            assert_eq!(cache.get(&key), Some(key), "the newest entry is kept");
        }
        assert!(cache.entries.len() > 10, "{} entries", cache.entries.len());
        // An entry that is larger than the limit stands alone.
        cache.insert(7, 7, 20_000);
        assert_eq!((cache.entries.len(), cache.get(&7)), (1, Some(7)));
    }
}
