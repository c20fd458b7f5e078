//! Setups: mate problems as composers write them, to be changed piece by piece.

use yomikiri_shogi::{
    Color, Hand, Piece, PieceKind, Position, PositionBuilder, PositionError, Square, Strictness,
};
use yomikiri_tsume::{NotAProblem, attacker};

/// A mate problem: the pieces on the board and the attacker's hand. Black is the attacker, and White holds all other pieces.
///
/// A setup may break the rules while it is changed; [`position`](Setup::position) checks it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    board: [Option<Piece>; 81],
    hand: Hand,
}

impl Setup {
    /// The setup of a position, turned by 180° if White is the attacker. Fails if the defender has no king or the attacker is not
    /// to move.
    pub fn from_position(position: &Position) -> Result<Setup, NotAProblem> {
        let attacker = attacker(position);
        NotAProblem::check_with_move(position, attacker)?;
        if attacker == Color::White {
            return Setup::from_position(&position.flipped());
        }
        let PositionBuilder { board, hands: [hand, _], .. } = PositionBuilder::from(position);
        Ok(Setup { board, hand })
    }

    /// A board with only the defender's king.
    pub fn with_king(king: Square) -> Setup {
        let mut setup = Setup { board: [None; 81], hand: Hand::EMPTY };
        setup.set(king, Some(Piece::new(PieceKind::King, Color::White)));
        setup
    }

    /// The position, with the attacker to move. Fails if it breaks a rule of [`PositionBuilder`].
    pub fn position(&self) -> Result<Position, PositionError> {
        self.position_with_turn(Color::Black)
    }

    /// The position with the given side to move.
    pub(crate) fn position_with_turn(&self, side_to_move: Color) -> Result<Position, PositionError> {
        let hands = [self.hand, Hand::EMPTY];
        let builder =
            PositionBuilder { board: self.board, hands, side_to_move, ..PositionBuilder::default() };
        let mut position = builder.build(Strictness::Strict)?;
        position.give_missing_pieces_to(Color::White);
        Ok(position)
    }

    /// The piece on a square, or `None`.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square, or clears the square.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// The attacker's hand.
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// Replaces the attacker's hand.
    pub fn set_hand(&mut self, hand: Hand) {
        self.hand = hand;
    }

    /// The square of the defender's king.
    pub fn king(&self) -> Option<Square> {
        self.pieces().find(|&(_, piece)| piece == Piece::new(PieceKind::King, Color::White)).map(|(at, _)| at)
    }

    /// All pieces on the board with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// The number of pieces on the board and in the attacker's hand, including kings.
    pub fn size(&self) -> u32 {
        self.pieces().count() as u32 + self.hand.total()
    }

    /// The setup with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        let mut mirrored = self.clone();
        for (square, piece) in Square::all().zip(self.board) {
            mirrored.set(square.mirrored(), piece);
        }
        mirrored
    }

    /// The setup or its mirror image, whichever is smaller. Two problems are the same if their canonical setups are equal.
    #[must_use]
    pub fn canonical(&self) -> Setup {
        let order = |setup: &Setup| setup.board.map(|piece| piece.map(Piece::index));
        let mirrored = self.mirrored();
        if order(&mirrored) < order(self) { mirrored } else { self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sfen: &str) -> Setup {
        Setup::from_position(&Position::from_sfen(sfen).unwrap()).unwrap()
    }

    #[test]
    fn positions_and_setups() {
        let setup = read("7k1/9/7P1/9/9/9/9/9/9 b G 1");
        let position = setup.position().unwrap();
        assert_eq!(position.to_sfen(), "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        assert_eq!(Setup::from_position(&position), Ok(setup.clone()));
        assert_eq!(Setup::from_position(&position.flipped()), Ok(setup.clone()));
        assert_eq!(setup.king(), "2a".parse().ok());
        assert_eq!(setup.size(), 3);
    }

    #[test]
    fn mirror_images_are_the_same_problem() {
        let (left, right) = (read("1k7/9/1P7/9/9/9/9/9/9 b G 1"), read("7k1/9/7P1/9/9/9/9/9/9 b G 1"));
        assert_ne!(left, right);
        assert_eq!(left.mirrored(), right);
        assert_eq!(left.canonical(), right.canonical());
        assert_ne!(left.canonical(), read("7k1/9/7P1/9/9/9/9/9/9 b S 1").canonical());
    }

    #[test]
    fn what_the_rules_forbid() {
        let mut setup = Setup::with_king("5a".parse().unwrap());
        assert!(setup.position().is_ok());
        setup.set("4a".parse().unwrap(), Some(Piece::new(PieceKind::Pawn, Color::Black)));
        assert!(matches!(setup.position(), Err(PositionError::DeadPiece { .. })));
        assert_eq!(Setup::from_position(&Position::startpos().flipped()).map(|setup| setup.size()), Ok(40));
        let defenders_turn = Position::from_sfen("4k4/4R4/9/9/9/9/9/9/9 w - 1").unwrap();
        assert_eq!(Setup::from_position(&defenders_turn), Err(NotAProblem::NotAttackersTurn));
    }
}
