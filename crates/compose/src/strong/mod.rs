//! Shogi with strong pieces, in which shape keeping starts (Ishitobi, Cincotti and Iida, 2013).
//!
//! The paper's figure of how a strong piece moves is missing from every copy that could be had; here it moves like rook, bishop
//! and king together, a queen. It does not promote, and as no set has one, nobody can hold it: a strong piece that is taken leaves
//! the game. All else is shogi, and a position without strong pieces has the same moves as in `yomikiri-shogi`, only more slowly:
//! this is small and obvious code for small searches.
//!
//! One rule is wider: a position may have the defender in check on the attacker's turn, because strong pieces stand where
//! others will. Whatever leaves him in check is then a check.

mod moves;
mod position;
mod problem;

pub(crate) use moves::is_dead;
pub use position::{Kind, StrongPiece, StrongPosition, StrongUndo};
pub use problem::{StrongKey, StrongProblem};
