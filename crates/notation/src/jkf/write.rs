//! Writes JKF.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Number, Value};
use yomikiri_shogi::{Color, Move, Piece, PieceKind, Position, Square};

use super::{JkfSquare, MAX_NESTING};
use crate::csa::names::{end_name, kind_name};
use crate::error::WriteError;
use crate::japanese::relative_code;
use crate::record::{Action, Line, Record};
use crate::text::one_line;
use crate::tree::nesting;
use crate::{Format, Handicap};

/// Writes a record as one JSON object.
///
/// # Errors
/// [`WriteError::TooDeep`] if variations are nested more than [`MAX_NESTING`] deep.
pub fn write(record: &Record) -> Result<String, WriteError> {
    Ok(to_json(&file(record)?))
}

/// Writes a list of records as one JSON array.
///
/// # Errors
/// As [`write()`].
pub fn write_all(records: &[Record]) -> Result<String, WriteError> {
    Ok(to_json(&records.iter().map(file).collect::<Result<Vec<_>, _>>()?))
}

fn to_json(value: &impl Serialize) -> String {
    let mut text =
        serde_json::to_string(value).expect("texts, numbers and string keys are always valid JSON");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct FileJson {
    header: Map<String, Value>,
    initial: InitialJson,
    moves: Vec<EntryJson>,
}

#[derive(Serialize)]
struct InitialJson {
    preset: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<StateJson>,
}

#[derive(Serialize)]
struct StateJson {
    color: usize,
    board: Vec<Vec<CellJson>>,
    hands: Vec<Map<String, Value>>,
}

#[derive(Serialize)]
struct CellJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

#[derive(Default, Serialize)]
struct EntryJson {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<MoveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    special: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forks: Vec<Vec<EntryJson>>,
}

#[derive(Serialize)]
struct MoveJson {
    color: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<JkfSquare>,
    to: JkfSquare,
    piece: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative: Option<&'static str>,
}

#[derive(Serialize)]
struct TimeJson {
    now: ClockJson,
    total: ClockJson,
}

#[derive(Serialize)]
struct ClockJson {
    h: u64,
    m: u64,
    s: Number,
}

fn file(record: &Record) -> Result<FileJson, WriteError> {
    if nesting(&record.line) > MAX_NESTING {
        return Err(WriteError::TooDeep { format: Format::Jkf, limit: MAX_NESTING });
    }
    let mut header: Map<String, Value> = Map::new();
    for (name, value) in &record.headers {
        match header.get_mut(name) {
            // An object has one value for a name, so several headers become lines of one value.
            Some(Value::String(lines)) => {
                lines.push('\n');
                lines.push_str(value);
            }
            _ => {
                header.insert(name.clone(), value.as_str().into());
            }
        }
    }
    let mut moves = vec![EntryJson { comments: clean(&record.comments), ..EntryJson::default() }];
    moves.extend(WriteCursor::new(&record.initial).entries(&record.line));
    Ok(FileJson { header, initial: initial(&record.initial), moves })
}

fn clean(comments: &[String]) -> Vec<String> {
    comments.iter().map(|comment| one_line(comment)).collect()
}

fn initial(position: &Position) -> InitialJson {
    if let Some(handicap) = Handicap::from_position(position) {
        return InitialJson { preset: handicap.preset(), data: None };
    }
    let cell = |square: Option<Square>| {
        let piece = square.and_then(|square| position.piece_at(square));
        CellJson {
            color: piece.map(|piece| piece.color().index()),
            kind: piece.map(|piece| kind_name(piece.kind())),
        }
    };
    let board = (0..9).map(|file| (0..9).map(|rank| cell(Square::new(file, rank))).collect()).collect();
    let hand = |color: Color| {
        let count = |kind| (kind_name(kind).to_owned(), position.hand(color).count(kind).into());
        PieceKind::HAND.into_iter().map(count).collect()
    };
    let hands = Color::ALL.into_iter().map(hand).collect();
    let color = position.side_to_move().index();
    InitialJson { preset: "OTHER", data: Some(StateJson { color, board, hands }) }
}

/// The point that the writer has reached in a line of moves.
#[derive(Clone)]
struct WriteCursor {
    position: Position,
    last_to: Option<Square>,
    /// The time that each side has used so far.
    used: [Duration; 2],
}

impl WriteCursor {
    fn new(initial: &Position) -> WriteCursor {
        WriteCursor { position: initial.clone(), last_to: None, used: [Duration::ZERO; 2] }
    }

    /// Recurses into the variations. Their nesting has been checked.
    fn entries(&mut self, line: &Line) -> Vec<EntryJson> {
        let mut entries = Vec::with_capacity(line.len());
        for ply in line {
            let forks = ply.variations.iter().map(|variation| self.clone().entries(variation)).collect();
            let side = self.position.side_to_move();
            let time = ply.time.map(|now| {
                let used = &mut self.used[side.index()];
                *used = used.saturating_add(now);
                TimeJson { now: clock(now), total: clock(*used) }
            });
            let mut entry = EntryJson { comments: clean(&ply.comments), time, forks, ..EntryJson::default() };
            match &ply.action {
                Action::Move(mv) => entry.mv = Some(self.play(*mv)),
                Action::End(end) => entry.special = Some(end_name(end, side)),
            }
            entries.push(entry);
        }
        entries
    }

    fn play(&mut self, mv: Move) -> MoveJson {
        let color = self.position.side_to_move();
        let moving = match mv.from() {
            Some(from) => self.position.piece_at(from).map(Piece::kind),
            None => mv.dropped(),
        };
        let choice = |from: Square| {
            let near = [from, mv.to()].into_iter().any(|square| square.relative_rank(color) < 3);
            near && moving.and_then(PieceKind::promoted).is_some()
        };
        let entry = MoveJson {
            color: color.index(),
            from: mv.from().map(JkfSquare::new),
            to: JkfSquare::new(mv.to()),
            piece: moving.map_or("", kind_name),
            same: (self.last_to == Some(mv.to())).then_some(true),
            promote: mv.from().is_some_and(choice).then_some(mv.promotes()),
            capture: self.position.piece_at(mv.to()).map(|piece| kind_name(piece.kind())),
            relative: relative_code(&self.position, mv),
        };
        let _ = self.position.make(mv);
        self.last_to = Some(mv.to());
        entry
    }
}

fn clock(time: Duration) -> ClockJson {
    let seconds = time.as_secs();
    let s = match time.subsec_nanos() {
        0 => Number::from(seconds % 60),
        nanos => Number::from_f64((seconds % 60) as f64 + f64::from(nanos) / 1e9)
            .unwrap_or_else(|| Number::from(seconds % 60)),
    };
    ClockJson { h: seconds / 3600, m: seconds / 60 % 60, s }
}
