//! Path-dependent disproofs with a twin entry for each path (Kishimoto and Müller).

use std::collections::HashMap;
use std::hash::Hash;

use super::PathDependence;
use super::path::Path;
use crate::game::Knowledge;
use crate::hash::FastHash;

/// A disproof is kept with the whole path on which it was found. On another path it is tried again
/// by a *replay*: the search plays through the disproof, and it holds if every line of it ends in a
/// disproof here as well.
///
/// [`DependenceSets`](super::DependenceSets) and [`PathKeys`](super::PathKeys) need no replay,
/// because they keep what the disproof depends on. Twins forget nothing: they are for comparisons.
#[derive(Debug)]
pub(crate) struct Twins<K> {
    /// The digest of the path, and the depth of the shallowest ancestor relied on.
    conditional: HashMap<K, Vec<(u64, u32)>, FastHash>,
}

impl<K> Default for Twins<K> {
    fn default() -> Self {
        Twins { conditional: HashMap::default() }
    }
}

impl<K: Copy + Eq + Hash, G: Knowledge<Key = K>> PathDependence<G> for Twins<K> {
    const REPLAYS: bool = true;

    type Dependence = u32;

    fn repetition(&self, _: &Path<G>, depth: usize) -> u32 {
        depth as u32
    }

    fn disproof(&self, path: &Path<G>, key: &K) -> Option<u32> {
        let here = path.segment(path.len())?;
        let twins = self.conditional.get(key)?;
        twins.iter().find(|(path, _)| *path == here).map(|&(_, dependence)| dependence)
    }

    fn keep(&mut self, path: &Path<G>, key: &K, &dependence: &u32) {
        let Some(here) = path.segment(path.len()) else { return };
        let twins = self.conditional.entry(*key).or_default();
        match twins.iter_mut().find(|(path, _)| *path == here) {
            Some((_, known)) => *known = dependence,
            None => twins.push((here, dependence)),
        }
    }

    fn union(&self, path: &Path<G>, _: &K, dependences: impl Iterator<Item = u32>) -> Option<u32> {
        path.shallowest(dependences)
    }

    fn may_know(&self, key: &K) -> bool {
        self.conditional.contains_key(key)
    }
}
