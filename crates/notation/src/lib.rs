//! Reads and writes shogi records and diagrams: KIF, KI2, CSA, JKF, BOD and SFEN lists, in UTF-8 and Shift-JIS.
//!
//! All formats share one model, [`Record`]: headers, a start position, comments and a tree of moves. [`format::read`] finds
//! out which format a file is in and reads all records of it; [`format::write`] writes them in any format. Every move is
//! checked against the rules while it is read, so a `Record` holds legal moves only.
//!
//! Files differ from the formats' descriptions in many ways, so the readers accept more than the writers produce. They do not
//! guess: a text that does not say where a game starts is an error, and so is a hand or a move that cannot be read.
//!
//! ```
//! use yomikiri_notation::Format;
//! use yomikiri_notation::format::{read, write};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let records = read("手合割：平手\n▲７六歩 △３四歩 ▲２二角成".as_bytes(), None)?;
//! assert!(write(&records, Format::Csa)?.contains("+8822UM"));
//! # Ok(())
//! # }
//! ```

pub mod bod;
pub mod csa;
mod detect;
pub mod diagram;
mod error;
pub mod format;
mod handicap;
pub mod japanese;
pub mod jkf;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod record;
pub mod sfen_list;
pub mod text;
mod tree;

pub use error::{ReadError, ReadErrorKind, WriteError};
pub use format::{Format, ParseFormatError};
pub use handicap::Handicap;
pub use record::{Action, EndKind, Line, Ply, Record};
pub use tree::MAX_NESTING;

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
