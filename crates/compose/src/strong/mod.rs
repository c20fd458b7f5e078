//! Shogi with strong pieces, from which shape keeping starts (Ishitobi, Cincotti and Iida, 2013).
//!
//! The figure that shows how a strong piece moves is missing from the available copies of the paper. Here it moves like a
//! queen: rook, bishop and king together. It does not promote. As no set has one, it is never in hand: a captured strong piece
//! leaves the game. All other rules are those of shogi, and a position without strong pieces has the same moves as in
//! `yomikiri-shogi`. This code is simple and slow, because the searches are small.
//!
//! One rule is relaxed: the defender may be in check on the attacker's turn, because strong pieces stand on squares of weaker
//! ones. Then every move that leaves him in check is a check.

mod moves;
mod position;
mod problem;

pub(crate) use moves::is_dead;
pub use position::{StrongKind, StrongPiece, StrongPosition, StrongUndo};
pub use problem::{StrongKey, StrongProblem};
