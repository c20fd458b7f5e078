//! The proof-number search family for AND/OR graphs, behind one interface.
//!
//! Describe your game with [`Game`], choose an [`Algorithm`] by value or by name, set [`Limits`],
//! and run a [`Search`]. The answer is [proven, disproven, or unknown for a reason](Verdict); a
//! limit never turns into "disproven". [`Search::run_with_solution`] returns a value with a
//! [`Solution`], a graph that a checker re-derives from the game alone. A value comes without a
//! solution if the limits suffice for the value alone; [`NoSolution`] is then the reason.
//!
//! A game of one's own: a heap of sticks, each player takes one to three, who takes the last one loses.
//!
//! ```
//! use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind, Search, Verdict};
//!
//! #[derive(Clone)]
//! struct Sticks {
//!     left: u32,
//!     first_to_move: bool,
//! }
//!
//! impl Game for Sticks {
//!     type Move = u32;
//!     type Key = (u32, bool);
//!     type Undo = ();
//!
//!     const ACYCLIC: bool = true; // sticks never come back
//!
//!     fn key(&self) -> (u32, bool) {
//!         (self.left, self.first_to_move)
//!     }
//!
//!     fn kind(&self) -> NodeKind {
//!         if self.first_to_move { NodeKind::Or } else { NodeKind::And }
//!     }
//!
//!     fn value(&self) -> Option<KnownValue<Self::Key>> {
//!         // No stick is left: whoever is to move did not take the last one and wins.
//!         (self.left == 0).then_some(self.first_to_move.into())
//!     }
//!
//!     fn moves(&self, moves: &mut Vec<u32>) {
//!         moves.extend(1..=self.left.min(3));
//!     }
//!
//!     fn make(&mut self, taken: u32) {
//!         self.left -= taken;
//!         self.first_to_move = !self.first_to_move;
//!     }
//!
//!     fn unmake(&mut self, taken: u32, (): ()) {
//!         self.left += taken;
//!         self.first_to_move = !self.first_to_move;
//!     }
//! }
//!
//! impl Knowledge for Sticks {} // nothing beyond the rules
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let heap = |left| Sticks { left, first_to_move: true };
//! let (outcome, solution) = Search::new(heap(20)).algorithm("dfpn+tca".parse()?).run_with_solution();
//! assert_eq!(outcome.verdict, Verdict::Proven);
//! assert_eq!(solution?.move_at(&(20, true)), Some(3));
//! assert_eq!(Search::new(heap(21)).run().verdict, Verdict::Disproven);
//! # Ok(())
//! # }
//! ```
//!
//! The papers describe one family of algorithms, and the code shows it as one: depth-first
//! proof-number search is written once, with small rules for what the variants do differently.
//! [`ALGORITHMS`] and [`modifiers`] list what can be combined.

mod algorithm;
mod best_first;
#[doc(hidden)]
pub mod clock;
mod control;
mod deepening;
mod dfpn;
#[cfg(feature = "distributed")]
#[doc(hidden)]
pub mod distributed;
mod game;
mod graph;
mod hash;
mod lambda;
mod maybe_owned;
mod number;
mod parallel;
mod plan;
mod random;
mod search;
pub mod slots;
mod solution;
mod table;

pub use algorithm::{
    ALGORITHMS, Algorithm, BaseAlgorithm, Modifier, ParseAlgorithmError, TableKind, modifiers,
};
pub use best_first::{PnRules, SecondLevelBudget, TieBreak};
pub use control::{Counters, Limits, OnProgress, Progress, StopReason};
pub use deepening::DeepeningMethod;
pub use dfpn::combine::SumRule;
pub use dfpn::loops::LoopRule;
pub use dfpn::rules::{LeafRule, ThresholdRule};
pub use dfpn::{DfPnRules, GhiMethod, PathDisproofs};
pub use game::{Evaluation, Game, Knowledge, KnownValue};
pub use graph::{Graph, GraphNode};
#[doc(hidden)]
pub use hash::{FastHash, FastHasher};
pub use lambda::{
    Lambda, LambdaKey, LambdaMove, LambdaScheme, LambdaUndo, Order, ParseSchemeError, ThreatGame,
    ThreatLevel, Widening,
};
pub use number::{NodeKind, Numbers, ProofNumber};
pub use plan::Plan;
#[doc(hidden)]
pub use random::Random;
pub use search::{Outcome, Search, Verdict};
pub use solution::{NoSolution, SearchTreeSize, Solution, SolutionError, SolutionSize};
pub use table::{ConcurrentTable, Entry, SharedTable, Table, TableHit};

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
