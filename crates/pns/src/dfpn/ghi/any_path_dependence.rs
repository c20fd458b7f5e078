//! A way to keep path-dependent disproofs that is chosen by value.

use std::hash::Hash;
use std::rc::Rc;

use super::{Dependence, DependenceSets, GhiMethod, Path, PathDependence, PathKeys, Twins};
use crate::game::Knowledge;
use crate::maybe_owned::MaybeOwned;

/// A way that is chosen by value.
#[derive(Debug)]
pub(crate) enum AnyPathDependence<'a, K> {
    Sets(DependenceSets<K>),
    Keys(MaybeOwned<'a, PathKeys>),
    Twins(Twins<K>),
}

impl<K> AnyPathDependence<'_, K> {
    pub fn new(kind: GhiMethod, memory: usize) -> Self {
        match kind {
            GhiMethod::DependenceSets => AnyPathDependence::Sets(DependenceSets::default()),
            GhiMethod::PathKeys => AnyPathDependence::Keys(MaybeOwned::Owned(PathKeys::with_memory(memory))),
            GhiMethod::Twins => AnyPathDependence::Twins(Twins::default()),
        }
    }
}

/// What a disproof relies on: a set of ancestors, or the depth of the shallowest.
#[derive(Clone, Debug)]
pub(crate) enum AnyDependence<K> {
    Set(Rc<[K]>),
    Depth(u32),
}

impl<K> AnyDependence<K> {
    /// The set; empty for dependences of another kind, which a search never mixes.
    fn set(self) -> Option<Rc<[K]>> {
        if let AnyDependence::Set(set) = self { Some(set) } else { None }
    }

    fn depth(self) -> Option<u32> {
        if let AnyDependence::Depth(depth) = self { Some(depth) } else { None }
    }
}

impl<K: Clone> Dependence for AnyDependence<K> {
    fn weight(&self) -> usize {
        match self {
            AnyDependence::Set(set) => set.weight(),
            AnyDependence::Depth(depth) => depth.weight(),
        }
    }

    fn shallowest(&self) -> usize {
        match self {
            AnyDependence::Set(set) => set.shallowest(),
            AnyDependence::Depth(depth) => depth.shallowest(),
        }
    }
}

impl<K: Copy + Eq + Hash, G: Knowledge<Key = K>> PathDependence<G> for AnyPathDependence<'_, K> {
    const REPLAYS: bool = true;

    type Dependence = AnyDependence<K>;

    fn replays(&self) -> bool {
        matches!(self, AnyPathDependence::Twins(_))
    }

    fn repetition(&self, path: &Path<G>, depth: usize) -> AnyDependence<K> {
        match self {
            AnyPathDependence::Sets(sets) => AnyDependence::Set(sets.repetition(path, depth)),
            AnyPathDependence::Keys(_) | AnyPathDependence::Twins(_) => AnyDependence::Depth(depth as u32),
        }
    }

    fn disproof(&self, path: &Path<G>, key: &K) -> Option<AnyDependence<K>> {
        match self {
            AnyPathDependence::Sets(sets) => sets.disproof(path, key).map(AnyDependence::Set),
            AnyPathDependence::Keys(keys) => {
                PathDependence::disproof(keys, path, key).map(AnyDependence::Depth)
            }
            AnyPathDependence::Twins(twins) => twins.disproof(path, key).map(AnyDependence::Depth),
        }
    }

    fn keep(&mut self, path: &Path<G>, key: &K, dependence: &AnyDependence<K>) {
        match (self, dependence) {
            (AnyPathDependence::Sets(sets), AnyDependence::Set(set)) => sets.keep(path, key, set),
            (AnyPathDependence::Keys(keys), AnyDependence::Depth(depth)) => {
                PathDependence::keep(keys, path, key, depth)
            }
            (AnyPathDependence::Twins(twins), AnyDependence::Depth(depth)) => twins.keep(path, key, depth),
            _ => {}
        }
    }

    fn union(
        &self,
        path: &Path<G>,
        key: &K,
        dependences: impl Iterator<Item = AnyDependence<K>>,
    ) -> Option<AnyDependence<K>> {
        match self {
            AnyPathDependence::Sets(sets) => {
                sets.union(path, key, dependences.filter_map(AnyDependence::set)).map(AnyDependence::Set)
            }
            AnyPathDependence::Keys(keys) => {
                keys.union(path, key, dependences.filter_map(AnyDependence::depth)).map(AnyDependence::Depth)
            }
            AnyPathDependence::Twins(twins) => {
                twins.union(path, key, dependences.filter_map(AnyDependence::depth)).map(AnyDependence::Depth)
            }
        }
    }

    fn may_know(&self, key: &K) -> bool {
        match self {
            AnyPathDependence::Sets(sets) => PathDependence::<G>::may_know(sets, key),
            AnyPathDependence::Keys(keys) => PathDependence::<G>::may_know(keys, key),
            AnyPathDependence::Twins(twins) => PathDependence::<G>::may_know(twins, key),
        }
    }
}
