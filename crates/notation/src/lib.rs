//! Shogi records and diagrams in the formats people have on disk.

pub mod diagram;
mod error;
mod record;

pub use error::{ReadError, ReadFault};
pub use record::{Action, EndKind, Line, Ply, Record};
