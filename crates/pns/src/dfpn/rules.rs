//! The small rules that are chosen by value: what a new leaf is worth, and how far a child may run.

use crate::game::{Evaluation, Knowledge};
use crate::number::{NodeKind, Numbers, ProofNumber};

/// Makes an enum of rules, each with its name on the command line and a line about it.
macro_rules! rule_enum {
    ($(#[$doc:meta])* $enum:ident: $($rule:ident $name:literal $summary:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $enum {
            $(#[doc = $summary] $rule,)*
        }

        impl $enum {
            /// Every rule with its name and a line about it; the first is df-pn's.
            pub const ALL: &[($enum, &str, &str)] = &[$(($enum::$rule, $name, $summary)),*];

            pub(crate) fn named(name: &str) -> Option<$enum> {
                $enum::ALL.iter().find(|(_, listed, _)| *listed == name).map(|(rule, ..)| *rule)
            }
        }
    };
}
pub(crate) use rule_enum;

/// The numbers of a new leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeafRule {
    /// (1, 1), as in df-pn.
    Unit,
    /// What the game says (df-pn+).
    Heuristic,
    /// As many as the player's moves: (1, moves) at an OR node, (moves, 1) at an AND node. Evaluation is then immediate.
    Mobility,
    /// Deep df-pn: (v, v) with v = E^(D − depth) above depth D, and 1 below.
    Deep {
        /// The base E; 1 is df-pn. With 0 the search is depth-first: leaves are (1, 1), since a 0 would mean that they are
        /// solved, and the slack is [unbounded](ThresholdRule::Unbounded).
        e: u32,
        /// The depth D; 0 is df-pn.
        d: u32,
    },
}

/// E^(D − depth), or 1 from depth D on.
fn deep(e: u32, d: u32, depth: usize) -> ProofNumber {
    let exponent = u32::try_from(depth).map_or(0, |depth| d.saturating_sub(depth));
    let value = u64::from(e).checked_pow(exponent).map_or(DEEP_MAX, |value| value.clamp(1, DEEP_MAX));
    ProofNumber::finite(value)
}

/// Largest leaf of Deep df-pn: sums of many stay far from the end of the arithmetic.
const DEEP_MAX: u64 = 1 << 40;

impl LeafRule {
    /// Whether terminal nodes must be recognised first: moves are counted only where [`Game::value`](crate::Game::value) returns none.
    pub(crate) fn needs_value(self) -> bool {
        self == LeafRule::Mobility
    }

    /// Whether the numbers do not depend on the path to the leaf.
    pub(crate) fn follows_from_node(self) -> bool {
        !matches!(self, LeafRule::Deep { .. })
    }

    /// The numbers of `node`, first seen at `depth`.
    #[inline]
    pub(crate) fn numbers<G: Knowledge>(self, node: &G, depth: usize, scratch: &mut Vec<G::Move>) -> Numbers {
        match self {
            LeafRule::Unit => Numbers::UNIT,
            LeafRule::Heuristic => node.estimate(),
            LeafRule::Mobility => {
                let start = scratch.len();
                node.moves(scratch);
                let moves = (scratch.len() - start) as u64;
                scratch.truncate(start);
                match (node.kind(), moves) {
                    (kind, 0) => Numbers::solved(!kind.goal()),
                    (NodeKind::Or, moves) => Numbers::new(1, moves),
                    (NodeKind::And, moves) => Numbers::new(moves, 1),
                }
            }
            LeafRule::Deep { e, d } => {
                let value = deep(e, d, depth);
                Numbers { proof: value, disproof: value }
            }
        }
    }
}

impl LeafRule {
    /// What `node`, at `depth`, would be worth as a leaf on the side that it sums, per child.
    pub(crate) fn worth<G: Knowledge>(self, node: &G, depth: usize) -> ProofNumber {
        match self {
            // With mobility a leaf is worth one for each move.
            LeafRule::Unit | LeafRule::Mobility => ProofNumber::ONE,
            LeafRule::Heuristic => node.estimate().phi_delta(node.kind()).1,
            LeafRule::Deep { e, d } => deep(e, d, depth),
        }
    }

    /// The number of a leaf about which nothing is known.
    pub(crate) fn unit<G: Knowledge>(self, node: &G) -> ProofNumber {
        match self {
            LeafRule::Heuristic => ProofNumber::finite(node.leaf_unit()),
            LeafRule::Unit | LeafRule::Mobility | LeafRule::Deep { .. } => ProofNumber::ONE,
        }
    }

    /// What can be said without search of the child that `mv` leads to.
    #[inline]
    pub(crate) fn evaluate_child<G: Knowledge>(
        self,
        node: &mut G,
        mv: G::Move,
        depth: usize,
        scratch: &mut Vec<G::Move>,
    ) -> Evaluation<G::Key> {
        if self == LeafRule::Heuristic {
            return node.evaluate_child(mv);
        }
        let undo = node.make(mv);
        let look = match node.value() {
            Some(settled) => Evaluation::Known(settled),
            None => Evaluation::Leaf(self.numbers(node, depth, scratch)),
        };
        node.unmake(mv, undo);
        look
    }

    /// The numbers of the child that `mv` leads to.
    #[inline]
    pub(crate) fn numbers_after<G: Knowledge>(
        self,
        node: &mut G,
        mv: G::Move,
        depth: usize,
        scratch: &mut Vec<G::Move>,
    ) -> Numbers {
        match self {
            LeafRule::Unit => Numbers::UNIT,
            LeafRule::Heuristic => node.estimate_after(mv),
            LeafRule::Mobility | LeafRule::Deep { .. } => {
                let undo = node.make(mv);
                let numbers = self.numbers(node, depth, scratch);
                node.unmake(mv, undo);
                numbers
            }
        }
    }
}

/// How far a child may run before its parent looks again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThresholdRule {
    /// To one more than the second-best child. The order of expansion is that of PN search with *sticky* ties.
    PlusOne,
    /// Up to the siblings before it, one more than those after it. The order of expansion is that of PN search with
    /// *leftmost* ties.
    Leftmost,
    /// To 1 + ε times the second-best child (Pawlewicz and Lew).
    Epsilon(f64),
    /// Until it is solved: plain depth-first search (Deep df-pn with E = 0).
    Unbounded,
}

impl ThresholdRule {
    /// The threshold for the minimised number of the best child, from those of its siblings before and after it.
    #[inline(always)]
    pub(crate) fn threshold(self, before: ProofNumber, after: ProofNumber) -> ProofNumber {
        match self {
            ThresholdRule::PlusOne => before.min(after) + ProofNumber::ONE,
            ThresholdRule::Leftmost => before.min(after + ProofNumber::ONE),
            ThresholdRule::Epsilon(epsilon) => before.min(after).increased_by(epsilon),
            ThresholdRule::Unbounded => ProofNumber::INFINITE,
        }
    }
}
