//! Depth-first searches that deepen step by step: PN*, PDS and PDS* by proof numbers, and plain iterative deepening by depth.
//!
//! They keep every node they visit in a map, as the originals did. In games that can repeat, a repetition counts as lost for
//! the prover; a disproof that relies on an ancestor of the path is used for the visit at hand and not stored.

mod iterative;
mod nodes;
mod pds;
mod pds_star;
mod pn_star;
mod second_level;

use nodes::Nodes;

use crate::best_first::{SecondLevelBudget, TieBreak};
use crate::control::{Budget, Counters, StopReason};
use crate::game::Knowledge;
use crate::number::{NodeKind, Numbers};
use crate::search::{Engine, KnownValues};

/// What is deepened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeepeningMethod {
    /// PN*: a threshold on the proof number.
    PnStar,
    /// PDS: thresholds on both numbers. With a second level, PDS-PN.
    Pds {
        /// Ties between children.
        ties: TieBreak,
        /// Expansions of the PN search at each leaf; 0 for plain PDS.
        second_level: SecondLevelBudget,
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
struct PathNumbers {
    numbers: Numbers,
    relies_on: usize,
}

impl PathNumbers {
    fn anywhere(numbers: Numbers) -> PathNumbers {
        PathNumbers { numbers, relies_on: NOWHERE }
    }
}

/// A child of a node of the path.
struct ChildNumbers {
    /// Its number among the [nodes](Nodes).
    edge: usize,
    found: PathNumbers,
}

/// A search of this family.
pub(crate) struct Deepening<'a, G: Knowledge> {
    nodes: Nodes<'a, G>,
    method: DeepeningMethod,
    /// PDS: ties between children.
    ties: TieBreak,
    /// PDS: the search at the leaves.
    second_level: SecondLevelBudget,
    immediate: bool,
    depth: usize,
    counters: Counters,
    budget: Budget<'a>,
    root: Numbers,
}

impl<'a, G: Knowledge> Deepening<'a, G> {
    pub fn new(
        game: G,
        method: DeepeningMethod,
        immediate: bool,
        budget: Budget<'a>,
        on_expand: Option<&'a mut dyn FnMut(G::Key)>,
    ) -> Self {
        let (ties, second_level) = match method {
            DeepeningMethod::Pds { ties, second_level } => (ties, second_level),
            _ => (TieBreak::Leftmost, SecondLevelBudget::Fixed(0)),
        };
        Deepening {
            nodes: Nodes::new(game, on_expand),
            method,
            ties,
            second_level,
            immediate,
            depth: 0,
            counters: Counters { generated: 1, ..Counters::default() },
            budget,
            root: Numbers::UNIT,
        }
    }

    /// Notes the numbers of the root. Returns whether it is solved.
    fn update_root(&mut self, root: Numbers) -> bool {
        self.root = root;
        self.counters.root_updated(root);
        root.is_solved()
    }

    /// Counts a visit and keeps the limits.
    fn visit(&mut self) -> Result<(), StopReason> {
        self.counters.visits += 1;
        self.budget.check(&self.counters, self.root, self.depth, || self.nodes.bytes())?;
        // Each node of the path is stored once it is left.
        self.nodes.reserve(self.depth + 1)?;
        if self.depth > MAX_DEPTH { Err(StopReason::DepthLimit) } else { Ok(()) }
    }

    /// The children of the node the game stands at, or its value if it is terminal. Counts the expansion.
    fn expand(&mut self) -> Result<Vec<ChildNumbers>, bool> {
        let known = self.nodes.known().is_some();
        if !known && let Some(value) = self.nodes.value() {
            return Err(value);
        }
        let children = self.nodes.children(self.immediate);
        if children.is_empty() {
            return Err(!self.nodes.kind().goal());
        }
        self.nodes.report_expansion();
        let counters = &mut self.counters;
        if known {
            counters.re_expanded += 1;
        } else {
            counters.expanded += 1;
            counters.generated += children.len() as u64;
        }
        Ok(children)
    }

    /// Searches a child by `search` and notes what it was found to be.
    fn descend(
        &mut self,
        child: &mut ChildNumbers,
        search: impl FnOnce(&mut Self) -> Result<PathNumbers, StopReason>,
    ) -> Result<(), StopReason> {
        self.nodes.enter(child, self.depth);
        self.depth += 1;
        let found = search(self);
        self.depth -= 1;
        self.nodes.leave();
        child.found = found?;
        Ok(())
    }

    /// Stores a node's numbers, unless they are a disproof that holds on this path only.
    fn store(&mut self, kind: NodeKind, numbers: Numbers, children: &[ChildNumbers]) -> PathNumbers {
        let relied = children.iter().filter(|child| child.found.numbers.value() == Some(false));
        let relied = relied.map(|child| child.found.relies_on);
        let relies_on = match (numbers.value(), kind) {
            (Some(false), NodeKind::Or) => relied.min().unwrap_or(NOWHERE),
            (Some(false), NodeKind::And) => relied.max().unwrap_or(NOWHERE),
            _ => NOWHERE,
        };
        // A result that depends on the node itself, or on one below it, holds on every path.
        if relies_on >= self.depth {
            self.nodes.store(numbers);
            return PathNumbers::anywhere(numbers);
        }
        PathNumbers { numbers, relies_on }
    }

    /// Stores the value of a terminal node.
    fn settle(&mut self, value: bool) -> PathNumbers {
        self.nodes.store(Numbers::solved(value));
        PathNumbers::anywhere(Numbers::solved(value))
    }
}

impl<G: Knowledge> Engine<G> for Deepening<'_, G> {
    fn run(&mut self) -> Result<(), StopReason> {
        let result = match self.method {
            DeepeningMethod::PnStar => self.pn_star_root(),
            DeepeningMethod::Pds { .. } => self.pds_root(Self::pds),
            DeepeningMethod::PdsStar => self.pds_root(Self::pds_star),
            DeepeningMethod::Iterative { step } => self.iterate(step.max(1)),
        };
        self.counters.table_entries = self.nodes.len() as u64;
        result
    }

    fn root(&self) -> Numbers {
        self.root
    }

    fn counters(&self) -> Counters {
        self.counters
    }

    fn known_values(&mut self) -> KnownValues<'_, G> {
        Box::new(|key| self.nodes.value_of(key))
    }
}
