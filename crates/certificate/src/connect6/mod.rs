//! Certificates of wins in Connect6 and similar games: proofs with zones.

mod cells;
mod check;

pub(crate) use check::check;

use crate::Side;

/// The header of a certificate of Connect6 after the version and the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect6Header {
    /// The side that wins.
    pub attacker: Side,
    /// Lines of the board, stones of a winning row, stones of a move.
    pub rules: (usize, usize, usize),
    /// The stones of Black, their names one after the other, `-` for none.
    pub black: String,
    /// The stones of White.
    pub white: String,
    /// The side to move.
    pub turn: Side,
}
