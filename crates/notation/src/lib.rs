//! Shogi records and diagrams in the formats people have on disk.

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

pub use error::{ReadError, ReadFault, WriteError};
pub use format::{Format, UnknownFormat};
pub use handicap::Handicap;
pub use record::{Action, EndKind, Line, Ply, Record};
pub use tree::MAX_NESTING;
