//! The history of a search that brings its own, chosen by value so that the search is compiled once.

use std::hash::Hash;
use std::rc::Rc;

use super::{DependenceSets, History, Path, PathKeys, Twins};
use crate::game::Knowledge;

/// How disproofs that hold on some paths only are kept. It changes how many visits a search takes, never its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HistoryKind {
    /// With the set of ancestors that they depend on. Nothing is forgotten.
    #[default]
    DependenceSets,
    /// With the segment of the path from the shallowest ancestor that they depend on, in bounded memory.
    PathKeys,
    /// With the whole path, and tried on other paths by simulation (Kishimoto and Müller). Nothing is forgotten.
    Twins,
}

#[derive(Debug)]
pub(crate) enum OwnHistory<K> {
    Sets(DependenceSets<K>),
    Keys(PathKeys),
    Twins(Twins<K>),
}

impl<K> OwnHistory<K> {
    pub fn new(kind: HistoryKind, memory: usize) -> Self {
        match kind {
            HistoryKind::DependenceSets => OwnHistory::Sets(DependenceSets::default()),
            HistoryKind::PathKeys => OwnHistory::Keys(PathKeys::with_memory(memory)),
            HistoryKind::Twins => OwnHistory::Twins(Twins::default()),
        }
    }
}

/// What a disproof relies on: a set of ancestors, or the depth of the shallowest.
#[derive(Clone, Debug)]
pub(crate) enum OwnDependence<K> {
    Set(Rc<[K]>),
    Depth(u32),
}

impl<K> OwnDependence<K> {
    /// The set; empty for dependences of another kind, which a search never mixes.
    fn set(self) -> Option<Rc<[K]>> {
        if let OwnDependence::Set(set) = self { Some(set) } else { None }
    }

    fn depth(self) -> Option<u32> {
        if let OwnDependence::Depth(depth) = self { Some(depth) } else { None }
    }
}

impl<K: Copy + Eq + Hash, G: Knowledge<Key = K>> History<G> for OwnHistory<K> {
    const SIMULATES: bool = true;

    type Dependence = OwnDependence<K>;

    fn simulates(&self) -> bool {
        matches!(self, OwnHistory::Twins(_))
    }

    fn repetition(&self, path: &Path<G>, depth: usize) -> OwnDependence<K> {
        match self {
            OwnHistory::Sets(sets) => OwnDependence::Set(sets.repetition(path, depth)),
            OwnHistory::Keys(_) | OwnHistory::Twins(_) => OwnDependence::Depth(depth as u32),
        }
    }

    fn disproof(&self, path: &Path<G>, key: &K) -> Option<OwnDependence<K>> {
        match self {
            OwnHistory::Sets(sets) => sets.disproof(path, key).map(OwnDependence::Set),
            OwnHistory::Keys(keys) => keys.disproof(path, key).map(OwnDependence::Depth),
            OwnHistory::Twins(twins) => twins.disproof(path, key).map(OwnDependence::Depth),
        }
    }

    fn keep(&mut self, path: &Path<G>, key: &K, dependence: &OwnDependence<K>) {
        match (self, dependence) {
            (OwnHistory::Sets(sets), OwnDependence::Set(set)) => sets.keep(path, key, set),
            (OwnHistory::Keys(keys), OwnDependence::Depth(depth)) => keys.keep(path, key, depth),
            (OwnHistory::Twins(twins), OwnDependence::Depth(depth)) => twins.keep(path, key, depth),
            _ => {}
        }
    }

    fn union(
        &self,
        path: &Path<G>,
        key: &K,
        scopes: impl Iterator<Item = OwnDependence<K>>,
    ) -> Option<OwnDependence<K>> {
        match self {
            OwnHistory::Sets(sets) => {
                sets.union(path, key, scopes.filter_map(OwnDependence::set)).map(OwnDependence::Set)
            }
            OwnHistory::Keys(keys) => {
                keys.union(path, key, scopes.filter_map(OwnDependence::depth)).map(OwnDependence::Depth)
            }
            OwnHistory::Twins(twins) => {
                twins.union(path, key, scopes.filter_map(OwnDependence::depth)).map(OwnDependence::Depth)
            }
        }
    }

    fn weight(dependence: &OwnDependence<K>) -> usize {
        match dependence {
            OwnDependence::Set(set) => <DependenceSets<K> as History<G>>::weight(set),
            OwnDependence::Depth(depth) => <PathKeys as History<G>>::weight(depth),
        }
    }

    fn may_know(&self, key: &K) -> bool {
        match self {
            OwnHistory::Sets(sets) => History::<G>::may_know(sets, key),
            OwnHistory::Keys(keys) => History::<G>::may_know(keys, key),
            OwnHistory::Twins(twins) => History::<G>::may_know(twins, key),
        }
    }
}
