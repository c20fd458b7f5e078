//! Problems as they are given: a position, its name, where it comes from and what is said of it there.

use std::fmt;

use serde::{Serialize, Serializer};
use yomikiri_notation::Record;
use yomikiri_notation::sfen_list::{Expected, ListRow};
use yomikiri_shogi::Position;
use yomikiri_tsume::NotAProblem;

use crate::bilingual::BilingualText;
use crate::reached_position::ReachedPosition;

/// A problem as it was given.
#[derive(Clone, Debug)]
pub struct SourceProblem {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it comes from.
    pub origin: ProblemSource,
    /// Its position, or what is wrong with it.
    pub position: Result<Position, BilingualText>,
    /// How far into its source it ends, in the units of that source.
    pub end: u64,
}

/// Where a problem comes from, and what is said of it there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemSource {
    /// Its line in a list, from 1.
    pub line: Option<usize>,
    /// Its position as it was written, if it was written in one line; the start of one that could not be read.
    pub text: Option<String>,
    /// What it is expected to be, if that is said.
    pub expected: Option<Expected>,
}

impl SourceProblem {
    /// The problem of a line of text, whose moves lead to the position that is meant.
    pub fn from_line(text: &str, record: &Record) -> SourceProblem {
        SourceProblem {
            name: record.title().map(str::to_owned),
            origin: ProblemSource {
                line: None,
                text: Some(position_of(text).to_owned()),
                expected: Expected::from_record(record),
            },
            position: Ok(ReachedPosition::at_end(record).position),
            end: 1,
        }
    }

    /// The problem of a row of a list. The moves after its position are the solution.
    pub fn from_row(row: ListRow<'_>) -> SourceProblem {
        let name = row.name().map(str::to_owned);
        let text = position_of(row.text);
        let text = if row.record.is_ok() { text.to_owned() } else { start_of(text) };
        let expected = row.record.as_ref().ok().and_then(Expected::from_record);
        SourceProblem {
            name,
            origin: ProblemSource { line: Some(row.line), text: Some(text), expected },
            position: row.record.map(|record| record.initial).map_err(BilingualText::from_error),
            end: 1,
        }
    }

    /// A problem of which nothing could be read, and why.
    pub fn unreadable(fault: BilingualText) -> SourceProblem {
        SourceProblem { name: None, origin: ProblemSource::default(), position: Err(fault), end: 1 }
    }

    /// The problem of a record that ends at `end` of its source: its moves are the solution.
    pub fn from_record(record: Record, end: u64) -> SourceProblem {
        SourceProblem {
            name: record.title().map(str::to_owned),
            origin: ProblemSource { expected: Expected::from_record(&record), ..ProblemSource::default() },
            position: Ok(record.initial),
            end,
        }
    }
}

/// The position in a row, without the columns after it.
pub fn position_of(row: &str) -> &str {
    row.split('\t').next().unwrap_or_default().trim()
}

/// As much of a row as helps to find it again.
pub fn start_of(text: &str) -> String {
    text.trim().chars().take(200).collect()
}

/// Why a problem was not solved. `Display` and JSON have it in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemError {
    /// It could not be read, for this reason.
    Unreadable(BilingualText),
    /// The position is no mate problem.
    NotAProblem(NotAProblem),
}

impl From<BilingualText> for ProblemError {
    fn from(fault: BilingualText) -> ProblemError {
        ProblemError::Unreadable(fault)
    }
}

impl From<NotAProblem> for ProblemError {
    fn from(fault: NotAProblem) -> ProblemError {
        ProblemError::NotAProblem(fault)
    }
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemError::Unreadable(fault) => fault.fmt(f),
            ProblemError::NotAProblem(fault) => fault.fmt(f),
        }
    }
}

impl Serialize for ProblemError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
