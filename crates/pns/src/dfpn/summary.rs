//! The numbers of an open node from those of its children, and the child to be searched next.

use super::child::Child;
use super::combine::{Combined, Share, SumRule};
use super::loops::FORGETFUL;
use super::rule_pair::{DefaultRules, RulePair};
use super::source_nodes::SharedMoves;
use super::{DfPn, PathDependence};
use crate::game::Knowledge;
use crate::number::{Numbers, ProofNumber};
use crate::plan::NOTHING;
use crate::table::Table;

/// The state of an open node, computed from its children.
pub(super) struct Summary {
    /// The leftmost best child.
    pub best: usize,
    /// The least minimised numbers of the children before and after it, and its own; raised where other threads are.
    pub before: ProofNumber,
    pub after: ProofNumber,
    pub raised: ProofNumber,
    /// The node's numbers.
    pub numbers: Numbers,
    /// Their summed side, and what of it is not the best child's.
    pub delta: ProofNumber,
    pub rest: ProofNumber,
    /// Whether the best child does not count on the summed side.
    pub uncounted: bool,
    /// Whether old children are looked for, and whether there is one.
    pub watches: bool,
    pub has_old: bool,
    /// If all open children are old and the rule updates the node's distance: theirs that is nearest to the root.
    pub nearest_old: Option<i32>,
}

impl<G, T, H> DfPn<'_, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: PathDependence<G>,
{
    /// Computes the state of the innermost open node from its children. The default rules are compiled into the loop, for a turn at which no other
    /// thread is near: two threads have 98 of 100 such turns. Other rules and other turns are looked at outside of it.
    #[inline(always)]
    pub(super) fn summarize(&mut self) -> Summary {
        let (depth, end) = (self.frames.len() - 1, self.children.len());
        // Another thread below a child is nearly always below this node too, so one look is enough where there is none.
        let alone = !T::SHARED || self.table.others(G::repetition_class(&self.frames[depth].key)) == 0;
        if alone && self.pair.is_default() {
            return self.summarize_by(DefaultRules, depth, end, false);
        }
        if T::SHARED {
            let start = self.frames[depth].children;
            for child in &mut self.children[start..] {
                child.other_threads =
                    if alone { 0 } else { self.table.others(G::repetition_class(&child.key)) };
            }
        }
        self.summarize_again(depth, end)
    }

    /// Computes the state of the open node at `depth`, whose children end at `end` in the common
    /// vector.
    ///
    /// It follows the rules of `pair`. `among_others` says whether the other
    /// threads below children count.
    #[inline(always)]
    fn summarize_by(&mut self, pair: impl RulePair, depth: usize, end: usize, among_others: bool) -> Summary {
        let (sum, loops) = (pair.sum(), pair.loops());
        let remembered = self.remembered(depth);
        let frame = &self.frames[depth];
        let kind = frame.kind;
        let children = &mut self.children[frame.children..end];
        let closed = |children: &[Child<G, H>], child: &Child<G, H>| {
            !child.numbers.is_solved() && child.waits(children)
        };

        // The minimised side: the leftmost best child, and the best before and after it.
        let minimised = |child: &Child<G, H>| child.numbers.phi_delta(kind).0;
        // Where other threads are, a child looks harder than it is, so that each goes its own way.
        let virtual_numbers = self.virtual_numbers;
        let mut best = 0;
        let (mut before, mut after) = (ProofNumber::INFINITE, ProofNumber::INFINITE);
        let (mut lowest, mut real) = (ProofNumber::INFINITE, ProofNumber::INFINITE);
        let mut waiting = 0;
        // Plain addition needs no second look at the children.
        let adds = matches!(sum, SumRule::Sum) && !loops.skips_old() && !frame.last_decides;
        let mut total = ProofNumber::ZERO;
        for (index, child) in children.iter().enumerate() {
            if child.waits_for != NOTHING && closed(children, child) {
                waiting += 1;
                continue;
            }
            let mut number = minimised(child);
            if adds {
                total = total + child.numbers.phi_delta(kind).1;
            }
            if among_others {
                real = real.min(number);
                number = virtual_numbers.raised(number, kind, child.other_threads);
            }
            if number < lowest {
                before = before.min(lowest).min(after);
                after = ProofNumber::INFINITE;
                (best, lowest) = (index, number);
            } else {
                after = after.min(number);
            }
        }

        // The summed side. Where a table forgets, old leaves look new, and a stall would never be noticed.
        let watches = loops.raises_thresholds()
            || loops.guards_stalls() && self.counters.expanded > FORGETFUL * remembered;
        let mut has_old = false;
        let mut has_normal = false;
        let mut nearest = i32::MAX;
        for index in 0..children.len() {
            if !(loops.skips_old() || watches) {
                break;
            }
            if children[index].numbers.is_solved() || closed(children, &children[index]) {
                continue;
            }
            let child = &mut children[index];
            child.is_old = child.min_distance <= frame.min_distance;
            has_old |= child.is_old;
            has_normal |= !child.is_old;
            nearest = nearest.min(child.min_distance);
        }
        let marks =
            if sum.finds_shared() { self.source_nodes.marks(&frame.key) } else { SharedMoves::default() };
        let share = |(index, child): (usize, &Child<G, H>)| Share {
            number: child.numbers.phi_delta(kind).1,
            shared: sum.finds_shared() && marks.contains(index),
        };
        let skipped = |index: usize, child: &Child<G, H>| {
            (loops.skips_old() && has_normal && child.is_old && !child.numbers.is_solved())
                || (frame.last_decides && index + 1 != children.len())
        };
        let shares = children
            .iter()
            .enumerate()
            .filter(|&(index, child)| !skipped(index, child))
            .filter(|(_, child)| waiting == 0 || !closed(children, child))
            .map(share)
            .filter(|share| !share.number.is_zero());
        let Combined { delta, rest } = if adds {
            Combined::from_sum(total, children[best].numbers.phi_delta(kind).1)
        } else if loops.skips_old() && !has_normal {
            let delta = shares.map(|share| share.number).max().unwrap_or(ProofNumber::ZERO);
            Combined { delta, rest: ProofNumber::ZERO }
        } else {
            sum.combine(shares, share((best, &children[best])), frame.leaf)
        };
        // Each child that still waits counts one.
        let (delta, rest) = (delta + ProofNumber::finite(waiting), rest + ProofNumber::finite(waiting));
        let delta = if delta.is_infinite() { delta } else { delta.min(self.table.max_number()) };

        let mut numbers = Numbers::from_phi_delta(kind, if among_others { real } else { lowest }, delta);
        if frame.last_decides
            && let Some(value) = numbers.value()
        {
            // One of the two numbers suffices to show it.
            numbers = Numbers::solved(value);
        }
        Summary {
            best,
            before,
            after,
            raised: lowest,
            numbers,
            delta,
            rest,
            uncounted: skipped(best, &children[best]),
            watches,
            has_old,
            nearest_old: (loops.updates_distance() && has_old && !has_normal).then_some(nearest),
        }
    }

    /// The same for any rules and any open node, with the marks of children as they were last looked up.
    #[inline(never)]
    pub(super) fn summarize_again(&mut self, depth: usize, end: usize) -> Summary {
        self.summarize_by(self.pair, depth, end, T::SHARED)
    }

    /// Brings the numbers of the whole path up to date and notes the root's.
    ///
    /// Children beside the path count with the numbers of their last look-up, as they do in the search. The children on the
    /// path are overwritten, which does no harm: each gets its numbers again when it is left.
    #[cold]
    #[inline(never)]
    pub(super) fn track_root(&mut self) {
        let mut end = self.children.len();
        for depth in (0..self.frames.len()).rev() {
            let numbers = self.summarize_again(depth, end).numbers;
            end = self.frames[depth].children;
            match depth.checked_sub(1).map(|parent| &self.frames[parent]) {
                Some(parent) => self.children[parent.children + parent.open_child].numbers = numbers,
                None => self.root = numbers,
            }
        }
        self.counters.root_updated(self.root);
    }
}
