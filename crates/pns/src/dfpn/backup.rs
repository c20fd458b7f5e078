//! Leaving a node: what the table keeps of it, and what its parent learns.

use super::child::Child;
use super::ghi::Dependence;
use super::source_nodes::Entered;
use super::{DfPn, PathDependence};
use crate::game::{Knowledge, KnownValue};
use crate::number::{NodeKind, Numbers, ProofNumber};
use crate::table::{Entry, Table, TableHit};

/// Remembered parents are followed at least this far, and as far as the path is long.
const SHORT_WALK: usize = 64;

impl<G, T, H> DfPn<'_, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: PathDependence<G>,
{
    /// Leaves the innermost open node with these numbers.
    pub(super) fn leave(&mut self, numbers: Numbers) {
        if self.needs_path() {
            self.path.pop();
        }
        // Read field by field where it is: a copy would be read in large parts, and would wait until the fields that this turn has written are
        // in the cache, behind the marks and entries before them.
        let Some(frame) = self.frames.last() else { return };
        let key = frame.key;
        let children = &self.children[frame.children..];
        let mut found = TableHit {
            entry: Entry {
                numbers,
                min_distance: frame.min_distance,
                visits: frame.visits.saturating_add((self.counters.visits - frame.visits_before) as u32),
                solution_depth: 0,
                has_path_disproof: frame.has_path_disproof,
            },
            key: frame.key,
        };
        let mut dependence = None;
        if let Some(value) = numbers.value() {
            let solved = children.iter().filter(|child| child.numbers.value() == Some(value));
            if value == frame.kind.goal() {
                // The child that decides: the shallowest solution; of disproofs the one that depends on least.
                let settles = |child: &&Child<G, H>| {
                    (child.dependence.as_ref().map_or(0, Dependence::weight), child.solution_depth)
                };
                if let Some(child) = solved.min_by_key(settles) {
                    found.entry.solution_depth = child.solution_depth + 1;
                    found.key = self.game.scope(value, std::iter::once((child.mv, child.scope)));
                    dependence = self.history.union(&self.path, &frame.key, child.dependence.iter().cloned());
                }
            } else {
                found.entry.solution_depth =
                    1 + solved.clone().map(|child| child.solution_depth).max().unwrap_or(0);
                let scopes = solved.clone().map(|child| (child.mv, child.scope));
                found.key = self.game.scope(value, scopes);
                let dependences = solved.filter_map(|child| child.dependence.clone());
                dependence = self.history.union(&self.path, &frame.key, dependences);
            }
        }
        if G::EXPANSION_IS_EXPENSIVE
            && self.caches_children
            && !numbers.is_solved()
            && !(frame.is_cached && self.child_cache.has(&frame.key))
        {
            self.child_cache.keep(frame.key, (frame.last_decides, frame.simulates), children);
        }
        self.children.truncate(frame.children);
        if let Some(dependence) = &dependence {
            // It holds on this path only, so the table keeps the numbers from before.
            self.history.keep(&self.path, &frame.key, dependence);
            found = TableHit {
                entry: Entry {
                    numbers: frame.unsolved,
                    solution_depth: 0,
                    has_path_disproof: true,
                    ..found.entry
                },
                key: frame.key,
            };
        }
        self.table.put(found.key, found.entry);
        let came_by = self.frames.pop().and_then(|frame| frame.came_by);
        if T::SHARED {
            self.unmark(&key);
        }
        if self.frames.is_empty() {
            self.relies_on = dependence.as_ref().map(Dependence::shallowest);
        }
        self.back_to_parent(found, dependence, came_by);
    }

    /// Stores a node whose value is known without search, and leaves it.
    pub(super) fn settle(&mut self, settled: KnownValue<G::Key>, came_by: Option<(G::Move, G::Undo)>) {
        let entry = settled.entry(self.above + self.frames.len());
        let scope = settled.scope.unwrap_or_else(|| self.game.key());
        self.table.put(scope, entry);
        if self.frames.is_empty() {
            self.root = entry.numbers;
            self.counters.root_updated(entry.numbers);
        }
        self.back_to_parent(TableHit { entry, key: scope }, None, came_by);
        if self.tracks_root && !self.frames.is_empty() {
            self.track_root();
        }
    }

    /// Takes the move back and hands the result to the parent, even if the table does not keep it.
    fn back_to_parent(
        &mut self,
        found: TableHit<G::Key>,
        dependence: Option<H::Dependence>,
        came_by: Option<(G::Move, G::Undo)>,
    ) {
        if let (Some((mv, undo)), Some(parent)) = (came_by, self.frames.last()) {
            self.game.unmake(mv, undo);
            let child = &mut self.children[parent.children + parent.open_child];
            child.take(&found);
            if let Some(dependence) = dependence {
                child.fail(dependence);
            }
        }
    }

    /// Looks for an ancestor with two paths to the node that is being entered, and marks its two moves.
    pub(super) fn find_shared(&mut self, key: G::Key, kind: NodeKind, numbers: Option<Numbers>) {
        let Some(parent) = self.frames.last().map(|frame| frame.key) else { return };
        let (path, frames, table) = (&self.path, &self.frames, &self.table);
        // Nodes above the root have no frame.
        let on_path = |node: &G::Key| {
            let depth = path.find(node)?.checked_sub(self.above)?;
            Some((depth, frames[depth].kind))
        };
        let numbers_of = |node: &G::Key| {
            let entry = table.get(node)?.entry;
            (entry.visits > 0 && !entry.numbers.is_solved()).then_some(entry.numbers)
        };
        let entered = Entered { key, kind, parent, numbers };
        // Remembered parents can form a circle.
        let longest = frames.len().max(SHORT_WALK);
        let Some((depth, last)) = self.source_nodes.enter(entered, on_path, numbers_of, longest) else {
            return;
        };
        let source = &self.frames[depth];
        let end = self.frames.get(depth + 1).map_or(self.children.len(), |next| next.children);
        let children = &self.children[source.children..end];
        let Some(other) = children.iter().position(|child| child.key == last) else { return };
        if other == source.open_child {
            return;
        }
        if self.pair.sum.marks_all() {
            self.source_nodes.mark_all(&source.key);
        } else {
            let number = |index: usize| {
                children
                    .get(index)
                    .map_or(ProofNumber::INFINITE, |child| child.numbers.phi_delta(source.kind).0)
            };
            self.source_nodes.mark(&source.key, [source.open_child, other], number);
        }
    }
}
