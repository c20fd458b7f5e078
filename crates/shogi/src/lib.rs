//! The rules of shogi, made for mate search.
//!
//! A [`Position`] is read from SFEN, lists its [legal moves](Position::legal_moves), [checks](Position::checks) and
//! [evasions](Position::evasions), and [makes](Position::make) and [unmakes](Position::unmake) moves. It may have two kings,
//! one or none, as mate problems do, and either side may be the attacker.
//!
//! ```
//! use yomikiri_shogi::Position;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // 頭金: the king on 5a, a pawn on 5c, a gold in hand.
//! let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! assert_eq!(position.checks().len(), 7);
//! assert_eq!(position.mate_in_one(), Some("G*5b".parse()?));
//!
//! let mut next = position.clone();
//! let undo = next.make("G*5b".parse()?);
//! assert!(next.is_mate());
//! next.unmake("G*5b".parse()?, undo);
//! assert_eq!(next, position);
//!
//! // Errors name the fault and its column.
//! let error = Position::from_sfen("4k4/8N/9/9/9/9/9/9/9 b - 1").unwrap_err();
//! assert_eq!(error.to_string(), "column 6: N on 1b could never move");
//! # Ok(())
//! # }
//! ```
//!
//! The questions that a mate search asks most often are the cheapest:
//!
//! * The generators pass sets of destinations to a [`MoveSink`]. One generator lists moves, counts them or stops at the first.
//! * Whether one [`Hand`] contains another is a subtraction and a test.
//! * The [board key](Position::board_key) does not cover the hands, so a table finds all hands of a board in one place.

pub mod attacks;
mod bitboard;
mod builder;
mod color;
mod hand;
mod mate;
mod movegen;
mod moves;
mod perft;
mod piece;
mod position;
mod quote;
mod sfen;
mod square;
mod survey;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use builder::{PositionBuilder, PositionError, Strictness};
pub use color::Color;
pub use hand::Hand;
pub use mate::MateInOne;
pub use movegen::{AnyMove, CheckInfo, MoveCount, MoveSink};
pub use moves::{Move, ParseMoveError};
pub use perft::{perft, tsume_perft};
pub use piece::{Piece, PieceKind};
pub use position::{Position, Undo};
pub use quote::{quote, shortened};
pub use sfen::{STARTPOS, SfenError, SfenErrorKind};
pub use square::{ParseSquareError, Square};
pub use survey::{CheckCounts, EvasionCounts};

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
