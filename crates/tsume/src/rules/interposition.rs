//! Interpositions, and the captures that take them back.

use yomikiri_pns::Random;
use yomikiri_shogi::{Bitboard, Move, PieceKind, Position, Square};

/// An interposition, as the attacker finds it: a piece of the defender between the checker and the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interposition {
    /// Where the piece stands.
    pub square: Square,
    /// The checker whose line it blocks.
    pub checker: Square,
    /// Whether it was dropped, or moved there (移動合).
    pub dropped: bool,
}

/// Who may take an interposition back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakeBackBy {
    /// The checker, promoting or not.
    Checker,
    /// The checker, or any other piece that gives check from the square and alone.
    Direct,
}

/// The line of a check at a defender's node, if something can be interposed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckLine {
    pub checker: Square,
    pub king: Square,
    squares: Bitboard,
}

impl CheckLine {
    /// The line of the check that the side to move is in. `None` if nothing can be interposed.
    pub fn new(position: &Position) -> Option<CheckLine> {
        let (checker, squares) = position.check_line()?;
        Some(CheckLine { checker, king: position.king(position.side_to_move())?, squares })
    }

    /// The interposition by `answer`. `None` if it is another answer.
    pub fn interposition(&self, answer: Move) -> Option<Interposition> {
        let interposes = self.squares.contains(answer.to()) && answer.from() != Some(self.king);
        interposes.then(|| Interposition {
            square: answer.to(),
            checker: self.checker,
            dropped: answer.is_drop(),
        })
    }

    /// How far from the king a square of the line is.
    pub fn distance(&self, square: Square) -> usize {
        let files = square.file().abs_diff(self.king.file());
        files.max(square.rank().abs_diff(self.king.rank()))
    }
}

impl Interposition {
    /// Whether `capture`, a check in `position`, takes the piece back. `position` is the one after the interposition.
    pub fn is_taken_back_by(&self, position: &Position, capture: Move, by: TakeBackBy) -> bool {
        if capture.to() != self.square {
            return false;
        }
        if capture.from() == Some(self.checker) {
            return true;
        }
        if by == TakeBackBy::Checker {
            return false;
        }
        let mut after = position.clone();
        let _ = after.make(capture);
        after.checkers() == Bitboard::of(self.square)
    }

    /// The part of a node's key that says that an interposition led to it: only there can one be taken back.
    pub fn key(&self) -> u64 {
        Random::new(0x6169_0000 + 2 * self.square.index() as u64 + u64::from(self.dropped)).next_u64()
    }
}

/// The pieces that were taken back after they had moved on the board. They are out of the game: they are not put back where they
/// stood, which could hide an opened line, nor given to the defender, who never had them in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RemovedPieces(u64);

impl RemovedPieces {
    /// No piece.
    pub const NONE: RemovedPieces = RemovedPieces(0);

    /// One piece more.
    #[must_use]
    pub fn with(self, kind: PieceKind) -> RemovedPieces {
        // A sum, because the order does not matter and a kind may come twice.
        RemovedPieces(self.0.wrapping_add(Random::new(0x626f_7800 + kind.index() as u64).next_u64()))
    }

    /// The part of a node's key that says which pieces are out of the game.
    pub fn key(self) -> u64 {
        self.0
    }
}
