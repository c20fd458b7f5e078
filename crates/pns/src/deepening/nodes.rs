//! The game of a deepening search, and what is known of its nodes.

use std::collections::HashMap;

use super::{ChildNumbers, PathNumbers};
use crate::best_first::{PnRules, PnSearch};
use crate::control::{Budget, Counters, StopReason};
use crate::game::Knowledge;
use crate::hash::FastHash;
use crate::maybe_owned::MaybeOwned;
use crate::number::{NodeKind, Numbers};

/// The nodes of a search: the game, which stands at one of them, *here*, and what is known of them.
pub(super) struct Nodes<'a, G: Knowledge> {
    game: G,
    table: HashMap<G::Key, Numbers, FastHash>,
    /// PDS-PN: the values of the nodes that solve leaves.
    leaf_solutions: HashMap<G::Key, bool, FastHash>,
    /// Iterative deepening: how deep nodes were searched without a proof.
    searched: HashMap<G::Key, usize, FastHash>,
    /// Depth of each node of the path, for games that can repeat.
    path: HashMap<G::Key, usize, FastHash>,
    /// The children of the nodes of the path, one node after the other.
    edges: Vec<(G::Move, G::Key)>,
    /// The way back from each node of the path but the root.
    steps: Vec<Step<G>>,
    on_expand: Option<&'a mut dyn FnMut(G::Key)>,
}

/// A step down the path.
struct Step<G: Knowledge> {
    mv: G::Move,
    undo: G::Undo,
    /// The node it was made from.
    from: G::Key,
    /// How many edges there were.
    edges: usize,
}

impl<'a, G: Knowledge> Nodes<'a, G> {
    pub fn new(game: G, on_expand: Option<&'a mut dyn FnMut(G::Key)>) -> Self {
        Nodes {
            game,
            table: HashMap::default(),
            leaf_solutions: HashMap::default(),
            searched: HashMap::default(),
            path: HashMap::default(),
            edges: Vec::new(),
            steps: Vec::new(),
            on_expand,
        }
    }

    /// The value of a node, if it was found.
    pub fn value_of(&self, key: &G::Key) -> Option<bool> {
        let in_table = self.table.get(key).and_then(|numbers| numbers.value());
        in_table.or_else(|| self.leaf_solutions.get(key).copied())
    }

    /// Reports the expansion of the node here, if the search has a callback for it.
    pub fn report_expansion(&mut self) {
        if let Some(on_expand) = &mut self.on_expand {
            on_expand(self.game.key());
        }
    }

    /// The side to move here.
    pub fn kind(&self) -> NodeKind {
        self.game.kind()
    }

    /// The value of the node here, if it is terminal.
    pub fn value(&self) -> Option<bool> {
        self.game.value().map(|settled| settled.value)
    }

    /// What the table has here.
    pub fn known(&self) -> Option<Numbers> {
        self.table.get(&self.game.key()).copied()
    }

    /// Stores numbers here.
    pub fn store(&mut self, numbers: Numbers) {
        self.table.insert(self.game.key(), numbers);
    }

    /// The same if the table has nothing here.
    pub fn store_if_new(&mut self, numbers: Numbers) {
        self.table.entry(self.game.key()).or_insert(numbers);
    }

    /// Reserves memory in the table for `nodes` more nodes.
    pub fn reserve(&mut self, nodes: usize) -> Result<(), StopReason> {
        self.table.try_reserve(nodes).map_err(|_| StopReason::MemoryLimit)
    }

    /// The number of nodes in the table.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// The memory that is used by what only grows.
    pub fn bytes(&self) -> usize {
        self.table.capacity() * (size_of::<(G::Key, Numbers)>() + 1)
            + self.leaf_solutions.capacity() * (size_of::<(G::Key, bool)>() + 1)
    }

    /// The children of the node here; with `immediate`, terminal ones have their values. They can
    /// be asked for until the game leaves the node or lists its children again.
    pub fn children(&mut self, immediate: bool) -> Vec<ChildNumbers> {
        self.edges.truncate(self.steps.last().map_or(0, |step| step.edges));
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let undo = self.game.make(mv);
            let key = self.game.key();
            let mut found = PathNumbers::anywhere(Numbers::UNIT);
            if immediate
                && !self.table.contains_key(&key)
                && let Some(settled) = self.game.value()
            {
                found.numbers = Numbers::solved(settled.value);
            }
            self.game.unmake(mv, undo);
            children.push(ChildNumbers { edge: self.edges.len(), found });
            self.edges.push((mv, key));
        }
        children
    }

    /// Brings children up to date with the table and the path. What a child was found to be on this
    /// very path stays.
    pub fn refresh(&self, children: &mut [ChildNumbers]) {
        for child in children.iter_mut().filter(|child| !child.found.numbers.is_solved()) {
            let (_, key) = &self.edges[child.edge];
            if let Some(&depth) = self.path.get(key) {
                child.found = PathNumbers { numbers: Numbers::DISPROVEN, relies_on: depth };
            } else if let Some(&numbers) = self.table.get(key) {
                child.found = PathNumbers::anywhere(numbers);
            }
        }
    }

    /// Whether the table has a child.
    pub fn is_known(&self, child: &ChildNumbers) -> bool {
        self.table.contains_key(&self.edges[child.edge].1)
    }

    /// Moves to a child of the node here, which is at `depth`.
    pub fn enter(&mut self, child: &ChildNumbers, depth: usize) {
        let from = self.game.key();
        if !G::ACYCLIC {
            self.path.insert(from, depth);
        }
        let (mv, _) = self.edges[child.edge];
        let undo = self.game.make(mv);
        self.steps.push(Step { mv, undo, from, edges: self.edges.len() });
    }

    /// Moves back.
    pub fn leave(&mut self) {
        let Some(Step { mv, undo, from, edges }) = self.steps.pop() else { return };
        self.edges.truncate(edges);
        self.game.unmake(mv, undo);
        if !G::ACYCLIC {
            self.path.remove(&from);
        }
    }

    /// Whether the node here was searched so deep without a proof.
    pub fn was_searched(&self, plies: usize) -> bool {
        self.searched.get(&self.game.key()).is_some_and(|&depth| depth >= plies)
    }

    /// Notes that it was.
    pub fn note_searched(&mut self, plies: usize) {
        self.searched.insert(self.game.key(), plies);
    }

    /// Searches from here with a second level. Returns the numbers of the node here, and what was
    /// done below it.
    pub fn search_below(
        &mut self,
        expansions: u64,
        budget: Budget<'_>,
    ) -> (Counters, Result<Numbers, StopReason>) {
        let on_expand = self.on_expand.as_mut().map(|report| &mut **report as &mut dyn FnMut(G::Key));
        let mut search =
            PnSearch::new(MaybeOwned::Borrowed(&mut self.game), PnRules::default(), budget, on_expand);
        let result = search.run_from_root(expansions);
        let (numbers, counters) = (search.numbers(), search.counters_below_root());
        let result = result.and_then(|()| {
            let below = search.solution_values();
            self.leaf_solutions.try_reserve(below.len()).map_err(|_| StopReason::MemoryLimit)?;
            self.leaf_solutions.extend(below);
            Ok(numbers)
        });
        (counters, result)
    }
}
