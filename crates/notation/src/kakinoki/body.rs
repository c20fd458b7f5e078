//! The moves of a record on their way from and to lines of text.

use std::time::Duration;

use yomikiri_shogi::{Color, Position, Square};

use super::end_of_phrase;
use crate::error::quote;
use crate::tree::TreeBuilder;
use crate::{Action, Ply, ReadError, ReadFault, Record};

/// Numbered lines without their line ends and without a byte order mark.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.split('\n').map(|line| line.trim_end_matches('\r')))
}

/// A record that grows line by line.
pub(crate) struct Body {
    record: Record,
    tree: TreeBuilder,
    /// Whether a variation has begun.
    in_variation: bool,
    /// Comments between the heading of a variation and its first move; that move gets them.
    pending: Vec<String>,
}

impl Body {
    /// Continues a record without moves.
    pub fn new(record: Record) -> Body {
        let tree = TreeBuilder::new(record.initial.clone());
        Body { record, tree, in_variation: false, pending: Vec::new() }
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
    pub fn comment(&mut self, text: &str) {
        let comments = match self.tree.last() {
            Some(ply) => &mut ply.comments,
            None if self.in_variation => &mut self.pending,
            None => &mut self.record.comments,
        };
        comments.push(text.to_owned());
    }

    /// Adds a ply that was found in `text`; nothing can follow the end of a line.
    pub fn push(&mut self, action: Action, time: Option<Duration>, text: &str) -> Result<(), ReadFault> {
        if self.tree.ended() {
            return Err(ReadFault::Unexpected(quote(text)));
        }
        self.tree.push(action);
        if let Some(ply) = self.tree.last() {
            ply.time = time;
            ply.comments.append(&mut self.pending);
        }
        Ok(())
    }

    /// Starts a variation.
    pub fn start_variation(&mut self, number: usize) -> Result<(), ReadFault> {
        self.tree.start_variation(number)?;
        self.in_variation = true;
        Ok(())
    }

    /// Takes a closing sentence, which repeats the end of the line or is its only sign; `false` if `text` is none.
    pub fn close(&mut self, text: &str) -> Result<bool, ReadFault> {
        if !text.starts_with("まで") {
            return Ok(false);
        }
        if !self.tree.ended()
            && let Some(kind) = end_of_phrase(text, self.tree.position().side_to_move())
        {
            self.push(Action::End(kind), None, text)?;
        }
        Ok(true)
    }

    /// The record. `last` is the number of the last line.
    pub fn finish(mut self, last: usize) -> Result<Record, ReadError> {
        self.record.line = self.tree.finish().map_err(|fault| fault.at(last))?;
        Ok(self.record)
    }
}

/// Writes comments, a line each; those that are bookmarks as such.
pub(crate) fn write_comments(text: &mut String, comments: &[String]) {
    for line in comments.iter().flat_map(|comment| comment.split('\n')) {
        if !line.starts_with('&') {
            text.push('*');
        }
        text.extend(line.chars().filter(|&c| c != '\r'));
        text.push('\n');
    }
}

/// What a writer must know of the plies before the one it writes.
///
/// A variation is written before any line with a smaller number begins, so what is remembered of the plies before it is
/// still true when it starts.
#[derive(Default)]
pub(crate) struct Trail {
    /// For every ply of the path: its target and the time both sides have used after it.
    steps: Vec<(Option<Square>, [Duration; 2])>,
}

impl Trail {
    /// Goes back to the ply before number `first`.
    pub fn branch_at(&mut self, first: usize) {
        self.steps.truncate(first.saturating_sub(1));
    }

    /// Adds a ply of `side`. Returns the target of the ply before and all the time that `side` has used.
    pub fn step(&mut self, side: Color, ply: &Ply) -> (Option<Square>, Duration) {
        let (previous, mut spent) = self.steps.last().copied().unwrap_or_default();
        let used = &mut spent[side.index()];
        *used = used.saturating_add(ply.time.unwrap_or_default());
        let total = *used;
        self.steps.push((ply.action.mv().map(|mv| mv.to()), spent));
        (previous, total)
    }
}
