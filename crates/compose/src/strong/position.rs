//! Positions with strong pieces.

use yomikiri_pns::Random;
use yomikiri_shogi::attacks::attacks;
use yomikiri_shogi::{Bitboard, Color, Hand, Move, Piece, PieceKind, Position, Square};

use super::problem::StrongKey;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One of shogi's.
    Shogi(PieceKind),
    /// The strong piece.
    Strong,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrongPiece {
    /// Its kind.
    pub kind: Kind,
    /// Its owner.
    pub color: Color,
}

impl From<Piece> for StrongPiece {
    fn from(piece: Piece) -> StrongPiece {
        StrongPiece { kind: Kind::Shogi(piece.kind()), color: piece.color() }
    }
}

impl StrongPiece {
    /// The squares it attacks from `square`, own pieces on them or not.
    pub fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        match self.kind {
            Kind::Shogi(kind) => attacks(kind, self.color, square, occupied),
            Kind::Strong => {
                attacks(PieceKind::Dragon, self.color, square, occupied)
                    | attacks(PieceKind::Horse, self.color, square, occupied)
            }
        }
    }

    /// Among all pieces of both colours.
    const fn index(self) -> usize {
        let kind = match self.kind {
            Kind::Shogi(kind) => kind.index(),
            Kind::Strong => STRONG,
        };
        kind + (STRONG + 1) * self.color.index()
    }
}

/// The kinds of shogi have indices below this.
const STRONG: usize = 16;

/// Random numbers for a piece on a square, and for the side to move.
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

/// What taking a move back needs.
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

    /// Puts a piece on a square, or empties it.
    pub fn put(&mut self, square: Square, piece: Option<StrongPiece>) {
        let bit = Bitboard::of(square);
        if let Some(old) = self.board[square.index()] {
            self.key ^= PIECE_KEYS[square.index()][old.index()];
            self.colors[old.color.index()] = self.colors[old.color.index()].without(bit);
            if old.kind == Kind::Shogi(PieceKind::King) {
                self.kings[old.color.index()] = None;
            }
        }
        if let Some(new) = piece {
            self.key ^= PIECE_KEYS[square.index()][new.index()];
            self.colors[new.color.index()] |= bit;
            if new.kind == Kind::Shogi(PieceKind::King) {
                self.kings[new.color.index()] = Some(square);
            }
        }
        self.board[square.index()] = piece;
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<StrongPiece> {
        self.board[square.index()]
    }

    /// What a player holds.
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Board, side to move and both hands.
    pub fn key(&self) -> StrongKey {
        StrongKey { board: self.key, hands: self.hands }
    }

    /// Every square with a piece.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a player's pieces.
    pub fn pieces_of(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// A player's king.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// The pieces of the other player that attack a player's king.
    pub fn checkers(&self, color: Color) -> Bitboard {
        let Some(king) = self.king(color) else { return Bitboard::EMPTY };
        let occupied = self.occupied();
        let attacks = |square: &Square| {
            self.at(*square).is_some_and(|piece| piece.attacks(*square, occupied).contains(king))
        };
        self.pieces_of(!color).into_iter().filter(attacks).collect()
    }

    /// Whether a player's king is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.checkers(color).any()
    }

    /// Plays a move, which must be one of this position's.
    pub fn make(&mut self, mv: Move) -> StrongUndo {
        let side = self.side;
        let mut undo = StrongUndo { moved: None, captured: self.at(mv.to()), hands: self.hands };
        let hand = &mut self.hands[side.index()];
        if let Some(StrongPiece { kind: Kind::Shogi(kind), .. }) = undo.captured {
            *hand = hand.with(kind.unpromoted(), 1).unwrap_or(*hand);
        }
        let piece = match mv.from() {
            Some(from) => {
                undo.moved = self.at(from);
                self.put(from, None);
                undo.moved.map(|piece| match piece.kind {
                    Kind::Shogi(kind) if mv.promotes() => {
                        StrongPiece { kind: Kind::Shogi(kind.promoted().unwrap_or(kind)), ..piece }
                    }
                    _ => piece,
                })
            }
            None => mv.dropped().map(|kind| {
                let hand = &mut self.hands[side.index()];
                *hand = hand.one_less(kind);
                StrongPiece { kind: Kind::Shogi(kind), color: side }
            }),
        };
        self.put(mv.to(), piece);
        self.side = !side;
        self.key ^= SIDE_KEY;
        undo
    }

    /// Takes a move back.
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
