//! What is kept of a node when it is left, and what its parent gets to know.

use super::child::Child;
use super::variant::Variant;
use super::{DfPn, History};
use crate::game::{Game, Settled};
use crate::number::Numbers;
use crate::table::{Entry, Found, Table};

impl<G, V, T, H> DfPn<'_, G, V, T, H>
where
    G: Game,
    V: Variant,
    T: Table<G::Key>,
    H: History<G>,
{
    /// Leaves the innermost open node with these numbers.
    pub(super) fn leave(&mut self, numbers: Numbers) {
        let Some(frame) = self.frames.pop() else { return };
        if self.needs_path() {
            self.path.pop();
        }
        let children = &self.children[frame.children..];
        let mut found = Found {
            entry: Entry {
                numbers,
                min_distance: frame.min_distance,
                amount: frame.amount.saturating_add((self.counters.visits - frame.visits_before) as u32),
                solution_depth: 0,
                conditional: frame.conditional,
            },
            key: frame.key,
        };
        let mut reliance = None;
        if let Some(value) = numbers.value() {
            let solved = children.iter().filter(|child| child.numbers.value() == Some(value));
            if value == frame.kind.wanted() {
                // The child that settles it: the shallowest solution, for a disproof the one that relies on least.
                let settles = |child: &&Child<G, H>| {
                    (child.reliance.as_ref().map_or(0, H::weight), child.solution_depth)
                };
                if let Some(child) = solved.min_by_key(settles) {
                    found.entry.solution_depth = child.solution_depth + 1;
                    found.key = self.game.conclude(value, std::iter::once((child.mv, child.ground)));
                    reliance = self.history.union(&self.path, &frame.key, child.reliance.iter().cloned());
                }
            } else {
                found.entry.solution_depth =
                    1 + solved.clone().map(|child| child.solution_depth).max().unwrap_or(0);
                let grounds = solved.clone().map(|child| (child.mv, child.ground));
                found.key = self.game.conclude(value, grounds);
                let relied = solved.filter_map(|child| child.reliance.clone());
                reliance = self.history.union(&self.path, &frame.key, relied);
            }
        }
        self.children.truncate(frame.children);
        if let Some(reliance) = &reliance {
            // Holds on this path only: the table keeps what was known before.
            self.history.keep(&self.path, &frame.key, reliance);
            found = Found {
                entry: Entry { numbers: frame.unsolved, solution_depth: 0, conditional: true, ..found.entry },
                key: frame.key,
            };
        }
        self.table.put(found.key, found.entry);
        self.back_to_parent(found, reliance, frame.came_by);
    }

    /// Stores a node whose value is known without search.
    pub(super) fn settle(&mut self, settled: Settled<G::Key>, came_by: Option<(G::Move, G::Undo)>) {
        let entry = settled.entry(self.frames.len());
        self.table.put(settled.ground, entry);
        if self.frames.is_empty() {
            self.root = entry.numbers;
            self.counters.root_updated(entry.numbers);
        }
        self.back_to_parent(Found { entry, key: settled.ground }, None, came_by);
        if self.follows_root && !self.frames.is_empty() {
            self.follow_root();
        }
    }

    /// Takes the move back and hands the result to the parent, whatever the table makes of it.
    fn back_to_parent(
        &mut self,
        found: Found<G::Key>,
        reliance: Option<H::Reliance>,
        came_by: Option<(G::Move, G::Undo)>,
    ) {
        if let (Some((mv, undo)), Some(parent)) = (came_by, self.frames.last()) {
            self.game.unmake(mv, undo);
            let child = &mut self.children[parent.children + parent.open_child];
            child.take(&found);
            if let Some(reliance) = reliance {
                child.fail(reliance);
            }
        }
    }

    /// Looks for an ancestor with two ways to the node that is being entered.
    pub(super) fn find_shared(&mut self, key: G::Key) {
        let Some(parent) = self.frames.last().map(|frame| frame.key) else { return };
        let path = &self.path;
        let Some((depth, last)) = self.sharing.enter(key, parent, |node| path.find(node)) else {
            return;
        };
        let source = &self.frames[depth];
        let end = self.frames.get(depth + 1).map_or(self.children.len(), |next| next.children);
        let other = self.children[source.children..end].iter().position(|child| child.key == last);
        if let Some(other) = other
            && other != source.open_child
        {
            self.sharing.mark(source.key, source.open_child, other, self.variant.sum().marks_all());
        }
    }
}
