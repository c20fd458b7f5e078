//! Composers' rules straight from their definitions, for checking what the solver and the judge say.
//!
//! Slow and obvious: every check, every reply, a depth limit, and results remembered by the whole position. Nothing here is shared
//! with the solver but the board.

mod choice;
pub mod fate;
pub mod grading;
pub mod interposition;
pub mod lengths;
pub mod positions;
mod values;

mod grading_tests;
mod length_tests;

use yomikiri_shogi::{Color, Position};

/// Identifies a position: the board with the side to move, and both hands. Pieces can be out of the game, so the attacker's hand does
/// not determine the defender's.
pub type Key = (u64, u32, u32);

pub fn key(position: &Position) -> Key {
    let [black, white] = Color::ALL.map(|color| position.hand(color).to_bits());
    (position.board_key(), black, white)
}
