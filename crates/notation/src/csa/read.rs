//! Reads CSA, statement by statement.

use std::time::Duration;

use yomikiri_shogi::{Color, Move, PieceKind, Position, PositionBuilder, Strictness};

use super::names::{color_of, end_of, kind_of};
use super::position::{PositionReader, square_of};
use super::{HEADERS, needs_escape, player_headers, variation_heading};
use crate::error::{ReadError, ReadErrorKind, quote};
use crate::record::{Action, EndKind, Record, restates_position};
use crate::tree::TreeBuilder;

/// Reads the only record of a text.
///
/// # Errors
/// The first fault, with line and column. A second record is a fault.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut records = numbered_records(text)?;
    if let Some((line, _)) = records.get(1) {
        return Err(ReadErrorKind::Unexpected("second record".into()).at(*line));
    }
    records.pop().map(|(_, record)| record).ok_or_else(|| ReadErrorKind::Missing("a record").at(1))
}

/// Reads all records of a text; lines with nothing but `/` separate them.
///
/// # Errors
/// The first fault, with line and column.
pub fn read_all(text: &str) -> Result<Vec<Record>, ReadError> {
    Ok(numbered_records(text)?.into_iter().map(|(_, record)| record).collect())
}

/// The records, each with its first line.
fn numbered_records(text: &str) -> Result<Vec<(usize, Record)>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim_end)).collect();
    let mut records = Vec::new();
    for chunk in lines.split(|(_, line)| line.trim_start() == "/") {
        let empty = chunk.iter().all(|(_, line)| {
            let line = line.trim_start();
            line.is_empty() || line.starts_with(['\'', 'V'])
        });
        if let (false, Some((first, _))) = (empty, chunk.first()) {
            records.push((*first, RecordReader::new().record(chunk)?));
        }
    }
    Ok(records)
}

/// Reads one record.
struct RecordReader {
    /// Players are called `N+` and `N-` as long as the position is not known.
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    position: Option<PositionReader>,
    /// The start position and the moves, once the turn is known.
    moves: Option<(Position, TreeBuilder)>,
    in_variations: bool,
    /// Whether the text says where the game starts: by a start position, or by a move or a standard ending of an even
    /// game. Players, events and the version are no evidence of a game.
    has_start: bool,
}

impl RecordReader {
    fn new() -> RecordReader {
        RecordReader {
            headers: Vec::new(),
            comments: Vec::new(),
            position: None,
            moves: None,
            in_variations: false,
            has_start: false,
        }
    }

    fn record(mut self, lines: &[(usize, &str)]) -> Result<Record, ReadError> {
        for (i, &(number, line)) in lines.iter().enumerate() {
            if number == 1 && line.starts_with("'CSA encoding=") {
                continue;
            }
            let next = lines.get(i + 1).map_or("", |(_, next)| next);
            for (column, statement) in statements(line) {
                match statement.strip_prefix('\'') {
                    Some(comment) => self.comment(comment, next, number, column)?,
                    None if self.in_variations => {
                        return Err(ReadErrorKind::Unexpected(quote(statement)).at_column(number, column));
                    }
                    None => self.statement(statement, number, column)?,
                }
            }
        }
        let last = lines.last().map_or(1, |&(number, _)| number);
        if !self.has_start {
            return Err(ReadErrorKind::Missing("a start position or a move").at(last));
        }
        let (initial, tree) = self.started(Color::Black)?;
        let line = tree.finish().map_err(|kind| kind.at(last))?;
        let players = player_headers(&initial);
        let mut headers = self.headers;
        for (name, _) in &mut headers {
            match name.as_str() {
                "N+" => *name = players[0].into(),
                "N-" => *name = players[1].into(),
                _ => {}
            }
        }
        Ok(Record { headers, initial, comments: self.comments, line })
    }

    /// The start position and the moves read so far. Ends the start position.
    fn started(&mut self, side: Color) -> Result<(Position, TreeBuilder), ReadError> {
        if let Some(moves) = self.moves.take() {
            return Ok(moves);
        }
        let initial = match self.position.take() {
            Some(position) => position.build(side)?,
            None => {
                let mut start = PositionBuilder::from(&Position::startpos());
                start.side_to_move = side;
                start.build(Strictness::Strict).map_err(|error| ReadErrorKind::from(error).at(1))?
            }
        };
        Ok((initial.clone(), TreeBuilder::new(initial)))
    }

    fn comment(&mut self, text: &str, next: &str, line: usize, column: usize) -> Result<(), ReadError> {
        let unexpected = || ReadErrorKind::Unexpected(quote(text)).at_column(line, column);
        let Some((_, tree)) = &mut self.moves else {
            match text.split_once('：').map(|(name, value)| (name.trim(), value.trim())) {
                Some((name, value)) if !name.is_empty() => {
                    if !restates_position(name) {
                        self.headers.push((name.into(), value.into()));
                    }
                }
                _ => self.comments.push(text.into()),
            }
            return Ok(());
        };
        if let Some(number) = variation_heading(text)
            && (self.in_variations || starts_variation(next))
        {
            self.in_variations = true;
            return tree.start_variation(number).map_err(|kind| kind.at_column(line, column));
        }
        if !self.in_variations {
            let text = if needs_escape(text) { text.strip_prefix('\\').unwrap_or(text) } else { text };
            match tree.last() {
                Some(ply) => ply.comments.push(text.into()),
                None => self.comments.push(text.into()),
            }
            return Ok(());
        }
        if let Some(comment) = text.strip_prefix('\'') {
            tree.last().ok_or_else(unexpected)?.comments.push(comment.into());
            return Ok(());
        }
        for (offset, statement) in statements(text) {
            if !statement.starts_with(['+', '-', '%', 'T']) {
                return Err(unexpected());
            }
            self.statement(statement, line, column + offset)?;
        }
        Ok(())
    }

    fn statement(&mut self, text: &str, line: usize, column: usize) -> Result<(), ReadError> {
        let at = |kind: ReadErrorKind| kind.at_column(line, column);
        let unexpected = || at(ReadErrorKind::Unexpected(quote(text)));
        let (first, rest) = match text.chars().next() {
            Some(first) => (first, text.get(first.len_utf8()..).unwrap_or_default()),
            None => return Ok(()),
        };
        match (first, &mut self.moves) {
            ('V', None) => Ok(()),
            ('N', None) => {
                let name =
                    text.get(..2).filter(|name| matches!(*name, "N+" | "N-")).ok_or_else(unexpected)?;
                self.headers.push((name.into(), text.get(2..).unwrap_or_default().trim().into()));
                Ok(())
            }
            ('$', None) => {
                let (key, value) = rest.split_once(':').unwrap_or((rest, ""));
                let name = HEADERS.iter().find(|(csa, _)| *csa == key.trim());
                let name = name.map_or_else(|| format!("${}", key.trim()), |(_, name)| (*name).into());
                self.headers.push((name, value.trim().into()));
                Ok(())
            }
            ('P', None) => {
                self.has_start = true;
                let position = self.position.get_or_insert_with(PositionReader::new);
                position.statement(rest, line).map_err(at)
            }
            ('+' | '-', None) if rest.is_empty() => {
                let side = color_of(first).ok_or_else(unexpected)?;
                self.moves = Some(self.started(side)?);
                Ok(())
            }
            ('T', Some((_, tree))) => {
                let ply = tree.last().ok_or_else(unexpected)?;
                let bad = || at(ReadErrorKind::BadValue { what: "time", value: quote(text) });
                ply.time = Some(seconds(rest).ok_or_else(bad)?);
                Ok(())
            }
            ('+' | '-' | '%', _) => {
                // If the turn is not given, the side of the first move has it.
                let side = color_of(first).unwrap_or(Color::Black);
                let (initial, mut tree) = self.started(side)?;
                if tree.ended() {
                    return Err(unexpected());
                }
                let action = if first == '%' {
                    Action::End(end_of(rest, tree.position().side_to_move()))
                } else {
                    Action::Move(parse_move(text, tree.position()).map_err(at)?)
                };
                self.has_start |= !matches!(action, Action::End(EndKind::Other(_)));
                tree.push(action);
                self.moves = Some((initial, tree));
                Ok(())
            }
            _ => Err(unexpected()),
        }
    }
}

/// Whether a line is the first of a variation. A heading without one is an ordinary comment.
fn starts_variation(line: &str) -> bool {
    match line.as_bytes() {
        [b'\'', b'%', ..] => true,
        [b'\'', b'+' | b'-', digits @ ..] => {
            digits.iter().take(4).filter(|byte| byte.is_ascii_digit()).count() == 4
        }
        _ => false,
    }
}

/// The statements of a line with their columns. Commas separate them, except in texts: names, headers, comments.
fn statements(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(line);
    let mut column = 1;
    std::iter::from_fn(move || {
        let text = rest?;
        let statement = text.trim_start();
        let blanks = text.chars().count() - statement.chars().count();
        let end = if statement.starts_with(['\'', 'N', '$']) { None } else { statement.split_once(',') };
        let this = end.map_or(statement, |(this, _)| this);
        rest = end.map(|(_, rest)| rest);
        let start = column + blanks;
        column = start + this.chars().count() + 1;
        Some((start, this.trim_end()))
    })
    .filter(|(_, statement)| !statement.is_empty())
}

/// A number of seconds, with decimals in version 3.
fn seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > 9 {
        return None;
    }
    Some(Duration::new(whole.parse().ok()?, format!("{fraction:0<9}").parse().ok()?))
}

/// A move such as `+7776FU`. The piece is named as it is after the move.
fn parse_move(text: &str, position: &Position) -> Result<Move, ReadErrorKind> {
    let not_a_move = || ReadErrorKind::NotAMove(quote(text));
    let illegal = || ReadErrorKind::IllegalMove { text: quote(text), sfen: position.to_sfen() };
    if text.len() != 7 || !text.is_ascii() {
        return Err(not_a_move());
    }
    let side = text.chars().next().and_then(color_of).ok_or_else(not_a_move)?;
    let to = text.get(3..5).and_then(square_of).ok_or_else(not_a_move)?;
    let kind = text.get(5..7).and_then(kind_of).ok_or_else(not_a_move)?;
    let mv = match text.get(1..3).unwrap_or_default() {
        "00" if PieceKind::HAND.contains(&kind) => Move::drop(kind, to),
        "00" => return Err(not_a_move()),
        from => {
            let from = square_of(from).ok_or_else(not_a_move)?;
            let before = position.piece_at(from).ok_or_else(illegal)?.kind();
            if from == to || before != kind && before.promoted() != Some(kind) {
                return Err(illegal());
            }
            Move::new(from, to, before != kind)
        }
    };
    if side != position.side_to_move() || !position.is_legal(mv) {
        return Err(illegal());
    }
    Ok(mv)
}
