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
//! A move is told by its name alone, so names follow the rules of the Japan Shogi Association
//! ([`japanese`](crate::japanese)); reading is more tolerant. An ending is a closing sentence `まで…手で…`; the standard
//! ones have their customary words, any other ending stands there in its own words.
//!
//! Thinking times do not exist in KI2 and are dropped. Otherwise a round trip changes what [`kif`](crate::kif) changes.

use crate::error::quote;
use crate::japanese::glyphs::side_of_mark;
use crate::japanese::{begins_like_a_move, move_name, resolve_written, written};
use crate::kakinoki::{
    Body, Lead, Phrase, Start, Trail, end_of_word, lead, lines_of, variation_heading, write_comments,
    write_end_phrase, write_start,
};
use crate::kif::{columns, is_handicap};
use crate::tree::{Segment, segments};
use crate::{Action, ReadError, ReadFault, Record};

/// How many moves stand in a line.
const MOVES_PER_LINE: usize = 6;
/// How wide a move is with the blanks behind it.
const MOVE_COLUMNS: usize = 12;

/// Reads a record.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut start = Start::default();
    let mut comments = Vec::new();
    let mut lines = lines_of(text).peekable();
    let mut last = 1;
    let mut anything = false;
    while let Some(&(number, line)) = lines.peek() {
        match lead(line) {
            Lead::Skip => {}
            Lead::Comment(comment) => comments.push(comment.to_owned()),
            Lead::Text(text) if begins_the_moves(text) => break,
            Lead::Text(text) if start.take(number, text)? => anything = true,
            Lead::Text(text) => return Err(ReadFault::Unexpected(quote(text)).at(number)),
        }
        last = number;
        lines.next();
    }
    if !anything && lines.peek().is_none() {
        return Err(ReadFault::Missing("a header, a diagram or a move").at(last));
    }
    let mut body = Body::new(Record { comments, ..start.finish(last)? });
    for (number, line) in lines {
        match lead(line) {
            Lead::Skip => continue,
            Lead::Comment(comment) => body.comment(comment),
            Lead::Text(text) => {
                if let Some(ply) = variation_heading(text) {
                    body.start_variation(ply).map_err(|fault| fault.at(number))?;
                } else if !body.close(text).map_err(|fault| fault.at(number))? {
                    moves(&mut body, number, line)?;
                }
            }
        }
        last = number;
    }
    body.finish(last)
}

/// Writes a record.
pub fn write(record: &Record) -> String {
    let mut text = write_start(record);
    text.push('\n');
    write_comments(&mut text, &record.comments);
    let handicap = is_handicap(record);
    let mut trail = Trail::default();
    for (index, Segment { first, mut position, line }) in segments(&record.initial, &record.line).enumerate()
    {
        if index > 0 {
            text += &format!("\n変化：{first}手\n");
        }
        trail.branch_at(first);
        let mut row = Row::default();
        for (number, ply) in (first..).zip(line) {
            let (previous, _) = trail.step(position.side_to_move(), ply);
            match &ply.action {
                Action::Move(mv) => {
                    row.push(&mut text, &move_name(&position, *mv, previous));
                    let _ = position.make(*mv);
                }
                Action::End(kind) => {
                    row.finish(&mut text);
                    let phrase = Phrase { moves: number - 1, next: position.side_to_move(), handicap };
                    text += &format!("{}\n", write_end_phrase(kind, phrase));
                }
            }
            if !ply.comments.is_empty() {
                row.finish(&mut text);
                write_comments(&mut text, &ply.comments);
            }
        }
        row.finish(&mut text);
    }
    text
}

/// A line of moves on its way.
#[derive(Default)]
struct Row {
    count: usize,
    /// Blanks owed before the next move.
    gap: usize,
}

impl Row {
    fn push(&mut self, text: &mut String, name: &str) {
        if self.count == MOVES_PER_LINE {
            self.finish(text);
        }
        text.extend(std::iter::repeat_n(' ', self.gap));
        text.push_str(name);
        self.gap = MOVE_COLUMNS.saturating_sub(columns(name)).max(1);
        self.count += 1;
    }

    fn finish(&mut self, text: &mut String) {
        if self.count > 0 {
            text.push('\n');
        }
        *self = Row::default();
    }
}

/// Whether a line belongs to the moves: it begins with one, or with an ending.
fn begins_the_moves(text: &str) -> bool {
    let marked = text.chars().next().is_some_and(|c| side_of_mark(c).is_some());
    marked
        || text.starts_with("まで")
        || end_of_word(text).is_some()
        || begins_like_a_move(text) && written(text).is_some()
}

/// Reads a line of moves, which a standard ending may close.
fn moves(body: &mut Body, number: usize, line: &str) -> Result<(), ReadError> {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '、' | ',' | '，' | '。'));
        if rest.is_empty() {
            return Ok(());
        }
        let column = line[..line.len() - rest.len()].chars().count() + 1;
        if let Some((name, after)) = written(rest) {
            let text = &rest[..rest.len() - after.len()];
            let mv = resolve_written(body.position(), &name, text, body.previous());
            mv.and_then(|mv| body.push(Action::Move(mv), None, text))
                .map_err(|fault| fault.at_column(number, column))?;
            rest = after;
            continue;
        }
        let words = rest.trim_start_matches(|c| side_of_mark(c).is_some()).trim();
        let fault = match end_of_word(words) {
            Some(kind) => match body.push(Action::End(kind), None, rest) {
                Ok(()) => return Ok(()),
                Err(fault) => fault,
            },
            None if begins_like_a_move(rest) => ReadFault::NotAMove(quote(rest)),
            None => ReadFault::Unexpected(quote(rest)),
        };
        return Err(fault.at_column(number, column));
    }
}
