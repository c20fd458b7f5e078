//! SFEN lists: one problem a line.
//!
//! A line is an SFEN, `startpos`, `sfen` and an SFEN, or a whole USI `position` command; any of them may go on with `moves`
//! and USI moves. After a tab follow columns, as problem collections have them:
//!
//! ```text
//! SFEN <TAB> expected result <TAB> name <TAB> source
//! ```
//!
//! The expected result is a length (`7`, `7手`, `7手詰`, `mate7`), the length of a brinkmate (`hisshi5`, `5手必至`), a result
//! without a length (`mate`, `nomate`, `no1`, `詰`, `不詰`, `必至`), or nothing (`?`, `-` or an empty column). The whole column
//! may be missing: any other word in its place is the name. The columns become the headers 手数, 作品名 and 出典. Blank lines
//! and lines that begin with `#` are skipped.
//!
//! A line holds the start position, the main line and these three headers. Everything else of a record is left out.

use std::fmt::Write as _;

use yomikiri_shogi::{Move, Position, SfenError, SfenErrorKind, Strictness};

use crate::error::{ReadError, ReadErrorKind, quote};
use crate::kakinoki::leading_number;
use crate::record::{Ply, Record};
use crate::text::one_line;

/// The headers of the columns.
const LENGTH: &str = "手数";
const NAME: &str = "作品名";
const SOURCE: &str = "出典";

/// A line of a list that is neither blank nor a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRow<'a> {
    /// Line number, from 1.
    pub line: usize,
    /// The whole line, without blanks at its end.
    pub text: &'a str,
    /// What follows the position, column by column.
    pub columns: Vec<&'a str>,
    /// The problem, or what is wrong with it.
    pub record: Result<Record, ReadError>,
}

/// The rows of a list. A faulty row does not stop the rest.
pub fn rows(text: &str, strictness: Strictness) -> impl Iterator<Item = ListRow<'_>> {
    unread_rows(text).map(move |row| ListRow::read(row, strictness))
}

/// The rows of a list with their line numbers, for callers who want only some of them: to read a row takes far longer than to find it.
pub fn unread_rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines().map(str::trim_end)).filter(|(_, text)| is_row(text))
}

impl<'a> ListRow<'a> {
    /// Reads a row of [`unread_rows`].
    pub fn read((line, text): (usize, &'a str), strictness: Strictness) -> ListRow<'a> {
        let record = parse_position_text(text, strictness).map_err(|error| ReadError { line, ..error });
        ListRow { line, text, columns: text.split('\t').skip(1).map(str::trim).collect(), record }
    }

    /// The name in its column, also of a row whose position is faulty.
    pub fn name(&self) -> Option<&'a str> {
        let has_result = self.columns.first().is_some_and(|column| Expected::read(column).is_some());
        self.columns.get(usize::from(has_result)).copied().filter(|name| !name.is_empty())
    }
}

fn is_row(line: &str) -> bool {
    !line.trim_start().is_empty() && !line.trim_start().starts_with('#')
}

/// Reads one line of a list; also what users write on a command line.
///
/// # Errors
/// What is wrong, with the column; the line is 1.
pub fn parse_position_text(text: &str, strictness: Strictness) -> Result<Record, ReadError> {
    let mut columns = text.trim_end().split('\t');
    let command = columns.next().unwrap_or_default();
    let mut record = parse_command(command, strictness)?;
    let columns: Vec<&str> = columns.map(str::trim).collect();
    record.headers.extend(headers(&columns));
    Ok(record)
}

/// The headers that the columns after the position stand for.
fn headers(columns: &[&str]) -> impl Iterator<Item = (String, String)> {
    let expected = columns.first().and_then(|column| Expected::read(column));
    let text = |at: usize| columns.get(usize::from(expected.is_some()) + at).map(|&text| text.to_owned());
    [(LENGTH, expected.and_then(Expected::header)), (NAME, text(0)), (SOURCE, text(1))]
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value.filter(|value| !value.is_empty())?)))
}

/// What a list, or the header 手数 of a record, expects of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing, or a result without a length.
    NoLength,
    /// Plies of a mate.
    Mate(usize),
    /// Plies up to the move that makes a brinkmate.
    Brinkmate(usize),
}

impl Expected {
    /// What a record expects; `None` if it says nothing about it.
    pub fn from_record(record: &Record) -> Option<Expected> {
        let value = record.header(LENGTH)?.trim();
        // KIF files also say things like 手数：13手詰（変長）.
        let plies = || leading_number(value).map(|(plies, _)| Expected::Mate(plies));
        Expected::read(value).or_else(plies)
    }

    /// The meaning of a column; `None` if it is no expected result.
    fn read(column: &str) -> Option<Expected> {
        if matches!(column, "" | "?" | "-" | "mate" | "nomate" | "hisshi" | "詰" | "詰み" | "不詰" | "必至")
        {
            return Some(Expected::NoLength);
        }
        let number = column.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let word = &column[..column.len() - number.len()];
        let (plies, unit) = leading_number(number)?;
        match (word, unit) {
            ("", "" | "手" | "手詰" | "手詰め") | ("mate", "") => Some(Expected::Mate(plies)),
            ("", "手必至") | ("hisshi", "") => Some(Expected::Brinkmate(plies)),
            ("no", "") => Some(Expected::NoLength),
            _ => None,
        }
    }

    /// The value of the header 手数.
    fn header(self) -> Option<String> {
        match self {
            Expected::NoLength => None,
            Expected::Mate(plies) => Some(plies.to_string()),
            Expected::Brinkmate(plies) => Some(format!("{plies}手必至")),
        }
    }

    /// The column that means this.
    fn column(self) -> String {
        match self {
            Expected::NoLength => "?".to_owned(),
            Expected::Mate(plies) => plies.to_string(),
            Expected::Brinkmate(plies) => format!("hisshi{plies}"),
        }
    }
}

/// A word with its column and its byte offset in the text.
struct Word<'a> {
    text: &'a str,
    column: usize,
    start: usize,
}

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let (mut column, mut start) = (1, 0);
    text.split(' ')
        .map(move |text| {
            let word = Word { text, column, start };
            column += text.chars().count() + 1;
            start += text.len() + 1;
            word
        })
        .filter(|word| !word.text.trim().is_empty())
}

fn parse_command(text: &str, strictness: Strictness) -> Result<Record, ReadError> {
    let mut words = words(text).peekable();
    let had_command = words.next_if(|word| word.text == "position").is_some();
    let Some(first) = words.next() else {
        return Err(ReadErrorKind::Missing("a position").at_column(1, text.chars().count() + 1));
    };
    let initial = match first.text {
        "startpos" => Position::startpos(),
        "sfen" => {
            let start = words.peek().map_or(text.len(), |word| word.start);
            let end = skip_to_moves(&mut words).unwrap_or(text.len());
            parse_sfen(text, start, end, strictness)?
        }
        _ if had_command => {
            return Err(ReadErrorKind::Unexpected(quote(first.text)).at_column(1, first.column));
        }
        _ => {
            let end = skip_to_moves(&mut words).unwrap_or(text.len());
            parse_sfen(text, first.start, end, strictness)?
        }
    };
    let mut record = Record::new(initial);
    let mut position = record.initial.clone();
    if let Some(word) = words.next_if(|word| word.text != "moves") {
        return Err(ReadErrorKind::Unexpected(quote(word.text)).at_column(1, word.column));
    }
    for word in words.skip(1) {
        let not_a_move = |_| ReadErrorKind::NotAMove(quote(word.text)).at_column(1, word.column);
        let mv: Move = word.text.parse().map_err(not_a_move)?;
        if !position.is_legal(mv) {
            let kind = ReadErrorKind::IllegalMove { text: quote(word.text), sfen: position.to_sfen() };
            return Err(kind.at_column(1, word.column));
        }
        let _ = position.make(mv);
        record.line.push(Ply::new(mv));
    }
    Ok(record)
}

/// Skips words until the next one is `moves`. Returns where that starts.
fn skip_to_moves<'a>(words: &mut std::iter::Peekable<impl Iterator<Item = Word<'a>>>) -> Option<usize> {
    while words.next_if(|word| word.text != "moves").is_some() {}
    words.peek().map(|word| word.start)
}

fn parse_sfen(text: &str, start: usize, end: usize, strictness: Strictness) -> Result<Position, ReadError> {
    let before = text.get(..start).unwrap_or_default().chars().count();
    let sfen = text.get(start..end).unwrap_or_default().trim_end();
    Position::from_sfen_with(sfen, strictness).map_err(|SfenError { column, kind }| {
        let kind = match kind {
            SfenErrorKind::Position(error) => ReadErrorKind::Position(error),
            kind => ReadErrorKind::Sfen(kind),
        };
        kind.at_column(1, before + column)
    })
}

/// Writes a list. Records with moves become USI `position` commands.
pub fn write(records: &[Record]) -> String {
    let mut out = String::new();
    for record in records {
        if record.main_moves().next().is_some() {
            let _ = write!(out, "position sfen {} moves", record.initial.to_sfen());
            for mv in record.main_moves() {
                let _ = write!(out, " {mv}");
            }
        } else {
            out.push_str(&record.initial.to_sfen());
        }
        let column =
            |name| record.header(name).map(|value| one_line(value).replace('\t', " ").trim().to_owned());
        let length = Expected::from_record(record).filter(|expected| *expected != Expected::NoLength);
        let (name, source) = (column(NAME), column(SOURCE));
        if length.is_some() || name.is_some() || source.is_some() {
            let _ = write!(out, "\t{}", length.unwrap_or(Expected::NoLength).column());
        }
        if name.is_some() || source.is_some() {
            let _ = write!(out, "\t{}", name.unwrap_or_default());
        }
        if let Some(source) = source {
            let _ = write!(out, "\t{source}");
        }
        out.push('\n');
    }
    out
}
