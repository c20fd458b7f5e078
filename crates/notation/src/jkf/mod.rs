//! JKF (JSON Kifu Format), records in JSON, used by web players.
//!
//! Written files are complete: every move has its colour, squares, piece, and where they apply `same`, `promote` (wherever
//! there was a choice) and `capture`. Reading needs much less: whatever follows from the position may be missing, and fields
//! nobody knows are skipped. A list of records is one JSON array of JKF objects; that is this crate's convention.
//!
//! What JKF cannot hold: the number of the first move; several headers of one name in different places (they become one
//! value of several lines, and such a value is read as several headers); variations nested more than [`MAX_NESTING`] deep,
//! because JSON readers limit how deep objects may be nested.

mod moves;
mod read;
mod write;

pub use read::{read, read_all};
pub use write::{write, write_all};

/// How deep variations may be nested: JSON readers stop at 128 levels, and every variation takes three.
pub const MAX_NESTING: usize = 40;
