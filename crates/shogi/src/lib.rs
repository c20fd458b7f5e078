//! The rules of shogi, as a mate search needs them.
//!
//! [`Position`] is the centre: read it from SFEN, ask it for [legal moves](Position::legal_moves),
//! [checks](Position::checks) or [evasions](Position::evasions), [make](Position::make) a move and
//! [take it back](Position::unmake). Positions may have two kings, one, or none, and either side may be the attacker.
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
//! // Errors say what is wrong, and where.
//! let error = Position::from_sfen("4k4/8N/9/9/9/9/9/9/9 b - 1").unwrap_err();
//! assert_eq!(error.to_string(), "column 6: N on 1b could never move");
//! # Ok(())
//! # }
//! ```
//!
//! The generators hand sets of destinations to a [`MoveSink`], so that listing, counting and asking whether there is any
//! move are one piece of code. What a mate search asks most is cheapest: whether one [`Hand`] holds at least what another
//! holds is a subtraction and a test, the [board key](Position::board_key) leaves the hands out, so that all hands of a
//! board meet in one place of a table, and check information is computed only where it is asked for.

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
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use builder::{PositionBuilder, PositionError, Strictness};
pub use color::Color;
pub use hand::Hand;
pub use mate::Glance;
pub use movegen::{AnyMove, CheckInfo, MoveCount, MoveSink};
pub use moves::{Move, ParseMoveError};
pub use perft::{perft, tsume_walk};
pub use piece::{Piece, PieceKind};
pub use position::{Position, Undo};
pub use quote::{escaped, quote, shortened};
pub use sfen::{STARTPOS, SfenError, SfenFault};
pub use square::{ParseSquareError, Square};
