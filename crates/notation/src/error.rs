//! Errors of reading and writing. An error of reading names the line and, where it helps, the column.
//!
//! Messages quote input through [`quote`](yomikiri_shogi::quote), so that they stay short and printable.

pub(crate) use yomikiri_shogi::quote;
use yomikiri_shogi::{PositionError, SfenErrorKind};

/// A text could not be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1, where it is known.
    pub column: Option<usize>,
    /// What is wrong.
    pub kind: ReadErrorKind,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl std::error::Error for ReadError {}

/// What is wrong with a text. Quotations are short and printable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum ReadErrorKind {
    #[error("neither UTF-8 nor Shift-JIS text")]
    Encoding,
    #[error("nothing here is a line of KIF, KI2, CSA, JKF, BOD or SFEN; it begins `{0}`")]
    UnknownFormat(String),
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("unexpected `{0}`")]
    Unexpected(String),
    #[error("`{value}` is not a valid {what}")]
    BadValue { what: &'static str, value: String },
    #[error("`{0}` is not a move")]
    NotAMove(String),
    #[error("`{text}` is not a legal move here ({sfen})")]
    IllegalMove { text: String, sfen: String },
    #[error("`{text}` could be {}", candidates.join(" or "))]
    AmbiguousMove { text: String, candidates: Vec<String> },
    #[error("move number {found}, expected {expected}")]
    MoveNumber { found: usize, expected: usize },
    #[error("a variation from move {0}, but there is no such move before it")]
    NoSuchMove(usize),
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
    #[error("the position breaks the rules: {0}")]
    Position(#[from] PositionError),
    #[error("{0}")]
    Sfen(SfenErrorKind),
    #[error("not valid JSON: {0}")]
    Json(String),
}

impl ReadErrorKind {
    /// Returns the error at a line.
    pub(crate) fn at(self, line: usize) -> ReadError {
        ReadError { line, column: None, kind: self }
    }

    /// Returns the error at a line and a column.
    pub(crate) fn at_column(self, line: usize, column: usize) -> ReadError {
        ReadError { line, column: Some(column), kind: self }
    }
}

/// A record could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum WriteError {
    #[error("line {line}, column {column}: Shift-JIS has no `{character}`")]
    NotShiftJis { line: usize, column: usize, character: char },
    #[error("a {format} file holds one record, not {count}")]
    OneRecordOnly { format: crate::Format, count: usize },
    #[error("{format} cannot hold variations nested more than {limit} deep")]
    TooDeep { format: crate::Format, limit: usize },
}
