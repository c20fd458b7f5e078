//! Writing the moves of a record as lines, the main line first and every variation under its heading.

use std::time::Duration;

use yomikiri_shogi::{Color, Position, Square};

use super::{ClosingSentence, write_end_phrase};
use crate::tree::{Segment, segments};
use crate::{EndKind, Handicap, Ply, Record};

/// A ply with what a writer needs to know about its surroundings.
pub(crate) struct PlyContext<'a> {
    /// The ply.
    pub ply: &'a Ply,
    /// Its number, from 1.
    pub number: usize,
    /// The position before it.
    pub position: &'a Position,
    /// The target of the move before it.
    pub previous: Option<Square>,
    /// The time that its side has used so far, this ply included.
    pub spent: Duration,
    /// Whether it belongs to the main line.
    pub is_main: bool,
    /// Whether the sides are 下手 and 上手.
    handicap: bool,
}

impl PlyContext<'_> {
    /// The closing sentence if this ply ends the line in this way.
    pub fn closing(&self, kind: &EndKind) -> String {
        let next = self.position.side_to_move();
        write_end_phrase(kind, ClosingSentence { moves: self.number - 1, next, handicap: self.handicap })
    }
}

/// Writes all lines: the headings of variations, and what `write` makes of the plies.
pub(crate) fn write_lines(
    text: &mut String,
    record: &Record,
    mut write: impl FnMut(&mut String, PlyContext<'_>),
) {
    let handicap =
        Handicap::from_position(&record.initial).is_some_and(|handicap| handicap != Handicap::Even);
    let mut trail = Trail::default();
    for (index, Segment { first, mut position, line }) in segments(&record.initial, &record.line).enumerate()
    {
        if index > 0 {
            end_line(text);
            text.push_str(&format!("\n変化：{first}手\n"));
        }
        trail.branch_at(first);
        for (number, ply) in (first..).zip(line) {
            let (previous, spent) = trail.step(position.side_to_move(), ply);
            let is_main = index == 0;
            write(text, PlyContext { ply, number, position: &position, previous, spent, is_main, handicap });
            if let Some(mv) = ply.action.mv() {
                let _ = position.make(mv);
            }
        }
    }
    end_line(text);
}

/// Ends the last line unless it has ended.
pub(crate) fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

/// Writes comments, one line each, and bookmarks with their `&`.
pub(crate) fn write_comments(text: &mut String, comments: &[String]) {
    for line in comments.iter().flat_map(|comment| comment.split('\n')) {
        if !line.starts_with('&') {
            text.push('*');
        }
        text.extend(line.chars().filter(|&c| c != '\r'));
        text.push('\n');
    }
}

/// The targets and times of the plies before the one that is written.
///
/// Every line that is written between a ply and a variation that replaces a later ply starts after that ply, so the
/// entries up to the start of the variation are still valid.
#[derive(Default)]
struct Trail {
    /// For every ply of the path: its target, and the time that both sides have used after it.
    steps: Vec<(Option<Square>, [Duration; 2])>,
}

impl Trail {
    /// Goes back to the ply before number `first`.
    fn branch_at(&mut self, first: usize) {
        self.steps.truncate(first.saturating_sub(1));
    }

    /// Adds a ply of `side`. Returns the target of the ply before and all the time that `side` has used.
    fn step(&mut self, side: Color, ply: &Ply) -> (Option<Square>, Duration) {
        let (previous, mut spent) = self.steps.last().copied().unwrap_or_default();
        let used = &mut spent[side.index()];
        *used = used.saturating_add(ply.time.unwrap_or_default());
        let total = *used;
        self.steps.push((ply.action.mv().map(|mv| mv.to()), spent));
        (previous, total)
    }
}
