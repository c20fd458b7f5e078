//! Reads JKF.
//!
//! Moves are first kept as raw JSON, which is a slice of the text. So the line and column are known even of a move that is valid
//! JSON but not legal.

use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use yomikiri_shogi::{Color, Hand, Piece, Position, PositionBuilder, Square, Strictness, shortened};

use super::MAX_NESTING;
use super::moves::{ReadCursor, find_move};
use crate::Handicap;
use crate::csa::names::{end_of, kind_of};
use crate::error::{ReadError, ReadErrorKind, quote};
use crate::record::{Action, Line, Ply, Record, restates_position};

/// Reads the only record of a text.
///
/// # Errors
/// The first fault, with line and column. A list of several records is a fault.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut records = read_all(text)?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        (Some(_), false) => Err(ReadErrorKind::Unexpected("list of records".into()).at_column(1, 1)),
        (None, _) => Err(ReadErrorKind::Missing("a record").at(1)),
    }
}

/// Reads a record or a list of records.
///
/// # Errors
/// The first fault, with line and column.
pub fn read_all(text: &str) -> Result<Vec<Record>, ReadError> {
    let source = JsonText { text: text.strip_prefix('\u{feff}').unwrap_or(text) };
    let objects: Vec<&RawValue> = if source.text.trim_start().starts_with('[') {
        source.parse(source.text)?
    } else {
        vec![source.parse(source.text)?]
    };
    objects.into_iter().map(|object| source.record(object)).collect()
}

#[derive(Deserialize)]
struct File<'a> {
    header: Option<Map<String, Value>>,
    #[serde(borrow)]
    initial: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Option<Vec<Entry<'a>>>,
}

#[derive(Deserialize)]
struct Entry<'a> {
    comments: Option<Vec<String>>,
    #[serde(rename = "move", borrow)]
    mv: Option<&'a RawValue>,
    #[serde(borrow)]
    time: Option<&'a RawValue>,
    #[serde(borrow)]
    special: Option<&'a RawValue>,
    #[serde(borrow)]
    forks: Option<Vec<Vec<Entry<'a>>>>,
}

#[derive(Deserialize)]
struct Initial {
    preset: Option<Value>,
    data: Option<State>,
}

#[derive(Deserialize)]
struct State {
    color: Option<u8>,
    board: Option<Vec<Vec<Option<Cell>>>>,
    hands: Option<Vec<Map<String, Value>>>,
}

#[derive(Deserialize)]
struct Cell {
    color: Option<u8>,
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Time {
    now: Option<Clock>,
}

#[derive(Deserialize)]
struct Clock {
    h: Option<f64>,
    m: Option<f64>,
    s: Option<f64>,
}

/// The whole text, in which parts of it are located.
struct JsonText<'a> {
    text: &'a str,
}

impl<'a> JsonText<'a> {
    /// Parses a part of the text.
    fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, ReadError> {
        serde_json::from_str(part).map_err(|error| {
            let mut message = error.to_string();
            if let Some(end) = message.rfind(" at line ") {
                message.truncate(end);
            }
            let kind = if message.starts_with("recursion limit") {
                ReadErrorKind::TooDeep(MAX_NESTING)
            } else {
                ReadErrorKind::Json(shortened(&message, 120))
            };
            let line = error.line().max(1);
            let start = part.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
            // The column counts bytes and is that of the fault or the one after it.
            self.at(kind, part, start + error.column().saturating_sub(1))
        })
    }

    /// A fault at a byte of a part of the text.
    fn at(&self, kind: ReadErrorKind, part: &str, offset: usize) -> ReadError {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let end = self.text.floor_char_boundary(start + offset);
        let before = self.text.get(..end).unwrap_or_default();
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        kind.at_column(line, column)
    }

    fn record(&self, object: &'a RawValue) -> Result<Record, ReadError> {
        let file: File<'a> = self.parse(object.get())?;
        // Other JSON lacks these keys as well: it must not pass for an even game without moves.
        let plays = |entry: &Entry<'_>| entry.mv.is_some() || entry.special.is_some();
        let is_game = file.header.is_some() && file.moves.is_some()
            || file.moves.as_ref().is_some_and(|moves| moves.iter().any(plays));
        let header = file.header.unwrap_or_default();
        let initial = match (file.initial, header.get("手合割").and_then(Value::as_str)) {
            (Some(raw), _) => self.initial(raw)?,
            (None, Some(name)) => {
                let bad = || ReadErrorKind::BadValue { what: "handicap (手合割)", value: quote(name) };
                let handicap = Handicap::from_japanese(name);
                handicap.ok_or_else(|| self.at(bad(), object.get(), 0))?.position()
            }
            (None, None) if is_game => Handicap::Even.position(),
            (None, None) => {
                return Err(self.at(ReadErrorKind::Missing("`initial` or a move of JKF"), object.get(), 0));
            }
        };
        let mut record = Record::new(initial);
        for (name, value) in header {
            let name = name.trim();
            let value = match value {
                Value::Null => continue,
                Value::String(text) => text,
                other => other.to_string(),
            };
            if !restates_position(name) {
                let lines = value.split('\n').map(|line| (name.to_owned(), line.trim().to_owned()));
                record.headers.extend(lines);
            }
        }
        let mut moves = file.moves.unwrap_or_default();
        if let Some(first) = moves.first_mut()
            && first.mv.is_none()
            && first.special.is_none()
        {
            record.comments = comment_lines(first.comments.take());
            if first.forks.as_ref().is_some_and(|forks| !forks.is_empty()) {
                return Err(ReadErrorKind::NoSuchMove(0).at(1));
            }
            moves.remove(0);
        }
        record.line = self.line(moves, ReadCursor { position: record.initial.clone(), last_to: None })?;
        Ok(record)
    }

    fn initial(&self, raw: &'a RawValue) -> Result<Position, ReadError> {
        let bad = |what, value: String| {
            self.at(ReadErrorKind::BadValue { what, value: quote(&value) }, raw.get(), 0)
        };
        let Initial { preset, data } = self.parse(raw.get())?;
        let preset = match preset {
            Some(Value::String(name)) => name,
            Some(other) => other.to_string(),
            None => "OTHER".into(),
        };
        if let Some(handicap) = Handicap::from_preset(&preset) {
            return Ok(handicap.position());
        }
        let Some(data) = data else {
            return Err(bad("preset", preset));
        };
        let mut builder = PositionBuilder::new();
        builder.side_to_move =
            color(data.color.unwrap_or(0)).ok_or_else(|| bad("colour", format!("{:?}", data.color)))?;
        for (file, column) in data.board.unwrap_or_default().into_iter().enumerate() {
            for (rank, cell) in column.into_iter().enumerate() {
                let Some(Cell { color: Some(owner), kind: Some(kind) }) = cell else { continue };
                let piece = color(owner).zip(kind_of(&kind));
                let place = Square::new(file, rank).zip(piece);
                let (square, (owner, kind)) = place.ok_or_else(|| bad("piece on the board", kind))?;
                builder.set(square, Some(Piece::new(kind, owner)));
            }
        }
        let hands = data.hands.unwrap_or_default();
        for (hand, counts) in builder.hands.iter_mut().zip(hands) {
            for (name, count) in counts {
                *hand = more(*hand, &name, &count).ok_or_else(|| bad("piece in hand", name))?;
            }
        }
        builder.build(Strictness::Strict).map_err(|error| self.at(error.into(), raw.get(), 0))
    }

    /// Recurses into the forks. The parser has limited their nesting.
    fn line(&self, entries: Vec<Entry<'a>>, mut point: ReadCursor) -> Result<Line, ReadError> {
        let mut line = Line::new();
        for entry in entries {
            let place = entry.mv.or(entry.special).or(entry.time);
            let error = |kind: ReadErrorKind| match place {
                Some(raw) => self.at(kind, raw.get(), 0),
                None => kind.at(1),
            };
            if entry.mv.is_none() && entry.special.is_none() {
                // Some programs end a record with an entry of comments only.
                match line.last_mut() {
                    Some(Ply { comments, .. }) if entry.forks.as_ref().is_none_or(Vec::is_empty) => {
                        comments.extend(comment_lines(entry.comments));
                        continue;
                    }
                    _ => return Err(error(ReadErrorKind::Missing("the move of an entry"))),
                }
            }
            if line.last().is_some_and(|ply: &Ply| ply.action.mv().is_none()) {
                return Err(error(ReadErrorKind::Unexpected("move after the end".into())));
            }
            self.entry(entry, &mut line, &mut point, error)?;
        }
        Ok(line)
    }

    /// Adds the plies of an entry to a line: a move, an ending, or both.
    fn entry(
        &self,
        entry: Entry<'a>,
        line: &mut Line,
        point: &mut ReadCursor,
        error: impl Fn(ReadErrorKind) -> ReadError,
    ) -> Result<(), ReadError> {
        let mut variations = self.variations(entry.forks.unwrap_or_default(), point)?;
        let mut actions = Vec::new();
        if let Some(raw) = entry.mv {
            let mv = find_move(&self.parse(raw.get())?, point).map_err(&error)?;
            let _ = point.position.make(mv);
            point.last_to = Some(mv.to());
            actions.push(Action::Move(mv));
        }
        if let Some(raw) = entry.special {
            let name: String = self.parse(raw.get())?;
            actions.push(Action::End(end_of(name.trim(), point.position.side_to_move())));
        }
        let first = line.len();
        for action in actions {
            let variations = std::mem::take(&mut variations);
            line.push(Ply { action, time: None, comments: Vec::new(), variations });
        }
        if let Some(ply) = line.get_mut(first) {
            ply.comments = comment_lines(entry.comments);
            if let Some(raw) = entry.time {
                let bad = || ReadErrorKind::BadValue { what: "time", value: quote(raw.get()) };
                let Time { now } = self.parse(raw.get())?;
                ply.time = match now {
                    Some(clock) => Some(duration(&clock).ok_or_else(bad).map_err(error)?),
                    None => None,
                };
            }
        }
        Ok(())
    }

    /// The forks of an entry. Alternatives to the first move of a fork are alternatives to the entry itself.
    fn variations(&self, forks: Vec<Vec<Entry<'a>>>, point: &ReadCursor) -> Result<Vec<Line>, ReadError> {
        let mut variations = Vec::new();
        for fork in forks {
            let mut variation = self.line(fork, point.clone())?;
            let siblings = variation.first_mut().map(|ply| std::mem::take(&mut ply.variations));
            if !variation.is_empty() {
                variations.push(variation);
            }
            variations.extend(siblings.unwrap_or_default());
        }
        Ok(variations)
    }
}

fn comment_lines(comments: Option<Vec<String>>) -> Vec<String> {
    let comments = comments.unwrap_or_default();
    comments.iter().flat_map(|comment| comment.split('\n')).map(|line| line.trim_end().to_owned()).collect()
}

fn color(number: u8) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.index() == usize::from(number))
}

fn more(hand: Hand, name: &str, count: &Value) -> Option<Hand> {
    match count.as_u64() {
        Some(0) => Some(hand),
        Some(count) => hand.with(kind_of(name)?, u32::try_from(count).ok()?),
        None => count.is_null().then_some(hand),
    }
}

fn duration(clock: &Clock) -> Option<Duration> {
    let part =
        |number: Option<f64>, unit: f64| Duration::try_from_secs_f64(number.unwrap_or(0.0) * unit).ok();
    part(clock.h, 3600.0)?.checked_add(part(clock.m, 60.0)?)?.checked_add(part(clock.s, 1.0)?)
}
