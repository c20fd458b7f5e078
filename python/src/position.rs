//! Positions of shogi.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyTuple};
use yomikiri_notation::diagram::{self, Picture};
use yomikiri_notation::sfen_list::Expected;
use yomikiri_notation::{Format, Ply, ReadError, Record, format};
use yomikiri_service::{DefenderHand, ParsedText, ReachedPosition, find_move, usi};
use yomikiri_shogi::{Color, Move, Position as Board, Square};
use yomikiri_tsume::attacker;

use crate::error::input_error;
use crate::source::Source;

/// A position of shogi, in any notation: SFEN, USI `position`, KIF, KI2, CSA, JKF or BOD, as text
/// or as the `Path` or the bytes of a file.
///
/// Positions do not change: `play` returns another one. The moves of a line of USI lead to the position; those of a record do not, its
/// position is the first. Moves are given in USI (`7g7f`, `G*5b`) or by their Japanese names (`▲７六歩`), and returned in USI.
#[pyclass(frozen, module = "yomikiri")]
#[derive(Clone)]
pub struct Position(ReachedPosition);

impl Position {
    /// The one position of a text.
    pub fn of(source: &Source) -> PyResult<Position> {
        let place = match source.read()? {
            ParsedText::Line(record) => ReachedPosition::at_end(&record),
            ParsedText::Records(_, records) => {
                let mut records = records.into_iter();
                let first =
                    records.next().ok_or_else(|| source.error("position: there is none in the text"))?;
                if records.next().is_some() {
                    return Err(source.error("several positions: use yomikiri.read"));
                }
                ReachedPosition::new(
                    first.map_err(|error| source.error(format_args!("position: {error}")))?.initial,
                )
            }
        };
        Ok(Position(place))
    }

    fn moves_of(&self, line: &[String]) -> PyResult<(Vec<Move>, ReachedPosition)> {
        let mut place = self.0.clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let mv = find_move(&place, text).map_err(input_error)?;
            moves.push(mv);
            place = place.after(mv);
        }
        Ok((moves, place))
    }

    fn picture(&self, title: Option<String>, caption: Option<String>) -> Picture {
        let mut picture = Picture::new();
        if let Some(title) = title {
            picture = picture.title(title);
        }
        if let Some(caption) = caption {
            picture = picture.caption(caption);
        }
        match self.0.last_move {
            Some(last) => picture.last_move(last),
            None => picture,
        }
    }
}

/// The colour that `b` or `w` stands for.
fn color(letter: &str) -> PyResult<Color> {
    match letter {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        _ => Err(input_error("expected b for Black or w for White")),
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (source=Source::of("startpos"), *, last_move=None), text_signature = "(source='startpos', *, last_move=None)")]
    fn new(source: Source, last_move: Option<&str>) -> PyResult<Position> {
        let mut position = Position::of(&source)?;
        if let Some(text) = last_move {
            let last = text.parse::<Move>();
            position.0.last_move =
                Some(last.map_err(|_| input_error(format_args!("last_move: `{text}`: not a move")))?);
        }
        Ok(position)
    }

    /// The position as SFEN.
    #[getter]
    pub fn sfen(&self) -> String {
        self.0.position.to_sfen()
    }

    /// The side to move: `b` for Black (先手), `w` for White.
    #[getter]
    fn turn(&self) -> &'static str {
        if self.0.position.side_to_move() == Color::Black { "b" } else { "w" }
    }

    /// The number of the next move, from 1.
    #[getter]
    fn move_number(&self) -> u32 {
        self.0.position.move_number()
    }

    /// The move that led here, if it is known.
    #[getter]
    fn last_move(&self) -> Option<String> {
        self.0.last_move.map(|last| last.to_string())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        self.0.position.in_check()
    }

    /// Whether the side to move is mated.
    #[getter]
    fn is_mate(&self) -> bool {
        self.0.position.is_mate()
    }

    /// The legal moves.
    fn moves(&self) -> Vec<String> {
        usi(&self.0.position.legal_moves())
    }

    /// The legal moves that give check.
    fn checks(&self) -> Vec<String> {
        usi(&self.0.position.checks())
    }

    /// The legal answers to a check; none if there is no check.
    fn evasions(&self) -> Vec<String> {
        usi(&self.0.position.evasions())
    }

    /// The position after some moves.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: Vec<String>) -> PyResult<Position> {
        self.moves_of(&moves).map(|(_, place)| Position(place))
    }

    /// A move in USI, from USI or its Japanese name.
    fn usi(&self, r#move: &str) -> PyResult<String> {
        find_move(&self.0, r#move).map(|mv| mv.to_string()).map_err(input_error)
    }

    /// The Japanese name of a move.
    fn name(&self, r#move: &str) -> PyResult<String> {
        find_move(&self.0, r#move).map(|mv| self.0.name(mv)).map_err(input_error)
    }

    /// The Japanese names of the moves of a line.
    fn names(&self, line: Vec<String>) -> PyResult<Vec<String>> {
        self.moves_of(&line).map(|(moves, _)| self.0.line_names(&moves))
    }

    /// The pieces on the board in the letters of SFEN, by their squares: `{"5a": "k", "5c": "P"}`.
    fn pieces(&self) -> BTreeMap<String, String> {
        let board = &self.0.position;
        let piece = |square: Square| Some((square.to_string(), board.piece_at(square)?.to_string()));
        Square::all().filter_map(piece).collect()
    }

    /// The pieces in a hand, `b` or `w`: `{"G": 1, "P": 2}`.
    fn hand(&self, color: &str) -> PyResult<BTreeMap<String, u32>> {
        let hand = self.0.position.hand(self::color(color)?);
        Ok(hand.iter().map(|(kind, count)| (kind.letter().to_string(), count)).collect())
    }

    /// The mate problem that this position stands for: a defender without a hand gets all pieces that are missing.
    fn with_rest(&self) -> Position {
        let attacker = attacker(&self.0.position);
        let (position, _) = DefenderHand::Rest.complete(self.0.position.clone(), attacker);
        Position(ReachedPosition { position, last_move: self.0.last_move })
    }

    /// The position as a text diagram.
    fn diagram(&self) -> String {
        diagram::text(&self.0.position)
    }

    /// The position as a picture, an SVG text.
    #[pyo3(signature = (*, title=None, caption=None))]
    fn svg(&self, title: Option<String>, caption: Option<String>) -> String {
        self.picture(title, caption).svg(&self.0.position)
    }

    /// The position as a picture, the bytes of a PNG file.
    #[pyo3(signature = (*, title=None, caption=None))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        title: Option<String>,
        caption: Option<String>,
    ) -> Bound<'py, PyBytes> {
        let picture = self.picture(title, caption);
        PyBytes::new(py, &py.detach(|| picture.png(&self.0.position)))
    }

    /// The position and moves from it in a notation: `kif`, `ki2`, `csa`, `jkf`, `bod` or `sfen`.
    #[pyo3(signature = (format, moves=Vec::new(), *, name=None), text_signature = "(self, format, moves=(), *, name=None)")]
    fn write(&self, format: &str, moves: Vec<String>, name: Option<String>) -> PyResult<String> {
        let format: Format =
            format.parse().map_err(|_| input_error("format: expected kif, ki2, csa, jkf, bod or sfen"))?;
        let mut record = Record::new(self.0.position.clone());
        record.headers.extend(name.map(|name| ("作品名".to_owned(), name)));
        record.line.extend(self.moves_of(&moves)?.0.into_iter().map(Ply::new));
        format::write(&[record], format).map_err(input_error)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None, None)
    }

    fn __str__(&self) -> String {
        self.sfen()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.sfen())
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.0.position == other.0.position
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.sfen().hash(&mut hasher);
        hasher.finish()
    }

    /// What `pickle` and `copy` make it from.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let options = [("last_move", self.last_move())].into_py_dict(py)?;
        Ok((PyTuple::new(py, [self.sfen()])?, options))
    }
}

/// A record: name, start, moves, expected length, and what is wrong with it.
type ReadRecord = (Option<String>, Option<Position>, Vec<String>, Option<usize>, Option<String>);

/// The records of a text or of a file.
#[pyfunction]
pub fn read_records(source: Source) -> PyResult<Vec<ReadRecord>> {
    let records = match source.read()? {
        ParsedText::Line(record) => vec![Ok(*record)],
        ParsedText::Records(_, records) => records,
    };
    Ok(records.into_iter().map(record).collect())
}

fn record(record: Result<Record, ReadError>) -> ReadRecord {
    match record {
        Ok(record) => {
            let length = match Expected::from_record(&record) {
                Some(Expected::Mate(plies) | Expected::Brinkmate(plies)) => Some(plies),
                _ => None,
            };
            let moves: Vec<Move> = record.main_moves().collect();
            let name = record.title().map(str::to_owned);
            let start: Board = record.initial;
            (name, Some(Position(ReachedPosition::new(start))), usi(&moves), length, None)
        }
        Err(error) => (None, None, Vec::new(), None, Some(error.to_string())),
    }
}
