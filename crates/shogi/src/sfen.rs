//! SFEN, the one-line text form of a position.
//!
//! Reading is strict: four fields (the move number may be missing), nine ranks of nine squares, only pieces that exist, and
//! a position that obeys the rules. Every error names the column, counted in characters from 1. Writing gives the
//! canonical form: hands in the order R B G S N L P, Black's before White's.

use std::fmt::Write as _;
use std::str::FromStr;

use crate::builder::{PositionBuilder, PositionError, Strictness};
use crate::quote::quote;
use crate::{Color, Hand, Piece, PieceKind, Position, Square};

/// The start position of an even game.
pub const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The reason why a text is not a valid SFEN, and the column of the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct SfenError {
    /// The column of the fault, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: SfenErrorKind,
}

/// The ending of a noun after this number.
fn s(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// What is wrong with a text that is not a valid SFEN. Quotations are short and printable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum SfenErrorKind {
    #[error("the {0} is missing")]
    MissingField(&'static str),
    #[error("unexpected text `{0}` after the move number")]
    TrailingText(String),
    #[error("{found} rank{}, expected 9", s(*found))]
    RankCount { found: usize },
    #[error("rank {rank} has {found} square{}, expected 9", s(*found))]
    RankWidth { rank: char, found: usize },
    #[error("`{0}` is not a piece or a number of empty squares")]
    NotAPiece(char),
    #[error("`+` must be followed by a piece that promotes")]
    NotPromotable,
    #[error("side to move is `{0}`, expected `b` or `w`")]
    NotASide(String),
    #[error("`{0}` cannot be in hand")]
    NotInHand(char),
    #[error("a count in hand must be followed by a piece")]
    CountWithoutPiece,
    #[error("`{0}` is not a count of pieces in hand (1 to 18, no leading zero)")]
    BadCount(String),
    #[error("`{0}` appears twice in the hands")]
    RepeatedHandPiece(char),
    #[error("move number `{0}` is not a number")]
    BadMoveNumber(String),
    #[error(transparent)]
    Position(PositionError),
}

/// A field of the text with the column of its first character.
struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl Field<'_> {
    fn chars(&self) -> impl Iterator<Item = (usize, char)> {
        (self.column..).zip(self.text.chars())
    }

    fn end(&self) -> usize {
        self.column + self.text.chars().count()
    }
}

/// Splits at blanks, keeping columns.
fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut column = 1;
    for part in text.split([' ', '\t']) {
        if !part.is_empty() {
            fields.push(Field { text: part, column });
        }
        column += part.chars().count() + 1;
    }
    fields
}

fn fail<T>(column: usize, kind: SfenErrorKind) -> Result<T, SfenError> {
    Err(SfenError { column, kind })
}

/// The state of reading an SFEN: what was read so far, and the column of every piece for error messages.
struct Reader {
    builder: PositionBuilder,
    columns: [usize; Square::COUNT],
    hand_column: usize,
}

impl Reader {
    fn board(&mut self, field: &Field<'_>) -> Result<(), SfenError> {
        let found = field.text.split('/').count();
        if found != 9 {
            // A missing slash is the usual mistake. The rank that is too wide is a better message than the count.
            self.ranks(field)?;
            return fail(field.column, SfenErrorKind::RankCount { found });
        }
        self.ranks(field)
    }

    fn ranks(&mut self, field: &Field<'_>) -> Result<(), SfenError> {
        let mut column = field.column;
        for (rank, text) in field.text.split('/').enumerate().take(9) {
            self.rank(rank, &Field { text, column })?;
            column += text.chars().count() + 1;
        }
        Ok(())
    }

    fn rank(&mut self, rank: usize, field: &Field<'_>) -> Result<(), SfenError> {
        let mut width = 0;
        let mut pending = None;
        for (column, letter) in field.chars() {
            match (pending.take(), letter) {
                (None, '+') => pending = Some(column),
                (None, '1'..='9') => width += letter as usize - '0' as usize,
                (plus, _) => {
                    let kind = PieceKind::from_letter(letter.to_ascii_uppercase());
                    let kind = match (plus, kind) {
                        (None, Some(kind)) => kind,
                        (None, None) => return fail(column, SfenErrorKind::NotAPiece(letter)),
                        (Some(plus), kind) => match kind.and_then(PieceKind::promoted) {
                            Some(kind) => kind,
                            None => return fail(plus, SfenErrorKind::NotPromotable),
                        },
                    };
                    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
                    // Past the ninth square only the width is counted, for the error below.
                    if let Some(square) = 8usize.checked_sub(width).and_then(|file| Square::new(file, rank)) {
                        self.builder.set(square, Some(Piece::new(kind, color)));
                        self.columns[square.index()] = column;
                    }
                    width += 1;
                }
            }
        }
        if let Some(plus) = pending {
            return fail(plus, SfenErrorKind::NotPromotable);
        }
        if width != 9 {
            let rank = char::from(b'a' + rank as u8);
            return fail(field.column, SfenErrorKind::RankWidth { rank, found: width });
        }
        Ok(())
    }

    fn hands(&mut self, field: &Field<'_>) -> Result<(), SfenError> {
        self.hand_column = field.column;
        if field.text == "-" {
            return Ok(());
        }
        let mut digits = String::new();
        for (column, letter) in field.chars() {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            let start = column - digits.len();
            let kind = match PieceKind::from_letter(letter.to_ascii_uppercase()) {
                Some(kind) if kind != PieceKind::King => kind,
                _ => return fail(column, SfenErrorKind::NotInHand(letter)),
            };
            let count = match digits.as_str() {
                "" => Some(1),
                text if text.starts_with('0') => None,
                text => text.parse().ok(),
            };
            let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
            let hand = &mut self.builder.hands[color.index()];
            if hand.has(kind) {
                return fail(start, SfenErrorKind::RepeatedHandPiece(letter));
            }
            match count.and_then(|count| hand.with(kind, count)) {
                Some(more) => *hand = more,
                None => return fail(start, SfenErrorKind::BadCount(quote(&digits))),
            }
            digits.clear();
        }
        if !digits.is_empty() {
            return fail(field.end() - digits.len(), SfenErrorKind::CountWithoutPiece);
        }
        Ok(())
    }
}

impl Position {
    /// Reads an SFEN such as [`STARTPOS`]. Fails if the text is malformed or the position breaks a rule.
    pub fn from_sfen(text: &str) -> Result<Position, SfenError> {
        Position::from_sfen_with(text, Strictness::Strict)
    }

    /// Reads an SFEN like [`from_sfen`](Position::from_sfen), with the given strictness about the number of pieces.
    pub fn from_sfen_with(text: &str, strictness: Strictness) -> Result<Position, SfenError> {
        let fields = fields(text);
        let missing =
            |what| SfenError { column: text.chars().count() + 1, kind: SfenErrorKind::MissingField(what) };
        let mut reader =
            Reader { builder: PositionBuilder::new(), columns: [0; Square::COUNT], hand_column: 0 };
        reader.board(fields.first().ok_or_else(|| missing("board"))?)?;
        let side = fields.get(1).ok_or_else(|| missing("side to move"))?;
        reader.builder.side_to_move = match side.text {
            "b" => Color::Black,
            "w" => Color::White,
            other => return fail(side.column, SfenErrorKind::NotASide(quote(other))),
        };
        reader.hands(fields.get(2).ok_or_else(|| missing("field of pieces in hand (`-` for none)"))?)?;
        if let Some(number) = fields.get(3) {
            let digits = number.text.bytes().all(|b| b.is_ascii_digit());
            match number.text.parse().ok().filter(|_| digits) {
                Some(value) => reader.builder.move_number = value,
                None => return fail(number.column, SfenErrorKind::BadMoveNumber(quote(number.text))),
            }
        }
        if let Some(extra) = fields.get(4) {
            return fail(extra.column, SfenErrorKind::TrailingText(quote(extra.text)));
        }
        reader.builder.build(strictness).map_err(|error| SfenError {
            column: error.square().map_or(reader.hand_column, |square| reader.columns[square.index()]),
            kind: SfenErrorKind::Position(error),
        })
    }

    /// The start position of an even game.
    pub fn startpos() -> Position {
        Position::from_sfen(STARTPOS).expect("the start position is valid")
    }

    /// The canonical SFEN of the position.
    pub fn to_sfen(&self) -> String {
        let mut text = String::with_capacity(96);
        for rank in 0..9 {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..9).rev() {
                match Square::new(file, rank).and_then(|square| self.piece_at(square)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                            empty = 0;
                        }
                        let _ = write!(text, "{piece}");
                    }
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        text.push_str(if self.side_to_move() == Color::Black { " b " } else { " w " });
        let before = text.len();
        for color in Color::ALL {
            push_hand(&mut text, self.hand(color), color);
        }
        if text.len() == before {
            text.push('-');
        }
        let _ = write!(text, " {}", self.move_number());
        text
    }
}

/// Appends a hand in SFEN; nothing for an empty hand.
fn push_hand(text: &mut String, hand: Hand, color: Color) {
    for (kind, count) in hand.iter().rev() {
        if count > 1 {
            let _ = write!(text, "{count}");
        }
        let _ = write!(text, "{}", Piece::new(kind, color));
    }
}

impl FromStr for Position {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Position, SfenError> {
        Position::from_sfen(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_form_is_a_fixed_point() {
        for sfen in [
            STARTPOS,
            "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1",
            "9/9/9/9/9/9/9/9/9 w - 7",
            "+P+p+R+r+B+b+S+s+N/+n+L+l6/9/4k4/9/9/4K4/9/9 b - 1",
        ] {
            assert_eq!(Position::from_sfen(sfen).unwrap().to_sfen(), sfen);
        }
        let loose = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9  b gs4nG").unwrap();
        assert_eq!(loose.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b Ggs4n 1");
    }

    #[test]
    fn faults_name_their_column() {
        for (bad, column, what) in [
            ("", 1, "the board is missing"),
            ("9/9/9/9/9/9/9/9/9", 18, "the side to move is missing"),
            ("9/9/9/9/9/9/9/9/9 b", 20, "the field of pieces in hand"),
            ("9/9/9/9/9/9/9/9 b - 1", 1, "8 ranks, expected 9"),
            ("9/9/9/9/9/9/9/9/9/9 b - 1", 1, "10 ranks, expected 9"),
            ("9/9/9/9/ppppppppp1/9/9/9/9 b - 1", 9, "rank e has 10 squares"),
            ("9/9/99/9/9/9/9/9 b - 1", 5, "rank c has 18 squares"),
            ("9/9/3x5/9/9/9/9/9/9 b - 1", 6, "`x` is not a piece"),
            ("9/9/0/9/9/9/9/9/9 b - 1", 5, "`0` is not a piece"),
            ("9/4+K4/9/9/9/9/9/9/9 b - 1", 4, "`+` must be followed"),
            ("9/4+4/9/9/9/9/9/9/9 b - 1", 4, "`+` must be followed"),
            ("9+/9/9/9/9/9/9/9/9 b - 1", 2, "`+` must be followed"),
            ("9/9/9/9/9/9/9/9/9 x - 1", 19, "side to move is `x`"),
            ("9/9/9/9/9/9/9/9/9 b K 1", 21, "`K` cannot be in hand"),
            ("9/9/9/9/9/9/9/9/9 b 0P 1", 21, "`0` is not a count"),
            ("9/9/9/9/9/9/9/9/9 b 99P 1", 21, "`99` is not a count"),
            ("9/9/9/9/9/9/9/9/9 b G3", 22, "must be followed by a piece"),
            ("9/9/9/9/9/9/9/9/9 b PGP 1", 23, "`P` appears twice"),
            ("9/9/9/9/9/9/9/9/9 b - x", 23, "move number `x`"),
            ("9/9/9/9/9/9/9/9/9 b - +1", 23, "move number `+1`"),
            ("9/9/9/9/9/9/9/9/9 b - 1 moves", 25, "unexpected text `moves`"),
            ("9/9/9/9/9/9/9/9/9 b 19P 1", 21, "19 pawns"),
            ("4k4/8N/9/9/9/9/9/9/9 b - 1", 6, "N on 1b could never move"),
            ("4k4/4G4/9/9/9/9/9/9/9 b - 1", 2, "king on 5a is in check"),
            ("九/9/9/9/9/9/9/9/9 b - 1", 1, "`九` is not a piece"),
        ] {
            let error = Position::from_sfen(bad).unwrap_err();
            assert_eq!(error.column, column, "{bad}: {error}");
            assert!(error.to_string().contains(what), "{bad}: {error}");
        }
    }
}
