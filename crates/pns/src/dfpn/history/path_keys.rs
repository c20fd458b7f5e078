//! Path-dependent disproofs in bounded memory.

use super::History;
use super::path::{Path, digest};
use crate::game::Knowledge;

/// A disproof is kept with the segment of the path from the shallowest ancestor it relies on, and holds wherever the same
/// nodes, in whatever order, come right before it.
///
/// Less general than [`DependenceSets`](super::DependenceSets), and much cheaper: the table is of fixed size, what it loses is found again.
#[derive(Debug)]
pub(crate) struct PathKeys {
    slots: Vec<Slot>,
    /// Where the next disproof of a full bucket goes.
    turn: usize,
}

/// Digest of the node, segment, its length; all zero if empty.
type Slot = [u64; 3];

const BUCKET: usize = 4;

impl PathKeys {
    /// A table of so many bytes, about.
    pub fn with_memory(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * size_of::<Slot>())).max(1);
        PathKeys { slots: vec![[0; 3]; buckets * BUCKET], turn: 0 }
    }

    fn bucket(&self, digest: u64) -> usize {
        let buckets = self.slots.len() / BUCKET;
        ((u128::from(digest) * buckets as u128) >> 64) as usize * BUCKET
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
        let bucket = self.bucket(digest);
        self.slots[bucket..bucket + BUCKET].iter().find_map(|&[known, segment, length]| {
            let holds = known == digest && length != 0 && path.segment(length as usize) == Some(segment);
            holds.then(|| (path.len() - length as usize) as u32)
        })
    }

    fn keep(&mut self, path: &Path<G>, key: &G::Key, &dependence: &u32) {
        let digest = digest::<G>(key);
        let length = path.len() - dependence as usize;
        let Some(segment) = path.segment(length) else { return };
        let slot = [digest, segment, length as u64];
        let bucket = self.bucket(digest);
        let places = &mut self.slots[bucket..bucket + BUCKET];
        if places.contains(&slot) {
            return;
        }
        let place = places.iter().position(|place| place[2] == 0).unwrap_or_else(|| {
            self.turn = (self.turn + 1) % BUCKET;
            self.turn
        });
        places[place] = slot;
    }

    fn union(&self, path: &Path<G>, _: &G::Key, scopes: impl Iterator<Item = u32>) -> Option<u32> {
        scopes.min().filter(|&depth| (depth as usize) < path.len())
    }

    /// The deeper the ancestor, the sooner the disproof becomes unconditional.
    fn weight(&dependence: &u32) -> usize {
        usize::MAX - dependence as usize
    }

    fn may_know(&self, _: &G::Key) -> bool {
        false
    }
}
