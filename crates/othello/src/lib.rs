//! Othello on 4×4, 6×6 and 8×8 boards, for proof-number search.
//!
//! [`Position`] has the rules. [`MarginGame`] turns the question "does this side win by at least N
//! discs?" into an AND/OR graph for the searches of `yomikiri-pns`. [`Solver`] is a fast alpha-beta
//! search that answers the same question.
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
//! // The exact score of a position with 17 vacant squares.
//! let position: Position<Six> = "-XXX---OXX---OOXXX-OXOXO--XX-----X-- O".parse()?;
//! let mut solver = Solver::new(16 << 20);
//! assert_eq!(solver.at_least(&position, 4), Some(true));
//! assert_eq!(solver.score(&position), Some(4));
//!
//! // Errors name the fault and its column.
//! let error = "OOOOO-OOXOO?XXOXOOXXXOOOOOXXOOXXXXXO X".parse::<Position<Six>>().unwrap_err();
//! assert_eq!(error.to_string(), "column 12: `?` is not `X`, `O` or `-`");
//! # Ok(())
//! # }
//! ```
//!
//! All sizes share one layout: the board is the middle of an 8×8 bitboard, as in the coordinates of the literature (6×6 is
//! b2–g7). So the symmetries are those of 8×8, and on the smaller boards the empty rim stops shifts from wrapping around.
//! The [size](BoardSize) is a type, so the compiler specializes the code for each board.

mod bits;
mod board_size;
mod certificate;
mod color;
mod diagram;
mod endgame;
mod eval;
mod key;
mod last;
mod margin_game;
mod moves;
mod numbers;
mod order;
#[doc(hidden)]
pub mod pattern;
mod position;
mod quicksort;
mod solver;
mod sort;
mod symmetry;
mod table;
mod text;

pub use board_size::{BoardSize, Eight, Four, Six};
pub use certificate::{CertificateError, CertificateQuery};
pub use color::Color;
pub use margin_game::{MarginGame, Undo};
pub use moves::{Move, ParseMoveError};
pub use order::MoveOrder;
pub use position::Position;
pub use solver::Solver;
pub use text::{TextError, TextErrorKind};

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
