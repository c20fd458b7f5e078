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

use crate::error::quote;
use crate::kakinoki::{Lead, Start, lead, lines_of, write_diagram};
use crate::{ReadError, ReadFault, Record};

/// Reads a diagram. Frames, hands and the line of file numbers may be missing; headers and comments are kept.
///
/// `*` may stand for an empty square, but a line that *begins* with it is a comment: such a row needs its frame.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut start = Start::default();
    let mut comments = Vec::new();
    let mut last = 1;
    for (number, line) in lines_of(text) {
        match lead(line) {
            Lead::Skip => continue,
            Lead::Comment(comment) => comments.push(comment.to_owned()),
            Lead::Text(text) if start.take(number, text)? => {}
            Lead::Text(text) => return Err(ReadFault::Unexpected(quote(text)).at(number)),
        }
        last = number;
    }
    if !start.has_board() {
        return Err(ReadFault::Missing("the diagram").at(last));
    }
    Ok(Record { comments, ..start.finish(last)? })
}

/// Writes the start position as a diagram.
pub fn write(record: &Record) -> String {
    write_diagram(&record.initial)
}
