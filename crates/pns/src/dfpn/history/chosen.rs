//! A history that is chosen by value.

use std::hash::Hash;
use std::rc::Rc;

use super::{Dependence, DependenceSets, History, Path, PathKeys, Twins};
use crate::game::Knowledge;
use crate::maybe_owned::MaybeOwned;

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
pub(crate) enum ChosenHistory<'a, K> {
    Sets(DependenceSets<K>),
    Keys(MaybeOwned<'a, PathKeys>),
    Twins(Twins<K>),
}

impl<K> ChosenHistory<'_, K> {
    pub fn new(kind: HistoryKind, memory: usize) -> Self {
        match kind {
            HistoryKind::DependenceSets => ChosenHistory::Sets(DependenceSets::default()),
            HistoryKind::PathKeys => ChosenHistory::Keys(MaybeOwned::Owned(PathKeys::with_memory(memory))),
            HistoryKind::Twins => ChosenHistory::Twins(Twins::default()),
        }
    }
}

/// What a disproof relies on: a set of ancestors, or the depth of the shallowest.
#[derive(Clone, Debug)]
pub(crate) enum ChosenDependence<K> {
    Set(Rc<[K]>),
    Depth(u32),
}

impl<K> ChosenDependence<K> {
    /// The set; empty for dependences of another kind, which a search never mixes.
    fn set(self) -> Option<Rc<[K]>> {
        if let ChosenDependence::Set(set) = self { Some(set) } else { None }
    }

    fn depth(self) -> Option<u32> {
        if let ChosenDependence::Depth(depth) = self { Some(depth) } else { None }
    }
}

impl<K: Clone> Dependence for ChosenDependence<K> {
    fn weight(&self) -> usize {
        match self {
            ChosenDependence::Set(set) => set.weight(),
            ChosenDependence::Depth(depth) => depth.weight(),
        }
    }

    fn shallowest(&self) -> usize {
        match self {
            ChosenDependence::Set(set) => set.shallowest(),
            ChosenDependence::Depth(depth) => depth.shallowest(),
        }
    }
}

impl<K: Copy + Eq + Hash, G: Knowledge<Key = K>> History<G> for ChosenHistory<'_, K> {
    const SIMULATES: bool = true;

    type Dependence = ChosenDependence<K>;

    fn simulates(&self) -> bool {
        matches!(self, ChosenHistory::Twins(_))
    }

    fn repetition(&self, path: &Path<G>, depth: usize) -> ChosenDependence<K> {
        match self {
            ChosenHistory::Sets(sets) => ChosenDependence::Set(sets.repetition(path, depth)),
            ChosenHistory::Keys(_) | ChosenHistory::Twins(_) => ChosenDependence::Depth(depth as u32),
        }
    }

    fn disproof(&self, path: &Path<G>, key: &K) -> Option<ChosenDependence<K>> {
        match self {
            ChosenHistory::Sets(sets) => sets.disproof(path, key).map(ChosenDependence::Set),
            ChosenHistory::Keys(keys) => History::disproof(keys, path, key).map(ChosenDependence::Depth),
            ChosenHistory::Twins(twins) => twins.disproof(path, key).map(ChosenDependence::Depth),
        }
    }

    fn keep(&mut self, path: &Path<G>, key: &K, dependence: &ChosenDependence<K>) {
        match (self, dependence) {
            (ChosenHistory::Sets(sets), ChosenDependence::Set(set)) => sets.keep(path, key, set),
            (ChosenHistory::Keys(keys), ChosenDependence::Depth(depth)) => {
                History::keep(keys, path, key, depth)
            }
            (ChosenHistory::Twins(twins), ChosenDependence::Depth(depth)) => twins.keep(path, key, depth),
            _ => {}
        }
    }

    fn union(
        &self,
        path: &Path<G>,
        key: &K,
        dependences: impl Iterator<Item = ChosenDependence<K>>,
    ) -> Option<ChosenDependence<K>> {
        match self {
            ChosenHistory::Sets(sets) => sets
                .union(path, key, dependences.filter_map(ChosenDependence::set))
                .map(ChosenDependence::Set),
            ChosenHistory::Keys(keys) => keys
                .union(path, key, dependences.filter_map(ChosenDependence::depth))
                .map(ChosenDependence::Depth),
            ChosenHistory::Twins(twins) => twins
                .union(path, key, dependences.filter_map(ChosenDependence::depth))
                .map(ChosenDependence::Depth),
        }
    }

    fn may_know(&self, key: &K) -> bool {
        match self {
            ChosenHistory::Sets(sets) => History::<G>::may_know(sets, key),
            ChosenHistory::Keys(keys) => History::<G>::may_know(keys, key),
            ChosenHistory::Twins(twins) => History::<G>::may_know(twins, key),
        }
    }
}
