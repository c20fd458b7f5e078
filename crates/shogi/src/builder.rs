//! Positions built piece by piece, and the rules that every position obeys.
//!
//! [`PositionBuilder`] is the only way to make a position. Every reader of a notation goes through it, so that no position
//! breaks the rules and all readers report the same errors.

use crate::{Bitboard, Color, Hand, Piece, PieceKind, Position, Square};

/// How strictly a position is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// No more pieces of a kind than one set has.
    #[default]
    Strict,
    /// More pieces than a set has are accepted, up to [`Hand::capacity`]. All other rules hold. For artificial positions that
    /// test move generation.
    Lax,
}

/// The reason why [`PositionBuilder::build`] fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// More pieces than exist.
    #[error("{count} {} on the board and in hand, at most {limit} exist", name(*kind))]
    TooManyPieces {
        /// The unpromoted kind.
        kind: PieceKind,
        /// The number on the board and in the hands.
        count: u32,
        /// The largest number allowed.
        limit: u32,
        /// The last one on the board, if any is on the board.
        square: Option<Square>,
    },
    /// Two kings of one side.
    #[error("a second {color:?} king on {square}")]
    SecondKing {
        /// Whose.
        color: Color,
        /// Where.
        square: Square,
    },
    /// An unpromoted piece that could never move.
    #[error("{piece} on {square} could never move")]
    DeadPiece {
        /// The piece.
        piece: Piece,
        /// Where.
        square: Square,
    },
    /// Two unpromoted pawns of one side on a file (二歩).
    #[error("two {color:?} pawns on file {file}, the second on {square}")]
    TwoPawns {
        /// Whose.
        color: Color,
        /// File as on the board, 1–9.
        file: usize,
        /// The second one.
        square: Square,
    },
    /// The side that is not to move stands in check.
    #[error("the {color:?} king on {square} is in check although it is the other side's turn")]
    KingCapturable {
        /// Whose king.
        color: Color,
        /// Where it stands.
        square: Square,
    },
}

impl PositionError {
    /// The square of the fault, or `None` if no single square shows it.
    pub fn square(&self) -> Option<Square> {
        match *self {
            PositionError::TooManyPieces { square, .. } => square,
            PositionError::SecondKing { square, .. }
            | PositionError::DeadPiece { square, .. }
            | PositionError::TwoPawns { square, .. }
            | PositionError::KingCapturable { square, .. } => Some(square),
        }
    }
}

fn name(kind: PieceKind) -> &'static str {
    match kind.unpromoted() {
        PieceKind::Pawn => "pawns",
        PieceKind::Lance => "lances",
        PieceKind::Knight => "knights",
        PieceKind::Silver => "silvers",
        PieceKind::Gold => "golds",
        PieceKind::Bishop => "bishops",
        PieceKind::Rook => "rooks",
        _ => "kings",
    }
}

/// A board, hands and a side to move that need not obey the rules; [`build`](PositionBuilder::build) checks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionBuilder {
    /// The board by square number.
    pub board: [Option<Piece>; Square::COUNT],
    /// The hands of Black and White.
    pub hands: [Hand; 2],
    /// The side to move.
    pub side_to_move: Color,
    /// The number of the next move.
    pub move_number: u32,
}

impl Default for PositionBuilder {
    fn default() -> Self {
        PositionBuilder {
            board: [None; Square::COUNT],
            hands: [Hand::EMPTY; 2],
            side_to_move: Color::Black,
            move_number: 1,
        }
    }
}

impl From<&Position> for PositionBuilder {
    fn from(position: &Position) -> Self {
        let mut builder = PositionBuilder {
            hands: Color::ALL.map(|color| position.hand(color)),
            side_to_move: position.side_to_move(),
            move_number: position.move_number(),
            ..PositionBuilder::default()
        };
        for square in Square::all() {
            builder.board[square.index()] = position.piece_at(square);
        }
        builder
    }
}

impl PositionBuilder {
    /// An empty board, empty hands, Black to move.
    pub fn new() -> Self {
        PositionBuilder::default()
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> &mut Self {
        self.board[square.index()] = piece;
        self
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.board[square.index()]?)))
    }

    /// Builds the position, or returns the first rule that it breaks.
    pub fn build(&self, strictness: Strictness) -> Result<Position, PositionError> {
        self.check_counts(strictness)?;
        let mut pawns = [Bitboard::EMPTY; 2];
        let mut position = Position::empty();
        for (square, piece) in self.pieces() {
            let (kind, color) = (piece.kind(), piece.color());
            if kind == PieceKind::King && position.king(color).is_some() {
                return Err(PositionError::SecondKing { color, square });
            }
            if square.relative_rank(color) < kind.dead_ranks() {
                return Err(PositionError::DeadPiece { piece, square });
            }
            if kind == PieceKind::Pawn {
                let files = &mut pawns[color.index()];
                if files.contains(square) {
                    return Err(PositionError::TwoPawns { color, file: square.file() + 1, square });
                }
                *files |= Bitboard::file(square.file());
            }
            position.put(piece, square);
        }
        for color in Color::ALL {
            position.set_hand(color, self.hands[color.index()]);
        }
        position.set_turn(self.side_to_move, self.move_number);
        let waiting = !self.side_to_move;
        if let Some(square) = position.king(waiting)
            && position.attackers_to(square, self.side_to_move, position.occupied()).any()
        {
            return Err(PositionError::KingCapturable { color: waiting, square });
        }
        Ok(position)
    }

    fn check_counts(&self, strictness: Strictness) -> Result<(), PositionError> {
        for kind in PieceKind::HAND {
            let on_board = || self.pieces().filter(|(_, piece)| piece.kind().unpromoted() == kind);
            let held: u32 = self.hands.iter().map(|hand| hand.count(kind)).sum();
            let count = on_board().count() as u32 + held;
            let limit = match strictness {
                Strictness::Strict => u32::from(kind.set_size()),
                Strictness::Lax => Hand::capacity(kind),
            };
            if count > limit {
                let square = on_board().last().map(|(square, _)| square);
                return Err(PositionError::TooManyPieces { kind, count, limit, square });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceKind::*;

    fn build(pieces: &[(Square, PieceKind, Color)]) -> Result<Position, PositionError> {
        let mut builder = PositionBuilder::new();
        for &(square, kind, color) in pieces {
            builder.set(square, Some(Piece::new(kind, color)));
        }
        builder.build(Strictness::Strict)
    }

    #[test]
    fn rules_of_a_position() {
        use Color::*;
        assert!(build(&[]).is_ok());
        assert_eq!(
            build(&[(Square::S5A, Knight, White), (Square::S5B, Knight, Black)]),
            Err(PositionError::DeadPiece { piece: Piece::new(Knight, Black), square: Square::S5B })
        );
        assert!(build(&[(Square::S5B, ProKnight, Black), (Square::S5A, Lance, White)]).is_ok());
        assert_eq!(
            build(&[(Square::S5C, Pawn, Black), (Square::S5G, Pawn, Black)]),
            Err(PositionError::TwoPawns { color: Black, file: 5, square: Square::S5G })
        );
        assert!(
            build(&[(Square::S5C, Pawn, Black), (Square::S5G, Pawn, White), (Square::S5H, ProPawn, Black)])
                .is_ok()
        );
        assert_eq!(
            build(&[(Square::S5C, King, Black), (Square::S5G, King, Black)]),
            Err(PositionError::SecondKing { color: Black, square: Square::S5G })
        );
        assert_eq!(
            build(&[(Square::S5A, King, White), (Square::S5B, Gold, Black)]),
            Err(PositionError::KingCapturable { color: White, square: Square::S5A })
        );
        let mut rooks = PositionBuilder::new();
        rooks.hands[0] = Hand::EMPTY.with(Rook, 2).unwrap();
        rooks.set(Square::S5E, Some(Piece::new(Dragon, White)));
        assert_eq!(
            rooks.build(Strictness::Strict),
            Err(PositionError::TooManyPieces { kind: Rook, count: 3, limit: 2, square: Some(Square::S5E) })
        );
        let position = rooks.build(Strictness::Lax).unwrap();
        assert_eq!(PositionBuilder::from(&position), rooks);
    }
}
