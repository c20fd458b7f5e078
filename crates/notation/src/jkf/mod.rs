//! JKF (JSON Kifu Format), records in JSON, used by web players.
//!
//! Written files are complete: every move has its colour, squares, piece, and where they apply `same`, `promote` (wherever
//! there was a choice), `capture` and `relative` (the addition of a Japanese name: 右, 上, 打 …). Reading needs much less:
//! what follows from the position may be missing, and unknown fields are skipped. A move without `from` is a drop if it can be
//! one and neither `relative` nor `promote` contradicts; else `relative` says which piece moves.
//!
//! An object is a record only if it gives `initial` or 手合割, has a move, or has both `header` and `moves`. Other JSON, such as
//! the output of another program, is an error. Several records are one JSON array; that is this crate's convention.
//!
//! JKF cannot hold the number of the first move, nor variations nested more than [`MAX_NESTING`] deep, because JSON readers
//! limit the nesting of objects. Several headers of one name become one value of several lines, and are read as several
//! headers again, but in one place.

mod moves;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use yomikiri_shogi::Square;

pub use read::{read, read_all};
pub use write::{write, write_all};

/// How deep variations may be nested: JSON readers stop at 128 levels, and every variation takes three.
pub const MAX_NESTING: usize = 40;

/// A square as JKF writes it: file and rank, counted from 1.
#[derive(Clone, Copy, Deserialize, Serialize)]
struct JkfSquare {
    x: usize,
    y: usize,
}

impl JkfSquare {
    fn new(square: Square) -> JkfSquare {
        JkfSquare { x: square.file() + 1, y: square.rank() + 1 }
    }

    /// The square, if it is on the board.
    fn square(self) -> Option<Square> {
        Square::new(self.x.checked_sub(1)?, self.y.checked_sub(1)?)
    }
}
