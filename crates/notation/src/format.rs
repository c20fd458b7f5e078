//! The formats by name.

use std::fmt;
use std::str::FromStr;

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
        Format::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownFormat(crate::error::quote(name)))
    }
}
