//! Othello on 4×4, 6×6 and 8×8 boards, for proof-number search.
//!
//! [`Position`] has the rules, [`Goal`] makes the question "does this side win by at least so many discs?" an AND/OR graph
//! for the searches of `yomikiri-pns`. [`Solver`] answers the same question by alpha-beta, as fast as we can;
//! [`plain_search`] is the alpha-beta of Sakuta & Iida's paper, and [`terminal_statistics`] its Table 1.
//!
//! ```
//! use yomikiri_othello::{Color, Position, Six, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position: Position<Six> = "OOOOO-OOXOOOXXOXOOXXXOOOOOXXOOXXXXXO X".parse()?;
//! let after = position.play("g2".parse()?).ok_or("not a legal move")?;
//! assert!(after.is_over());
//! assert_eq!(after.difference(Color::White), 4);
//!
//! // Exact scores, here of a position with 17 vacant squares.
//! let position: Position<Six> = "-XXX---OXX---OOXXX-OXOXO--XX-----X-- O".parse()?;
//! let mut solver = Solver::new(16 << 20);
//! assert_eq!(solver.at_least(&position, 4), Some(true));
//! assert_eq!(solver.score(&position), Some(4));
//!
//! // Errors say what is wrong, and where.
//! let error = "OOOOO-OOXOO?XXOXOOXXXOOOOOXXOOXXXXXO X".parse::<Position<Six>>().unwrap_err();
//! assert_eq!(error.to_string(), "column 12: `?` is not `X`, `O` or `-`");
//! # Ok(())
//! # }
//! ```
//!
//! All sizes share one layout: the board sits in the middle of 8×8, one bit a square, as in the coordinates of the
//! literature (6×6 is b2–g7). The empty rim keeps shifts from wrapping round, the symmetries are those of 8×8, and the
//! [size](Size) is a type, so that each board gets code of its own.

mod bits;
mod color;
mod diagram;
mod endgame;
mod eval;
mod goal;
mod key;
mod moves;
mod order;
#[doc(hidden)]
pub mod pattern;
mod perft;
mod position;
mod quicksort;
mod reference;
mod size;
mod solver;
mod sort;
mod statistics;
mod symmetry;
mod table;
mod text;

pub use color::Color;
pub use goal::{Goal, Undo};
pub use moves::{Move, MoveError};
pub use order::MoveOrder;
pub use perft::perft;
pub use position::Position;
pub use reference::{PlainResult, plain_search, plain_search_while};
pub use size::{Eight, Four, Six, Size};
pub use solver::Solver;
pub use statistics::{TerminalStatistics, terminal_statistics, terminal_statistics_while};
pub use text::{TextError, TextFault};
