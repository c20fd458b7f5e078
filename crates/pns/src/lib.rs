//! The proof-number search family for AND/OR graphs, behind one interface.

mod algorithm;
mod best_first;
mod control;
mod deepening;
mod dfpn;
mod game;
mod graph;
mod hash;
mod number;
mod search;
mod solution;
mod table;

pub use algorithm::{
    ALGORITHMS, Algorithm, AlgorithmError, Listed, LoopRule, PARTS, Part, SumRule, TableKind,
};
pub use best_first::{PnRules, SecondLevel, Ties};
pub use control::{Counters, Limits, OnProgress, Progress, StopReason};
pub use deepening::Method;
pub use dfpn::Rules;
pub use dfpn::rules::{Leaf, Slack};
pub use game::Game;
pub use graph::{Graph, GraphNode};
pub use number::{NodeKind, Numbers, ProofNumber};
pub use search::{Outcome, Search, Verdict};
pub use solution::{Size, Solution, SolutionError};
