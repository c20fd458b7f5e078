//! Reading the moves of a record, line by line.

use std::iter::{Peekable, Zip};
use std::ops::RangeFrom;
use std::str::Split;
use std::time::Duration;

use yomikiri_shogi::{Position, Square};

use super::diagram::looks_like_a_row;
use super::fields::{StartField, field};
use super::start::StartReader;
use super::{LineClass, after_number, classify, end_of_phrase};
use crate::error::quote;
use crate::tree::TreeBuilder;
use crate::{Action, EndKind, ReadError, ReadErrorKind, Record};

/// The lines of a text with their numbers, from 1.
pub(crate) type NumberedLines<'a> = Peekable<Zip<RangeFrom<usize>, Split<'a, char>>>;

/// The lines of a text, without a byte order mark.
pub(crate) fn lines_of(text: &str) -> NumberedLines<'_> {
    (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).split('\n')).peekable()
}

/// Reads the moves of a record line by line.
pub(crate) struct BodyReader {
    record: Record,
    tree: TreeBuilder,
    /// Whether a variation has begun.
    in_variation: bool,
    /// Whether a closing sentence has ended the main line.
    closed: bool,
    /// Whether the line has just ended with an illegal move; the next line will say so.
    fouled: bool,
    /// Comments between the heading of a variation and its first move; that move gets them.
    pending: Vec<String>,
    /// Whether the text says where the game starts. It does so by a start position, and by moves or their heading: a game
    /// without a start position is an even game. Headers and prose are no evidence of a game.
    has_start: bool,
}

impl BodyReader {
    /// Reads all lines after a start. `read_line` gets those that are not comments, with the lines after them.
    ///
    /// # Errors
    /// [`ReadErrorKind::Missing`] if nothing says where the game starts.
    pub fn read<'a>(
        start: StartReader,
        mut lines: NumberedLines<'a>,
        mut read_line: impl FnMut(&mut BodyReader, usize, &'a str, &NumberedLines<'a>) -> Result<(), ReadError>,
    ) -> Result<Record, ReadError> {
        let mut last = start.last();
        let has_start = start.has_position();
        let mut body = BodyReader::new(start.finish()?, has_start);
        while let Some((number, line)) = lines.next() {
            match classify(line) {
                LineClass::Skip => continue,
                LineClass::Comment(comment) => body.comment(comment),
                LineClass::Text(_) => read_line(&mut body, number, line.trim_end(), &lines)?,
            }
            last = number;
        }
        if !body.has_start {
            return Err(ReadErrorKind::Missing("a start position or a move").at(last));
        }
        body.finish(last)
    }

    /// Starts with a record without moves.
    fn new(record: Record, has_start: bool) -> BodyReader {
        let tree = TreeBuilder::new(record.initial.clone());
        let pending = Vec::new();
        BodyReader { record, tree, in_variation: false, closed: false, fouled: false, pending, has_start }
    }

    /// Takes the heading of the moves.
    pub fn heading(&mut self) {
        self.has_start = true;
    }

    /// The position before the next ply.
    pub fn position(&self) -> &Position {
        self.tree.position()
    }

    /// The target of the last move.
    pub fn previous(&self) -> Option<Square> {
        self.tree.previous()
    }

    /// Adds a comment to the last ply.
    fn comment(&mut self, text: &str) {
        let comments = match self.tree.last() {
            Some(ply) => &mut ply.comments,
            None if self.in_variation => &mut self.pending,
            None => &mut self.record.comments,
        };
        comments.push(text.to_owned());
    }

    /// Whether the current line is over.
    pub fn ended(&self) -> bool {
        self.tree.ended()
    }

    /// Keeps a line that is no part of the moves: as a header after the end of the game, else as a comment. Fails if the line
    /// belongs to a start position.
    pub fn words(&mut self, text: &str) -> Result<(), ReadErrorKind> {
        match field(text) {
            Some(StartField::Header(key, value))
                if (self.closed || self.tree.ended()) && !self.in_variation =>
            {
                self.record.headers.push((key.to_owned(), value.to_owned()));
            }
            None | Some(StartField::Header(..)) if !looks_like_a_row(text) => self.comment(text),
            _ => return Err(ReadErrorKind::Unexpected(quote(text))),
        }
        Ok(())
    }

    /// Ends the line with an illegal move, which is kept as a comment.
    pub fn foul(&mut self, text: &str, time: Option<Duration>) -> Result<(), ReadErrorKind> {
        self.push(Action::End(EndKind::IllegalMove), time, text)?;
        self.comment(&format!("反則手：{text}"));
        self.fouled = true;
        Ok(())
    }

    /// Adds a ply that was read from `text`. Fails if the line has ended.
    pub fn push(&mut self, action: Action, time: Option<Duration>, text: &str) -> Result<(), ReadErrorKind> {
        let repeats = matches!(action, Action::End(EndKind::IllegalMove | EndKind::IllegalWin));
        if std::mem::take(&mut self.fouled) && repeats {
            return Ok(());
        }
        if self.tree.ended() {
            return Err(ReadErrorKind::Unexpected(quote(text)));
        }
        // Any words can stand for an unusual ending.
        self.has_start |= !matches!(action, Action::End(EndKind::Other(_)));
        self.tree.push(action);
        if let Some(ply) = self.tree.last() {
            ply.time = time;
            ply.comments.append(&mut self.pending);
        }
        Ok(())
    }

    /// Starts a variation.
    pub fn start_variation(&mut self, number: usize) -> Result<(), ReadErrorKind> {
        self.tree.start_variation(number)?;
        (self.in_variation, self.fouled) = (true, false);
        Ok(())
    }

    /// Takes a closing sentence. It repeats the end of the line, or is the only sign of it. Returns `false` if `text` is not a
    /// closing sentence.
    pub fn close(&mut self, text: &str) -> Result<bool, ReadErrorKind> {
        if !text.starts_with("まで") {
            return Ok(false);
        }
        if !self.tree.ended()
            && let Some(kind) = end_of_phrase(text, self.tree.position().side_to_move())
        {
            // まで begins many sentences, so it is no evidence of a game.
            let has_start = self.has_start;
            self.push(Action::End(kind), None, text)?;
            self.has_start = has_start;
        }
        self.closed = true;
        Ok(true)
    }

    /// The record. `last` is the number of the last line.
    fn finish(mut self, last: usize) -> Result<Record, ReadError> {
        self.record.line = self.tree.finish().map_err(|kind| kind.at(last))?;
        Ok(self.record)
    }
}

/// Whether the next line says that the line ended with an illegal move: 反則負け, 反則勝ち, まで…反則….
pub(crate) fn foul_follows(lines: &NumberedLines<'_>) -> bool {
    let text = lines.clone().find_map(|(_, line)| match classify(line) {
        LineClass::Text(text) => Some(after_number(text)),
        _ => None,
    });
    text.is_some_and(|text| text.starts_with("反則") || text.starts_with("まで") && text.contains("反則"))
}
