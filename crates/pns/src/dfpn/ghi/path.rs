//! The nodes from the root to the one being visited.

use crate::game::Knowledge;

/// The current path, with a way to find a node on it at once.
pub(crate) struct Path<G: Knowledge> {
    nodes: Vec<PathNode<G::Key>>,
    /// One more than the depth of the latest node with each remainder of [`Knowledge::repetition_class`]; 0 for none.
    latest: Vec<u32>,
}

struct PathNode<K> {
    key: K,
    /// What `latest` was before this node came.
    earlier: u32,
    /// Sum of [`digest`]s of the keys up to here.
    sum: u64,
}

/// Chains by place; a power of two. Paths are rarely longer, so chains are short.
const CHAINS: usize = 1 << 12;

impl<G: Knowledge> Path<G> {
    pub fn new() -> Self {
        Path { nodes: Vec::new(), latest: vec![0; CHAINS] }
    }

    #[inline(always)]
    fn chain(key: &G::Key) -> usize {
        G::repetition_class(key) as usize % CHAINS
    }

    pub fn push(&mut self, key: G::Key) {
        let latest = &mut self.latest[Self::chain(&key)];
        let sum = self.nodes.last().map_or(0, |node| node.sum).wrapping_add(digest::<G>(&key));
        self.nodes.push(PathNode { key, earlier: *latest, sum });
        *latest = self.nodes.len() as u32;
    }

    pub fn pop(&mut self) {
        if let Some(node) = self.nodes.pop() {
            self.latest[Self::chain(&node.key)] = node.earlier;
        }
    }

    /// Nodes on the path: the depth of the next one.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn key(&self, depth: usize) -> &G::Key {
        &self.nodes[depth].key
    }

    /// Depth of the latest node that `key` repeats.
    #[inline]
    pub fn find(&self, key: &G::Key) -> Option<usize> {
        let mut next = self.latest[Self::chain(key)];
        while let Some(depth) = (next as usize).checked_sub(1) {
            let node = &self.nodes[depth];
            if G::repeats(&node.key, key) {
                return Some(depth);
            }
            next = node.earlier;
        }
        None
    }

    /// The least of these depths, if it is one of the path: what a disproof relies on if its parts rely on ancestors at these
    /// depths.
    pub fn shallowest(&self, depths: impl Iterator<Item = u32>) -> Option<u32> {
        depths.min().filter(|&depth| (depth as usize) < self.nodes.len())
    }

    /// A number for the *set* of the last `length` nodes; `None` if the path is shorter.
    pub fn segment(&self, length: usize) -> Option<u64> {
        let start = self.nodes.len().checked_sub(length)?;
        let sum = |end: usize| end.checked_sub(1).map_or(0, |last| self.nodes[last].sum);
        Some(sum(self.nodes.len()).wrapping_sub(sum(start)))
    }
}

/// A mixed hash of a key. Sums of such numbers tell sets apart; sums or XORs of raw Zobrist keys would not, since those are
/// linear in the pieces.
pub(in crate::dfpn) fn digest<G: Knowledge>(key: &G::Key) -> u64 {
    use std::hash::BuildHasher;
    let mut z = crate::hash::FastHash.hash_one(key);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
