//! Shogi records and diagrams in the formats people have on disk.

mod error;
mod handicap;
mod record;

pub use error::{ReadError, ReadFault};
pub use handicap::Handicap;
pub use record::{Action, EndKind, Line, Ply, Record};
