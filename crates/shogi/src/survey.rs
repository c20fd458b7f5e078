//! What each side can do in a mate search, in figures: a search guesses from them how hard a position is.

use std::ops::ControlFlow::{self, Continue};

use crate::movegen::{MoveCount, MoveSink};
use crate::{Bitboard, PieceKind, Position, Square};

/// What the side to move can do against a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvasionCounts {
    /// The number of evasions that are not drops.
    pub moves: u32,
    /// The squares on which a piece can be dropped.
    pub drop_squares: Bitboard,
    /// Those of them that a piece of the side protects.
    pub protected_drops: Bitboard,
    /// Whether the king can take a piece that gives check.
    pub king_takes: bool,
    /// Whether another piece can.
    pub other_takes: bool,
}

/// What the side to move can do with its checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckCounts {
    /// The number of legal checks.
    pub checks: u32,
    /// The number of squares to which the other side's king could move if it were its turn.
    pub liberties: u32,
}

impl Position {
    /// Surveys the evasions of the side to move; all zero if it is not in check.
    #[inline]
    pub fn survey_evasions(&self) -> EvasionCounts {
        let (king_attacks, mut sink) = (self.attacks_on_own_king(), EvasionSink::default());
        sink.checkers = king_attacks.checkers;
        if sink.checkers.any() {
            let _ = self.generate_evasions_from(&king_attacks, &mut sink);
        }
        sink.survey.protected_drops = sink.survey.drop_squares & sink.protected;
        sink.survey
    }

    /// Surveys the checks of the side to move.
    pub fn survey_checks(&self) -> CheckCounts {
        let mut count = MoveCount::default();
        let _ = self.generate_checks(&mut count);
        CheckCounts { checks: count.0 as u32, liberties: self.liberties() }
    }
}

#[derive(Default)]
struct EvasionSink {
    checkers: Bitboard,
    protected: Bitboard,
    survey: EvasionCounts,
}

impl MoveSink for EvasionSink {
    #[inline(always)]
    fn moves(&mut self, _: Square, kind: PieceKind, to: Bitboard, _: bool) -> ControlFlow<()> {
        self.survey.moves += to.len();
        let takes = to.meets(self.checkers);
        if kind == PieceKind::King {
            self.survey.king_takes |= takes;
        } else {
            self.survey.other_takes |= takes;
        }
        Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, _: PieceKind, to: Bitboard) -> ControlFlow<()> {
        self.survey.drop_squares |= to;
        Continue(())
    }

    #[inline(always)]
    fn protected(&mut self, squares: Bitboard) {
        self.protected = squares;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_check() {
        // The gold on 5二 is not protected; nothing but the king takes it.
        let position = Position::from_sfen("4k4/4G4/9/9/9/9/9/9/9 w p 1").unwrap();
        let survey = position.survey_evasions();
        assert_eq!((survey.moves, survey.king_takes, survey.other_takes), (1, true, false));
        assert!(survey.drop_squares.is_empty());
        // A rook from afar: four steps aside, three squares between, and a gold that goes between or takes nothing.
        let position = Position::from_sfen("4k4/9/9/9/4R4/9/9/9/9 w p 1").unwrap();
        let survey = position.survey_evasions();
        assert_eq!((survey.moves, survey.drop_squares.len(), survey.king_takes), (4, 3, false));
        assert_eq!(survey.protected_drops, Bitboard::from_square(Square::S5B));
        // A silver beside the line protects two squares of it.
        let position = Position::from_sfen("4k4/9/5s3/9/4R4/9/9/9/9 w p 1").unwrap();
        let protected = position.survey_evasions().protected_drops;
        assert_eq!(protected, [Square::S5B, Square::S5D].into_iter().collect());
        assert_eq!(
            Position::from_sfen("4k4/9/9/9/9/9/9/9/9 w p 1").unwrap().survey_evasions(),
            EvasionCounts::default()
        );
    }

    #[test]
    fn figures_of_checks_are_those_of_the_list() {
        let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let survey = position.survey_checks();
        assert_eq!(survey.checks as usize, position.checks().len());
        assert_eq!(survey.liberties, position.liberties());
    }
}
