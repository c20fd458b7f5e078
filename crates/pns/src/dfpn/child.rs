//! The children of an open node.

use super::PathDependence;
use crate::game::{Knowledge, KnownValue};
use crate::number::{Numbers, ProofNumber};
use crate::plan::NOTHING;
use crate::table::{Entry, TableHit};

/// Stands for a child's numbers as a leaf until they are computed.
pub(super) const NOT_EVALUATED: Numbers = Numbers { proof: ProofNumber::ZERO, disproof: ProofNumber::ZERO };

/// A child of an open node.
pub(super) struct Child<G: Knowledge, H: PathDependence<G>> {
    pub mv: G::Move,
    pub key: G::Key,
    /// As last seen in the table, or as a leaf.
    pub numbers: Numbers,
    /// The scope of its result, if solved.
    pub scope: G::Key,
    /// Depth of its solution, if solved.
    pub solution_depth: u32,
    pub min_distance: i32,
    pub visits: u32,
    pub has_path_disproof: bool,
    /// The sibling that must be solved before this one is evaluated, or [`NOTHING`].
    pub waits_for: u16,
    /// Whether it is unsolved and was reached at most as far from the root as its parent.
    pub is_old: bool,
    /// Whether it was ever entered, as far as the table knows.
    pub known: bool,
    /// Whether it waited when the node was entered and has not been evaluated since.
    pub unevaluated: bool,
    /// Lower bounds of its numbers from other nodes, if it was never entered itself.
    pub lower_bounds: Numbers,
    /// Its numbers as a leaf, or [`NOT_EVALUATED`].
    pub leaf: Numbers,
    /// Whether the game was asked for its value and returned none.
    pub value_checked: bool,
    /// How many other threads are below it.
    pub other_threads: u32,
    /// What its disproof depends on, if that holds only on this path.
    pub dependence: Option<H::Dependence>,
}

impl<G: Knowledge, H: PathDependence<G>> Child<G, H> {
    pub fn new(mv: G::Move, key: G::Key, depth: usize) -> Self {
        Child {
            mv,
            key,
            numbers: Numbers::UNIT,
            scope: key,
            solution_depth: 0,
            min_distance: depth as i32,
            visits: 0,
            has_path_disproof: false,
            waits_for: NOTHING,
            is_old: false,
            known: false,
            unevaluated: false,
            lower_bounds: Numbers { proof: ProofNumber::ZERO, disproof: ProofNumber::ZERO },
            leaf: NOT_EVALUATED,
            value_checked: false,
            other_threads: 0,
            dependence: None,
        }
    }

    /// Whether the sibling it waits for is still unsolved.
    #[inline(always)]
    pub fn waits(&self, siblings: &[Self]) -> bool {
        siblings.get(usize::from(self.waits_for)).is_some_and(|first| !first.numbers.is_solved())
    }

    /// Takes over what the table says.
    #[inline(always)]
    pub fn take(&mut self, found: &TableHit<G::Key>) {
        self.known = true;
        self.min_distance = found.entry.min_distance;
        self.numbers = found.entry.numbers;
        self.solution_depth = found.entry.solution_depth;
        self.visits = found.entry.visits;
        self.has_path_disproof = found.entry.has_path_disproof;
        self.scope = found.key;
    }

    /// What the table was last seen to say.
    #[inline(always)]
    pub fn entry(&self) -> Option<Entry> {
        self.known.then_some(Entry {
            numbers: self.numbers,
            min_distance: self.min_distance,
            visits: self.visits,
            solution_depth: self.solution_depth,
            has_path_disproof: self.has_path_disproof,
        })
    }

    /// Takes over its numbers as a leaf.
    #[inline(always)]
    pub fn set_leaf(&mut self, leaf: Numbers) {
        self.leaf = leaf;
        self.numbers = leaf.max(self.lower_bounds);
    }

    /// Takes over a value that is known without search.
    pub fn settle(&mut self, settled: KnownValue<G::Key>) {
        self.numbers = Numbers::solved(settled.value);
        self.solution_depth = settled.depth;
        self.scope = settled.scope.unwrap_or(self.key);
    }

    /// Marks it as disproven on this path.
    pub fn fail(&mut self, dependence: H::Dependence) {
        self.numbers = Numbers::DISPROVEN;
        self.scope = self.key;
        self.dependence = Some(dependence);
    }
}
