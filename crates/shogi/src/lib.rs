//! The rules of shogi, as a mate search needs them.

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
mod sfen;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use builder::{PositionBuilder, PositionError, Strictness};
pub use color::Color;
pub use hand::Hand;
pub use movegen::{AnyMove, CheckInfo, MoveCount, MoveSink};
pub use moves::{Move, ParseMoveError};
pub use perft::{perft, tsume_walk};
pub use piece::{Piece, PieceKind};
pub use position::{Position, Undo};
pub use sfen::{STARTPOS, SfenError, SfenFault};
pub use square::{ParseSquareError, Square};
