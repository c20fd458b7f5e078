//! Reads and writes what stands before the moves: headers, and the start position as a handicap or a diagram.

use yomikiri_shogi::{Color, Hand, PositionBuilder, PositionError, Strictness};

use super::diagram::{BoardRow, hand, is_frame, looks_like_a_row, row, write_diagram};
use super::fields::{HandOwner, StartField, field, hand_owner, turn};
use super::{
    LineClass, NumberedLines, after_number, classify, is_moves_heading, leading_number, variation_heading,
};
use crate::error::quote;
use crate::japanese::glyphs::side_of_mark;
use crate::japanese::{looks_like_a_move, written};
use crate::record::restates_position;
use crate::text::one_line;
use crate::{Handicap, ReadError, ReadErrorKind, Record};

/// The largest number of moves in 手数＝. No game is longer, and counting on from it cannot overflow.
const MAX_MOVE_NUMBER: usize = 1_000_000;

/// Collects the lines before the moves.
#[derive(Default)]
pub(crate) struct StartReader {
    comments: Vec<String>,
    /// The number of the last line that is not blank.
    last: usize,
    headers: Vec<(String, String)>,
    /// The rows so far, with their line numbers.
    rows: Vec<(usize, BoardRow)>,
    /// The hands of Black and White, with their line numbers.
    hands: [Option<(usize, HandText)>; 2],
    /// Hands without an owner (持駒：…), with their line numbers.
    unnamed_hands: Vec<(usize, HandText)>,
    side: Option<Color>,
    move_number: Option<u32>,
    /// The name of the handicap and its line number.
    handicap: Option<(usize, String)>,
}

/// What a line says that a hand holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HandText {
    Pieces(Hand),
    /// 残り全部
    Rest,
}

impl StartReader {
    /// Reads up to the first line for which `is_body` holds. Words that belong to no format are kept as comments; a line that
    /// looks like a move or a row and cannot be read is an error.
    pub fn read<'a>(
        lines: &mut NumberedLines<'a>,
        is_body: impl Fn(&str) -> bool,
    ) -> Result<StartReader, ReadError> {
        let mut start = StartReader { last: 1, ..StartReader::default() };
        while let Some(&(number, line)) = lines.peek() {
            match classify(line) {
                LineClass::Skip => {
                    lines.next();
                    continue;
                }
                LineClass::Comment(comment) => start.comments.push(comment.to_owned()),
                LineClass::Text(text) if is_body(text) => break,
                LineClass::Text(text) => start.take(number, text)?,
            }
            start.last = number;
            lines.next();
        }
        Ok(start)
    }

    /// Takes a line.
    fn take(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        if is_moves_heading(text) || is_frame(text) {
            return Ok(());
        }
        if let Some((cells, rank)) = row(text) {
            if self.rows.len() >= 9 || rank.is_some_and(|rank| rank != self.rows.len()) {
                return Err(ReadErrorKind::Unexpected(quote(text)).at(number));
            }
            self.rows.push((number, cells));
            return Ok(());
        }
        if text.starts_with(['|', '｜']) {
            return Err(ReadErrorKind::BadValue { what: "row of a diagram", value: quote(text) }.at(number));
        }
        match field(text) {
            Some(field) => self.take_field(number, field, text),
            None if looks_like_a_row(text) => {
                Err(ReadErrorKind::BadValue { what: "row of a diagram", value: quote(text) }.at(number))
            }
            None if looks_like_a_move(after_number(text)) => {
                Err(ReadErrorKind::Unexpected(quote(text)).at(number))
            }
            None => {
                self.comments.push(text.to_owned());
                Ok(())
            }
        }
    }

    /// Takes the field that the line `text` holds.
    fn take_field(&mut self, number: usize, field: StartField<'_>, text: &str) -> Result<(), ReadError> {
        let bad = |what, value| ReadErrorKind::BadValue { what, value: quote(value) }.at(number);
        match field {
            StartField::Turn("") => {}
            StartField::Turn(value) => {
                self.side = Some(turn(value).ok_or_else(|| bad("side to move (手番)", value))?);
            }
            StartField::MoveNumber(value) => {
                let made = leading_number(value).map(|(made, _)| made);
                let made = made.filter(|&made| made < MAX_MOVE_NUMBER);
                self.move_number = Some(made.ok_or_else(|| bad("number of moves", value))? as u32 + 1);
            }
            StartField::Hand(HandOwner::Unknown, _) => return Err(bad("hand", text)),
            StartField::Hand(owner, value) => {
                let pieces = match hand(value) {
                    Ok(Some(pieces)) => HandText::Pieces(pieces),
                    Ok(None) => HandText::Rest,
                    Err(wrong) => return Err(bad("hand", &wrong)),
                };
                match owner {
                    HandOwner::Side(color) => self.give(color, number, pieces)?,
                    _ => self.unnamed_hands.push((number, pieces)),
                }
            }
            StartField::Handicap(name) => self.handicap = Some((number, name.to_owned())),
            StartField::Header(key, value) => self.headers.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Sets the hand of a side. Two lines about one hand must agree.
    fn give(&mut self, color: Color, number: usize, pieces: HandText) -> Result<(), ReadError> {
        match &mut self.hands[color.index()] {
            Some((_, known)) if *known != pieces => {
                Err(ReadErrorKind::Unexpected("second hand of one side".into()).at(number))
            }
            hand => {
                *hand = Some((number, pieces));
                Ok(())
            }
        }
    }

    /// Finds the owners of the hands that do not name them. One such hand belongs to the side to move, as problem books
    /// print it. Of two, the one above the board is White's and the one below it Black's, as in any diagram.
    fn name_hands(&mut self, side_to_move: Color) -> Result<(), ReadError> {
        let board = self.rows.first().map_or(0, |row| row.0);
        match std::mem::take(&mut self.unnamed_hands)[..] {
            [] => Ok(()),
            [(number, pieces)] => self.give(side_to_move, number, pieces),
            [(above, white), (below, black)] if above < board && board < below => {
                self.give(Color::White, above, white)?;
                self.give(Color::Black, below, black)
            }
            [.., (number, _)] => Err(ReadErrorKind::Unexpected("hand of neither side".into()).at(number)),
        }
    }

    /// The number of the last line that is not blank. Errors about missing parts name it.
    pub fn last(&self) -> usize {
        self.last
    }

    /// Whether there is a diagram, or the name of a start position in its place.
    pub fn has_position(&self) -> bool {
        !self.rows.is_empty() || self.handicap.is_some()
    }

    /// A record without moves. Without a diagram and a handicap the game starts from the even position; callers make sure
    /// that this is what the text means.
    pub fn finish(mut self) -> Result<Record, ReadError> {
        let mut builder = if self.rows.is_empty() {
            PositionBuilder::from(&match &self.handicap {
                Some((line, name)) => Handicap::from_japanese(name)
                    .ok_or_else(|| {
                        ReadErrorKind::BadValue { what: "handicap (手合割)", value: quote(name) }.at(*line)
                    })?
                    .position(),
                None => Handicap::Even.position(),
            })
        } else {
            self.board()?
        };
        if let Some(side) = self.side {
            builder.side_to_move = side;
        }
        self.name_hands(builder.side_to_move)?;
        let mut rest = None;
        for (color, text) in Color::ALL.into_iter().zip(&self.hands) {
            match text {
                Some((_, HandText::Pieces(hand))) => builder.hands[color.index()] = *hand,
                Some((line, HandText::Rest)) if rest.is_some() => {
                    return Err(ReadErrorKind::Unexpected("残り全部".into()).at(*line));
                }
                Some((_, HandText::Rest)) => rest = Some(color),
                None => {}
            }
        }
        if let Some(number) = self.move_number {
            builder.move_number = number;
        }
        let mut position = builder
            .build(Strictness::Strict)
            .map_err(|error| ReadErrorKind::Position(error).at(self.line_of(&error)))?;
        if let Some(color) = rest {
            position.give_missing_pieces_to(color);
        }
        Ok(Record { headers: self.headers, comments: self.comments, ..Record::new(position) })
    }

    fn board(&self) -> Result<PositionBuilder, ReadError> {
        if self.rows.len() != 9 {
            return Err(ReadErrorKind::Missing("a row of the diagram")
                .at(self.rows.last().map_or(self.last, |row| row.0)));
        }
        let mut builder = PositionBuilder::new();
        // The board is stored file by file from the right, a row is written from the left.
        for (rank, (_, cells)) in self.rows.iter().enumerate() {
            for (file, cell) in cells.iter().rev().enumerate() {
                builder.board[file * 9 + rank] = *cell;
            }
        }
        Ok(builder)
    }

    /// The line that an error about the position names.
    fn line_of(&self, error: &PositionError) -> usize {
        let row = error.square().and_then(|square| self.rows.get(square.rank())).map(|row| row.0);
        let hand = self.hands.iter().flatten().map(|hand| hand.0).max();
        row.or(hand).or(self.handicap.as_ref().map(|handicap| handicap.0)).unwrap_or(self.last)
    }
}

/// Writes headers and the start position: its name if it has one, else a diagram.
///
/// A header that would be read as something else gets an underscore before its name; headers that restate the start
/// position are left out. Line breaks and outer blanks are removed from names and values; full-width colons in names become
/// half-width ones.
pub(crate) fn write_start(record: &Record) -> String {
    let mut text = String::new();
    for (key, value) in &record.headers {
        let mut key = one_line(&key.replace('：', ":")).trim().to_owned();
        let value = one_line(value).trim().to_owned();
        if restates_position(&key) {
            continue;
        }
        if is_misleading(&key) || variation_heading(&format!("{key}：{value}")).is_some() {
            key.insert(0, '_');
        }
        text += &format!("{key}：{value}\n");
    }
    // A handicap implies move number 1. `Handicap::from_position` ignores the number, so it would
    // lose another one.
    match Handicap::ALL.into_iter().find(|handicap| handicap.position() == record.initial) {
        Some(handicap) => text += &format!("手合割：{}\n", handicap.japanese()),
        None => text += &write_diagram(&record.initial),
    }
    text
}

/// Whether a line that begins with this name would be read as something other than a header.
fn is_misleading(key: &str) -> bool {
    key.is_empty()
        || key.starts_with(['*', '＊', '&', '#', '+', '＋', '|', '｜', '\u{feff}'])
        || key.starts_with(|c| side_of_mark(c).is_some())
        || written(key).is_some()
        || key.starts_with("まで")
        || is_moves_heading(key)
        || hand_owner(key).is_some()
        || matches!(field(key), Some(StartField::MoveNumber(_)))
}
