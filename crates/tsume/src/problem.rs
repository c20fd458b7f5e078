//! Which positions are mate problems, and the conventions of problems.

use yomikiri_shogi::{Color, Position};

/// Why a position is not a mate problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAProblem {
    /// The defender has no king.
    #[error("the defending side has no king")]
    NoKing,
    /// The defender is to move and not in check.
    #[error("the defending side is to move and not in check")]
    NotInCheck,
    /// The only king belongs to the side to move and is not in check. The usual cause is a diagram
    /// in which the mark of the defender's king is missing.
    #[error(
        "the defending side has no king: the only king belongs to the side to move and is not in check \
         (in a diagram the defender's pieces have a `v`)"
    )]
    LoneKing,
    /// The defender is to move, and the question is about a move of the attacker.
    #[error("the defending side is to move")]
    NotAttackersTurn,
}

impl NotAProblem {
    /// Checks that the defender has a king, and is in check if the defender is to move.
    ///
    /// # Errors
    ///
    /// If the position is not a mate problem for `attacker`.
    pub fn check(position: &Position, attacker: Color) -> Result<(), NotAProblem> {
        if position.king(!attacker).is_none() {
            return Err(NotAProblem::NoKing);
        }
        if position.side_to_move() == attacker || position.in_check() {
            return Ok(());
        }
        Err(if position.king(attacker).is_none() { NotAProblem::LoneKing } else { NotAProblem::NotInCheck })
    }

    /// Checks that the defender has a king and the attacker is to move.
    ///
    /// # Errors
    ///
    /// If the position is not a mate problem with a move of `attacker`.
    pub fn check_with_move(position: &Position, attacker: Color) -> Result<(), NotAProblem> {
        match NotAProblem::check(position, attacker) {
            Ok(()) | Err(NotAProblem::NotInCheck) if position.side_to_move() != attacker => {
                Err(NotAProblem::NotAttackersTurn)
            }
            checked => checked,
        }
    }
}

/// The attacker in a position: the side to move, unless the other side has no king that could be
/// mated.
pub fn attacker(position: &Position) -> Color {
    let us = position.side_to_move();
    if position.king(!us).is_none() { !us } else { us }
}

/// The position by the convention of mate problems: a defender whose hand is empty gets all pieces
/// that are missing from the set.
#[must_use]
pub fn with_defenders_hand(mut position: Position, attacker: Color) -> Position {
    if position.hand(!attacker).is_empty() {
        position.give_missing_pieces_to(!attacker);
    }
    position
}
