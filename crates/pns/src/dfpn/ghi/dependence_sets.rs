//! Path-dependent disproofs with all they rely on.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use super::{Dependence, Path, PathDependence};
use crate::game::Knowledge;
use crate::hash::FastHash;

/// A disproof is kept with the set of ancestors it relies on, and counts on every path that contains them all. Forgets
/// nothing: for exact work on graphs of moderate size.
#[derive(Debug)]
pub(crate) struct DependenceSets<K> {
    conditional: HashMap<K, Vec<Rc<[K]>>, FastHash>,
}

impl<K> Default for DependenceSets<K> {
    fn default() -> Self {
        DependenceSets { conditional: HashMap::default() }
    }
}

impl<K: Copy + Eq + Hash, G: Knowledge<Key = K>> PathDependence<G> for DependenceSets<K> {
    /// The ancestors, from the root. Never empty.
    type Dependence = Rc<[K]>;

    fn repetition(&self, path: &Path<G>, depth: usize) -> Rc<[K]> {
        Rc::from([*path.key(depth)])
    }

    fn disproof(&self, path: &Path<G>, key: &K) -> Option<Rc<[K]>> {
        let known = self.conditional.get(key)?;
        known.iter().find(|set| set.iter().all(|ancestor| path.find(ancestor).is_some())).cloned()
    }

    /// Those that rely on more than this one are forgotten.
    fn keep(&mut self, _: &Path<G>, key: &K, dependence: &Rc<[K]>) {
        let known = self.conditional.entry(*key).or_default();
        known.retain(|old| !dependence.iter().all(|ancestor| old.contains(ancestor)));
        known.push(Rc::clone(dependence));
    }

    fn union(&self, path: &Path<G>, key: &K, dependences: impl Iterator<Item = Rc<[K]>>) -> Option<Rc<[K]>> {
        let mut all: Vec<(usize, K)> = Vec::new();
        for set in dependences {
            for ancestor in set.iter().filter(|ancestor| *ancestor != key) {
                // Every set holds on this path, so its members are all there.
                let depth = path.find(ancestor).unwrap_or_default();
                if !all.iter().any(|(_, known)| known == ancestor) {
                    all.insert(all.partition_point(|&(before, _)| before <= depth), (depth, *ancestor));
                }
            }
        }
        if all.is_empty() { None } else { Some(all.into_iter().map(|(_, key)| key).collect()) }
    }

    fn may_know(&self, key: &K) -> bool {
        self.conditional.contains_key(key)
    }
}

impl<K> Dependence for Rc<[K]> {
    fn weight(&self) -> usize {
        self.len()
    }

    fn shallowest(&self) -> usize {
        0
    }
}
