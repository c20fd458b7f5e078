//! KI2, moves as they are printed in books, several in a line.
//!
//! ```text
//! 作者：伊藤看寿
//! 手合割：平手
//!
//! ▲７六歩    △３四歩    ▲２六歩
//! *a comment on ▲２六歩
//! △８四歩
//! まで4手で中断
//!
//! 変化：2手
//! △８四歩
//! ```
//!
//! A move has no origin, only its name. Names are written by the rules of the Japan Shogi Association
//! ([`japanese`](crate::japanese)), which make them unambiguous; reading is more tolerant. An ending is written as a closing
//! sentence `まで…手で…`, with the customary words for standard endings and the ending's own words for others.
//!
//! KI2 has no thinking times, so they are lost. Otherwise a round trip changes the same things as in [`kif`](crate::kif).

use crate::error::quote;
use crate::japanese::glyphs::side_of_mark;
use crate::japanese::{
    begins_like_a_move, is_explanation, looks_like_a_move, move_name, resolve_written, written,
};
use crate::kakinoki::{
    BodyReader, StartReader, end_line, end_of_word, foul_follows, is_moves_heading, lines_of,
    variation_heading, write_comments, write_lines, write_start,
};
use crate::kif::columns;
use crate::{Action, ReadError, ReadErrorKind, Record};

/// Moves per line.
const MOVES_PER_LINE: usize = 6;
/// The width of a move with the blanks after it.
const MOVE_COLUMNS: usize = 12;

/// Reads a record.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut lines = lines_of(text);
    let start = StartReader::read(&mut lines, begins_the_moves)?;
    BodyReader::read(start, lines, |body, number, line, rest| {
        let text = line.trim_start();
        let at = |kind: ReadErrorKind| kind.at(number);
        if let Some(ply) = variation_heading(text) {
            body.start_variation(ply).map_err(at)
        } else if is_moves_heading(text) {
            body.heading();
            Ok(())
        } else if body.close(text).map_err(at)? {
            Ok(())
        } else if begins_the_moves(text) || looks_like_a_move(text) {
            moves(body, number, line, foul_follows(rest))
        } else {
            body.words(text).map_err(at)
        }
    })
}

/// Writes a record.
pub fn write(record: &Record) -> String {
    let mut text = write_start(record);
    text.push('\n');
    write_comments(&mut text, &record.comments);
    let mut columns_of_moves = MoveColumns::default();
    write_lines(&mut text, record, |text, step| {
        match &step.ply.action {
            Action::Move(mv) => columns_of_moves.push(text, &move_name(step.position, *mv, step.previous)),
            Action::End(kind) => {
                end_line(text);
                *text += &format!("{}\n", step.closing(kind));
            }
        }
        if !step.ply.comments.is_empty() {
            end_line(text);
            write_comments(text, &step.ply.comments);
        }
    });
    text
}

/// Lays out moves in columns.
#[derive(Default)]
struct MoveColumns {
    count: usize,
    /// Blanks before the next move, so that it starts at its column.
    gap: usize,
}

impl MoveColumns {
    fn push(&mut self, text: &mut String, name: &str) {
        if self.count == MOVES_PER_LINE {
            end_line(text);
        }
        if text.ends_with('\n') {
            *self = MoveColumns::default();
        }
        text.extend(std::iter::repeat_n(' ', self.gap));
        text.push_str(name);
        self.gap = MOVE_COLUMNS.saturating_sub(columns(name)).max(1);
        self.count += 1;
    }
}

/// Whether a line belongs to the moves: it begins with one, or with an ending.
pub(crate) fn begins_the_moves(text: &str) -> bool {
    if text.starts_with("まで") {
        return true;
    }
    if is_explanation(text) {
        return false;
    }
    let unmarked = text.trim_start_matches(|c| side_of_mark(c).is_some());
    let marked = unmarked.len() < text.len();
    end_of_word(unmarked.trim()).is_some()
        || marked && looks_like_a_move(text)
        || begins_like_a_move(text) && written(text).is_some()
}

/// Reads a line of moves, with or without a standard ending. If `foul` is set, the last move may be illegal.
fn moves(body: &mut BodyReader, number: usize, line: &str, foul: bool) -> Result<(), ReadError> {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '、' | ',' | '，' | '。'));
        if rest.is_empty() {
            return Ok(());
        }
        let column = line[..line.len() - rest.len()].chars().count() + 1;
        let (done, after) = next_action(body, rest, foul);
        done.map_err(|kind| kind.at_column(number, column))?;
        rest = after;
    }
}

/// Reads the move or the ending at the beginning of a text; returns what follows it.
fn next_action<'a>(body: &mut BodyReader, text: &'a str, foul: bool) -> (Result<(), ReadErrorKind>, &'a str) {
    if let Some((name, after)) = written(text) {
        let text = &text[..text.len() - after.len()];
        let done = match resolve_written(body.position(), &name, text, body.previous()) {
            Ok(mv) => body.push(Action::Move(mv), None, text),
            Err(ReadErrorKind::IllegalMove { .. }) if foul && after.trim().is_empty() && !body.ended() => {
                body.foul(text, None)
            }
            Err(kind) => Err(kind),
        };
        return (done, after);
    }
    let words = text.trim_start_matches(|c| side_of_mark(c).is_some()).trim();
    let done = match end_of_word(words) {
        Some(kind) => body.push(Action::End(kind), None, text),
        None if begins_like_a_move(text) => Err(ReadErrorKind::NotAMove(quote(text))),
        None => Err(ReadErrorKind::Unexpected(quote(text))),
    };
    (done, "")
}
