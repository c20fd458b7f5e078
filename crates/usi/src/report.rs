//! The `info` lines of a search.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use yomikiri_pns::Progress;
use yomikiri_shogi::Move;
use yomikiri_tsume::{ExplainedMove, Explanation, Mate, SolverEvent};

use crate::engine::Replies;

/// The moves of a line, a space before each.
pub(crate) fn moves(line: &[Move]) -> String {
    line.iter().map(|mv| format!(" {mv}")).collect()
}

/// The argument of `score mate`: the plies, negative if the side to move will be mated.
///
/// For a side that is mated already it is the sign alone, which the protocol defines for mates of unknown length. `0` would be
/// wrong, because interfaces such as ShogiHome read it as a win. YaneuraOu prints `-0`, but a parser of integers need not
/// distinguish that from `0`.
pub(crate) fn mate_score(wins: bool, length: usize) -> String {
    match (wins, length) {
        (true, _) => length.to_string(),
        (false, 0) => "-".to_owned(),
        (false, _) => format!("-{length}"),
    }
}

/// What `info` lines say about a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub depth: usize,
    pub deepest: usize,
    pub nodes: u64,
    pub entries: u64,
}

/// Writes `info` lines.
pub(crate) struct Reporter<'a, W> {
    pub replies: &'a Replies<W>,
    pub start: Instant,
    pub interval: Option<Duration>,
    /// The time of the next line.
    pub next: Option<Duration>,
    /// The largest number of entries that the table can hold.
    pub capacity: u64,
    /// Whether the side to move is the one that mates.
    pub wins: bool,
    /// Whether lines have numbers.
    pub multi_pv: bool,
    pub figures: Figures,
    /// The best mate so far.
    pub found: Option<Found>,
    /// Whether mates that are found are those of single moves, and not of the position.
    pub ignores_finds: bool,
}

/// A mate as `info` lines have it.
pub(crate) struct Found {
    line: Vec<Move>,
    /// ` score mate … pv …`
    score: String,
}

impl<W: Write> Reporter<'_, W> {
    pub fn report(&mut self, event: SolverEvent<'_>) {
        match event {
            SolverEvent::Searching(progress) => self.searching(progress),
            SolverEvent::Found(mate) if !self.ignores_finds => self.found(mate),
            SolverEvent::Found(_)
            | SolverEvent::Judging(_)
            | SolverEvent::CertifyProgress { .. }
            | SolverEvent::CheckpointFailed(_) => {}
        }
    }

    fn searching(&mut self, progress: &Progress<'_>) {
        self.figures.nodes = progress.counters.visits;
        self.figures.depth = progress.depth;
        self.figures.deepest = self.figures.deepest.max(progress.depth);
        self.figures.entries = progress.counters.table_entries;
        let elapsed = self.start.elapsed();
        if let (Some(next), Some(interval)) = (self.next, self.interval)
            && elapsed >= next
        {
            self.next = Some(elapsed + interval);
            let Figures { depth, deepest, .. } = self.figures;
            self.say(depth, deepest);
        }
    }

    pub fn found(&mut self, mate: &Mate) {
        if self.found.as_ref().is_some_and(|found| found.line == mate.line) {
            return;
        }
        let length = mate.length();
        let number = if self.multi_pv { " multipv 1" } else { "" };
        let mut score = format!("{number} score mate {}", mate_score(self.wins, length));
        if !mate.line.is_empty() {
            let _ = write!(score, " pv{}", moves(&mate.line));
        }
        self.found = Some(Found { line: mate.line.clone(), score });
        self.say(length, length);
    }

    /// Reports a move of the position after which the attacker mates as line `number`.
    pub fn ranked(&mut self, number: usize, explained: &ExplainedMove, explanation: &Explanation) {
        let Some(length) = explained.length() else { return };
        self.figures.nodes = explanation.counters.visits;
        let number = if self.multi_pv { format!(" multipv {number}") } else { String::new() };
        let (effort, score) = (self.effort(), mate_score(self.wins, length));
        let line = moves(&explained.line());
        self.replies.send(&format!(
            "info depth {length} seldepth {length}{effort}{number} score mate {score} pv{line}"
        ));
    }

    /// Writes a line. Once there is a mate, every line has it: interfaces show the latest line.
    fn say(&self, depth: usize, deepest: usize) {
        let score = self.found.as_ref().map_or("", |found| &found.score);
        self.replies.send(&format!("info depth {depth} seldepth {deepest}{}{score}", self.effort()));
    }

    pub fn effort(&self) -> String {
        let elapsed = self.start.elapsed();
        let Figures { nodes, entries, .. } = self.figures;
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        let full = entries * 1000 / self.capacity.max(1);
        format!(" time {} nodes {nodes} nps {} hashfull {full}", elapsed.as_millis(), speed as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_integers_or_a_sign() {
        assert_eq!(mate_score(true, 21), "21");
        assert_eq!(mate_score(false, 4), "-4");
        assert_eq!(mate_score(false, 0), "-");
    }
}
