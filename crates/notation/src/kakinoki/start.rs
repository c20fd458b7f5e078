//! What stands before the moves: headers, and the start position as a handicap or a diagram.

use yomikiri_shogi::{Color, Hand, PositionBuilder, PositionError, Strictness};

use super::diagram::{Row, hand, is_frame, looks_like_a_row, row, write_diagram};
use super::{Lead, Lines, after_number, is_moves_heading, lead, leading_number, variation_heading};
use crate::error::quote;
use crate::japanese::glyphs::side_of_mark;
use crate::japanese::{looks_like_a_move, written};
use crate::text::one_line;
use crate::{Handicap, ReadError, ReadFault, Record};

/// No game is longer, and move numbers that are counted on from here cannot overflow.
const MAX_MOVE_NUMBER: usize = 1_000_000;

/// Collects the lines before the moves.
#[derive(Default)]
pub(crate) struct Start {
    comments: Vec<String>,
    /// The number of the last line that says anything.
    last: usize,
    /// Whether there was anything but comments.
    anything: bool,
    headers: Vec<(String, String)>,
    /// The rows so far, with their line numbers.
    rows: Vec<(usize, Row)>,
    hands: [Option<(usize, HandText)>; 2],
    side: Option<Color>,
    move_number: Option<u32>,
    /// The name of the handicap and its line number.
    handicap: Option<(usize, String)>,
}

enum HandText {
    Pieces(Hand),
    /// 残り全部
    Rest,
}

impl Start {
    /// Reads up to the first line for which `is_body` holds. Words that belong to no format are kept as comments, unless
    /// they were meant as a move or a row.
    pub fn read<'a>(lines: &mut Lines<'a>, is_body: impl Fn(&str) -> bool) -> Result<Start, ReadError> {
        let mut start = Start { last: 1, ..Start::default() };
        while let Some(&(number, line)) = lines.peek() {
            match lead(line) {
                Lead::Skip => {
                    lines.next();
                    continue;
                }
                Lead::Comment(comment) => start.comments.push(comment.to_owned()),
                Lead::Text(text) if is_body(text) => break,
                Lead::Text(text) => start.take(number, text)?,
            }
            start.last = number;
            lines.next();
        }
        Ok(start)
    }

    /// Takes a line.
    fn take(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        if is_moves_heading(text) || is_frame(text) {
            self.anything = true;
            return Ok(());
        }
        if let Some((cells, rank)) = row(text) {
            if self.rows.len() >= 9 || rank.is_some_and(|rank| rank != self.rows.len()) {
                return Err(ReadFault::Unexpected(quote(text)).at(number));
            }
            self.anything = true;
            self.rows.push((number, cells));
            return Ok(());
        }
        if text.starts_with(['|', '｜']) {
            return Err(ReadFault::BadValue { what: "row of a diagram", value: quote(text) }.at(number));
        }
        match field(text) {
            Some(field) => {
                self.anything = true;
                self.take_field(number, field)
            }
            None if looks_like_a_row(text) => {
                Err(ReadFault::BadValue { what: "row of a diagram", value: quote(text) }.at(number))
            }
            None if looks_like_a_move(after_number(text)) => {
                Err(ReadFault::Unexpected(quote(text)).at(number))
            }
            None => {
                self.comments.push(text.to_owned());
                Ok(())
            }
        }
    }

    fn take_field(&mut self, number: usize, field: Field<'_>) -> Result<(), ReadError> {
        let bad = |what, value| ReadFault::BadValue { what, value: quote(value) }.at(number);
        match field {
            Field::Turn(side) => self.side = Some(side),
            Field::MoveNumber(value) => {
                let made = leading_number(value).map(|(made, _)| made);
                let made = made.filter(|&made| made < MAX_MOVE_NUMBER);
                self.move_number = Some(made.ok_or_else(|| bad("number of moves", value))? as u32 + 1);
            }
            Field::Hand(owner, value) => {
                let pieces = match hand(value) {
                    Ok(Some(pieces)) => HandText::Pieces(pieces),
                    Ok(None) => HandText::Rest,
                    Err(wrong) => return Err(bad("hand", &wrong)),
                };
                self.hands[owner.index()] = Some((number, pieces));
            }
            Field::Handicap(name) => self.handicap = Some((number, name.to_owned())),
            Field::Header(key, value) => self.headers.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Whether nothing but comments was found.
    pub fn is_empty(&self) -> bool {
        !self.anything
    }

    /// The number of the last line that says anything, where missing things are missed.
    pub fn last(&self) -> usize {
        self.last
    }

    /// Whether there is a diagram, or the name of a start position in its place.
    pub fn has_position(&self) -> bool {
        !self.rows.is_empty() || self.handicap.is_some()
    }

    /// A record without moves.
    pub fn finish(self) -> Result<Record, ReadError> {
        let mut builder = if self.rows.is_empty() {
            PositionBuilder::from(&match &self.handicap {
                Some((line, name)) => Handicap::from_japanese(name)
                    .ok_or_else(|| {
                        ReadFault::BadValue { what: "handicap (手合割)", value: quote(name) }.at(*line)
                    })?
                    .position(),
                None => Handicap::Even.position(),
            })
        } else {
            self.board()?
        };
        let mut rest = None;
        for (color, text) in Color::ALL.into_iter().zip(&self.hands) {
            match text {
                Some((_, HandText::Pieces(hand))) => builder.hands[color.index()] = *hand,
                Some((line, HandText::Rest)) if rest.is_some() => {
                    return Err(ReadFault::Unexpected("残り全部".into()).at(*line));
                }
                Some((_, HandText::Rest)) => rest = Some(color),
                None => {}
            }
        }
        if let Some(side) = self.side {
            builder.side_to_move = side;
        }
        if let Some(number) = self.move_number {
            builder.move_number = number;
        }
        let mut position = builder
            .build(Strictness::Strict)
            .map_err(|error| ReadFault::Position(error).at(self.line_of(&error)))?;
        if let Some(color) = rest {
            position.give_missing_pieces_to(color);
        }
        Ok(Record { headers: self.headers, comments: self.comments, ..Record::new(position) })
    }

    fn board(&self) -> Result<PositionBuilder, ReadError> {
        if self.rows.len() != 9 {
            return Err(ReadFault::Missing("a row of the diagram")
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

    /// The line to blame for a position that breaks the rules.
    fn line_of(&self, error: &PositionError) -> usize {
        let row = error.square().and_then(|square| self.rows.get(square.rank())).map(|row| row.0);
        let hand = self.hands.iter().flatten().map(|hand| hand.0).max();
        row.or(hand).or(self.handicap.as_ref().map(|handicap| handicap.0)).unwrap_or(self.last)
    }
}

/// A line that tells something of the record or its start position, other than the diagram itself.
pub(super) enum Field<'a> {
    /// 後手番
    Turn(Color),
    /// 手数＝12, the number of moves that were made.
    MoveNumber(&'a str),
    /// 先手の持駒：…
    Hand(Color, &'a str),
    /// 手合割：…
    Handicap(&'a str),
    /// Anything else with a colon.
    Header(&'a str, &'a str),
}

/// Sorts a line without blanks around it.
pub(super) fn field(text: &str) -> Option<Field<'_>> {
    if let Some(side) = text.strip_suffix('番').and_then(side_name) {
        return Some(Field::Turn(side));
    }
    if let Some(rest) = text.strip_prefix("手数").and_then(|rest| rest.trim_start().strip_prefix(['＝', '=']))
    {
        return Some(Field::MoveNumber(rest.trim_start()));
    }
    // The full-width colon is the right one; a half-width one may be part of the value.
    let (key, value) = text.split_once('：').or_else(|| text.split_once(':'))?;
    let (key, value) = (key.trim(), value.trim());
    Some(match hand_owner(key) {
        Some(owner) => Field::Hand(owner, value),
        None if key == "手合割" => Field::Handicap(value),
        None => Field::Header(key, value),
    })
}

/// The side behind a name: 先手 and 後手, in handicap games 下手 and 上手, in problems 攻方 and 玉方.
fn side_name(name: &str) -> Option<Color> {
    match name.trim() {
        "先手" | "下手" | "攻方" | "攻め方" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" => Some(Color::White),
        _ => None,
    }
}

/// Whose hand a header tells: 先手の持駒, 玉方持ち駒 …
pub(crate) fn hand_owner(key: &str) -> Option<Color> {
    let owner = key.strip_suffix("持駒").or_else(|| key.strip_suffix("持ち駒"))?.trim();
    side_name(owner.strip_suffix('の').unwrap_or(owner))
}

/// Writes headers and the start position: its name if it has one, else a diagram.
///
/// A header that would be read as something else gets an underscore before its name; headers that restate the start
/// position are left out. Names and values lose line breaks, outer blanks, and names their full-width colons.
pub(crate) fn write_start(record: &Record) -> String {
    let mut text = String::new();
    for (key, value) in &record.headers {
        let mut key = one_line(&key.replace('：', ":")).trim().to_owned();
        let value = one_line(value).trim().to_owned();
        if key == "手合割" || hand_owner(&key).is_some() {
            continue;
        }
        if is_misleading(&key) || variation_heading(&format!("{key}：{value}")).is_some() {
            key.insert(0, '_');
        }
        text += &format!("{key}：{value}\n");
    }
    // The name of a handicap says nothing of move numbers: `Handicap::of` would lose one.
    match Handicap::ALL.into_iter().find(|handicap| handicap.position() == record.initial) {
        Some(handicap) => text += &format!("手合割：{}\n", handicap.japanese()),
        None => text += &write_diagram(&record.initial),
    }
    text
}

/// Whether a line with this header would not be read as a header.
fn is_misleading(key: &str) -> bool {
    key.is_empty()
        || key.starts_with(['*', '＊', '&', '#', '+', '＋', '|', '｜', '\u{feff}'])
        || key.starts_with(|c| side_of_mark(c).is_some())
        || written(key).is_some()
        || key.starts_with("まで")
        || is_moves_heading(key)
        || matches!(field(key), Some(Field::MoveNumber(_)))
}
