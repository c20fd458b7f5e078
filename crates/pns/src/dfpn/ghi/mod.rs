//! Repetitions and the results that depend on them (the graph-history-interaction problem).
//!
//! A play that comes back to a node of its own path is lost for the prover. A proof never relies on
//! that, but a disproof may: it then holds only below the repeated ancestors. Such a disproof is
//! kept apart, and there are three ways to say where it holds: by the [set of
//! ancestors](DependenceSets) it relies on, by the [segment of the path](PathKeys) from the
//! shallowest of them, or by the [whole path](Twins), with a replay on other paths. When it relies
//! on nothing above the node, it is unconditional.
//!
//! Kishimoto and Müller's general solution is the last one. The set is the most general: the disproof holds on every path that
//! contains the set, and that is checked by look-ups alone. The segment is less general and needs a fixed number of bytes, which is why
//! the mate solver has it. The laboratory's experiment `graphs` measures all three.

mod any_path_dependence;
mod dependence_sets;
mod path;
mod path_keys;
mod replay;
mod twins;

pub(crate) use any_path_dependence::AnyPathDependence;
pub(crate) use dependence_sets::DependenceSets;
pub(crate) use path::Path;
pub(super) use path::digest;
pub use path_keys::PathDisproofs;
pub(crate) use path_keys::{PathKeys, SharedPathKeys};
pub(crate) use twins::Twins;

use crate::game::Knowledge;

/// How disproofs that hold on some paths only are kept. It changes how many visits a search takes,
/// never its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GhiMethod {
    /// With the set of ancestors that they depend on. Nothing is forgotten.
    #[default]
    DependenceSets,
    /// With the segment of the path from the shallowest ancestor that they depend on, in bounded
    /// memory.
    PathKeys,
    /// With the whole path, and tried on other paths by simulation (Kishimoto and Müller). Nothing
    /// is forgotten.
    Twins,
}

/// How disproofs that depend on the path are kept.
pub(crate) trait PathDependence<G: Knowledge> {
    /// What a disproof relies on.
    type Dependence: Dependence;

    /// Whether [`replays`](PathDependence::replays) may return true.
    const REPLAYS: bool = false;

    /// Whether disproofs that were found on another path are replayed on this one.
    fn replays(&self) -> bool {
        Self::REPLAYS
    }

    /// A disproof by repeating the ancestor at `depth`.
    fn repetition(&self, path: &Path<G>, depth: usize) -> Self::Dependence;

    /// What a disproof of `key`, found earlier, relies on, if that is given on this path.
    fn disproof(&self, path: &Path<G>, key: &G::Key) -> Option<Self::Dependence>;

    /// Keeps a disproof of `key`, a child of the last node of the path.
    fn keep(&mut self, path: &Path<G>, key: &G::Key, dependence: &Self::Dependence);

    /// What a disproof of a child of the last node of the path relies on, from what the disproofs of its own children rely
    /// on: nothing (`None`) if that is the child itself alone.
    fn union(
        &self,
        path: &Path<G>,
        key: &G::Key,
        dependences: impl Iterator<Item = Self::Dependence>,
    ) -> Option<Self::Dependence>;

    /// Whether a disproof of `key` may be kept that holds on some path.
    fn may_know(&self, key: &G::Key) -> bool {
        let _ = key;
        false
    }
}

/// What a disproof relies on.
pub(crate) trait Dependence: Clone {
    /// Which of two disproofs is the better one: that of the smaller weight.
    fn weight(&self) -> usize;

    /// The depth of the shallowest ancestor that the disproof may rely on.
    fn shallowest(&self) -> usize;
}

/// The depth of the shallowest ancestor relied on.
impl Dependence for u32 {
    /// The deeper the ancestor, the sooner the disproof becomes unconditional.
    fn weight(&self) -> usize {
        usize::MAX - *self as usize
    }

    fn shallowest(&self) -> usize {
        *self as usize
    }
}
