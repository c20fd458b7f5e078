//! Depth-first searches that deepen step by step: PN*, PDS and PDS* by proof numbers, and plain iterative deepening by depth.
//!
//! They keep every node they visit in a map, as the originals did. In games that can repeat, a repetition counts as lost for
//! the prover; a disproof that relies on an ancestor of the path is used for the visit at hand and not stored.

mod iterative;
mod pds;
mod pds_star;
mod pn_star;
mod second_level;

use std::collections::HashMap;

use crate::best_first::{SecondLevel, Ties};
use crate::control::{Budget, Counters, StopReason};
use crate::game::{Game, Knowledge};
use crate::hash::FastHash;
use crate::number::{NodeKind, Numbers};
use crate::search::{Engine, KnownValues};

/// What is deepened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// PN*: a threshold on the proof number.
    PnStar,
    /// PDS: thresholds on both numbers. With a second level, PDS-PN.
    Pds {
        /// Ties between children.
        ties: Ties,
        /// Expansions of the PN search at each leaf; 0 for plain PDS.
        second_level: SecondLevel,
    },
    /// PDS*: thresholds on both numbers, children one after the other.
    PdsStar,
    /// The depth, by `step` plies at a time.
    Iterative {
        /// Plies per iteration.
        step: usize,
    },
}

/// Recursion ends here: the machine's stack is finite.
const MAX_DEPTH: usize = 2_000;

/// Depends on no ancestor: the result holds everywhere.
const NOWHERE: usize = usize::MAX;

/// Numbers, and the depth of the shallowest ancestor they rely on.
#[derive(Clone, Copy)]
struct Found {
    numbers: Numbers,
    relies_on: usize,
}

impl Found {
    fn anywhere(numbers: Numbers) -> Found {
        Found { numbers, relies_on: NOWHERE }
    }
}

struct Child<G: Game> {
    mv: G::Move,
    key: G::Key,
    found: Found,
}

/// What the searches of this family share.
pub(crate) struct Deepening<'a, G: Game> {
    game: G,
    method: Method,
    /// PDS: ties between children.
    ties: Ties,
    /// PDS: the search at the leaves.
    second_level: SecondLevel,
    immediate: bool,
    table: HashMap<G::Key, Numbers, FastHash>,
    /// PDS-PN: the values of the nodes that solve leaves.
    leaf_solutions: HashMap<G::Key, bool, FastHash>,
    /// Depth of each node of the path, for games that can repeat.
    path: HashMap<G::Key, usize, FastHash>,
    depth: usize,
    counters: Counters,
    budget: Budget<'a>,
    root: Numbers,
}

impl<'a, G: Game> Deepening<'a, G> {
    pub fn new(game: G, method: Method, immediate: bool, budget: Budget<'a>) -> Self {
        let (ties, second_level) = match method {
            Method::Pds { ties, second_level } => (ties, second_level),
            _ => (Ties::Leftmost, SecondLevel::Fixed(0)),
        };
        Deepening {
            game,
            method,
            ties,
            second_level,
            immediate,
            table: HashMap::default(),
            leaf_solutions: HashMap::default(),
            path: HashMap::default(),
            depth: 0,
            counters: Counters { generated: 1, ..Counters::default() },
            budget,
            root: Numbers::UNIT,
        }
    }

    /// Counts a visit and keeps the limits.
    fn visit(&mut self) -> Result<(), StopReason> {
        self.counters.visits += 1;
        let bytes = self.table_bytes();
        self.budget.check(&self.counters, self.root, self.depth, || bytes)?;
        // Each node of the path is stored once it is left.
        self.table.try_reserve(self.depth + 1).map_err(|_| StopReason::Memory)?;
        if self.depth > MAX_DEPTH { Err(StopReason::Depth) } else { Ok(()) }
    }

    fn table_bytes(&self) -> usize {
        self.table.capacity() * (size_of::<(G::Key, Numbers)>() + 1)
            + self.leaf_solutions.capacity() * (size_of::<(G::Key, bool)>() + 1)
    }

    /// The children of the node the game stands at, or its value if it is terminal. Counts the expansion.
    fn expand(&mut self) -> Result<Vec<Child<G>>, bool> {
        let known = self.table.contains_key(&self.game.key());
        if !known && let Some(settled) = self.game.value() {
            return Err(settled.value);
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            return Err(!self.game.kind().wanted());
        }
        if known {
            self.counters.re_expanded += 1;
        } else {
            self.counters.expanded += 1;
            self.counters.generated += moves.len() as u64;
        }
        Ok(moves.into_iter().map(|mv| self.child(mv)).collect())
    }

    fn child(&mut self, mv: G::Move) -> Child<G> {
        let undo = self.game.make(mv);
        let key = self.game.key();
        let mut found = Found::anywhere(Numbers::UNIT);
        if self.immediate
            && !self.table.contains_key(&key)
            && let Some(settled) = self.game.value()
        {
            found.numbers = Numbers::solved(settled.value);
        }
        self.game.unmake(mv, undo);
        Child { mv, key, found }
    }

    /// Brings children up to date with the table and the path. What a child was found to be on this very path stays.
    fn refresh(&self, children: &mut [Child<G>]) {
        for child in children.iter_mut().filter(|child| !child.found.numbers.is_solved()) {
            if let Some(&depth) = self.path.get(&child.key) {
                child.found = Found { numbers: Numbers::DISPROVEN, relies_on: depth };
            } else if let Some(&numbers) = self.table.get(&child.key) {
                child.found = Found::anywhere(numbers);
            }
        }
    }

    /// Searches a child by `search` and notes what it was found to be.
    fn descend(
        &mut self,
        child: &mut Child<G>,
        search: impl FnOnce(&mut Self) -> Result<Found, StopReason>,
    ) -> Result<(), StopReason> {
        let key = self.game.key();
        if !G::ACYCLIC {
            self.path.insert(key, self.depth);
        }
        self.depth += 1;
        let undo = self.game.make(child.mv);
        let found = search(self);
        self.game.unmake(child.mv, undo);
        self.depth -= 1;
        if !G::ACYCLIC {
            self.path.remove(&key);
        }
        child.found = found?;
        Ok(())
    }

    /// Stores a node's numbers, unless they are a disproof that holds on this path only.
    fn store(&mut self, kind: NodeKind, numbers: Numbers, children: &[Child<G>]) -> Found {
        let relied = children.iter().filter(|child| child.found.numbers.value() == Some(false));
        let relied = relied.map(|child| child.found.relies_on);
        let relies_on = match (numbers.value(), kind) {
            (Some(false), NodeKind::Or) => relied.min().unwrap_or(NOWHERE),
            (Some(false), NodeKind::And) => relied.max().unwrap_or(NOWHERE),
            _ => NOWHERE,
        };
        // A result that depends on the node itself, or on one below it, holds on every path.
        if relies_on >= self.depth {
            self.table.insert(self.game.key(), numbers);
            return Found::anywhere(numbers);
        }
        Found { numbers, relies_on }
    }

    /// Stores the value of a terminal node.
    fn settle(&mut self, value: bool) -> Found {
        self.table.insert(self.game.key(), Numbers::solved(value));
        Found::anywhere(Numbers::solved(value))
    }
}

impl<G: Knowledge> Engine<G> for Deepening<'_, G> {
    fn run(&mut self) -> Result<(), StopReason> {
        let result = match self.method {
            Method::PnStar => self.pn_star_root(),
            Method::Pds { .. } => self.pds_root(Self::pds),
            Method::PdsStar => self.pds_root(Self::pds_star),
            Method::Iterative { step } => self.iterate(step.max(1)),
        };
        self.counters.table_entries = self.table.len() as u64;
        result
    }

    fn root(&self) -> Numbers {
        self.root
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn known_values(&mut self) -> KnownValues<'_, G> {
        Box::new(|key| {
            let in_table = self.table.get(key).and_then(|numbers| numbers.value());
            in_table.or_else(|| self.leaf_solutions.get(key).copied())
        })
    }
}
