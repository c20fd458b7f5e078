//! Connect6 and similar games, solved exactly: the winner, and a proof that holds against every defence.
//!
//! A move places two stones, so a position has tens of thousands of moves. Two ideas make it solvable: *threats*, which the
//! defender must stop, and *relevance zones*: a win against a defender who passes also holds against every move outside the
//! cells that could disturb it. The [`proof`] module states what a zone must contain, and a [checker](Proof::check) that
//! shares no code with the search verifies it at every node.
//!
//! [`AttackProblem`] is the AND/OR game, and [`solve`] runs any algorithm of [`yomikiri_pns`] on it.
//!
//! ```
//! use yomikiri_connect6::{AttackMoves, AttackProblem, AttackVerdict, Board, Color, DEFAULT_ALGORITHM, GameRules, solve};
//! use yomikiri_pns::Limits;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board = Board::parse("B:e5,f5,g5,h5,e6,f7 W:a1,b3,c8,d2,a9,c4 B", GameRules::connect6(9)?)?;
//! // White has no threat, so Black is free to attack.
//! assert_eq!(board.threats(Color::White).number(), 0);
//!
//! let problem = AttackProblem::new(board.clone(), Color::Black, AttackMoves::Threats);
//! let result = solve(problem, DEFAULT_ALGORITHM, Limits::default(), 1, |_| {});
//! assert_eq!(result.verdict, AttackVerdict::Win);
//! assert_eq!(result.line[0].name(board.rules()), "c5d5");
//! # Ok(())
//! # }
//! ```

mod attack;
mod board;
mod builder;
mod cache;
mod cells;
mod certificate;
mod check;
mod color;
mod defence;
mod diagram;
mod leaf;
mod moves;
mod problem;
pub mod proof;
mod rules;
pub mod sgf;
mod solver;
mod text;
mod threats;
pub mod workload;

pub use attack::{AttackMoves, ParseAttackMovesError};
pub use board::Board;
pub use cells::{Cell, CellSet, MAX_SIZE};
pub use check::{Proof, ProofError, ProofSize, Root};
pub use color::Color;
pub use diagram::Diagram;
pub use leaf::{LeafDepth, LeafLimits};
pub use moves::Move;
pub use problem::{AttackProblem, Step};
pub use rules::{GameRules, RulesError, Window};
pub use solver::{AttackResult, AttackVerdict, DEFAULT_ALGORITHM, run_part, solve, solve_on_table};
pub use text::{GameRecord, TextError, TextErrorKind};
pub use threats::Threats;

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
