//! Positions of requests: a text in any notation, or the bytes of a file.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use yomikiri_notation::sfen_list::parse_position_text;
use yomikiri_notation::{Format, ReadError, Record, format, text};
use yomikiri_pns::Algorithm;
use yomikiri_shogi::{Color, Position, Strictness};
use yomikiri_tsume::Rules;

use crate::case::Case;
use crate::fields::Fields;
use crate::hands::Hands;
use crate::moves::find_move;
use crate::place::Place;
use crate::problem::Problem;
use crate::request::BadRequest;

/// Takes the text of `position`, or of the file in `bytes`.
pub(super) fn take_text(fields: &mut Fields) -> Result<Option<String>, BadRequest> {
    let bytes: Option<String> = fields.take("bytes")?;
    match (fields.take::<String>("position")?, bytes) {
        (Some(_), Some(_)) => Err(BadRequest::new("`bytes` and `position` exclude each other")),
        (Some(text), None) => Ok(Some(text)),
        (None, Some(bytes)) => {
            let bytes = STANDARD.decode(bytes).map_err(|error| BadRequest(format!("`bytes`: {error}")))?;
            text::decode(&bytes).map(Some).map_err(|error| BadRequest(format!("`bytes`: {error}")))
        }
        (None, None) => Ok(None),
    }
}

/// A text that was read.
pub(super) enum Content {
    /// One line: an SFEN, or a USI `position`. Its moves lead to the position that is meant.
    Line(Box<Record>),
    /// Records, or the rows of a list. Their moves are solutions or games.
    Records(Format, Vec<Result<Record, ReadError>>),
}

/// Reads a text in any notation.
pub(super) fn read_text(text: &str) -> Result<Content, BadRequest> {
    let fault = |error: ReadError| match error.column {
        Some(column) if error.line == 1 && !text.trim().contains('\n') => {
            BadRequest(format!("position: column {column}: {}", error.fault))
        }
        _ => BadRequest(format!("position: {error}")),
    };
    let format = Format::of_text(text);
    let is_line = !text.trim().contains('\n') && matches!(format, Ok(Format::Sfen) | Err(_));
    if is_line {
        return parse_position_text(text, Strictness::Strict)
            .map(|record| Content::Line(Box::new(record)))
            .map_err(fault);
    }
    let format = format.map_err(fault)?;
    let records = match format {
        Format::Sfen => {
            yomikiri_notation::sfen_list::rows(text, Strictness::Strict).map(|row| row.record).collect()
        }
        format => {
            let records = format::read(text.as_bytes(), Some(format)).map_err(fault)?;
            records.into_iter().map(Ok).collect()
        }
    };
    Ok(Content::Records(format, records))
}

/// The one problem of a text.
fn problem(text: &str) -> Result<Problem, BadRequest> {
    match read_text(text)? {
        Content::Line(record) => Ok(Problem::of_line(text, &record)),
        Content::Records(_, mut records) => match (records.pop(), records.is_empty()) {
            (Some(Ok(record)), true) => Ok(Problem::of_record(record, 1)),
            (Some(Err(error)), true) => Err(BadRequest(format!("position: {error}"))),
            (Some(_), false) => Err(BadRequest::new("position: one position is enough for this command")),
            (None, _) => Err(BadRequest::new("position: there is none in the text")),
        },
    }
}

/// Takes the moves that lead on from a place.
pub(super) fn take_moves(fields: &mut Fields) -> Result<Vec<String>, BadRequest> {
    Ok(fields.take("moves")?.unwrap_or_default())
}

/// The place after some moves.
pub(super) fn play(start: Place, moves: &[String]) -> Result<Place, BadRequest> {
    moves.iter().try_fold(start, |place, text| {
        let mv = find_move(&place, text).map_err(|fault| BadRequest(format!("moves: {fault}")))?;
        Ok(place.after(mv))
    })
}

/// Takes a mate problem: its position, with the hands that are meant. `plays` are the moves that lead on from it.
pub(super) fn take_case(fields: &mut Fields, hands: Hands, plays: &[String]) -> Result<Case, BadRequest> {
    let text = take_text(fields)?.ok_or_else(|| BadRequest::new("`position` is missing"))?;
    let hands = fields.take("hands")?.unwrap_or(hands);
    let mut problem = problem(&text)?;
    if let (Ok(position), false) = (&problem.position, plays.is_empty()) {
        let reached = play(Place::new(position.clone()), plays)?.position;
        problem.position = Ok(reached);
    }
    Case::read(problem, hands).map_err(|faulty| BadRequest(format!("position: {}", faulty.fault)))
}

/// The same case with the side to move as the defender.
pub(super) fn defended(case: Case, hands: Hands, written: Position) -> Case {
    let attacker: Color = !written.side_to_move();
    let (position, hands) = hands.of(written, attacker);
    Case { position, hands, attacker, ..case }
}

/// Takes the name of an algorithm, and the algorithm.
pub(super) fn take_algorithm(fields: &mut Fields) -> Result<(String, Algorithm), BadRequest> {
    let name: String = fields.take("algorithm")?.unwrap_or_else(|| "default".to_owned());
    let algorithm = name.parse().map_err(|error| BadRequest(format!("`algorithm`: {error}")))?;
    Ok((name, algorithm))
}

/// Takes the rules by which interpositions count.
pub(super) fn take_rules(fields: &mut Fields) -> Result<Rules, BadRequest> {
    Ok(fields.parse("rules")?.unwrap_or(Rules::TRADITIONAL))
}
