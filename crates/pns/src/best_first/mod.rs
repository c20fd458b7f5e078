//! Best-first proof-number search: PN search (Allis), PN², and DeepPN.
//!
//! The tree is kept in memory, transpositions are not merged. The search walks from the root to the most-proving leaf,
//! expands it and recomputes the numbers upwards; it turns round at the first node whose numbers did not change, from where
//! the next descent would come by anyway.

mod walk;

use std::collections::HashMap;

use walk::Walk;

use crate::control::{Budget, Counters, StopReason};
use crate::dfpn::rules::LeafRule;
use crate::game::Knowledge;
use crate::hash::FastHash;
use crate::maybe_owned::MaybeOwned;
use crate::number::{NodeKind, Numbers, ProofNumber};
use crate::search::{Engine, KnownValues};
use crate::solution::SearchTreeSize;

/// Which of several equally good children is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The first.
    Leftmost,
    /// The one taken last time, as long as the descent has not left its last course; otherwise the first.
    Sticky,
    /// The one whose other number, which the parent sums, is smaller; of several the first.
    SmallerSum,
}

/// The rules of a best-first search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PnRules {
    /// What a new leaf is worth.
    pub leaf: LeafRule,
    /// Whether terminal nodes are recognised when generated (immediate) or when selected (delayed).
    pub immediate: bool,
    /// Ties between children.
    pub ties: TieBreak,
    /// DeepPN's R: 1 is PN search, 0 is depth-first.
    pub deep: f64,
    /// PN²: each leaf is expanded by a second-level search of that many expansions; 1 is PN search.
    pub second_level: SecondLevelBudget,
}

/// The budget of the second level of PN² and PDS-PN, in expansions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SecondLevelBudget {
    /// The same for all leaves.
    Fixed(u64),
    /// Breuker's: the first level's size x times 1 / (1 + exp((a − x) / b)), at least 1.
    Logistic {
        /// The size at which half is granted.
        a: f64,
        /// How sharply it grows.
        b: f64,
    },
}

impl SecondLevelBudget {
    /// The expansions granted at the next leaf, for a first level of this size.
    pub(crate) fn expansions(self, size: usize) -> u64 {
        match self {
            SecondLevelBudget::Fixed(expansions) => expansions,
            SecondLevelBudget::Logistic { a, b } => {
                let size = size as f64;
                ((size / (1.0 + ((a - size) / b).exp())) as u64).max(1)
            }
        }
    }
}

impl Default for PnRules {
    fn default() -> Self {
        PnRules {
            leaf: LeafRule::Unit,
            immediate: true,
            ties: TieBreak::Leftmost,
            deep: 1.0,
            second_level: SecondLevelBudget::Fixed(1),
        }
    }
}

/// No parent, no children.
const NONE: u32 = u32::MAX;

/// The bit of an AND node beside the number of its children.
const AND: u32 = 1 << 31;

struct TreeNode {
    numbers: Numbers,
    parent: u32,
    first_child: u32,
    /// The number of children, and [`AND`]. The kind is kept: a game whose rules fail in the middle of a search, as one written in Python may, answers
    /// otherwise when it is asked again, and the search would go round in circles before it sees that it is to stop.
    children: u32,
    /// DeepPN's `deep`: 1 / depth of the leaf that it would go to.
    deep: f32,
}

impl TreeNode {
    /// A node without children.
    fn leaf(numbers: Numbers, kind: NodeKind, parent: u32, deep: f32) -> TreeNode {
        let children = if kind == NodeKind::And { AND } else { 0 };
        TreeNode { numbers, parent, first_child: NONE, children, deep }
    }

    fn kind(&self) -> NodeKind {
        if self.children & AND != 0 { NodeKind::And } else { NodeKind::Or }
    }

    fn child_count(&self) -> u32 {
        self.children & !AND
    }

    fn set_child_count(&mut self, count: u32) {
        self.children = self.children & AND | count;
    }
}

/// A best-first search of a game: a tree in memory, whose nodes are known by their numbers.
pub(crate) struct PnSearch<'a, G: Knowledge> {
    walk: Walk<'a, G>,
    rules: PnRules,
    nodes: Vec<TreeNode>,
    /// Where the game stands.
    at: u32,
    /// Where the present level of the search starts: 0, or the leaf that PN² is expanding.
    top: u32,
    depth: usize,
    /// The nodes of the last descent, by depth, for sticky ties.
    last_course: Vec<u32>,
    counters: Counters,
    budget: Budget<'a>,
}

impl<'a, G: Knowledge> PnSearch<'a, G> {
    pub fn new(
        game: MaybeOwned<'a, G>,
        mut rules: PnRules,
        budget: Budget<'a>,
        on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    ) -> Self {
        rules.immediate |= rules.leaf.needs_value();
        let walk = Walk::new(game, on_expand);
        let numbers = walk.value().map_or(Numbers::UNIT, Numbers::solved);
        PnSearch {
            nodes: vec![TreeNode::leaf(numbers, walk.game.kind(), NONE, 1.0)],
            walk,
            rules,
            at: 0,
            top: 0,
            depth: 0,
            last_course: vec![0],
            counters: Counters { generated: 1, ..Counters::default() },
            budget,
        }
    }

    /// Returns the numbers of the root.
    pub fn numbers(&self) -> Numbers {
        self.nodes[0].numbers
    }

    /// Returns what was done so far, without the root, which belongs to the search that asks.
    pub fn counters_below_root(&self) -> Counters {
        Counters { generated: self.counters.generated - 1, ..self.counters }
    }

    /// Searches until the root is solved or as many nodes are expanded. The game stands at the root
    /// again afterwards, whether a limit was reached or not.
    pub fn run_from_root(&mut self, expansions: u64) -> Result<(), StopReason> {
        let mut result = Ok(());
        for _ in 0..expansions {
            if self.numbers().is_solved() || result.is_err() {
                break;
            }
            self.descend();
            result = self.expand();
            if result.is_ok() {
                self.ascend();
            }
        }
        while self.at != 0 {
            self.step_up();
        }
        result
    }

    /// PN²'s second level: a search of `expansions` expansions below the leaf that was just expanded. Of its tree only the
    /// leaf's children and their numbers are kept.
    fn search_below(&mut self, expansions: u64) -> Result<(), StopReason> {
        let (leaf, outer) = (self.at, self.top);
        let children = self.children(leaf);
        self.top = leaf;
        self.update();
        for _ in 0..expansions {
            if self.nodes[leaf as usize].numbers.is_solved() {
                break;
            }
            self.descend();
            self.expand()?;
            self.ascend();
        }
        while self.at != leaf {
            self.step_up();
        }
        self.nodes.truncate(children.end as usize);
        self.walk.truncate(children.end as usize);
        for child in children {
            self.nodes[child as usize].set_child_count(0);
        }
        self.last_course.truncate(self.depth + 1);
        self.top = outer;
        Ok(())
    }

    /// Returns the values of the nodes that show the value of the root. The tree has no keys: they
    /// are collected by walking it.
    pub fn solution_values(&mut self) -> HashMap<G::Key, bool, FastHash> {
        let mut values = HashMap::default();
        while self.at != 0 {
            self.step_up();
        }
        let Some(value) = self.numbers().value() else { return values };
        let mut pending: Vec<(u32, usize)> = vec![(0, 0)];
        while let Some((node, depth)) = pending.pop() {
            while self.depth > depth.saturating_sub(1) && self.at != 0 {
                self.step_up();
            }
            if node != 0 {
                self.step_down(node);
            }
            values.insert(self.walk.game.key(), value);
            pending.extend(self.deciding_children(node, value).map(|child| (child, depth + 1)));
        }
        while self.at != 0 {
            self.step_up();
        }
        values
    }

    /// The children that have the value of a solved node. Where one decides the node, there may be more, if several of a new
    /// node's children are terminal.
    fn deciding_children(&self, node: u32, value: bool) -> impl Iterator<Item = u32> {
        let decides = move |child: &u32| self.nodes[*child as usize].numbers.value() == Some(value);
        self.children(node).filter(decides)
    }

    fn children(&self, node: u32) -> std::ops::Range<u32> {
        let node = &self.nodes[node as usize];
        match node.child_count() {
            0 => 0..0,
            count => node.first_child..node.first_child + count,
        }
    }

    /// Goes down to the most-proving leaf.
    fn descend(&mut self) {
        while self.nodes[self.at as usize].child_count() > 0 {
            let child = self.select();
            self.step_down(child);
            if self.last_course.get(self.depth) != Some(&child) {
                self.last_course.truncate(self.depth);
                self.last_course.push(child);
            }
        }
    }

    fn select(&self) -> u32 {
        let kind = self.nodes[self.at as usize].kind();
        if self.rules.deep < 1.0 {
            return self.deepest(self.at, kind).map_or(self.at, |(child, _)| child);
        }
        let number = |child: u32| self.nodes[child as usize].numbers.phi_delta(kind).0;
        let lowest = self.nodes[self.at as usize].numbers.phi_delta(kind).0;
        if self.rules.ties == TieBreak::Sticky
            && let Some(&last) = self.last_course.get(self.depth + 1)
            && self.nodes[last as usize].parent == self.at
            && number(last) == lowest
        {
            return last;
        }
        let mut equals = self.children(self.at).filter(|&child| number(child) == lowest);
        let chosen = match self.rules.ties {
            TieBreak::SmallerSum => {
                equals.min_by_key(|&child| self.nodes[child as usize].numbers.phi_delta(kind).1)
            }
            TieBreak::Leftmost | TieBreak::Sticky => equals.next(),
        };
        chosen.unwrap_or(self.at)
    }

    /// DeepPN's choice among the unsolved children, with its value.
    fn deepest(&self, node: u32, kind: NodeKind) -> Option<(u32, f32)> {
        let r = self.rules.deep;
        let value = |child: u32| {
            let node = &self.nodes[child as usize];
            (1.0 - 1.0 / node.numbers.phi_delta(kind).0.get() as f64) * r + f64::from(node.deep) * (1.0 - r)
        };
        self.children(node)
            .filter(|&child| !self.nodes[child as usize].numbers.is_solved())
            .map(|child| (child, value(child)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(child, _)| (child, self.nodes[child as usize].deep))
    }

    /// Expands the leaf where the game stands.
    fn expand(&mut self) -> Result<(), StopReason> {
        self.walk.report_expansion();
        self.counters.expanded += 1;
        self.counters.visits += 1;
        let bytes = || self.nodes.capacity() * Walk::<G>::NODE_BYTES;
        self.budget.check(&self.counters, self.nodes[0].numbers, self.depth, bytes)?;
        if self.nodes.len() >= NONE as usize / 2 {
            return Err(StopReason::MemoryLimit); // node numbers are 32 bits
        }
        let at = self.at as usize;
        if !self.rules.immediate
            && let Some(value) = self.walk.value()
        {
            self.nodes[at].numbers = Numbers::solved(value);
            return Ok(());
        }
        let moves = self.walk.list_moves();
        if moves == 0 {
            self.nodes[at].numbers = Numbers::solved(!self.nodes[at].kind().goal());
            return Ok(());
        }
        self.nodes.try_reserve(moves).map_err(|_| StopReason::MemoryLimit)?;
        self.walk.reserve(moves)?;
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].set_child_count(moves as u32);
        self.counters.generated += moves as u64;
        let deep = 1.0 / (self.depth + 2) as f32;
        for index in 0..moves {
            let (numbers, kind) = self.walk.add_child(index, &self.rules, self.depth + 1);
            self.nodes.push(TreeNode::leaf(numbers, kind, self.at, deep));
        }
        Ok(())
    }

    /// Recomputes numbers from where the game stands upwards, until nothing changes or the top is reached.
    fn ascend(&mut self) {
        let mut leaf = true;
        loop {
            let changed = self.update();
            if self.at == 0 && (changed || leaf) {
                let numbers = self.numbers();
                self.counters.root_updated(numbers);
            }
            // A leaf that has just been expanded has changed in any case: it is solved, or no leaf any more.
            if self.at == self.top || !(changed || leaf) {
                return;
            }
            self.step_up();
            leaf = false;
        }
    }

    fn step_down(&mut self, child: u32) {
        self.walk.step_down(child);
        self.at = child;
        self.depth += 1;
    }

    fn step_up(&mut self) {
        self.walk.step_up();
        self.at = self.nodes[self.at as usize].parent;
        self.depth -= 1;
    }

    /// Recomputes the numbers of the node where the game stands. Returns whether they changed.
    fn update(&mut self) -> bool {
        let children = self.children(self.at);
        if children.is_empty() {
            return true; // a leaf that turned out to be terminal
        }
        let kind = self.nodes[self.at as usize].kind();
        let (mut lowest, mut sum) = (ProofNumber::INFINITE, ProofNumber::ZERO);
        for child in children {
            let (phi, delta) = self.nodes[child as usize].numbers.phi_delta(kind);
            lowest = lowest.min(phi);
            sum = sum + delta;
        }
        self.counters.clamped_sums += u64::from(sum == ProofNumber::FINITE_MAX);
        let numbers = Numbers::from_phi_delta(kind, lowest, sum);
        let deep = if self.rules.deep < 1.0 {
            self.deepest(self.at, kind).map_or(0.0, |(_, deep)| deep)
        } else {
            1.0
        };
        let node = &mut self.nodes[self.at as usize];
        let changed = node.numbers != numbers || node.deep != deep;
        node.numbers = numbers;
        node.deep = deep;
        changed
    }

    /// The solution in the tree. All children that decide a node belong to it, as in the tables of Sakuta and Iida.
    ///
    /// PN² discards what its second level expands, so its tree is not whole.
    fn solution_size(&self) -> Option<SearchTreeSize> {
        let value =
            self.numbers().value().filter(|_| self.rules.second_level == SecondLevelBudget::Fixed(1))?;
        let mut size = SearchTreeSize { nodes: 0, depth: 0 };
        let mut pending = vec![(0, 0)];
        while let Some((node, depth)) = pending.pop() {
            size.nodes += 1;
            size.depth = size.depth.max(depth);
            pending.extend(self.deciding_children(node, value).map(|child| (child, depth + 1)));
        }
        Some(size)
    }
}

impl<G: Knowledge> Engine<G> for PnSearch<'_, G> {
    fn run(&mut self) -> Result<(), StopReason> {
        while !self.numbers().is_solved() {
            self.descend();
            self.expand()?;
            let second = self.rules.second_level.expansions(self.nodes.len());
            if second > 1 && self.nodes[self.at as usize].child_count() > 0 {
                self.search_below(second - 1)?;
            }
            self.ascend();
        }
        Ok(())
    }

    fn root(&self) -> Numbers {
        self.numbers()
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn known_values(&mut self) -> KnownValues<'_, G> {
        let known = self.solution_values();
        Box::new(move |key| known.get(key).copied())
    }

    fn solution_tree(&self) -> Option<SearchTreeSize> {
        self.solution_size()
    }
}
