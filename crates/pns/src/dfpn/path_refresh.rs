//! With other threads at work, a look at the whole path now and then: is it still the best one?
//!
//! What other threads find reaches this one only through children that it looks up. Deep in the tree it would go on for long
//! below a node that has been solved, or that is not the best any more.

use super::{DfPn, PathDependence};
use crate::game::Knowledge;
use crate::number::ProofNumber;
use crate::table::{Entry, Table};

/// Visits between two looks at a short path.
pub(super) const PERIOD: u64 = 1000;
/// More visits for each node of the path: a look costs as much as the path is long.
const PERIOD_PER_NODE: u64 = 10;
/// A path is given up for one that is better by this much; for less, hardly a look would leave it alone.
const HYSTERESIS: f64 = 0.25;

impl<G, T, H> DfPn<'_, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: PathDependence<G>,
{
    /// Looks up the children along the path again and publishes what they say; then goes back to where another way is better now.
    #[cold]
    #[inline(never)]
    pub(super) fn refresh_path(&mut self) {
        self.refresh_at = self.counters.visits + PERIOD + PERIOD_PER_NODE * self.frames.len() as u64;
        if let Some(depth) = self.refresh_numbers() {
            self.go_back_to(depth);
            return;
        }
        if let Some(depth) = self.refresh_thresholds() {
            self.go_back_to(depth);
        }
    }

    /// From below: new numbers for all nodes of the path. Returns the depth of the deepest one that is solved now.
    fn refresh_numbers(&mut self) -> Option<usize> {
        let mut end = self.children.len();
        for depth in (0..self.frames.len()).rev() {
            let frame = &self.frames[depth];
            let (start, open) = (frame.children, frame.children + frame.open_child);
            let is_top = depth + 1 == self.frames.len();
            let mut children = std::mem::take(&mut self.children);
            for (index, child) in children[..end].iter_mut().enumerate().skip(start) {
                if child.numbers.is_solved() {
                    continue;
                }
                let on_path = !is_top && index == open;
                let below = child.numbers;
                // A disproof on some path would have to hold on this one up to here, which is not asked: the path has grown.
                if let Some(found) = self.table.get(&child.key).filter(|found| found.entry.visits > 0) {
                    child.take(&found);
                    if on_path && !child.numbers.is_solved() {
                        child.numbers = below;
                    }
                }
                child.other_threads = self.table.others(G::repetition_class(&child.key));
            }
            self.children = children;
            let numbers = self.summarize_again(depth, end).numbers;
            if numbers.is_solved() {
                return Some(depth);
            }
            let frame = &mut self.frames[depth];
            frame.unsolved = numbers;
            let entry = Entry {
                numbers,
                min_distance: frame.min_distance,
                visits: frame.visits.saturating_add((self.counters.visits - frame.visits_before) as u32),
                solution_depth: 0,
                has_path_disproof: frame.has_path_disproof,
            };
            let key = frame.key;
            self.table.put(key, entry);
            end = start;
            if let Some(parent) = depth.checked_sub(1).map(|parent| &self.frames[parent]) {
                self.children[parent.children + parent.open_child].numbers = numbers;
            }
        }
        None
    }

    /// From above: new thresholds for all nodes of the path. Returns the depth of the first one where another child is better by
    /// far than the one that is being searched, or that is to be left.
    fn refresh_thresholds(&mut self) -> Option<usize> {
        let mut thresholds = self.thresholds;
        for depth in 0..self.frames.len() {
            self.frames[depth].thresholds = thresholds;
            let Some(next) = self.frames.get(depth + 1) else { break };
            let end = next.children;
            let mut summary = self.summarize_again(depth, end);
            let frame = &self.frames[depth];
            let (phi, _) = thresholds.phi_delta(frame.kind);
            if summary.numbers.proof >= thresholds.proof
                || summary.numbers.disproof >= thresholds.disproof
                || summary.raised >= phi
            {
                return Some(depth);
            }
            if summary.best != frame.open_child {
                let open = &self.children[frame.children + frame.open_child];
                let number = open.numbers.phi_delta(frame.kind).0;
                let number = self.virtual_numbers.raised(number, frame.kind, open.other_threads);
                if number > summary.raised.increased_by(HYSTERESIS) {
                    return Some(depth);
                }
                // Within the hysteresis the open child goes on as if it were the best.
                let second = number.max(summary.raised);
                (summary.before, summary.after) = (second, ProofNumber::INFINITE);
                summary.rest = summary.delta.saturating_sub(open.numbers.phi_delta(frame.kind).1);
                summary.best = frame.open_child;
                summary.uncounted = false;
            }
            thresholds = self.child_thresholds(depth, end, &summary);
        }
        None
    }

    /// Leaves the nodes below `depth`, unsolved.
    fn go_back_to(&mut self, depth: usize) {
        while self.frames.len() > depth + 1 {
            let numbers = self.frames[self.frames.len() - 1].unsolved;
            self.leave(numbers);
        }
    }
}
