//! Reading and writing in any format.
//!
//! Files with several records: CSA separates them by `/` lines, SFEN has one a line, JKF has a JSON array. KIF and KI2 files
//! are simply put one after the other: headers after the moves of a record begin the next one. A BOD file is one diagram.

use std::fmt;
use std::str::FromStr;

use yomikiri_shogi::Strictness;

use crate::error::{ReadError, ReadFault, WriteError, quote};
use crate::record::Record;
use crate::{bod, csa, detect, jkf, ki2, kif, sfen_list, text};

/// A format of records or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// KIF, the format of Kakinoki Shogi: one move a line, with its number.
    Kif,
    /// KI2, moves as they are printed in books.
    Ki2,
    /// CSA, the format of the Computer Shogi Association.
    Csa,
    /// JKF, records in JSON.
    Jkf,
    /// BOD, a diagram without moves.
    Bod,
    /// SFEN, one position a line.
    Sfen,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 6] =
        [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Bod, Format::Sfen];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Csa => "csa",
            Format::Jkf => "jkf",
            Format::Bod => "bod",
            Format::Sfen => "sfen",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a format: expected kif, ki2, csa, jkf, bod or sfen")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let known = Format::ALL.into_iter().find(|format| format.name() == name);
        known.ok_or_else(|| UnknownFormat(quote(name)))
    }
}

/// Reads all records of a file; without a format, its content tells.
///
/// # Errors
/// What is wrong, with its line. The first fault stops; [`sfen_list::rows`] goes on after faulty lines.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Vec<Record>, ReadError> {
    let text = text::decode(bytes)?;
    let format = match format.or_else(|| Format::detect(&text)) {
        Some(format) => format,
        None => return Err(ReadFault::UnknownFormat.at(1)),
    };
    match format {
        Format::Csa => csa::read_all(&text),
        Format::Jkf => jkf::read_all(&text),
        Format::Sfen => sfen_list::rows(&text, Strictness::Strict).map(|row| row.record).collect(),
        Format::Kif => split_games(&text).map(|part| part.read(kif::read)).collect(),
        Format::Ki2 => split_games(&text).map(|part| part.read(ki2::read)).collect(),
        Format::Bod => Ok(vec![bod::read(&text)?]),
    }
}

/// Writes records into one text.
///
/// # Errors
/// If the format cannot hold the records: [`WriteError::OneRecordOnly`], [`WriteError::TooDeep`].
pub fn write(records: &[Record], format: Format) -> Result<String, WriteError> {
    match (format, records) {
        (Format::Csa, _) => Ok(joined(records, "/\n", csa::write)),
        (Format::Jkf, [record]) => jkf::write(record),
        (Format::Jkf, _) => jkf::write_all(records),
        (Format::Sfen, _) => Ok(sfen_list::write(records)),
        (Format::Kif, _) => Ok(joined(records, "\n", kif::write)),
        (Format::Ki2, _) => Ok(joined(records, "\n", ki2::write)),
        (Format::Bod, [record]) => Ok(bod::write(record)),
        (Format::Bod, _) => Err(WriteError::OneRecordOnly { format, count: records.len() }),
    }
}

fn joined(records: &[Record], separator: &str, write: fn(&Record) -> String) -> String {
    records.iter().map(write).collect::<Vec<_>>().join(separator)
}

/// One of several KIF or KI2 games in a text.
struct Part<'a> {
    /// Lines of the text before this part.
    skipped: usize,
    text: &'a str,
}

impl Part<'_> {
    fn read(&self, read: fn(&str) -> Result<Record, ReadError>) -> Result<Record, ReadError> {
        read(self.text).map_err(|error| ReadError { line: error.line + self.skipped, ..error })
    }
}

/// Cuts a text where moves, or their heading in KIF, are followed by headers that are followed by moves or a diagram. Blank
/// lines and `#` lines before the headers belong to them.
fn split_games(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = Some(Part { skipped: 0, text });
    std::iter::from_fn(move || {
        let part = rest.take()?;
        let mut seen_moves = false;
        // Set when nothing but headers is left.
        let mut last = false;
        // Where the next game starts if there is a header next.
        let mut cut = (0, 0);
        let mut length = 0;
        for (i, line) in part.text.split_inclusive('\n').enumerate() {
            let plain = line.trim();
            let start = length;
            length += line.len();
            if plain.is_empty() || plain.starts_with('#') {
                continue;
            }
            let header =
                plain.contains('：') && !plain.starts_with(['*', '&', '＊']) && !plain.starts_with("変化");
            if seen_moves && !last && (header || plain.starts_with("手数-")) {
                let (this, next) = part.text.split_at_checked(cut.0)?;
                if next.get(start - cut.0..).unwrap_or_default().lines().any(|line| is_body(line.trim())) {
                    rest = Some(Part { skipped: part.skipped + cut.1, text: next });
                    return Some(Part { skipped: part.skipped, text: this });
                }
                last = true;
            }
            // The heading of the moves stands also where a problem has none.
            seen_moves |= detect::has_moves(plain) || plain.starts_with("手数-");
            cut = (length, i + 1);
        }
        Some(part)
    })
}

fn is_body(line: &str) -> bool {
    line.starts_with("手数-") || line.starts_with('|') || detect::has_moves(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let error = "KIF\n".parse::<Format>().unwrap_err();
        assert_eq!(error.to_string(), "`KIF` is not a format: expected kif, ki2, csa, jkf, bod or sfen");
    }

    #[test]
    fn games_in_a_row() {
        let text = "# one\n手合割：平手\n手数----指手--\n   1 ７六歩(77)\n*評：注釈\n変化：1手\n   1 ２六歩(27)\n\n\
            手合割：平手\n9 8 7 6 5 4 3 2 1\n| ・|\n先手の持駒：なし\n   1 投了\n# in between\n*１\n\n# three\n\
            先手：A\n▲７六歩\nまで1手で中断\n# four\n結果：中断";
        let first = |part: Part<'_>| {
            (part.skipped, part.text.trim_start().lines().next().unwrap_or_default().to_owned())
        };
        let parts: Vec<_> = split_games(text).map(first).collect();
        assert_eq!(parts, [(0, "# one".into()), (7, "手合割：平手".into()), (15, "# three".into())]);
        assert_eq!(split_games(text).map(|part| part.text).collect::<String>(), text);
        assert_eq!(split_games("").count(), 1);
        // Problems without solutions.
        let text = "作者：A\n| ・|\n先手の持駒：なし\n手数----指手--\n\n".repeat(3);
        assert_eq!(split_games(&text).count(), 3);
        // Whatever repeats what.
        let text = "▲７六歩\n先手：A\n".repeat(3);
        assert_eq!(split_games(&text).count(), 3);
    }
}
