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
//! A diagram has no moves, so [`write()`] leaves out moves, comments and headers. `手数＝12` says that twelve moves were made
//! before this position. It is written if that number is not zero, so that the move number survives a round trip.
//!
//! [`read()`] also reads the diagram that [`diagram::text`](crate::diagram::text) draws for a terminal.

use crate::kakinoki::{StartReader, lines_of, write_diagram};
use crate::{ReadError, ReadErrorKind, Record};

/// Reads a diagram. Frames, hands and the line of file numbers may be missing; headers and comments are kept. A start position
/// may also be given by its name (手合割). Hands are recognised under many names: 先手の持駒, ☗持駒, 攻方の持ち駒, 持駒 …
///
/// `*` may stand for an empty square, but a line that begins with `*` is a comment, so such a row needs its frame.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let start = StartReader::read(&mut lines_of(text), |_| false)?;
    if !start.has_position() {
        return Err(ReadErrorKind::Missing("the diagram").at(start.last()));
    }
    start.finish()
}

/// Writes the start position as a diagram.
pub fn write(record: &Record) -> String {
    write_diagram(&record.initial)
}
