//! Boards, hands and moves of shogi, and their text.
//!
//! The board is a mailbox: 9×9 squares with a border that every walk runs into. The border is one square wide at the sides and two at
//! the top and the bottom, because of knights. Beside it the board has the squares of each side's pieces as a set, and a key by which
//! boards are found in a table.

use crate::Side;

/// Squares of a row with its border.
const WIDTH: usize = 11;
/// All squares with the border.
pub(crate) const MAILBOX: usize = WIDTH * 13;
/// The border.
pub(crate) const WALL: u8 = 0xff;
/// No piece.
pub(crate) const EMPTY: u8 = 0;

/// Unpromoted kinds of pieces, in the low three bits of a piece; 0 with [`PROMOTED`] does not occur, and the king is 8.
pub(crate) const PAWN: u8 = 1;
pub(crate) const LANCE: u8 = 2;
pub(crate) const KNIGHT: u8 = 3;
pub(crate) const SILVER: u8 = 4;
pub(crate) const BISHOP: u8 = 5;
pub(crate) const ROOK: u8 = 6;
pub(crate) const GOLD: u8 = 7;
pub(crate) const KING: u8 = 8;
/// Added to a kind below [`GOLD`]: the promoted piece (9–14).
pub(crate) const PROMOTED: u8 = 8;
/// Added to a piece of White.
pub(crate) const WHITE: u8 = 16;

/// The kinds in the order of hands.
pub(crate) const HAND_ORDER: [(u8, u8); 7] =
    [(ROOK, b'R'), (BISHOP, b'B'), (GOLD, b'G'), (SILVER, b'S'), (KNIGHT, b'N'), (LANCE, b'L'), (PAWN, b'P')];

/// The kinds of pieces by their letters.
const KIND_OF_LETTER: [u8; 128] = {
    let mut kinds = [EMPTY; 128];
    let mut i = 0;
    while i < HAND_ORDER.len() {
        kinds[HAND_ORDER[i].1 as usize] = HAND_ORDER[i].0;
        i += 1;
    }
    kinds[b'K' as usize] = KING;
    kinds
};

/// The most pieces of a kind.
const MAX_OF_A_KIND: u32 = 127;

/// The bit that a piece of a side has.
pub(crate) fn side_bit(side: Side) -> u8 {
    match side {
        Side::Black => 0,
        Side::White => WHITE,
    }
}

/// The side of a piece.
pub(crate) fn side_of(piece: u8) -> Side {
    if piece & WHITE == 0 { Side::Black } else { Side::White }
}

/// The kind of a piece in hand, or `None` for kings.
pub(crate) fn hand_kind(piece: u8) -> Option<u8> {
    let kind = piece & 7;
    (kind != 0).then_some(kind)
}

/// The index of a square by row from the top and column from the left, both from 0.
pub(crate) fn square(row: usize, column: usize) -> usize {
    (row + 2) * WIDTH + column + 1
}

/// The row and the column of a square.
pub(crate) fn row_and_column(square: usize) -> (usize, usize) {
    (square / WIDTH - 2, square % WIDTH - 1)
}

/// A set of squares: bit n is square n of the mailbox. The border at the lower end is not in reach, and no square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Squares(pub u128);

impl Squares {
    /// All squares of the board.
    pub const BOARD: Squares = {
        let mut set = 0;
        let mut at = 0;
        while at < 81 {
            set |= 1 << ((at / 9 + 2) * WIDTH + at % 9 + 1);
            at += 1;
        }
        Squares(set)
    };

    pub fn one(square: usize) -> Squares {
        Squares(1 << square)
    }

    pub fn contains(self, square: usize) -> bool {
        self.0 >> square & 1 != 0
    }

    pub fn insert(&mut self, square: usize) {
        self.0 |= 1 << square;
    }

    pub fn remove(&mut self, square: usize) {
        self.0 &= !(1 << square);
    }

    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares from the upper left to the lower right.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let square = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (square < 128).then_some(square)
        })
    }
}

/// Random words for each piece on each square. Boards with the same pieces have the same sum of words.
static KEYS: [[u64; 128]; 32] = {
    let mut keys = [[0; 128]; 32];
    let mut state = 0u64;
    let mut number = 0;
    while number < 32 * 128 {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[number / 128][number % 128] = mixed ^ mixed >> 31;
        number += 1;
    }
    keys
};

/// Pieces by kind: how many of each, one byte a kind. No count is above 127, so that the highest bit of each byte is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Hand(pub u64);

impl Hand {
    const FREE_BITS: u64 = 0x8080_8080_8080_8080;

    pub fn count(self, kind: u8) -> u32 {
        (self.0 >> (8 * kind) & 0xff) as u32
    }

    /// One more of a kind. The caller keeps counts at 127 or below.
    pub fn with(self, kind: u8) -> Hand {
        Hand(self.0 + (1 << (8 * kind)))
    }

    /// One less of a kind, of which there must be one.
    pub fn without(self, kind: u8) -> Hand {
        Hand(self.0 - (1 << (8 * kind)))
    }

    /// Whether this has at least as many of every kind as `other`.
    pub fn contains(self, other: Hand) -> bool {
        // No byte borrows from the next, because its free bit is set before.
        ((self.0 | Hand::FREE_BITS) - other.0) & Hand::FREE_BITS == Hand::FREE_BITS
    }

    /// What is left without `other`, which this must contain.
    pub fn minus(self, other: Hand) -> Hand {
        Hand(self.0 - other.0)
    }

    pub fn plus(self, other: Hand) -> Option<Hand> {
        let fits = (1..=GOLD).all(|kind| self.count(kind) + other.count(kind) <= MAX_OF_A_KIND);
        fits.then(|| Hand(self.0 + other.0))
    }

    /// Reads pieces in hand order, with letters of one case, as far as they go. Returns the rest of the text.
    fn read(text: &[u8], upper_case: bool) -> Option<(Hand, &[u8])> {
        let mut hand = Hand::default();
        let mut rest = text;
        for (kind, letter) in HAND_ORDER {
            let letter = if upper_case { letter } else { letter.to_ascii_lowercase() };
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if rest.get(digits) != Some(&letter) {
                continue;
            }
            let count = match digits {
                0 => 1,
                1..=3 if rest[0] != b'0' => {
                    rest[..digits].iter().fold(0, |n, digit| n * 10 + u32::from(digit - b'0'))
                }
                _ => return None,
            };
            if digits > 0 && count < 2 || count > MAX_OF_A_KIND {
                return None;
            }
            hand.0 |= u64::from(count) << (8 * kind);
            rest = &rest[digits + 1..];
        }
        Some((hand, rest))
    }

    /// The attacker's hand of a node.
    pub fn parse(text: &str) -> Option<Hand> {
        if text == "-" {
            return Some(Hand::default());
        }
        let (hand, rest) = Hand::read(text.as_bytes(), true)?;
        (!text.is_empty() && rest.is_empty()).then_some(hand)
    }

    /// The hands of an SFEN: Black's and White's.
    pub fn parse_both(text: &str) -> Option<[Hand; 2]> {
        if text == "-" {
            return Some([Hand::default(); 2]);
        }
        let (black, rest) = Hand::read(text.as_bytes(), true)?;
        let (white, rest) = Hand::read(rest, false)?;
        (!text.is_empty() && rest.is_empty()).then_some([black, white])
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    /// The square that the piece leaves, or 0 for a drop.
    pub from: u8,
    pub to: u8,
    /// The kind of a dropped piece, otherwise 0.
    pub dropped: u8,
    pub promotes: bool,
}

impl Move {
    /// Reads a move in USI notation.
    pub fn parse(text: &str) -> Option<Move> {
        let read_square = |file: u8, rank: u8| -> Option<u8> {
            let is_square = (b'1'..=b'9').contains(&file) && (b'a'..=b'i').contains(&rank);
            is_square.then(|| square(usize::from(rank - b'a'), usize::from(b'9' - file)) as u8)
        };
        match *text.as_bytes() {
            [letter, b'*', file, rank] => {
                let (dropped, _) = HAND_ORDER.into_iter().find(|&(_, of)| of == letter)?;
                Some(Move { from: 0, to: read_square(file, rank)?, dropped, promotes: false })
            }
            [from_file, from_rank, file, rank, ref rest @ ..] if rest.is_empty() || rest == b"+" => {
                let from = read_square(from_file, from_rank)?;
                let to = read_square(file, rank)?;
                Some(Move { from, to, dropped: 0, promotes: !rest.is_empty() })
            }
            _ => None,
        }
    }

    /// The mirror image: file 1 for file 9 and so on.
    pub fn mirrored(self) -> Move {
        let mirror = |at: u8| {
            let (row, column) = row_and_column(usize::from(at));
            square(row, 8 - column) as u8
        };
        let from = if self.from == 0 { 0 } else { mirror(self.from) };
        Move { from, to: mirror(self.to), ..self }
    }

    /// The move in 16 bits.
    pub fn packed(self) -> u16 {
        let from = if self.from == 0 { MAILBOX as u16 + u16::from(self.dropped) } else { self.from.into() };
        // 8 bits for the square it leaves (143 to 150 for drops), 7 for one of 81 squares, one for promotion.
        let (row, column) = row_and_column(usize::from(self.to));
        from << 8 | ((row * 9 + column) as u16) << 1 | u16::from(self.promotes)
    }

    pub fn unpacked(packed: u16) -> Move {
        let (from, at) = (packed >> 8, usize::from(packed >> 1 & 0x7f));
        let is_drop = from > MAILBOX as u16;
        Move {
            from: if is_drop { 0 } else { from as u8 },
            to: square(at / 9, at % 9) as u8,
            dropped: if is_drop { (from - MAILBOX as u16) as u8 } else { 0 },
            promotes: packed & 1 == 1,
        }
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |at: u8| {
            let (row, column) = row_and_column(usize::from(at));
            [char::from(b'9' - column as u8), char::from(b'a' + row as u8)].into_iter().collect::<String>()
        };
        match HAND_ORDER.iter().find(|&&(kind, _)| kind == self.dropped) {
            Some(&(_, letter)) => write!(f, "{}*{}", char::from(letter), name(self.to)),
            None => {
                write!(f, "{}{}{}", name(self.from), name(self.to), if self.promotes { "+" } else { "" })
            }
        }
    }
}

/// The pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub squares: [u8; MAILBOX],
    /// The squares of the pieces of Black and White.
    sides: [Squares; 2],
    /// The squares of the kings of Black and White, 0 if there is none.
    kings: [u8; 2],
    /// The same for equal boards, and almost always another one for others.
    key: u64,
}

impl Board {
    pub fn empty() -> Board {
        let mut squares = [WALL; MAILBOX];
        for at in 0..81 {
            squares[square(at / 9, at % 9)] = EMPTY;
        }
        Board { squares, sides: [Squares::default(); 2], kings: [0; 2], key: 0 }
    }

    /// The square of a side's king.
    pub fn king(&self, side: Side) -> Option<usize> {
        let at = usize::from(self.kings[side as usize]);
        (at != 0).then_some(at)
    }

    /// The squares of a side's pieces.
    pub fn side(&self, side: Side) -> Squares {
        self.sides[side as usize]
    }

    /// The squares with pieces.
    pub fn occupied(&self) -> Squares {
        Squares(self.sides[0].0 | self.sides[1].0)
    }

    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, at: usize, piece: u8) {
        self.squares[at] = piece;
        self.sides[side_of(piece) as usize].insert(at);
        self.key = self.key.wrapping_add(KEYS[usize::from(piece)][at]);
        if piece & !WHITE == KING {
            self.kings[side_of(piece) as usize] = at as u8;
        }
    }

    /// Takes a piece from the board.
    pub fn take(&mut self, at: usize) -> u8 {
        let piece = std::mem::replace(&mut self.squares[at], EMPTY);
        self.sides[side_of(piece) as usize].remove(at);
        self.key = self.key.wrapping_sub(KEYS[usize::from(piece)][at]);
        piece
    }

    /// Reads the board of an SFEN in its canonical form, or says what is wrong.
    pub fn parse(text: &str) -> Result<Board, &'static str> {
        let mut board = Board::empty();
        let (mut row, mut column) = (0, 0);
        let mut promoted = false;
        let mut after_digit = false;
        for byte in text.bytes() {
            let is_digit = byte.is_ascii_digit();
            if promoted && !byte.is_ascii_alphabetic() {
                return Err("\"+\" without a piece");
            }
            match byte {
                b'/' => {
                    if column != 9 || row == 8 {
                        return Err("the board has not 9 rows of 9 squares");
                    }
                    (row, column) = (row + 1, 0);
                }
                b'+' => promoted = true,
                b'1'..=b'9' => {
                    if after_digit {
                        return Err("two numbers of empty squares next to each other");
                    }
                    column += usize::from(byte - b'0');
                }
                _ => {
                    if column >= 9 {
                        return Err("the board has not 9 rows of 9 squares");
                    }
                    let letter = usize::from(byte.to_ascii_uppercase());
                    let kind = KIND_OF_LETTER.get(letter).copied().unwrap_or(EMPTY);
                    if kind == EMPTY {
                        return Err("a letter of no piece");
                    }
                    let side = if byte.is_ascii_lowercase() { Side::White } else { Side::Black };
                    if promoted && kind >= GOLD {
                        return Err("a promoted gold or king");
                    }
                    if kind == KING && board.king(side).is_some() {
                        return Err("two kings of one side");
                    }
                    let piece = kind | side_bit(side) | if promoted { PROMOTED } else { 0 };
                    board.put(square(row, column), piece);
                    column += 1;
                    promoted = false;
                }
            }
            if column > 9 {
                return Err("the board has not 9 rows of 9 squares");
            }
            after_digit = is_digit;
        }
        if promoted || row != 8 || column != 9 {
            return Err("the board has not 9 rows of 9 squares");
        }
        Ok(board)
    }

    /// The pieces on the board by kind, without kings.
    pub fn material(&self) -> Hand {
        // At most 81, so no count is too large.
        self.pieces().filter_map(|(_, piece)| hand_kind(piece)).fold(Hand::default(), Hand::with)
    }

    /// All pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, u8)> {
        self.occupied().iter().map(|at| (at, self.squares[at]))
    }

    /// Whether the board is its own mirror image.
    pub fn is_symmetric(&self) -> bool {
        (0..9).all(|row| {
            (0..4).all(|column| self.squares[square(row, column)] == self.squares[square(row, 8 - column)])
        })
    }

    /// What is wrong with the board by itself: pieces that could never move, two pawns on a file.
    pub fn fault(&self) -> Option<&'static str> {
        let mut pawns = [[false; 9]; 2];
        for (at, piece) in self.pieces() {
            if !may_stand(piece, at) {
                return Some("a piece that could never move");
            }
            if piece & !WHITE == PAWN {
                let file = &mut pawns[side_of(piece) as usize][row_and_column(at).1];
                if *file {
                    return Some("two pawns of one side on a file");
                }
                *file = true;
            }
        }
        None
    }
}

/// Whether a piece on this square could ever move.
pub(crate) fn may_stand(piece: u8, at: usize) -> bool {
    let row = row_and_column(at).0;
    let rows_ahead = if side_of(piece) == Side::Black { row } else { 8 - row };
    match piece & !WHITE {
        PAWN | LANCE => rows_ahead >= 1,
        KNIGHT => rows_ahead >= 2,
        _ => true,
    }
}

/// Whether a piece of a side may promote when it comes from or to this square.
pub(crate) fn in_promotion_zone(side: Side, at: usize) -> bool {
    let row = row_and_column(at).0;
    if side == Side::Black { row < 3 } else { row > 5 }
}
