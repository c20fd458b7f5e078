//! Moves as a person writes them: in USI, or by their Japanese names.

use yomikiri_notation::{ReadErrorKind, japanese};
use yomikiri_shogi::{Color, Move};

use crate::reached_position::ReachedPosition;

/// Why a text is no move of a position. `Display` has it in English.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is no move at all.
    #[error("`{0}`: not a move")]
    NotAMove(String),
    /// It is not legal.
    #[error("`{0}`: not a legal move here")]
    Illegal(String),
    /// It is the attacker's and no check.
    #[error("`{0}`: not a check")]
    NotACheck(String),
    /// It names several moves.
    #[error("`{text}`: several moves have this name: {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves.
        candidates: String,
    },
}

/// The move that a text means in a position.
///
/// # Errors
///
/// If it is not exactly one legal move.
pub fn find_move(place: &ReachedPosition, text: &str) -> Result<Move, MoveError> {
    let position = &place.position;
    let shown = || text.to_owned();
    match text.parse::<Move>() {
        Ok(mv) if position.is_legal(mv) => Ok(mv),
        Ok(_) => Err(MoveError::Illegal(shown())),
        Err(_) => match japanese::resolve(position, text, place.last_move.map(Move::to)) {
            Ok(mv) => Ok(mv),
            Err(ReadErrorKind::IllegalMove { .. }) => Err(MoveError::Illegal(shown())),
            Err(ReadErrorKind::AmbiguousMove { candidates, .. }) => {
                Err(MoveError::Ambiguous { text: shown(), candidates: candidates.join(" ") })
            }
            Err(_) => Err(MoveError::NotAMove(shown())),
        },
    }
}

/// The move of a mate problem that a text means in a position: that of the attacker must give
/// check.
///
/// # Errors
///
/// If it is not exactly one legal move, or the attacker's and no check.
pub fn find_problem_move(place: &ReachedPosition, attacker: Color, text: &str) -> Result<Move, MoveError> {
    let mv = find_move(place, text)?;
    if place.position.side_to_move() == attacker && !place.after(mv).position.in_check() {
        return Err(MoveError::NotACheck(text.to_owned()));
    }
    Ok(mv)
}
