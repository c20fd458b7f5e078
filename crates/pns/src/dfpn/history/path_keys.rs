//! Path-dependent disproofs in bounded memory.

use std::ops::Range;

use yomikiri_memory::Buffer;

use super::History;
use super::path::{Path, digest};
use crate::game::Knowledge;

/// A disproof is kept with the segment of the path from the shallowest ancestor it relies on, and holds wherever the same
/// nodes, in whatever order, come right before it.
///
/// Less general than [`DependenceSets`](super::DependenceSets), and much cheaper: the table is of bounded size, what it loses is found
/// again. Many searches keep no such disproof, so the table has no memory at first. It doubles when a bucket is full, up to its
/// limit. It never loses what the largest table would keep: how it grows does not change a search.
#[derive(Debug)]
pub(crate) struct PathKeys {
    slots: Buffer<Slot>,
    /// The buckets of the largest size.
    most: usize,
    /// How often the table may still double. Until then 2^`doublings` neighbouring buckets of the largest size share one.
    doublings: u32,
    /// Whether the system has refused more memory: the table keeps its size for good.
    refused: bool,
    /// Where the next disproof of a full bucket goes.
    turn: usize,
}

/// Digest of the node, segment, its length; all zero if empty.
type Slot = [u64; 3];

const BUCKET: usize = 4;
/// The first size is smaller than this, in buckets: 24 KiB.
const FIRST_BUCKETS: usize = 1 << 8;

impl PathKeys {
    /// A table that uses at most `bytes` bytes, or one bucket.
    pub fn with_memory(bytes: usize) -> Self {
        let most = (bytes / (BUCKET * size_of::<Slot>())).max(1);
        let doublings = (most / FIRST_BUCKETS).checked_ilog2().map_or(0, |doublings| doublings + 1);
        PathKeys { slots: Buffer::default(), most, doublings, refused: false, turn: 0 }
    }

    /// The slots of the present size.
    fn size(&self) -> usize {
        self.most.div_ceil(1 << self.doublings) * BUCKET
    }

    /// The bucket of a node in a table of the largest size.
    fn final_bucket(&self, digest: u64) -> usize {
        ((u128::from(digest) * self.most as u128) >> 64) as usize
    }

    fn range(&self, digest: u64) -> Range<usize> {
        let start = (self.final_bucket(digest) >> self.doublings) * BUCKET;
        start..start + BUCKET
    }

    /// The bucket of a node. There must be one.
    fn bucket(&self, digest: u64) -> &[Slot] {
        &self.slots[self.range(digest)]
    }

    fn bucket_mut(&mut self, digest: u64) -> &mut [Slot] {
        let range = self.range(digest);
        &mut self.slots[range]
    }

    /// Makes the table larger, in place. Returns whether it is.
    #[cold]
    fn grow(&mut self) -> bool {
        let old = self.slots.len();
        if old == 0 {
            return self.slots.grow(self.size()).is_ok();
        }
        let Some(doublings) = self.doublings.checked_sub(1).filter(|_| !self.refused) else { return false };
        let kept = std::mem::replace(&mut self.doublings, doublings);
        if self.slots.grow(self.size()).is_err() {
            self.doublings = kept;
            self.refused = true;
            return false;
        }
        // The disproofs of bucket b go to buckets 2b and 2b + 1, so the last bucket is the first to be moved.
        for start in (0..old).step_by(BUCKET).rev() {
            for slot in start..start + BUCKET {
                // Nothing is written where nothing is: most of the memory was never touched.
                if is_empty(&self.slots[slot]) {
                    continue;
                }
                let moved = std::mem::take(&mut self.slots[slot]);
                if let Some(place) = self.bucket_mut(moved[0]).iter_mut().find(|place| is_empty(place)) {
                    *place = moved;
                }
            }
        }
        true
    }
}

fn is_empty(slot: &Slot) -> bool {
    slot[2] == 0
}

impl<G: Knowledge> History<G> for PathKeys {
    /// Depth of the shallowest ancestor relied on.
    type Dependence = u32;

    fn repetition(&self, _: &Path<G>, depth: usize) -> u32 {
        depth as u32
    }

    fn disproof(&self, path: &Path<G>, key: &G::Key) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let digest = digest::<G>(key);
        self.bucket(digest).iter().find_map(|&[known, segment, length]| {
            let holds = known == digest && length != 0 && path.segment(length as usize) == Some(segment);
            holds.then(|| (path.len() - length as usize) as u32)
        })
    }

    fn keep(&mut self, path: &Path<G>, key: &G::Key, &dependence: &u32) {
        let digest = digest::<G>(key);
        let length = path.len() - dependence as usize;
        let Some(segment) = path.segment(length) else { return };
        let slot = [digest, segment, length as u64];
        if self.slots.is_empty() && !self.grow() {
            return;
        }
        loop {
            let bucket = self.bucket_mut(digest);
            if bucket.contains(&slot) {
                return;
            }
            if let Some(place) = bucket.iter_mut().find(|place| is_empty(place)) {
                *place = slot;
                return;
            }
            // Disproofs that share a bucket of the largest table share one in every table. A node that is disproved on many paths
            // must not make the table grow.
            let own = |slot: &Slot| self.final_bucket(slot[0]) == self.final_bucket(digest);
            if self.bucket(digest).iter().all(own) || !self.grow() {
                break;
            }
        }
        self.turn = (self.turn + 1) % BUCKET;
        let turn = self.turn;
        self.bucket_mut(digest)[turn] = slot;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphNode;

    /// A path of three nodes, after which disproofs of others are kept that rely on the first.
    fn path() -> Path<GraphNode<'static>> {
        let mut path = Path::new();
        for key in 1_000_000..1_000_003 {
            path.push(key);
        }
        path
    }

    fn kept(keys: &PathKeys, path: &Path<GraphNode<'static>>, count: usize) -> usize {
        (0..count).filter(|key| History::disproof(keys, path, key) == Some(0)).count()
    }

    #[test]
    fn grows_as_needed_and_loses_nothing_on_the_way() {
        let path = path();
        let mut keys = PathKeys::with_memory(64 << 20);
        assert_eq!(kept(&keys, &path, 100), 0);
        assert_eq!(keys.slots.len(), 0, "no memory before there is anything to keep");
        for key in 0..20_000 {
            keys.keep(&path, &key, &0);
            keys.keep(&path, &key, &0);
        }
        assert_eq!(kept(&keys, &path, 20_000), 20_000);
        assert_eq!(keys.slots.iter().filter(|slot| !is_empty(slot)).count(), 20_000, "each one once");
        assert!(keys.slots.len() * size_of::<Slot>() < 32 << 20, "{} places", keys.slots.len());
    }

    #[test]
    fn many_disproofs_of_one_node_need_no_memory() {
        let mut keys = PathKeys::with_memory(64 << 20);
        for ancestor in 0..10_000 {
            let mut path: Path<GraphNode<'static>> = Path::new();
            path.push(1_000_000 + ancestor);
            keys.keep(&path, &7, &0);
            assert_eq!(History::disproof(&keys, &path, &7), Some(0));
        }
        assert!(keys.slots.len() <= FIRST_BUCKETS * BUCKET);
        assert_eq!(keys.slots.iter().filter(|slot| !is_empty(slot)).count(), BUCKET);
    }

    /// The table that has its largest size from the start, and the one that grows, keep the same disproofs.
    #[test]
    fn growth_changes_nothing() {
        let path = path();
        let mut growing = PathKeys::with_memory(1 << 20);
        let mut fixed = PathKeys { doublings: 0, ..PathKeys::with_memory(1 << 20) };
        for key in 0..100_000 {
            for keys in [&mut growing, &mut fixed] {
                keys.keep(&path, &(key * 7 % 60_000), &0);
            }
        }
        assert_eq!(growing.slots[..], fixed.slots[..]);
    }

    #[test]
    fn keeps_to_its_limit() {
        let path = path();
        let mut keys = PathKeys::with_memory(1 << 20);
        for key in 0..100_000 {
            keys.keep(&path, &key, &0);
        }
        let bytes = keys.slots.len() * size_of::<Slot>();
        assert!((1 << 19..=1 << 20).contains(&bytes), "{bytes} bytes");
        assert!(kept(&keys, &path, 100_000) > keys.slots.len() * 9 / 10, "nearly all places are in use");
        let mut tiny = PathKeys::with_memory(1);
        for key in 0..10 {
            tiny.keep(&path, &key, &0);
        }
        assert_eq!((tiny.slots.len(), kept(&tiny, &path, 10)), (BUCKET, BUCKET));
    }
}
