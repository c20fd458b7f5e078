//! Repetitions and the results that depend on them (the graph-history-interaction problem).
//!
//! A play that comes back to a node of its own path is lost for the prover. A proof never relies on that, but a disproof
//! may: it then holds only below the repeated ancestors. Such a disproof is kept apart, with the set of ancestors it relies
//! on, and counts on every path that contains them all. When the set is empty it is unconditional.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use crate::hash::FastHash;

/// The ancestors that a disproof relies on. Never empty.
pub(super) type Reliance<K> = Rc<[K]>;

/// The current path, and the disproofs that depend on it.
#[derive(Debug)]
pub(super) struct History<K> {
    /// Depth of each node of the path.
    path: HashMap<K, usize, FastHash>,
    conditional: HashMap<K, Vec<Reliance<K>>, FastHash>,
}

impl<K: Copy + Eq + Hash> History<K> {
    pub fn new() -> Self {
        History { path: HashMap::default(), conditional: HashMap::default() }
    }

    pub fn push(&mut self, key: K, depth: usize) {
        self.path.insert(key, depth);
    }

    pub fn pop(&mut self, key: &K) {
        self.path.remove(key);
    }

    /// Depth of a node on the path.
    pub fn depth_of(&self, key: &K) -> Option<usize> {
        self.path.get(key).copied()
    }

    /// A disproof of `key` that holds on the current path: as a repetition, or one found earlier.
    pub fn disproof(&self, key: &K) -> Option<Reliance<K>> {
        if self.path.contains_key(key) {
            return Some(Rc::from([*key]));
        }
        let known = self.conditional.get(key)?;
        known
            .iter()
            .find(|reliance| reliance.iter().all(|ancestor| self.path.contains_key(ancestor)))
            .cloned()
    }

    /// Whether a disproof of `key` is kept that holds on some path.
    pub fn has_conditional(&self, key: &K) -> bool {
        self.conditional.contains_key(key)
    }

    /// Keeps a disproof of `key` that relies on ancestors. Those that rely on more than this one are forgotten.
    pub fn keep(&mut self, key: K, reliance: Reliance<K>) {
        let known = self.conditional.entry(key).or_default();
        known.retain(|old| !reliance.iter().all(|ancestor| old.contains(ancestor)));
        known.push(reliance);
    }

    /// What a disproof of `node` relies on: nothing (`None`), or the given sets together without the node itself.
    pub fn union<'a>(&self, node: &K, sets: impl Iterator<Item = &'a Reliance<K>>) -> Option<Reliance<K>>
    where
        K: 'a,
    {
        let mut all: Vec<(usize, K)> = Vec::new();
        for ancestor in sets.flat_map(|set| set.iter()).filter(|ancestor| *ancestor != node) {
            // Every set holds on this path, so its members are all there.
            let depth = self.path.get(ancestor).copied().unwrap_or_default();
            if !all.iter().any(|(_, known)| known == ancestor) {
                all.push((depth, *ancestor));
            }
        }
        all.sort_unstable_by_key(|&(depth, _)| depth);
        if all.is_empty() { None } else { Some(all.into_iter().map(|(_, key)| key).collect()) }
    }
}
