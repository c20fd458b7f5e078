//! Boards in few bytes, each kept once.
//!
//! A board is packed square by square in reading order: a bit for an empty square, six for a piece. So boards of mate problems take
//! some twenty bytes, and the order of the bytes is that of the squares: sorted boards have long beginnings in common.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};

use yomikiri_shogi::{Color, Piece, PieceKind, Position, PositionBuilder, Square};

/// The most bytes that a packed board takes: six bits a square.
const MAX_BYTES: usize = (Square::COUNT * 6).div_ceil(8);

/// The squares in reading order: rank by rank, from file 9 to file 1.
fn reading_order() -> impl Iterator<Item = Square> {
    (0..9).flat_map(|rank| (0..9).rev().filter_map(move |file| Square::new(file, rank)))
}

/// The pieces by their numbers.
const PIECES: [Option<Piece>; Piece::TABLE_SIZE] = {
    let mut pieces = [None; Piece::TABLE_SIZE];
    let mut i = 0;
    while i < PieceKind::ALL.len() {
        let [black, white] =
            [Piece::new(PieceKind::ALL[i], Color::Black), Piece::new(PieceKind::ALL[i], Color::White)];
        pieces[black.index()] = Some(black);
        pieces[white.index()] = Some(white);
        i += 1;
    }
    pieces
};

/// A packed board.
#[derive(Clone, Copy)]
pub(super) struct PackedBoard {
    bytes: [u8; MAX_BYTES],
    len: u8,
}

impl PackedBoard {
    /// The board of a position.
    pub fn new(position: &Position) -> PackedBoard {
        let mut bytes = [0; MAX_BYTES];
        let mut bits = 0usize;
        for square in reading_order() {
            match position.piece_at(square) {
                None => bits += 1,
                Some(piece) => {
                    // Six bits, high bit first, in at most two bytes.
                    let code = (0x20 | piece.index() as u16) << (10 - bits % 8);
                    bytes[bits / 8] |= (code >> 8) as u8;
                    if let Some(next) = bytes.get_mut(bits / 8 + 1) {
                        *next |= code as u8;
                    }
                    bits += 6;
                }
            }
        }
        PackedBoard { bytes, len: bits.div_ceil(8) as u8 }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// The pieces of a packed board, in reading order.
fn squares(bytes: &[u8]) -> impl Iterator<Item = Option<Piece>> {
    let mut at = 0usize;
    let bits = move |at: usize, count: usize| {
        let two = u16::from(bytes.get(at / 8).copied().unwrap_or(0)) << 8
            | u16::from(bytes.get(at / 8 + 1).copied().unwrap_or(0));
        usize::from(two >> (16 - count - at % 8)) & ((1 << count) - 1)
    };
    (0..Square::COUNT).map(move |_| {
        if bits(at, 1) == 0 {
            at += 1;
            return None;
        }
        let piece = PIECES[bits(at + 1, 5)];
        at += 6;
        piece
    })
}

/// Different boards, numbered from 0.
#[derive(Debug, Default)]
pub(super) struct Boards {
    /// All boards, one after the other.
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<u32>,
    /// Open addressing: 0, or 1 and the number of a board.
    index: Vec<u32>,
}

impl Boards {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The packed board with this number.
    pub fn get(&self, board: u32) -> &[u8] {
        let board = board as usize;
        let start = if board == 0 { 0 } else { self.ends[board - 1] as usize };
        &self.bytes[start..self.ends[board] as usize]
    }

    /// The place of a board in the index: where it is, or where it would be.
    fn place(&self, bytes: &[u8]) -> usize {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        let mask = self.index.len() - 1;
        let mut place = hasher.finish() as usize & mask;
        loop {
            match self.index[place] {
                0 => return place,
                board if self.get(board - 1) == bytes => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// The number of a board, if it is here.
    pub fn find(&self, board: &PackedBoard) -> Option<u32> {
        if self.index.is_empty() {
            return None;
        }
        self.index[self.place(board.bytes())].checked_sub(1)
    }

    /// The number of a board, which is added if it is not here. `None` if there are too many.
    pub fn insert(&mut self, board: &PackedBoard) -> Option<u32> {
        if self.index.len() * 3 <= self.len() * 4 {
            self.grow();
        }
        let place = self.place(board.bytes());
        if let Some(known) = self.index[place].checked_sub(1) {
            return Some(known);
        }
        let end = u32::try_from(self.bytes.len() + board.bytes().len()).ok()?;
        self.bytes.extend_from_slice(board.bytes());
        self.ends.push(end);
        self.index[place] = self.len() as u32;
        Some(self.len() as u32 - 1)
    }

    fn grow(&mut self) {
        let size = (self.index.len() * 2).max(1024);
        self.index = vec![0; size];
        for board in 0..self.len() as u32 {
            let place = self.place(self.get(board));
            self.index[place] = board + 1;
        }
    }

    /// A board with its pieces placed, without hands.
    pub fn setup(&self, board: u32) -> PositionBuilder {
        let mut setup = PositionBuilder::new();
        for (square, piece) in reading_order().zip(squares(self.get(board))) {
            setup.set(square, piece);
        }
        setup
    }

    /// The first field of its SFEN.
    pub fn text(&self, board: u32, text: &mut String) {
        text.clear();
        let mut empty = 0;
        for (number, piece) in squares(self.get(board)).enumerate() {
            if number % 9 == 0 && number > 0 {
                push_empty(text, &mut empty);
                text.push('/');
            }
            match piece {
                None => empty += 1,
                Some(piece) => {
                    push_empty(text, &mut empty);
                    let _ = write!(text, "{piece}");
                }
            }
        }
        push_empty(text, &mut empty);
    }
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_shogi::Strictness;

    #[test]
    fn boards_come_back_as_they_were() {
        let sfens = [
            yomikiri_shogi::STARTPOS,
            "9/9/9/9/9/9/9/9/9 b - 1",
            "+P+p+R+r+B+b+S+s+N/+n+L+l6/9/4k4/9/9/4K4/7l1/9 w - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        ];
        let mut boards = Boards::default();
        for _ in 0..2 {
            for (number, sfen) in sfens.iter().enumerate() {
                let position = Position::from_sfen_with(sfen, Strictness::Lax).unwrap();
                let packed = PackedBoard::new(&position);
                let board = boards.insert(&packed).unwrap();
                assert_eq!((board as usize, boards.find(&packed)), (number, Some(board)));
                let mut text = String::new();
                boards.text(board, &mut text);
                assert_eq!(Some(text.as_str()), sfen.split(' ').next());
                let mut setup = boards.setup(board);
                setup.side_to_move = position.side_to_move();
                let back = setup.build(Strictness::Lax).unwrap();
                assert_eq!(back.board_key(), position.board_key());
            }
        }
        assert_eq!(boards.len(), sfens.len());
    }
}
