//! BOD: a diagram in text, as Kakinoki Shogi copies it to the clipboard.
//!
//! ```text
//! 後手の持駒：飛　金三　歩十八
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
//! …
//! +---------------------------+
//! 先手の持駒：なし
//! 手数＝12
//! 後手番
//! ```
//!
//! A diagram has no moves: [`write()`] leaves them, the comments and the headers out. `手数＝12` says that twelve moves led
//! here; it is written if there were any, so that the move number of the position survives.

use crate::kakinoki::{Start, lines_of, write_diagram};
use crate::{ReadError, ReadFault, Record};

/// Reads a diagram. Frames, hands and the line of file numbers may be missing; headers and comments are kept. The name of
/// a start position (手合割) may stand in place of the diagram.
///
/// `*` may stand for an empty square, but a line that *begins* with it is a comment: such a row needs its frame.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let start = Start::read(&mut lines_of(text), |_| false)?;
    if !start.has_position() {
        return Err(ReadFault::Missing("the diagram").at(start.last()));
    }
    start.finish()
}

/// Writes the start position as a diagram.
pub fn write(record: &Record) -> String {
    write_diagram(&record.initial)
}
