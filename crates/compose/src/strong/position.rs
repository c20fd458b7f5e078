//! Positions with strong pieces.

use yomikiri_pns::Random;
use yomikiri_shogi::attacks::attacks;
use yomikiri_shogi::{Bitboard, Color, Hand, Move, Piece, PieceKind, Position, Square};

use super::problem::StrongKey;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrongKind {
    /// A kind of shogi piece.
    Shogi(PieceKind),
    /// The strong piece.
    Strong,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrongPiece {
    /// The kind of the piece.
    pub kind: StrongKind,
    /// The owner of the piece.
    pub color: Color,
}

impl From<Piece> for StrongPiece {
    fn from(piece: Piece) -> StrongPiece {
        StrongPiece { kind: StrongKind::Shogi(piece.kind()), color: piece.color() }
    }
}

impl StrongPiece {
    /// The squares that the piece attacks from `square`, including squares with pieces of its own side.
    pub fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        match self.kind {
            StrongKind::Shogi(kind) => attacks(kind, self.color, square, occupied),
            StrongKind::Strong => {
                attacks(PieceKind::Dragon, self.color, square, occupied)
                    | attacks(PieceKind::Horse, self.color, square, occupied)
            }
        }
    }

    /// Number for tables, different for all pieces of both colours.
    const fn index(self) -> usize {
        let kind = match self.kind {
            StrongKind::Shogi(kind) => kind.index(),
            StrongKind::Strong => STRONG,
        };
        kind + (STRONG + 1) * self.color.index()
    }
}

/// The number of the strong kind. Kinds of shogi have smaller numbers.
const STRONG: usize = 16;

/// Zobrist keys, by square and piece.
static PIECE_KEYS: [[u64; 2 * (STRONG + 1)]; Square::COUNT] = {
    let mut random = Random::new(0x5374_726f_6e67);
    let mut keys = [[0; 2 * (STRONG + 1)]; Square::COUNT];
    let mut square = 0;
    while square < keys.len() {
        let mut piece = 0;
        while piece < keys[square].len() {
            keys[square][piece] = random.next_u64();
            piece += 1;
        }
        square += 1;
    }
    keys
};
/// The part of the key that is present if White is to move.
const SIDE_KEY: u64 = Random::new(0x7369_6465).next_u64();

/// A position in which some pieces may be strong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongPosition {
    board: [Option<StrongPiece>; Square::COUNT],
    hands: [Hand; 2],
    side: Color,
    key: u64,
    colors: [Bitboard; 2],
    kings: [Option<Square>; 2],
}

/// The information that [`StrongPosition::unmake`] needs besides the move.
#[derive(Clone, Copy, Debug)]
pub struct StrongUndo {
    moved: Option<StrongPiece>,
    captured: Option<StrongPiece>,
    hands: [Hand; 2],
}

impl From<&Position> for StrongPosition {
    fn from(position: &Position) -> StrongPosition {
        let hands = Color::ALL.map(|color| position.hand(color));
        let mut strong = StrongPosition::empty(hands, position.side_to_move());
        for square in Square::all() {
            strong.put(square, position.piece_at(square).map(StrongPiece::from));
        }
        strong
    }
}

impl StrongPosition {
    /// A board without pieces.
    pub fn empty(hands: [Hand; 2], side: Color) -> StrongPosition {
        StrongPosition {
            board: [None; Square::COUNT],
            hands,
            side,
            key: if side == Color::White { SIDE_KEY } else { 0 },
            colors: [Bitboard::EMPTY; 2],
            kings: [None; 2],
        }
    }

    /// Puts a piece on a square, or clears the square.
    pub fn put(&mut self, square: Square, piece: Option<StrongPiece>) {
        let bit = Bitboard::from_square(square);
        if let Some(old) = self.board[square.index()] {
            self.key ^= PIECE_KEYS[square.index()][old.index()];
            self.colors[old.color.index()] = self.colors[old.color.index()].without(bit);
            if old.kind == StrongKind::Shogi(PieceKind::King) {
                self.kings[old.color.index()] = None;
            }
        }
        if let Some(new) = piece {
            self.key ^= PIECE_KEYS[square.index()][new.index()];
            self.colors[new.color.index()] |= bit;
            if new.kind == StrongKind::Shogi(PieceKind::King) {
                self.kings[new.color.index()] = Some(square);
            }
        }
        self.board[square.index()] = piece;
    }

    /// The piece on a square, or `None`.
    pub fn at(&self, square: Square) -> Option<StrongPiece> {
        self.board[square.index()]
    }

    /// The hand of a side.
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The key of the board, the side to move and both hands.
    pub fn key(&self) -> StrongKey {
        StrongKey { board: self.key, hands: self.hands }
    }

    /// All occupied squares.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a side's pieces.
    pub fn pieces_of(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The square of a side's king, or `None` if it has no king.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// The pieces that attack the king of `color`.
    pub fn checkers(&self, color: Color) -> Bitboard {
        let Some(king) = self.king(color) else { return Bitboard::EMPTY };
        let occupied = self.occupied();
        let attacks = |square: &Square| {
            self.at(*square).is_some_and(|piece| piece.attacks(*square, occupied).contains(king))
        };
        self.pieces_of(!color).into_iter().filter(attacks).collect()
    }

    /// Whether the king of `color` is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.checkers(color).any()
    }

    /// Plays a move, which must be one of [`checks`](Self::checks) or [`evasions`](Self::evasions).
    pub fn make(&mut self, mv: Move) -> StrongUndo {
        let side = self.side;
        let mut undo = StrongUndo { moved: None, captured: self.at(mv.to()), hands: self.hands };
        let hand = &mut self.hands[side.index()];
        if let Some(StrongPiece { kind: StrongKind::Shogi(kind), .. }) = undo.captured {
            *hand = hand.with(kind.unpromoted(), 1).unwrap_or(*hand);
        }
        let piece = match mv.from() {
            Some(from) => {
                undo.moved = self.at(from);
                self.put(from, None);
                undo.moved.map(|piece| match piece.kind {
                    StrongKind::Shogi(kind) if mv.promotes() => {
                        StrongPiece { kind: StrongKind::Shogi(kind.promoted().unwrap_or(kind)), ..piece }
                    }
                    _ => piece,
                })
            }
            None => mv.dropped().map(|kind| {
                let hand = &mut self.hands[side.index()];
                *hand = hand.one_less(kind);
                StrongPiece { kind: StrongKind::Shogi(kind), color: side }
            }),
        };
        self.put(mv.to(), piece);
        self.side = !side;
        self.key ^= SIDE_KEY;
        undo
    }

    /// Takes back `mv`, the last move played, whose [`make`](Self::make) returned `undo`.
    pub fn unmake(&mut self, mv: Move, undo: StrongUndo) {
        self.put(mv.to(), undo.captured);
        if let Some(from) = mv.from() {
            self.put(from, undo.moved);
        }
        self.hands = undo.hands;
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}
