//! Path-dependent disproofs in bounded memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::PathDependence;
use super::path::{Path, digest};
use crate::dfpn::buckets::{BucketEntry, Buckets};
use crate::game::Knowledge;
use crate::maybe_owned::MaybeOwned;

/// A disproof is kept with the segment of the path from the shallowest ancestor it relies on, and holds wherever the same
/// nodes, in whatever order, come right before it.
///
/// Less general than [`DependenceSets`](super::DependenceSets), and much cheaper: the table is of bounded size, what it loses is found
/// again.
#[derive(Debug)]
pub(crate) struct PathKeys(Buckets<Segment>);

/// Digest of the node, segment, its length; all zero if empty.
type Segment = [u64; 3];

impl BucketEntry for Segment {
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

    /// Those that the caller lends, or new ones for a search with this limit of memory.
    pub fn lent_or_new(lent: Option<&mut PathDisproofs>, memory: usize) -> MaybeOwned<'_, PathKeys> {
        match lent {
            Some(PathDisproofs(lent)) => MaybeOwned::Borrowed(lent),
            None => MaybeOwned::Owned(PathDisproofs::with_limit(memory).0),
        }
    }

    fn disproof<G: Knowledge>(&self, path: &Path<G>, key: &G::Key) -> Option<u32> {
        let digest = digest::<G>(key);
        self.0.bucket(digest).iter().find_map(|&[known, segment, length]| {
            let holds = known == digest && length != 0 && path.segment(length as usize) == Some(segment);
            holds.then(|| (path.len() - length as usize) as u32)
        })
    }

    fn keep<G: Knowledge>(&mut self, path: &Path<G>, key: &G::Key, dependence: u32) {
        let digest = digest::<G>(key);
        let length = path.len() - dependence as usize;
        let Some(segment) = path.segment(length) else { return };
        let slot = [digest, segment, length as u64];
        if !self.0.bucket(digest).contains(&slot) {
            self.0.keep(slot);
        }
    }
}

impl<G: Knowledge> PathDependence<G> for MaybeOwned<'_, PathKeys> {
    type Dependence = u32;

    fn repetition(&self, _: &Path<G>, depth: usize) -> u32 {
        depth as u32
    }

    fn disproof(&self, path: &Path<G>, key: &G::Key) -> Option<u32> {
        PathKeys::disproof(self, path, key)
    }

    fn keep(&mut self, path: &Path<G>, key: &G::Key, &dependence: &u32) {
        PathKeys::keep(self, path, key, dependence);
    }

    fn union(&self, path: &Path<G>, _: &G::Key, dependences: impl Iterator<Item = u32>) -> Option<u32> {
        path.shallowest(dependences)
    }
}

/// What searches know of repetitions, kept by the caller from one search to the next; see
/// [`Search::path_disproofs`](crate::Search::path_disproofs).
#[derive(Debug)]
pub struct PathDisproofs(PathKeys);

impl PathDisproofs {
    /// An empty store for searches with this limit of memory, of which it takes a small part.
    pub fn with_limit(memory: usize) -> PathDisproofs {
        PathDisproofs(PathKeys::with_memory(bytes_for(memory)))
    }
}

/// The bytes for path keys in a search with this limit of memory.
fn bytes_for(memory: usize) -> usize {
    (memory / 32).clamp(1 << 16, 1 << 26)
}

/// Path keys for several threads: many small tables, each behind a lock. A disproof is looked for
/// only where the table of nodes says that there is one, so the locks are seldom asked for, and two
/// threads seldom ask for the same.
///
/// What is kept says of a node and a segment of a path that the node is lost there; that does not depend on the thread.
#[derive(Debug)]
pub(crate) struct SharedPathKeys(Vec<Mutex<PathKeys>>);

/// The number of tables; a power of two.
const SHARDS: usize = 64;

impl SharedPathKeys {
    /// Tables for a search with this limit of memory.
    pub fn with_limit(memory: usize) -> Self {
        let bytes = bytes_for(memory) / SHARDS;
        SharedPathKeys((0..SHARDS).map(|_| Mutex::new(PathKeys::with_memory(bytes))).collect())
    }

    fn shard<G: Knowledge>(&self, key: &G::Key) -> MutexGuard<'_, PathKeys> {
        // The upper bits determine the place within a table.
        self.0[digest::<G>(key) as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Knowledge> PathDependence<G> for &SharedPathKeys {
    type Dependence = u32;

    fn repetition(&self, _: &Path<G>, depth: usize) -> u32 {
        depth as u32
    }

    fn disproof(&self, path: &Path<G>, key: &G::Key) -> Option<u32> {
        self.shard::<G>(key).disproof(path, key)
    }

    fn keep(&mut self, path: &Path<G>, key: &G::Key, &dependence: &u32) {
        self.shard::<G>(key).keep(path, key, dependence);
    }

    fn union(&self, path: &Path<G>, _: &G::Key, dependences: impl Iterator<Item = u32>) -> Option<u32> {
        path.shallowest(dependences)
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
            keys.keep(&path(&[1, 2, 3]), &7, 1);
        }
        let disproof = |nodes: &[usize], key| keys.disproof(&path(nodes), &key);
        assert_eq!(disproof(&[1, 2, 3], 7), Some(1));
        assert_eq!(disproof(&[5, 6, 3, 2], 7), Some(2), "the ancestors before the segment do not matter");
        assert_eq!((disproof(&[1, 2, 3], 8), disproof(&[1, 2, 4], 7), disproof(&[3], 7)), (None, None, None));
        let digest = digest::<GraphNode<'static>>(&7);
        assert_eq!(keys.0.bucket(digest).iter().filter(|slot| !slot.is_empty()).count(), 1);
    }
}
