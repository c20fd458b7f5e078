//! Path-dependent disproofs in bounded memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::History;
use super::path::{Path, digest};
use crate::dfpn::buckets::{Buckets, Slot};
use crate::game::Knowledge;

/// A disproof is kept with the segment of the path from the shallowest ancestor it relies on, and holds wherever the same
/// nodes, in whatever order, come right before it.
///
/// Less general than [`DependenceSets`](super::DependenceSets), and much cheaper: the table is of bounded size, what it loses is found
/// again.
#[derive(Debug)]
pub(crate) struct PathKeys(Buckets<Segment>);

/// Digest of the node, segment, its length; all zero if empty.
type Segment = [u64; 3];

impl Slot for Segment {
    const EMPTY: Segment = [0; 3];

    fn is_empty(&self) -> bool {
        self[2] == 0
    }

    fn digest(&self) -> u64 {
        self[0]
    }
}

impl PathKeys {
    /// A table that uses at most `bytes` bytes.
    pub fn with_memory(bytes: usize) -> Self {
        PathKeys(Buckets::with_memory(bytes))
    }
}

impl<G: Knowledge> History<G> for PathKeys {
    /// Depth of the shallowest ancestor relied on.
    type Dependence = u32;

    fn repetition(&self, _: &Path<G>, depth: usize) -> u32 {
        depth as u32
    }

    fn disproof(&self, path: &Path<G>, key: &G::Key) -> Option<u32> {
        let digest = digest::<G>(key);
        self.0.bucket(digest).iter().find_map(|&[known, segment, length]| {
            let holds = known == digest && length != 0 && path.segment(length as usize) == Some(segment);
            holds.then(|| (path.len() - length as usize) as u32)
        })
    }

    fn keep(&mut self, path: &Path<G>, key: &G::Key, &dependence: &u32) {
        let digest = digest::<G>(key);
        let length = path.len() - dependence as usize;
        let Some(segment) = path.segment(length) else { return };
        let slot = [digest, segment, length as u64];
        if !self.0.bucket(digest).contains(&slot) {
            self.0.keep(slot);
        }
    }

    fn union(&self, path: &Path<G>, _: &G::Key, scopes: impl Iterator<Item = u32>) -> Option<u32> {
        path.shallowest(scopes)
    }

    /// The deeper the ancestor, the sooner the disproof becomes unconditional.
    fn weight(&dependence: &u32) -> usize {
        usize::MAX - dependence as usize
    }

    fn shallowest(&dependence: &u32) -> usize {
        dependence as usize
    }

    fn may_know(&self, _: &G::Key) -> bool {
        false
    }
}

/// What searches know of repetitions, kept by the caller from one search to the next; see [`Search::path_store`](crate::Search::path_store).
#[derive(Debug)]
pub struct PathStore(pub(crate) PathKeys);

impl PathStore {
    /// An empty store for searches with this limit of memory, of which it takes a small part.
    pub fn with_limit(memory: usize) -> PathStore {
        PathStore(PathKeys::with_memory((memory / 32).clamp(1 << 16, 1 << 26)))
    }
}

/// The path keys of a search: its own, or [those of the caller](PathStore). One type, because each type of history is one more loop to compile.
#[derive(Debug)]
pub(crate) enum SearchPathKeys<'a> {
    Own(PathKeys),
    Lent(&'a mut PathKeys),
}

impl<'a> SearchPathKeys<'a> {
    /// The caller's, or new ones for a search with this limit of memory.
    pub fn new(lent: Option<&'a mut PathStore>, memory: usize) -> Self {
        match lent {
            Some(PathStore(lent)) => SearchPathKeys::Lent(lent),
            None => SearchPathKeys::Own(PathStore::with_limit(memory).0),
        }
    }

    fn get(&self) -> &PathKeys {
        match self {
            SearchPathKeys::Own(keys) => keys,
            SearchPathKeys::Lent(keys) => keys,
        }
    }
}

impl<G: Knowledge> History<G> for SearchPathKeys<'_> {
    type Dependence = u32;

    fn repetition(&self, path: &Path<G>, depth: usize) -> u32 {
        self.get().repetition(path, depth)
    }

    fn disproof(&self, path: &Path<G>, key: &G::Key) -> Option<u32> {
        self.get().disproof(path, key)
    }

    fn keep(&mut self, path: &Path<G>, key: &G::Key, dependence: &u32) {
        match self {
            SearchPathKeys::Own(keys) => keys.keep(path, key, dependence),
            SearchPathKeys::Lent(keys) => keys.keep(path, key, dependence),
        }
    }

    fn union(&self, path: &Path<G>, key: &G::Key, scopes: impl Iterator<Item = u32>) -> Option<u32> {
        self.get().union(path, key, scopes)
    }

    fn weight(dependence: &u32) -> usize {
        <PathKeys as History<G>>::weight(dependence)
    }

    fn shallowest(dependence: &u32) -> usize {
        <PathKeys as History<G>>::shallowest(dependence)
    }

    fn may_know(&self, _: &G::Key) -> bool {
        false
    }
}

/// The same for several threads: many small tables, each behind a lock. A disproof is looked for only where the table of nodes says
/// that there is one, so the locks are seldom asked for, and two threads seldom ask for the same.
///
/// What is kept says of a node and a segment of a path that the node is lost there; that does not depend on the thread.
#[derive(Debug)]
pub(crate) struct SharedPathKeys(Vec<Mutex<PathKeys>>);

/// The number of tables; a power of two.
const SHARDS: usize = 64;

impl SharedPathKeys {
    /// Tables that use at most `bytes` bytes together.
    pub fn with_memory(bytes: usize) -> Self {
        SharedPathKeys((0..SHARDS).map(|_| Mutex::new(PathKeys::with_memory(bytes / SHARDS))).collect())
    }

    /// Tables for a search with this limit of memory.
    pub fn with_limit(memory: usize) -> Self {
        SharedPathKeys::with_memory((memory / 32).clamp(1 << 16, 1 << 26))
    }

    fn shard<G: Knowledge>(&self, key: &G::Key) -> MutexGuard<'_, PathKeys> {
        // The upper bits determine the place within a table.
        self.0[digest::<G>(key) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Knowledge> History<G> for &SharedPathKeys {
    type Dependence = u32;

    fn repetition(&self, _: &Path<G>, depth: usize) -> u32 {
        depth as u32
    }

    fn disproof(&self, path: &Path<G>, key: &G::Key) -> Option<u32> {
        self.shard::<G>(key).disproof(path, key)
    }

    fn keep(&mut self, path: &Path<G>, key: &G::Key, dependence: &u32) {
        self.shard::<G>(key).keep(path, key, dependence);
    }

    fn union(&self, path: &Path<G>, _: &G::Key, scopes: impl Iterator<Item = u32>) -> Option<u32> {
        path.shallowest(scopes)
    }

    fn weight(dependence: &u32) -> usize {
        <PathKeys as History<G>>::weight(dependence)
    }

    fn shallowest(dependence: &u32) -> usize {
        <PathKeys as History<G>>::shallowest(dependence)
    }

    fn may_know(&self, _: &G::Key) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphNode;

    /// Node 7 is disproved on many paths: each disproof holds on its own path only, and is kept once.
    #[test]
    fn a_disproof_holds_where_the_same_nodes_come_before_it() {
        let path = |nodes: &[usize]| {
            let mut path = Path::<GraphNode<'static>>::new();
            nodes.iter().for_each(|&node| path.push(node));
            path
        };
        let mut keys = PathKeys::with_memory(1 << 20);
        for _ in 0..2 {
            keys.keep(&path(&[1, 2, 3]), &7, &1);
        }
        let disproof = |nodes: &[usize], key| History::disproof(&keys, &path(nodes), &key);
        assert_eq!(disproof(&[1, 2, 3], 7), Some(1));
        assert_eq!(disproof(&[5, 6, 3, 2], 7), Some(2), "the ancestors before the segment do not matter");
        assert_eq!((disproof(&[1, 2, 3], 8), disproof(&[1, 2, 4], 7), disproof(&[3], 7)), (None, None, None));
        let digest = digest::<GraphNode<'static>>(&7);
        assert_eq!(keys.0.bucket(digest).iter().filter(|slot| !slot.is_empty()).count(), 1);
    }
}
