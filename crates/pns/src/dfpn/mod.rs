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
use history::Path;
pub(crate) use history::{DependenceSets, History, PathKeys};
use loops::Loops;
use rules::{Leaf, Slack};
use sharing::{MARKABLE, Sharing};

use crate::control::{Budget, Counters, StopReason};
use crate::game::{Game, NOTHING, Settled};
use crate::number::{NodeKind, Numbers, ProofNumber};
use crate::search::{Engine, Knowledge};
use crate::table::{Entry, Found, Table};
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
struct Child<G: Game, H: History<G>> {
    mv: G::Move,
    key: G::Key,
    /// As last seen in the table, or as a leaf.
    numbers: Numbers,
    /// What its value stands for, if solved.
    ground: G::Key,
    /// Depth of its solution, if solved.
    solution_depth: u32,
    min_distance: i32,
    amount: u32,
    conditional: bool,
    /// The child that must be solved before this one is looked at, or [`NOTHING`].
    waits_for: u16,
    /// Whether it is unsolved and was reached at most as far from the root as its parent.
    old: bool,
    /// Whether it was ever entered, as far as the table knows.
    known: bool,
    /// Whether it waited when the node was entered, and nobody has looked at it since.
    unseen: bool,
    /// What other nodes tell of one that was never entered: it is worth that much at least.
    borrowed: Numbers,
    /// Whether the game was asked for its value and could not tell.
    asked: bool,
    /// Set if its disproof holds only on this path.
    reliance: Option<H::Reliance>,
}

impl<G: Game, H: History<G>> Child<G, H> {
    fn new(mv: G::Move, key: G::Key, depth: usize) -> Self {
        Child {
            mv,
            key,
            numbers: Numbers::UNIT,
            ground: key,
            solution_depth: 0,
            min_distance: depth as i32,
            amount: 0,
            conditional: false,
            waits_for: NOTHING,
            old: false,
            known: false,
            unseen: false,
            borrowed: Numbers { proof: ProofNumber::ZERO, disproof: ProofNumber::ZERO },
            asked: false,
            reliance: None,
        }
    }

    /// Whether the sibling it waits for is still unsolved.
    #[inline(always)]
    fn waits(&self, siblings: &[Self]) -> bool {
        siblings.get(usize::from(self.waits_for)).is_some_and(|first| !first.numbers.is_solved())
    }

    /// Takes over what the table says.
    #[inline(always)]
    fn take(&mut self, found: &Found<G::Key>) {
        self.known = true;
        self.min_distance = found.entry.min_distance;
        self.numbers = found.entry.numbers;
        self.solution_depth = found.entry.solution_depth;
        self.amount = found.entry.amount;
        self.conditional = found.entry.conditional;
        self.ground = found.key;
    }

    /// What the table was last seen to say.
    #[inline(always)]
    fn entry(&self) -> Option<Entry> {
        self.known.then_some(Entry {
            numbers: self.numbers,
            min_distance: self.min_distance,
            amount: self.amount,
            solution_depth: self.solution_depth,
            conditional: self.conditional,
        })
    }

    fn settle(&mut self, settled: Settled<G::Key>) {
        self.numbers = Numbers::solved(settled.value);
        self.solution_depth = settled.depth;
        self.ground = settled.ground;
    }

    /// A disproof that holds on this path.
    fn fail(&mut self, reliance: H::Reliance) {
        self.numbers = Numbers::DISPROVEN;
        self.ground = self.key;
        self.reliance = Some(reliance);
    }
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
    /// Visits made before the open child was entered.
    visits_at_turn: u64,
    /// Its numbers before it was entered or at the last turn that left it unsolved.
    unsolved: Numbers,
    /// Whether a disproof on some path is known of it.
    conditional: bool,
    /// Whether only its last child counts on the summed side.
    last_decides: bool,
    /// Its children start here in the common vector.
    children: usize,
    /// The child being searched, as an index among its children.
    open_child: usize,
    /// How it was reached.
    came_by: Option<(G::Move, G::Undo)>,
}

impl<K> Settled<K> {
    /// As the table keeps it.
    fn entry(&self, depth: usize) -> Entry {
        Entry {
            numbers: Numbers::solved(self.value),
            min_distance: depth as i32,
            amount: 1,
            solution_depth: self.depth,
            conditional: false,
        }
    }
}

/// A depth-first search in progress.
pub(crate) struct DfPn<'a, G: Game, C, L, T, H: History<G>> {
    game: G,
    rules: Rules,
    table: T,
    path: Path<G>,
    history: H,
    sharing: Sharing<G::Key>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G, H>>,
    moves: Vec<G::Move>,
    waits: Vec<u16>,
    counters: Counters,
    /// Visits when a leaf was last expanded.
    expanded_at: u64,
    budget: Budget<'a>,
    root: Numbers,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    variant: PhantomData<(C, L)>,
}

impl<'a, G, C, L, T, H> DfPn<'a, G, C, L, T, H>
where
    G: Game,
    C: Combine,
    L: Loops,
    T: Table<G::Key>,
    H: History<G>,
{
    /// Whether the path must be known: repetitions and shared descendants are found there.
    const NEEDS_PATH: bool = !G::ACYCLIC || C::FINDS_SHARED;

    pub fn new(
        game: G,
        mut rules: Rules,
        table: T,
        history: H,
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
            table,
            path: Path::new(),
            history,
            sharing: Sharing::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            waits: Vec::new(),
            counters: Counters { generated: 1, ..Counters::default() },
            expanded_at: 0,
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
        known: Option<Entry>,
        asked: bool,
        came_by: Option<(G::Move, G::Undo)>,
    ) -> Result<(), StopReason> {
        self.counters.visits += 1;
        self.counters.table_entries = self.table.len() as u64;
        let bytes = || self.table.growing_bytes() + self.sharing.bytes();
        self.budget.check(&self.counters, self.root, self.frames.len(), bytes)?;
        let key = self.game.key();
        let kind = self.game.kind();
        if known.is_none()
            && !asked
            && let Some(settled) = self.game.settled()
        {
            self.settle(settled, came_by);
            return Ok(());
        }
        self.game.moves(&mut self.moves);
        if self.moves.is_empty() {
            let value = !kind.wanted();
            let ground = self.game.conclude(value, std::iter::empty());
            self.settle(Settled { value, ground, depth: 0 }, came_by);
            return Ok(());
        }
        let depth = self.frames.len();
        if C::FINDS_SHARED {
            self.find_shared(key);
        }
        if Self::NEEDS_PATH {
            self.path.push(key);
        }
        match known {
            None => {
                self.counters.expanded += 1;
                self.expanded_at = self.counters.visits;
            }
            Some(_) => self.counters.re_expanded += 1,
        }
        if let Some(on_expand) = &mut self.on_expand {
            on_expand(key);
        }
        let min_distance = known.map_or(depth as i32, |entry| entry.min_distance.min(depth as i32));
        let children = self.children.len();
        self.list_children(depth + 1, known.is_none());
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
            visits_at_turn: self.counters.visits,
            unsolved: known.map_or(Numbers::UNIT, |entry| entry.numbers),
            conditional: known.is_some_and(|entry| entry.conditional),
            last_decides: self.game.last_decides(),
            children,
            open_child: 0,
            came_by,
        });
        Ok(())
    }

    /// Makes the children of the node the game stands at, with what the table or the leaf rule says of them.
    #[inline(always)]
    fn list_children(&mut self, depth: usize, new: bool) {
        let start = self.children.len();
        // Keys first: the table's lines are on their way while the other keys are made.
        for &mv in &self.moves {
            let key = self.game.key_after(mv);
            self.table.prefetch(&key);
            self.children.push(Child::new(mv, key, depth));
        }
        self.waits.clear();
        self.waits.resize(self.moves.len(), NOTHING);
        self.game.delay(&self.moves, &mut self.waits);
        let mut children = std::mem::take(&mut self.children);
        for (child, &waits_for) in children[start..].iter_mut().zip(&self.waits) {
            child.waits_for = waits_for;
        }
        // What decides the node makes looking at the others needless.
        let wanted = Some(self.game.kind().wanted());
        let decides = |child: &Child<G, H>| child.reliance.is_none() && child.numbers.value() == wanted;
        let mut decided = false;
        // Nothing is told of a child that was not told of the node, or of the child itself before: either way it was asked.
        let told = self.rules.immediate && self.game.looks_ahead();
        for child in &mut children[start..] {
            if !G::ACYCLIC
                && let Some(depth) = self.path.find(&child.key)
            {
                child.fail(self.history.repetition(&self.path, depth));
                continue;
            }
            self.refresh(child);
            decided |= decides(child);
        }
        for index in start..children.len() {
            if decided {
                break;
            }
            let child = &children[index];
            if child.known || child.reliance.is_some() {
                continue;
            }
            let waits = child.waits(&children[start..]);
            let child = &mut children[index];
            child.asked |= told;
            if waits {
                child.unseen = true;
            } else if told
                || G::SETTLING_IS_WORK && !new && self.rules.immediate && child.waits_for == NOTHING
            {
                // Asked the first time: it was told then, and remembered, or could not be told.
                let leaf = self.rules.leaf.numbers_after(&mut self.game, child.mv, depth, &mut self.moves);
                child.numbers = leaf.at_least(child.borrowed);
            } else {
                let first = child.waits_for;
                self.evaluate(child, depth);
                if new && first != NOTHING {
                    let first = children[start + usize::from(first)].mv;
                    self.foresee(&mut children[index], first, depth);
                }
                decided = decides(&children[index]);
            }
        }
        self.children = children;
    }

    /// Looks at a child that the table does not know.
    #[inline]
    fn evaluate(&mut self, child: &mut Child<G, H>, depth: usize) {
        let undo = self.game.make(child.mv);
        child.asked = self.rules.immediate;
        match if self.rules.immediate { self.game.settled() } else { None } {
            Some(settled) => {
                child.settle(settled);
                if G::SETTLING_IS_WORK {
                    self.table.put(settled.ground, settled.entry(depth));
                }
            }
            // The moves of the parent may still be in the vector: those counted here go on top and away again.
            None => {
                let leaf = self.rules.leaf.numbers(&self.game, depth, &mut self.moves);
                child.numbers = leaf.at_least(child.borrowed);
            }
        }
        self.game.unmake(child.mv, undo);
    }

    /// Whether the answer to the solved sibling `first` that a new child waited for settles it, too.
    #[inline]
    fn foresee(&mut self, child: &mut Child<G, H>, first: G::Move, depth: usize) {
        let table = &self.table;
        if child.asked
            && !child.numbers.is_solved()
            && let Some(settled) = self.game.foreseen(child.mv, first, &|key| table.get(key))
        {
            child.settle(settled);
            self.table.put(settled.ground, settled.entry(depth));
        }
    }

    /// Brings a child up to date with the table.
    #[inline(always)]
    fn refresh(&self, child: &mut Child<G, H>) {
        let Some(found) = self.table.get(&child.key) else { return };
        if found.entry.amount == 0 {
            child.borrowed = found.entry.numbers;
            child.numbers = child.numbers.at_least(child.borrowed);
            child.min_distance = found.entry.min_distance;
            return;
        }
        child.take(&found);
        if !G::ACYCLIC
            && found.entry.conditional
            && !child.numbers.is_solved()
            && let Some(reliance) = self.history.disproof(&self.path, &child.key)
        {
            child.fail(reliance);
        }
    }

    /// One turn at the innermost open node: look at the children, then leave the node or enter the best of them.
    fn turn(&mut self) -> Result<(), StopReason> {
        let top = self.frames.len() - 1;
        let (kind, start) = (self.frames[top].kind, self.frames[top].children);
        let mut children = std::mem::take(&mut self.children);
        if !self.frames[top].first_turn {
            if self.counters.visits - self.frames[top].visits_at_turn > G::STEADY {
                // Anything may have happened below; on the first turn the children are as they were just made. What is
                // solved, on any path or on this one, stays so.
                for child in children[start..].iter().filter(|child| !child.numbers.is_solved()) {
                    self.table.prefetch(&child.key);
                }
                for child in children[start..].iter_mut().filter(|child| !child.numbers.is_solved()) {
                    self.refresh(child);
                }
            }
            for index in start..children.len() {
                let child = &children[index];
                if child.unseen && !child.waits(&children[start..]) {
                    let child = &mut children[index];
                    child.unseen = false;
                    if !child.known {
                        let first = usize::from(child.waits_for);
                        self.evaluate(child, top + 1);
                        let first = children[start + first].mv;
                        self.foresee(&mut children[index], first, top + 1);
                    }
                }
            }
        }
        self.children = children;
        let children = &mut self.children[start..];
        let closed = |children: &[Child<G, H>], child: &Child<G, H>| {
            !child.numbers.is_solved() && child.waits(children)
        };

        // The minimised side: the leftmost best child, and the best before and after it.
        let minimised = |child: &Child<G, H>| child.numbers.for_player(kind).0;
        let mut best = 0;
        let (mut before, mut after) = (ProofNumber::INFINITE, ProofNumber::INFINITE);
        let mut lowest = ProofNumber::INFINITE;
        let mut waiting = 0;
        for (index, child) in children.iter().enumerate() {
            if closed(children, child) {
                waiting += 1;
            } else if minimised(child) < lowest {
                before = before.min(lowest).min(after);
                after = ProofNumber::INFINITE;
                (best, lowest) = (index, minimised(child));
            } else {
                after = after.min(minimised(child));
            }
        }

        // The summed side.
        let frame = &mut self.frames[top];
        let mut has_old = false;
        let mut has_normal = false;
        let mut nearest = i32::MAX;
        for index in 0..children.len() {
            if !(L::SKIPS_OLD || L::RAISES_THRESHOLDS) {
                break;
            }
            if children[index].numbers.is_solved() || closed(children, &children[index]) {
                continue;
            }
            let child = &mut children[index];
            child.old = child.min_distance <= frame.min_distance;
            has_old |= child.old;
            has_normal |= !child.old;
            nearest = nearest.min(child.min_distance);
        }
        let marks = if C::FINDS_SHARED { self.sharing.marks(&frame.key) } else { 0 };
        let share = |(index, child): (usize, &Child<G, H>)| Share {
            number: child.numbers.for_player(kind).1,
            shared: C::FINDS_SHARED && index < MARKABLE && marks >> index & 1 != 0,
        };
        let skipped = |index: usize, child: &Child<G, H>| {
            (L::SKIPS_OLD && has_normal && child.old && !child.numbers.is_solved())
                || (frame.last_decides && index + 1 != children.len())
        };
        let shares = children
            .iter()
            .enumerate()
            .filter(|&(index, child)| !skipped(index, child))
            .filter(|(_, child)| waiting == 0 || !closed(children, child))
            .map(share)
            .filter(|share| !share.number.is_zero());
        let Combined { delta, rest } = if L::SKIPS_OLD && !has_normal {
            let delta = shares.map(|share| share.number).max().unwrap_or(ProofNumber::ZERO);
            Combined { delta, rest: ProofNumber::ZERO }
        } else {
            C::combine(shares, share((best, &children[best])))
        };
        // What still waits counts a little each.
        let (delta, rest) = (delta + ProofNumber::finite(waiting), rest + ProofNumber::finite(waiting));
        let delta = if delta.is_infinite() { delta } else { delta.min(T::LARGEST) };
        self.counters.overflows += u64::from(delta == T::LARGEST);
        if L::SKIPS_OLD && has_old && !has_normal {
            // Only old children are left: the node moves closer to the root than they are, so that they count again.
            frame.min_distance = frame.min_distance.min(nearest.saturating_sub(1));
        }

        let mut numbers = Numbers::from_player(kind, lowest, delta);
        if frame.last_decides
            && let Some(value) = numbers.value()
        {
            // Either side may tell it alone.
            numbers = Numbers::solved(value);
        }
        if top == 0 {
            self.root = numbers;
            self.counters.root_updated(numbers);
        }
        if L::RAISES_THRESHOLDS {
            if frame.first_turn && frame.new {
                frame.increase = false;
            }
            frame.increase |= has_old;
        }
        let stuck =
            L::HAS_PATIENCE && self.counters.visits - self.expanded_at > loops::PATIENCE + 2 * top as u64;
        if frame.first_turn && (L::RAISES_THRESHOLDS && frame.increase || stuck) {
            let raise =
                |threshold: ProofNumber, number: ProofNumber| threshold.max(number + ProofNumber::ONE);
            frame.thresholds.proof = raise(frame.thresholds.proof, numbers.proof);
            frame.thresholds.disproof = raise(frame.thresholds.disproof, numbers.disproof);
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
        frame.visits_at_turn = self.counters.visits;
        let (phi, most) = thresholds.for_player(kind);
        // A child that does not count may grow by as much as one that does; what its siblings leave may be less than it
        // already has.
        let summed = if skipped(best, &children[best]) {
            most.less(delta) + children[best].numbers.for_player(kind).1
        } else {
            most.less(rest)
        };
        // Above what numbers can reach, a threshold is none.
        let bound = |threshold: ProofNumber| {
            if threshold > T::LARGEST { ProofNumber::INFINITE } else { threshold }
        };
        let child_thresholds = Numbers::from_player(
            kind,
            bound(phi.min(self.rules.slack.threshold(before, after))),
            bound(summed),
        );
        let increase = frame.increase;
        let mv = children[best].mv;
        let (known, asked) = (children[best].entry(), children[best].asked);
        self.counters.seesaw += u64::from(known.is_some());
        let undo = self.game.make(mv);
        self.enter(child_thresholds, increase, known, asked, Some((mv, undo)))
    }

    /// Leaves the innermost open node with these numbers.
    fn leave(&mut self, numbers: Numbers) {
        let Some(frame) = self.frames.pop() else { return };
        if Self::NEEDS_PATH {
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
    fn settle(&mut self, settled: Settled<G::Key>, came_by: Option<(G::Move, G::Undo)>) {
        let entry = settled.entry(self.frames.len());
        self.table.put(settled.ground, entry);
        if self.frames.is_empty() {
            self.root = entry.numbers;
            self.counters.root_updated(entry.numbers);
        }
        self.back_to_parent(Found { entry, key: settled.ground }, None, came_by);
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
    fn find_shared(&mut self, key: G::Key) {
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
            self.sharing.mark(source.key, source.open_child, other, C::MARKS_ALL);
        }
    }
}

impl<G, C, L, T, H> Engine<G> for DfPn<'_, G, C, L, T, H>
where
    G: Game,
    C: Combine,
    L: Loops,
    T: Table<G::Key>,
    H: History<G>,
{
    fn run(&mut self) -> Result<(), StopReason> {
        const UNBOUNDED: Numbers = Numbers { proof: ProofNumber::INFINITE, disproof: ProofNumber::INFINITE };
        let known =
            self.table.get(&self.game.key()).map(|found| found.entry).filter(|entry| entry.amount > 0);
        let result = self.enter(UNBOUNDED, false, known, false, None).and_then(|()| {
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
        Box::new(|key| match self.table.get(key).and_then(|found| found.entry.numbers.value()) {
            Some(value) => Some(value),
            None => self.history.may_know(key).then_some(false),
        })
    }
}
