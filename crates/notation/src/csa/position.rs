//! Reads and writes the start position: the statements PI, P1 to P9, P+ and P-.

use std::fmt::Write as _;

use yomikiri_shogi::{Color, Hand, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

use super::names::{color_of, kind_name, kind_of, sign};
use crate::Handicap;
use crate::error::{ReadError, ReadErrorKind, quote};

/// Collects the `P` statements of a record.
pub(super) struct PositionReader {
    builder: PositionBuilder,
    /// The line that put a piece on each square.
    lines: [usize; Square::COUNT],
    /// The line of the last statement.
    line: usize,
    /// The side that gets all pieces not mentioned.
    rest: Option<Color>,
}

impl PositionReader {
    pub fn new() -> PositionReader {
        PositionReader { builder: PositionBuilder::new(), lines: [0; Square::COUNT], line: 0, rest: None }
    }

    /// Reads one statement, without the `P`.
    pub fn statement(&mut self, text: &str, line: usize) -> Result<(), ReadErrorKind> {
        self.line = line;
        let bad = || ReadErrorKind::BadValue { what: "start position", value: quote(&format!("P{text}")) };
        let mut characters = text.chars();
        match characters.next() {
            Some('I') => {
                self.builder = PositionBuilder::from(&Position::startpos());
                for (square, name) in placements(characters.as_str()).ok_or_else(bad)? {
                    let square = square.ok_or_else(bad)?;
                    let there = self.builder.board[square.index()].map(Piece::kind);
                    if there.is_none() || there != kind_of(name) {
                        return Err(bad());
                    }
                    self.builder.set(square, None);
                }
                Ok(())
            }
            Some(digit @ '1'..='9') => {
                let rank = digit as usize - '1' as usize;
                let cells = cells(characters.as_str()).ok_or_else(bad)?;
                for (file, piece) in (0..9).rev().zip(cells) {
                    self.put(Square::new(file, rank).ok_or_else(bad)?, piece, bad)?;
                }
                Ok(())
            }
            Some(side @ ('+' | '-')) => {
                let color = color_of(side).ok_or_else(bad)?;
                for (square, name) in placements(characters.as_str()).ok_or_else(bad)? {
                    match (square, kind_of(name)) {
                        (Some(square), Some(kind)) => {
                            self.put(square, Some(Piece::new(kind, color)), bad)?;
                        }
                        (None, Some(kind)) => {
                            let hand = &mut self.builder.hands[color.index()];
                            *hand = hand.with(kind, 1).ok_or_else(bad)?;
                        }
                        (None, None) if name == "AL" => self.rest = Some(color),
                        _ => return Err(bad()),
                    }
                }
                Ok(())
            }
            _ => Err(bad()),
        }
    }

    fn put(
        &mut self,
        square: Square,
        piece: Option<Piece>,
        bad: impl Fn() -> ReadErrorKind,
    ) -> Result<(), ReadErrorKind> {
        if piece.is_some() {
            if self.builder.board[square.index()].is_some() {
                return Err(bad());
            }
            self.builder.set(square, piece);
            self.lines[square.index()] = self.line;
        }
        Ok(())
    }

    /// The position, with `side` to move.
    pub fn build(mut self, side: Color) -> Result<Position, ReadError> {
        self.builder.side_to_move = side;
        if let Some(color) = self.rest {
            for kind in PieceKind::HAND {
                let mentioned = self
                    .builder
                    .board
                    .iter()
                    .flatten()
                    .filter(|piece| piece.kind().unpromoted() == kind)
                    .count() as u32
                    + self.builder.hands.iter().map(|hand| hand.count(kind)).sum::<u32>();
                let left = u32::from(kind.set_size()).saturating_sub(mentioned);
                let hand = &mut self.builder.hands[color.index()];
                *hand = hand.with(kind, left).unwrap_or(*hand);
            }
        }
        self.builder.build(Strictness::Strict).map_err(|error| {
            let line = error.square().map_or(0, |square| self.lines[square.index()]);
            ReadErrorKind::from(error).at(if line == 0 { self.line.max(1) } else { line })
        })
    }
}

/// Squares (none for the hand) with two-letter names, until the end of the text.
fn placements(text: &str) -> Option<Vec<(Option<Square>, &str)>> {
    let text = text.trim_end();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let square = text.get(at..at + 2)?;
        found.push((if square == "00" { None } else { Some(square_of(square)?) }, text.get(at + 2..at + 4)?));
        at += 4;
    }
    Some(found)
}

/// The square with two digits, such as `77`.
pub(super) fn square_of(text: &str) -> Option<Square> {
    match text.as_bytes() {
        &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] => {
            Square::new(usize::from(file - b'1'), usize::from(rank - b'1'))
        }
        _ => None,
    }
}

/// The nine cells of a row. Cells are three characters wide, but files lose blanks, so blanks only separate cells.
fn cells(text: &str) -> Option<[Option<Piece>; 9]> {
    let mut cells = [None; 9];
    let mut text = text.trim();
    for cell in &mut cells {
        text = if let Some(rest) = text.strip_prefix('*') {
            rest
        } else {
            let color = color_of(text.chars().next()?)?;
            *cell = Some(Piece::new(kind_of(text.get(1..3)?)?, color));
            text.get(3..)?
        }
        .trim_start();
    }
    text.is_empty().then_some(cells)
}

/// Writes the statements of a position, the turn included.
pub(super) fn write(out: &mut String, position: &Position) {
    if Handicap::from_position(position).is_some() {
        let start = Position::startpos();
        out.push_str("PI");
        for square in Square::all() {
            if let (Some(piece), None) = (start.piece_at(square), position.piece_at(square)) {
                let _ = write!(out, "{}{}", square_name(square), kind_name(piece.kind()));
            }
        }
        out.push('\n');
    } else {
        for rank in 0..9 {
            let _ = write!(out, "P{}", rank + 1);
            for file in (0..9).rev() {
                match Square::new(file, rank).and_then(|square| position.piece_at(square)) {
                    Some(piece) => {
                        let _ = write!(out, "{}{}", sign(piece.color()), kind_name(piece.kind()));
                    }
                    None => out.push_str(" * "),
                }
            }
            out.push('\n');
        }
        for color in Color::ALL {
            write_hand(out, position.hand(color), color);
        }
    }
    out.push(sign(position.side_to_move()));
    out.push('\n');
}

fn write_hand(out: &mut String, hand: Hand, color: Color) {
    if hand.is_empty() {
        return;
    }
    let _ = write!(out, "P{}", sign(color));
    for (kind, count) in hand.iter().rev() {
        for _ in 0..count {
            let _ = write!(out, "00{}", kind_name(kind));
        }
    }
    out.push('\n');
}

/// The two digits of a square.
pub(super) fn square_name(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}
