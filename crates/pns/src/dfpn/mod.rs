//! Depth-first proof-number search, written once.
//!
//! The loop below is df-pn (Nagai and Imai). Its variants are rules it asks: how the children's numbers are
//! [combined](combine), what is done about [old children](loops), what a new [leaf is worth](rules::Leaf) and how far a
//! child may run ([`rules::Slack`]). Combination and loop rules are type parameters, so each pair is compiled on its own;
//! leaf and slack are values, asked once per child and once per turn. Repetitions are always treated soundly: see
//! [`history`].
//!
//! The search keeps its path in a vector of frames instead of the machine's stack: a line of any length is fine, and the
//! rules that need the path can look at it.

pub mod combine;
mod history;
pub mod loops;
pub mod rules;
mod sharing;

use combine::{Combine, Combined, Share};
use history::{History, Reliance};
use loops::Loops;
use rules::{Leaf, Slack};
use sharing::{MARKABLE, Sharing};

use crate::control::{Budget, Counters, StopReason};
use crate::game::Game;
use crate::number::{NodeKind, Numbers, ProofNumber};
use crate::search::{Engine, Knowledge};
use crate::table::{Entry, Table};
use std::marker::PhantomData;

/// The rules that are chosen by value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// What a new leaf is worth.
    pub leaf: Leaf,
    /// How far a child may run.
    pub slack: Slack,
    /// Whether [`Game::value`] is asked when a node is generated (immediate) or only when it is entered (delayed).
    pub immediate: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { leaf: Leaf::Unit, slack: Slack::PlusOne, immediate: true }
    }
}

/// A child of an open node.
struct Child<G: Game> {
    mv: G::Move,
    key: G::Key,
    /// As last seen in the table, or as a leaf.
    numbers: Numbers,
    /// Depth of its solution, if solved.
    solution_depth: u32,
    /// Whether it is unsolved and was reached at most as far from the root as its parent.
    old: bool,
    min_distance: i32,
    /// Whether it was ever entered, as far as the table knows.
    known: bool,
    /// Set if its disproof holds only on this path.
    reliance: Option<Reliance<G::Key>>,
}

/// An open node: one on the current path.
struct Frame<G: Game> {
    key: G::Key,
    kind: NodeKind,
    thresholds: Numbers,
    /// TCA's flag.
    increase: bool,
    /// No turn of the loop has been made yet.
    first_turn: bool,
    /// The node had no entry when it was entered.
    new: bool,
    min_distance: i32,
    amount: u32,
    visits_before: u64,
    /// Its numbers before it was entered or at the last turn that left it unsolved.
    unsolved: Numbers,
    /// Its children start here in the common vector.
    children: usize,
    /// The child being searched, as an index among its children.
    open_child: usize,
    /// How it was reached.
    came_by: Option<(G::Move, G::Undo)>,
}

/// A depth-first search in progress.
pub(crate) struct DfPn<'a, G: Game, C, L, T> {
    game: G,
    rules: Rules,
    table: T,
    history: History<G::Key>,
    sharing: Sharing<G::Key>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
    counters: Counters,
    budget: Budget<'a>,
    root: Numbers,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    variant: PhantomData<(C, L)>,
}

impl<'a, G: Game, C: Combine, L: Loops, T: Table<G::Key>> DfPn<'a, G, C, L, T> {
    /// Whether frames are entered into the path map: repetitions and shared descendants are found there.
    const NEEDS_PATH: bool = !G::ACYCLIC || C::FINDS_SHARED;

    pub fn new(
        game: G,
        mut rules: Rules,
        budget: Budget<'a>,
        on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    ) -> Self {
        if let Leaf::Deep { e: 0, .. } = rules.leaf {
            rules.slack = Slack::Unbounded;
        }
        rules.immediate |= rules.leaf.needs_value();
        DfPn {
            game,
            rules,
            table: T::with_memory(budget.memory()),
            history: History::new(),
            sharing: Sharing::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            counters: Counters { generated: 1, ..Counters::default() },
            budget,
            root: Numbers::UNIT,
            on_expand,
            variant: PhantomData,
        }
    }

    /// Enters the node the game stands at: opens a frame, or settles it at once if it is terminal.
    fn enter(
        &mut self,
        thresholds: Numbers,
        increase: bool,
        came_by: Option<(G::Move, G::Undo)>,
    ) -> Result<(), StopReason> {
        self.counters.visits += 1;
        let bytes = || self.table.growing_bytes();
        self.budget.check(&self.counters, self.root, self.frames.len(), bytes)?;
        let key = self.game.key();
        let kind = self.game.kind();
        let known = self.table.get(&key);
        if known.is_none()
            && let Some(value) = self.game.value()
        {
            self.settle(key, value, came_by);
            return Ok(());
        }
        self.game.moves(&mut self.moves);
        if self.moves.is_empty() {
            self.settle(key, !kind.wanted(), came_by);
            return Ok(());
        }
        let depth = self.frames.len();
        if C::FINDS_SHARED {
            self.find_shared(key);
        }
        if Self::NEEDS_PATH {
            self.history.push(key, depth);
        }
        match known {
            None => self.counters.expanded += 1,
            Some(_) => self.counters.re_expanded += 1,
        }
        if let Some(on_expand) = &mut self.on_expand {
            on_expand(key);
        }
        let min_distance = known.map_or(depth as i32, |entry| entry.min_distance.min(depth as i32));
        let children = self.children.len();
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let undo = self.game.make(mv);
            let child = self.new_child(mv, depth + 1);
            self.game.unmake(mv, undo);
            self.children.push(child);
        }
        if known.is_none() {
            self.counters.generated += self.moves.len() as u64;
        }
        self.moves.clear();
        self.frames.push(Frame {
            key,
            kind,
            thresholds,
            increase,
            first_turn: true,
            new: known.is_none(),
            min_distance,
            amount: known.map_or(0, |entry| entry.amount),
            visits_before: self.counters.visits - 1,
            unsolved: known.map_or(Numbers::UNIT, |entry| entry.numbers),
            children,
            open_child: 0,
            came_by,
        });
        Ok(())
    }

    /// The child the game stands at, with what the table or the leaf rule says of it.
    fn new_child(&mut self, mv: G::Move, depth: usize) -> Child<G> {
        let key = self.game.key();
        let mut child = Child {
            mv,
            key,
            numbers: Numbers::UNIT,
            solution_depth: 0,
            old: false,
            min_distance: depth as i32,
            known: false,
            reliance: None,
        };
        self.refresh(&mut child);
        if !child.known && child.reliance.is_none() {
            child.numbers = match if self.rules.immediate { self.game.value() } else { None } {
                Some(value) => Numbers::solved(value),
                // The moves of the parent are still in the vector: those counted here go on top and away again.
                None => self.rules.leaf.numbers(&self.game, depth, &mut self.moves),
            };
        }
        child
    }

    /// Brings a child up to date.
    #[inline]
    fn refresh(&self, child: &mut Child<G>) {
        let entry = self.table.get(&child.key);
        if let Some(entry) = entry {
            child.known = true;
            child.min_distance = entry.min_distance;
            child.numbers = entry.numbers;
            child.solution_depth = entry.solution_depth;
        }
        if !G::ACYCLIC && !child.numbers.is_solved() {
            child.reliance = self.history.disproof(&child.key);
            if child.reliance.is_some() {
                child.numbers = Numbers::DISPROVEN;
            }
        }
    }

    /// One turn at the innermost open node: look at the children, then leave the node or enter the best of them.
    fn turn(&mut self) -> Result<(), StopReason> {
        let top = self.frames.len() - 1;
        let (kind, start) = (self.frames[top].kind, self.frames[top].children);
        let mut children = std::mem::take(&mut self.children);
        if !self.frames[top].first_turn {
            // Anything may have happened below; on the first turn the children are as they were just made.
            for child in &mut children[start..] {
                self.refresh(child);
            }
        }
        self.children = children;
        let children = &mut self.children[start..];

        // The minimised side: the leftmost best child, and the best before and after it.
        let minimised = |child: &Child<G>| child.numbers.for_player(kind).0;
        let (mut best, mut lowest) = (0, minimised(&children[0]));
        let (mut before, mut after) = (ProofNumber::INFINITE, ProofNumber::INFINITE);
        for (index, child) in children.iter().enumerate().skip(1) {
            let number = minimised(child);
            if number < lowest {
                before = before.min(after).min(lowest);
                after = ProofNumber::INFINITE;
                (best, lowest) = (index, number);
            } else {
                after = after.min(number);
            }
        }

        // The summed side.
        let frame = &mut self.frames[top];
        let mut has_old = false;
        let mut has_normal = false;
        let mut nearest = i32::MAX;
        if L::SKIPS_OLD || L::RAISES_THRESHOLDS {
            for child in children.iter_mut().filter(|child| !child.numbers.is_solved()) {
                child.old = child.known && child.min_distance <= frame.min_distance;
                has_old |= child.old;
                has_normal |= !child.old;
                nearest = nearest.min(child.min_distance);
            }
        }
        let marks = if C::FINDS_SHARED { self.sharing.marks(&frame.key) } else { 0 };
        let share = |(index, child): (usize, &Child<G>)| Share {
            number: child.numbers.for_player(kind).1,
            shared: C::FINDS_SHARED && index < MARKABLE && marks >> index & 1 != 0,
        };
        let skipped =
            |child: &Child<G>| L::SKIPS_OLD && has_normal && child.old && !child.numbers.is_solved();
        let shares = children
            .iter()
            .enumerate()
            .filter(|(_, child)| !skipped(child))
            .map(share)
            .filter(|share| !share.number.is_zero());
        let Combined { delta, rest } = if L::SKIPS_OLD && !has_normal {
            let delta = shares.map(|share| share.number).max().unwrap_or(ProofNumber::ZERO);
            Combined { delta, rest: ProofNumber::ZERO }
        } else {
            C::combine(shares, share((best, &children[best])))
        };
        self.counters.overflows += u64::from(delta == ProofNumber::FINITE_MAX);
        if L::SKIPS_OLD && has_old && !has_normal {
            // Only old children are left: the node moves closer to the root than they are, so that they count again.
            frame.min_distance = frame.min_distance.min(nearest.saturating_sub(1));
        }

        let numbers = Numbers::from_player(kind, lowest, delta);
        if top == 0 {
            self.root = numbers;
            self.counters.root_updated(numbers);
        }
        if L::RAISES_THRESHOLDS {
            if frame.first_turn && frame.new {
                frame.increase = false;
            }
            frame.increase |= has_old;
            if frame.first_turn && frame.increase {
                let raise =
                    |threshold: ProofNumber, number: ProofNumber| threshold.max(number + ProofNumber::ONE);
                frame.thresholds.proof = raise(frame.thresholds.proof, numbers.proof);
                frame.thresholds.disproof = raise(frame.thresholds.disproof, numbers.disproof);
            }
        }
        frame.first_turn = false;
        let thresholds = frame.thresholds;
        if numbers.is_solved() || numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof
        {
            self.leave(numbers);
            return Ok(());
        }
        frame.unsolved = numbers;
        frame.open_child = best;
        let (phi, most) = thresholds.for_player(kind);
        // A child that does not count may grow by as much as one that does; what its siblings leave may be less than it
        // already has.
        let summed = if skipped(&children[best]) {
            most.less(delta) + children[best].numbers.for_player(kind).1
        } else {
            most.less(rest)
        };
        let child_thresholds =
            Numbers::from_player(kind, phi.min(self.rules.slack.threshold(before, after)), summed);
        let increase = frame.increase;
        let mv = children[best].mv;
        self.counters.seesaw += u64::from(children[best].known);
        let undo = self.game.make(mv);
        self.enter(child_thresholds, increase, Some((mv, undo)))
    }

    /// Leaves the innermost open node with these numbers.
    fn leave(&mut self, numbers: Numbers) {
        let Some(frame) = self.frames.pop() else { return };
        if Self::NEEDS_PATH {
            self.history.pop(&frame.key);
        }
        let children = &self.children[frame.children..];
        let mut entry = Entry {
            numbers,
            min_distance: frame.min_distance,
            amount: frame.amount.saturating_add((self.counters.visits - frame.visits_before) as u32),
            solution_depth: 0,
        };
        let mut reliance = None;
        if let Some(value) = numbers.value() {
            let solved = children.iter().filter(|child| child.numbers.value() == Some(value));
            if value == frame.kind.wanted() {
                // The child that settles it: the shallowest solution, for a disproof the one that relies on least.
                let settles = |child: &&Child<G>| {
                    (child.reliance.as_ref().map_or(0, |ancestors| ancestors.len()), child.solution_depth)
                };
                if let Some(child) = solved.min_by_key(settles) {
                    entry.solution_depth = child.solution_depth + 1;
                    reliance = self.history.union(&frame.key, child.reliance.iter());
                }
            } else {
                entry.solution_depth =
                    1 + solved.clone().map(|child| child.solution_depth).max().unwrap_or(0);
                reliance = self.history.union(&frame.key, solved.filter_map(|child| child.reliance.as_ref()));
            }
        }
        if let Some(reliance) = reliance {
            // Holds on this path only: the table keeps what was known before.
            self.history.keep(frame.key, reliance);
            entry.numbers = frame.unsolved;
            entry.solution_depth = 0;
        }
        self.table.put(frame.key, entry);
        self.children.truncate(frame.children);
        self.back_to_parent(entry, frame.came_by);
    }

    /// Stores a node whose value is known without search.
    fn settle(&mut self, key: G::Key, value: bool, came_by: Option<(G::Move, G::Undo)>) {
        let entry = Entry {
            numbers: Numbers::solved(value),
            min_distance: self.frames.len() as i32,
            amount: 1,
            solution_depth: 0,
        };
        self.table.put(key, entry);
        if self.frames.is_empty() {
            self.root = entry.numbers;
            self.counters.root_updated(entry.numbers);
        }
        self.back_to_parent(entry, came_by);
    }

    /// Takes the move back and hands the result to the parent, whatever the table makes of it.
    fn back_to_parent(&mut self, entry: Entry, came_by: Option<(G::Move, G::Undo)>) {
        if let (Some((mv, undo)), Some(parent)) = (came_by, self.frames.last()) {
            self.game.unmake(mv, undo);
            let child = &mut self.children[parent.children + parent.open_child];
            child.numbers = entry.numbers;
            child.solution_depth = entry.solution_depth;
            child.known = true;
        }
    }

    /// Looks for an ancestor with two ways to the node that is being entered.
    fn find_shared(&mut self, key: G::Key) {
        let Some(parent) = self.frames.last().map(|frame| frame.key) else { return };
        let history = &self.history;
        let Some((depth, last)) = self.sharing.enter(key, parent, |node| history.depth_of(node)) else {
            return;
        };
        let source = &self.frames[depth];
        let end = self.frames.get(depth + 1).map_or(self.children.len(), |next| next.children);
        let other = self.children[source.children..end].iter().position(|child| child.key == last);
        if let Some(other) = other
            && other != source.open_child
        {
            self.sharing.mark(source.key, source.open_child, other, C::MARKS_ALL);
        }
    }
}

impl<G: Game, C: Combine, L: Loops, T: Table<G::Key>> Engine<G> for DfPn<'_, G, C, L, T> {
    fn run(&mut self) -> Result<(), StopReason> {
        const UNBOUNDED: Numbers = Numbers { proof: ProofNumber::INFINITE, disproof: ProofNumber::INFINITE };
        let result = self.enter(UNBOUNDED, false, None).and_then(|()| {
            while !self.frames.is_empty() {
                self.turn()?;
            }
            Ok(())
        });
        self.counters.table_entries = self.table.len() as u64;
        self.counters.collections = self.table.collections();
        result
    }

    fn root(&self) -> Numbers {
        self.root
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn knowledge(&mut self) -> Knowledge<'_, G> {
        Box::new(|key| match self.table.get(key).and_then(|entry| entry.numbers.value()) {
            Some(value) => Some(value),
            None => self.history.has_conditional(key).then_some(false),
        })
    }
}
