//! Where the numbers of children come from: the table, the game, the leaf rule, the answer to a sibling.

use super::child::{Child, NOT_EVALUATED};
use super::{DfPn, PathDependence};
use crate::game::{Evaluation, Knowledge, KnownValue};
use crate::number::Numbers;
use crate::plan::NOTHING;
use crate::table::{Entry, Table};

impl<G, T, H> DfPn<'_, G, T, H>
where
    G: Knowledge,
    T: Table<G::Key>,
    H: PathDependence<G>,
{
    /// Lists the children of the node the game stands at, from its moves.
    #[inline(always)]
    pub(super) fn list_children(&mut self, depth: usize) {
        let start = self.children.len();
        // Keys first: the table's lines are on their way while the other keys are made.
        for &mv in &self.moves {
            let key = self.game.key_after(mv);
            self.table.prefetch(&key);
            self.children.push(Child::new(mv, key, depth));
        }
        self.plan.clear(self.moves.len());
        self.game.plan(&self.moves, &mut self.plan);
        for (child, &waits_for) in self.children[start..].iter_mut().zip(self.plan.waiting()) {
            child.waits_for = waits_for;
        }
    }

    /// Finds out what the table or the leaf rule says of the children from `start` on: those of the node the game stands at. Returns
    /// how many wait, unevaluated.
    #[inline(always)]
    pub(super) fn look_at_children(&mut self, start: usize, depth: usize, new: bool) -> u32 {
        let mut children = std::mem::take(&mut self.children);
        // Once a child decides the node, the others need not be evaluated.
        let wanted = Some(self.game.kind().goal());
        let decides = |child: &Child<G, H>| child.dependence.is_none() && child.numbers.value() == wanted;
        let mut decided = false;
        let mut unevaluated = 0;
        // If the look-ahead of this node found nothing, the children cannot be terminal, so they are not asked again.
        let looked_ahead = self.rules.immediate && self.game.value_looks_ahead();
        for child in &mut children[start..] {
            if !G::ACYCLIC
                && let Some(depth) = self.path.find(&child.key)
            {
                child.fail(self.history.repetition(&self.path, depth));
                continue;
            }
            self.refresh(child);
            if !G::ACYCLIC
                && H::REPLAYS
                && self.history.replays()
                && child.has_path_disproof
                && !child.numbers.is_solved()
                && let Some(dependence) = self.replay_disproof(child.mv)
            {
                child.fail(dependence);
            }
            decided |= decides(child);
        }
        for index in start..children.len() {
            if decided {
                break;
            }
            let child = &children[index];
            if child.known || child.dependence.is_some() {
                continue;
            }
            let waits = child.waits(&children[start..]);
            let child = &mut children[index];
            child.value_checked |= looked_ahead;
            if waits {
                child.unevaluated = true;
                unevaluated += 1;
            } else if G::EXPANSION_IS_EXPENSIVE && child.leaf != NOT_EVALUATED {
                child.set_leaf(child.leaf);
            } else if looked_ahead
                || G::VALUE_IS_EXPENSIVE && !new && self.rules.immediate && child.waits_for == NOTHING
            {
                // Asked when the node was new: its value is in the table, or it has none.
                let leaf = self.rules.leaf.numbers_after(&mut self.game, child.mv, depth, &mut self.moves);
                child.set_leaf(leaf);
            } else {
                let first = child.waits_for;
                self.evaluate(child, depth);
                if new && first != NOTHING && self.plan.simulates() {
                    let first = children[start + usize::from(first)].mv;
                    self.simulate(&mut children[index], first, depth);
                }
                decided = decides(&children[index]);
            }
        }
        self.children = children;
        unevaluated
    }

    /// Evaluates a child that the table does not know.
    #[inline]
    pub(super) fn evaluate(&mut self, child: &mut Child<G, H>, depth: usize) {
        child.value_checked = self.rules.immediate;
        // The moves of the parent may still be in the vector: those counted here go on top and away again.
        let (leaf, game, moves) = (self.rules.leaf, &mut self.game, &mut self.moves);
        let look = if self.rules.immediate {
            leaf.evaluate_child(game, child.mv, depth, moves)
        } else {
            Evaluation::Leaf(leaf.numbers_after(game, child.mv, depth, moves))
        };
        match look {
            Evaluation::Known(settled) => {
                child.settle(settled);
                if G::VALUE_IS_EXPENSIVE {
                    self.table.put(child.scope, settled.entry(depth));
                }
            }
            Evaluation::Leaf(numbers) => child.set_leaf(numbers),
        }
    }

    /// Tries the answer to the solved sibling `first` at a new child that waited for it.
    #[inline]
    pub(super) fn simulate(&mut self, child: &mut Child<G, H>, first: G::Move, depth: usize) {
        let table = &self.table;
        if child.value_checked
            && !child.numbers.is_solved()
            && let Some(settled) = self.game.simulate(child.mv, first, &|key| table.get(key))
        {
            child.settle(settled);
            self.table.put(child.scope, settled.entry(depth));
        }
    }

    /// Brings a child up to date with the table.
    #[inline(always)]
    pub(super) fn refresh(&self, child: &mut Child<G, H>) {
        let Some(found) = self.table.get(&child.key) else { return };
        if found.entry.visits == 0 {
            child.lower_bounds = found.entry.numbers;
            child.numbers = child.numbers.max(child.lower_bounds);
            child.min_distance = found.entry.min_distance;
            return;
        }
        child.take(&found);
        if !G::ACYCLIC
            && found.entry.has_path_disproof
            && !child.numbers.is_solved()
            && let Some(dependence) = self.history.disproof(&self.path, &child.key)
        {
            child.fail(dependence);
        }
    }
}

impl<K> KnownValue<K> {
    /// The table's entry for it.
    pub fn entry(&self, depth: usize) -> Entry {
        Entry {
            numbers: Numbers::solved(self.value),
            min_distance: depth as i32,
            visits: 1,
            solution_depth: self.depth,
            has_path_disproof: false,
        }
    }
}
