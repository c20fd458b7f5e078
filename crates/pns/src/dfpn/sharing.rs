//! Finding descendants that are reached twice, for NAGAI's method and for SNDA.
//!
//! Every node remembers the parent it was first entered from. When it is entered from another parent, the remembered
//! parents are followed upwards; if that leads to an ancestor on the current path, two moves of that ancestor lead to the
//! same node and must not be counted twice there.

use std::collections::HashMap;
use std::hash::Hash;

use crate::hash::FastHash;

/// How many children of a node can be marked: the bits of a word.
pub(super) const MARKABLE: usize = 64;
/// The most moves of a node that SNDA saves.
const SAVED_MOVES: u32 = 10;
/// Remembered parents can form a circle, and old ones mean little.
const LONGEST_WALK: usize = 256;

#[derive(Debug)]
pub(super) struct Sharing<K> {
    parents: HashMap<K, K, FastHash>,
    /// The marked children of a node, by index.
    marks: HashMap<K, u64, FastHash>,
}

impl<K: Copy + Eq + Hash> Sharing<K> {
    pub fn new() -> Self {
        Sharing { parents: HashMap::default(), marks: HashMap::default() }
    }

    /// Bytes in use, roughly: it only grows.
    pub fn bytes(&self) -> usize {
        self.parents.capacity() * (size_of::<(K, K)>() + 1)
            + self.marks.capacity() * (size_of::<(K, u64)>() + 1)
    }

    /// The marked children of a node, as bits.
    pub fn marks(&self, node: &K) -> u64 {
        self.marks.get(node).copied().unwrap_or(0)
    }

    /// Marks two children of a node, or all of them.
    pub fn mark(&mut self, node: K, first: usize, second: usize, all: bool) {
        let marks = self.marks.entry(node).or_default();
        if all {
            *marks = u64::MAX;
        } else if first < MARKABLE && second < MARKABLE {
            let more = *marks | 1 << first | 1 << second;
            if more.count_ones() <= SAVED_MOVES {
                *marks = more;
            }
        }
    }

    /// Notes that `node` is entered from `parent`. If it was first entered from elsewhere and following the parents leads
    /// to a node for which `on_path` returns something, returns that and the last node before it.
    pub fn enter<T>(&mut self, node: K, parent: K, on_path: impl Fn(&K) -> Option<T>) -> Option<(T, K)> {
        let mut at = *self.parents.entry(node).or_insert(parent);
        if at == parent {
            return None;
        }
        let mut last = node;
        for _ in 0..LONGEST_WALK {
            if let Some(found) = on_path(&at) {
                return Some((found, last));
            }
            last = at;
            at = *self.parents.get(&at)?;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_way_to_a_node_leads_to_the_ancestor_where_the_ways_part() {
        // First 0 → 1 → 2 → 5, then 0 → 3 → 5 with 0 and 3 on the path.
        let mut sharing = Sharing::new();
        for (node, parent) in [(1, 0), (2, 1), (5, 2), (3, 0)] {
            assert_eq!(sharing.enter(node, parent, |_| Some(())), None, "first visits find nothing");
        }
        let on_path = |node: &i32| [0, 3].iter().position(|on_path| on_path == node);
        assert_eq!(sharing.enter(5, 3, on_path), Some((0, 1)), "at depth 0, by way of node 1");
        assert_eq!(sharing.enter(5, 2, on_path), None, "by the way it was first entered");
        sharing.mark(0, 0, 1, false);
        assert_eq!(sharing.marks(&0), 0b11);
        for other in 2..20 {
            sharing.mark(0, 0, other, false);
        }
        assert_eq!(sharing.marks(&0).count_ones(), SAVED_MOVES);
        sharing.mark(7, 0, 1, true);
        assert_eq!(sharing.marks(&7), u64::MAX);
    }
}
