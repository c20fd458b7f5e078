//! What stands before the moves: headers, and the start position as a handicap or a diagram.

use yomikiri_shogi::{Color, Hand, PositionBuilder, PositionError, Strictness};

use super::diagram::{Row, hand, is_frame, row, write_diagram};
use super::leading_number;
use crate::error::quote;
use crate::japanese::glyphs::side_of_mark;
use crate::japanese::written;
use crate::{Handicap, ReadError, ReadFault, Record};

/// No game is longer, and move numbers that are counted on from here cannot overflow.
const MAX_MOVE_NUMBER: usize = 1_000_000;

/// Collects the lines before the moves.
#[derive(Default)]
pub(crate) struct Start {
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
    /// Takes a line that belongs here; `false` if it does not.
    pub fn take(&mut self, number: usize, text: &str) -> Result<bool, ReadError> {
        if is_frame(text) {
            return Ok(true);
        }
        if let Some((cells, rank)) = row(text) {
            if self.rows.len() >= 9 || rank.is_some_and(|rank| rank != self.rows.len()) {
                return Err(ReadFault::Unexpected(quote(text)).at(number));
            }
            self.rows.push((number, cells));
            return Ok(true);
        }
        if text.starts_with(['|', '｜']) {
            return Err(ReadFault::BadValue { what: "row of a diagram", value: quote(text) }.at(number));
        }
        if let Some(side) = text.strip_suffix('番').and_then(side_name) {
            self.side = Some(side);
            return Ok(true);
        }
        if let Some(rest) =
            text.strip_prefix("手数").and_then(|rest| rest.trim_start().strip_prefix(['＝', '=']))
        {
            let made = leading_number(rest.trim_start()).map(|(made, _)| made);
            let Some(made) = made.filter(|&made| made < MAX_MOVE_NUMBER) else {
                return Err(ReadFault::BadValue { what: "number of moves", value: quote(rest) }.at(number));
            };
            self.move_number = Some(made as u32 + 1);
            return Ok(true);
        }
        // The full-width colon is the right one; a half-width one may be part of the value.
        let Some((key, value)) = text.split_once('：').or_else(|| text.split_once(':')) else {
            return Ok(false);
        };
        let (key, value) = (key.trim(), value.trim());
        if let Some(owner) = hand_owner(key) {
            let pieces = match hand(value) {
                Ok(Some(pieces)) => HandText::Pieces(pieces),
                Ok(None) => HandText::Rest,
                Err(bad) => {
                    return Err(ReadFault::BadValue { what: "hand", value: quote(&bad) }.at(number));
                }
            };
            self.hands[owner.index()] = Some((number, pieces));
        } else if key == "手合割" {
            self.handicap = Some((number, value.to_owned()));
        } else {
            self.headers.push((key.to_owned(), value.to_owned()));
        }
        Ok(true)
    }

    /// Whether there is a diagram.
    pub fn has_board(&self) -> bool {
        !self.rows.is_empty()
    }

    /// A record without moves. `last` is the number of the last line, where missing rows are missed.
    pub fn finish(self, last: usize) -> Result<Record, ReadError> {
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
            self.board(last)?
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
            .map_err(|error| ReadFault::Position(error).at(self.line_of(&error, last)))?;
        if let Some(color) = rest {
            position.give_missing_pieces_to(color);
        }
        Ok(Record { headers: self.headers, ..Record::new(position) })
    }

    fn board(&self, last: usize) -> Result<PositionBuilder, ReadError> {
        if self.rows.len() != 9 {
            return Err(
                ReadFault::Missing("a row of the diagram").at(self.rows.last().map_or(last, |row| row.0))
            );
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
    fn line_of(&self, error: &PositionError, last: usize) -> usize {
        let row = error.square().and_then(|square| self.rows.get(square.rank())).map(|row| row.0);
        let hand = self.hands.iter().flatten().map(|hand| hand.0).max();
        row.or(hand).or(self.handicap.as_ref().map(|handicap| handicap.0)).unwrap_or(last)
    }
}

/// The side behind a name: 先手 and 後手, in handicap games 下手 and 上手, in problems 攻方 and 玉方.
fn side_name(name: &str) -> Option<Color> {
    match name.trim() {
        "先手" | "下手" | "攻方" | "攻め方" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" => Some(Color::White),
        _ => None,
    }
}

fn hand_owner(key: &str) -> Option<Color> {
    let owner = key.strip_suffix("持駒").or_else(|| key.strip_suffix("持ち駒"))?.trim();
    side_name(owner.strip_suffix('の').unwrap_or(owner))
}

/// Writes headers and the start position: its name if it has one, else a diagram.
///
/// A header that would be read as something else gets an underscore before its name; headers that restate the start
/// position are left out. Names and values lose line breaks, outer blanks, and names their full-width colons.
pub(crate) fn write_start(record: &Record) -> String {
    let mut text = String::new();
    let one_line = |text: &str| -> String {
        text.chars()
            .map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c })
            .collect::<String>()
            .trim()
            .to_owned()
    };
    for (key, value) in &record.headers {
        let (mut key, value) = (one_line(&key.replace('：', ":")), one_line(value));
        if key == "手合割" || hand_owner(&key).is_some() {
            continue;
        }
        if is_misleading(&key) {
            key.insert(0, '_');
        }
        text += &format!("{key}：{value}\n");
    }
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
        || key.starts_with("手数")
            && key.trim_start_matches("手数").trim_start().starts_with(['-', '－', '＝', '='])
}
