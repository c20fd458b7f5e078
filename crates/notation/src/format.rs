//! Reading and writing in any format.
//!
//! A file may hold several records. In CSA, lines with a single `/` separate them; an SFEN list has one record a line; JKF has a
//! JSON array. KIF, KI2 and BOD have no separator: headers after the moves of a record, or a second start position, begin the
//! next record. All of them are read like that, but a BOD file that is written holds one diagram.

use std::fmt;
use std::str::FromStr;

use yomikiri_shogi::Strictness;

use crate::error::{ReadError, WriteError, quote};
use crate::kakinoki::split;
use crate::record::Record;
use crate::{bod, csa, jkf, ki2, kif, sfen_list, text};

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
    /// All formats.
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
pub struct ParseFormatError(pub String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(name: &str) -> Result<Format, ParseFormatError> {
        let known = Format::ALL.into_iter().find(|format| format.name() == name);
        known.ok_or_else(|| ParseFormatError(quote(name)))
    }
}

/// Reads all records of a file. Without a format, the content decides which one it is.
///
/// # Errors
/// The first fault of the file. ([`sfen_list::rows`] reads on after faulty lines.)
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Vec<Record>, ReadError> {
    read_with(bytes, format, Strictness::Strict)
}

/// As [`read`], but positions in SFEN are checked only as strictly as `strictness` asks: artificial test positions are
/// written in SFEN.
///
/// # Errors
/// As [`read`].
pub fn read_with(
    bytes: &[u8],
    format: Option<Format>,
    strictness: Strictness,
) -> Result<Vec<Record>, ReadError> {
    let text = text::decode(bytes)?;
    let format = format.map_or_else(|| Format::of_text(&text), Ok)?;
    read_decoded(&text, format, strictness)
}

/// Reads all records of a text as [`text::decode`] returns it.
///
/// # Errors
/// As [`read`].
pub fn read_text(text: &str, format: Format) -> Result<Vec<Record>, ReadError> {
    read_decoded(text, format, Strictness::Strict)
}

fn read_decoded(text: &str, format: Format, strictness: Strictness) -> Result<Vec<Record>, ReadError> {
    match format {
        Format::Csa => csa::read_all(text),
        Format::Jkf => jkf::read_all(text),
        Format::Sfen => sfen_list::rows(text, strictness).map(|row| row.record).collect(),
        Format::Kif => split(text).iter().map(|part| part.read(kif::read)).collect(),
        Format::Ki2 => split(text).iter().map(|part| part.read(ki2::read)).collect(),
        Format::Bod => split(text).iter().map(|part| part.read(bod::read)).collect(),
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
}
