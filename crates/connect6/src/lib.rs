//! Connect6 and its relatives, solved exactly: who wins, and a proof that holds against every defence.
//!
//! A move places two stones, so a position has tens of thousands of them. What makes it solvable are *threats*, which the
//! defender must stop, and *relevance zones*: a win against a defender who passes holds against all moves outside the cells
//! that could disturb it. The [`proof`] module says what a zone must contain; a [checker](Proof::check) that shares no code
//! with the search re-derives it at every node.
//!
//! ```
//! use yomikiri_connect6::{Board, Color, Rules};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board = Board::parse("B:j10 W:i9,k9,i11,k11 B", Rules::connect6(19)?)?;
//! assert_eq!(board.threats(Color::White).number(), 0);
//! # Ok(())
//! # }
//! ```
//!
//! [`Problem`] is the AND/OR game, [`solve`] runs any algorithm of [`yomikiri_pns`] on it.

mod attack;
mod board;
mod cells;
mod check;
mod color;
mod diagram;
mod moves;
mod oracle;
mod problem;
pub mod proof;
mod rules;
pub mod sgf;
mod solver;
mod text;
mod threats;

pub use attack::{Attack, AttackError};
pub use board::Board;
pub use cells::{Cell, CellSet, MAX_SIZE};
pub use check::{Proof, ProofError, ProofSize, Root};
pub use color::Color;
pub use diagram::Diagram;
pub use moves::Move;
pub use oracle::{Depth, Effort};
pub use problem::Problem;
pub use rules::{Rules, RulesError, Window};
pub use solver::{ALGORITHM, Solved, Verdict, solve};
pub use text::{Game, TextError, TextFault};
pub use threats::Threats;
