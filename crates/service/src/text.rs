//! Texts in any notation: one position, or records.

use yomikiri_notation::sfen_list::{ListRow, parse_position_text};
use yomikiri_notation::{Format, ReadError, Record, format};
use yomikiri_shogi::Strictness;

use crate::bilingual::{Bilingual as _, BilingualText};
use crate::problem::{ProblemSource, SourceProblem, position_of, start_of};
use crate::request::BadRequest;

/// A text that was read.
#[derive(Debug)]
pub enum ParsedText {
    /// One line: an SFEN, or a USI `position`. Its moves lead to the position that is meant.
    Line(Box<Record>),
    /// Records, or the rows of a list. Their moves are solutions or games.
    Records(Format, Vec<Result<Record, ReadError>>),
}

/// Reads a text in any notation.
///
/// # Errors
///
/// If it is in none, or the only position in it cannot be read.
pub fn read_text(text: &str) -> Result<ParsedText, BadRequest> {
    let fault = |error: ReadError| match error.column {
        Some(column) if error.line == 1 && !text.trim().contains('\n') => {
            BadRequest::position(BilingualText::new(
                format!("column {column}: {}", error.kind),
                format!("{column}文字目：{}", error.kind.japanese()),
            ))
        }
        _ => BadRequest::position(error),
    };
    let format = Format::of_text(text);
    if is_line(text, &format) {
        return parse_position_text(text, Strictness::Strict)
            .map(|record| ParsedText::Line(Box::new(record)))
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
    Ok(ParsedText::Records(format, records))
}

/// Whether a text of this format is one line that has or should have a position.
fn is_line(text: &str, format: &Result<Format, ReadError>) -> bool {
    !text.trim().contains('\n') && matches!(format, Ok(Format::Sfen) | Err(_))
}

/// A text has no position.
pub(crate) fn no_position() -> BadRequest {
    BadRequest::position(BilingualText::new("there is none in the text", "テキストの中にありません"))
}

/// The one problem of a text.
pub(crate) fn problem(text: &str) -> Result<SourceProblem, BadRequest> {
    match read_text(text)? {
        ParsedText::Line(record) => Ok(SourceProblem::from_line(text, &record)),
        ParsedText::Records(_, mut records) => match (records.pop(), records.is_empty()) {
            (Some(Ok(record)), true) => Ok(SourceProblem::from_record(record, 1)),
            (Some(Err(error)), true) => Err(BadRequest::position(error)),
            (Some(_), false) => Err(BadRequest::position(BilingualText::new(
                "one position is enough for this command",
                "一度に調べられる局面は一つです",
            ))),
            (None, _) => Err(no_position()),
        },
    }
}

/// The problem of an item of a list: a row, or a text with one record. What is wrong with it is
/// said where the position would be. `line` is its line in the list.
pub(crate) fn list_problem(text: &str, line: usize) -> SourceProblem {
    if is_line(text, &Format::of_text(text)) {
        return SourceProblem::from_row(ListRow::read((line, text.trim_end()), Strictness::Strict));
    }
    let mut problem = problem(text).unwrap_or_else(|fault| {
        let text = start_of(position_of(text));
        let origin = ProblemSource { text: Some(text), ..ProblemSource::default() };
        let without = |text: String, start| text.strip_prefix(start).map_or(text.clone(), str::to_owned);
        let fault =
            BilingualText::new(without(fault.to_string(), "position: "), without(fault.japanese(), "局面："));
        SourceProblem { origin, ..SourceProblem::unreadable(fault) }
    });
    problem.origin.line = Some(line);
    problem
}
