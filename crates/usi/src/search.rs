//! A search and its output: `info` lines while it runs, one reply at the end.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use yomikiri_pns::{Limits, Progress};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{Event, Goal, Mate, MateVerdict, Query, Solver, attacker, with_defenders_hand};

use crate::command::GoCommand;
use crate::engine::{Replies, StopSignal};
use crate::options::{Options, PostSearch};

/// A search to be run.
pub(crate) struct UsiSearch {
    /// `None` if the last `position` command could not be read.
    pub position: Option<Position>,
    pub options: Options,
    pub go: GoCommand,
    pub stop: StopSignal,
}

/// The notice before a plain `go` in a game, for users who expect an engine that plays.
const ONLY_MATES: &str = "info string this engine only looks for mates: it answers with the first move of a mate, \
                          and resigns if it finds none";

/// The result of a search.
pub(crate) enum SearchEnd {
    Mate(Vec<Move>),
    NoMate,
    /// The search was stopped or reached a limit, or could not be started.
    Unknown,
    /// The position is no mate problem.
    NotAProblem,
}

impl UsiSearch {
    /// Runs the search and sends the reply.
    pub fn run<W: Write>(self, replies: &Replies<W>) {
        let end = self.solve(replies);
        if self.go.wait && !self.go.mate {
            self.stop.wait();
        }
        self.stop.announce_reply();
        replies.send(&self.reply(&end));
    }

    /// The reply to `go`.
    pub fn reply(&self, end: &SearchEnd) -> String {
        if self.go.mate {
            return match end {
                SearchEnd::Mate(line) => format!("checkmate{}", moves(line)),
                SearchEnd::NoMate => "checkmate nomate".to_owned(),
                SearchEnd::Unknown => "checkmate timeout".to_owned(),
                SearchEnd::NotAProblem => "checkmate notimplemented".to_owned(),
            };
        }
        match end {
            SearchEnd::Mate(line) => line.first().map_or_else(resign, |mv| format!("bestmove {mv}")),
            _ => resign(),
        }
    }

    fn solve<W: Write>(&self, replies: &Replies<W>) -> SearchEnd {
        let Some(position) = self.position.clone() else {
            replies.send("info string error go: no position is set");
            return SearchEnd::NotAProblem;
        };
        if !self.go.mate && is_game(&position) {
            replies.send(ONLY_MATES);
        }
        let attacker = self.attacker(&position);
        let position = with_defenders_hand(position, attacker);
        let mut solver = match Solver::new(self.options.memory()) {
            Ok(solver) => solver,
            Err(error) => {
                replies.send(&format!("info string error {error} for the table; USI_Hash sets its size"));
                return SearchEnd::Unknown;
            }
        };
        let limits = self.go.limits;
        let nodes = [limits.nodes, Some(self.options.nodes_limit).filter(|&nodes| nodes > 0)];
        let query = Query {
            limits: Limits {
                time: limits.time_of(position.side_to_move()),
                nodes: nodes.into_iter().flatten().min(),
                memory: self.options.memory(),
                stop: Some(self.stop.flag.clone()),
            },
            goal: match self.options.post_search {
                PostSearch::Nothing => Goal::First,
                PostSearch::Shortest => Goal::MainLine,
            },
            ..Query::default()
        };
        let mut reporter = Reporter {
            replies,
            start: Instant::now(),
            next: self.options.interval(),
            interval: self.options.interval(),
            capacity: solver.capacity(),
            wins: attacker == position.side_to_move(),
            figures: Figures::default(),
            found: None,
        };
        match solver.solve(&position, attacker, &query, &mut |event| reporter.report(event)) {
            Ok(answer) => match answer.verdict {
                MateVerdict::Mate(mate) => {
                    reporter.figures.nodes = answer.counters.visits;
                    reporter.found(&mate);
                    if mate.minimal {
                        replies.send(&format!("info string mate in {}, proved minimal", mate.length()));
                    }
                    SearchEnd::Mate(mate.line)
                }
                MateVerdict::NoMate => {
                    replies.send("info string there is no mate");
                    SearchEnd::NoMate
                }
                MateVerdict::Unknown(reason) => {
                    replies.send(&format!("info string no mate found so far: {reason}"));
                    SearchEnd::Unknown
                }
            },
            Err(error) => {
                replies.send(&format!("info string error {error}"));
                SearchEnd::NotAProblem
            }
        }
    }

    fn attacker(&self, position: &Position) -> Color {
        if self.options.checked_root_defends && position.in_check() {
            !position.side_to_move()
        } else {
            attacker(position)
        }
    }
}

/// Whether a position looks like one of a game: both sides have a king. Most mate problems have only the defender's.
fn is_game(position: &Position) -> bool {
    Color::ALL.iter().all(|&color| position.king(color).is_some())
}

fn resign() -> String {
    "bestmove resign".to_owned()
}

/// The moves of a line, a space before each.
fn moves(line: &[Move]) -> String {
    line.iter().map(|mv| format!(" {mv}")).collect()
}

/// The argument of `score mate`: the plies, negative if the side to move will be mated.
///
/// For a side that is mated already it is the sign alone, which the protocol defines for mates of unknown length. `0` would be
/// wrong, because interfaces such as ShogiHome read it as a win. YaneuraOu prints `-0`, but a parser of integers need not
/// distinguish that from `0`.
fn mate_score(wins: bool, length: usize) -> String {
    match (wins, length) {
        (true, _) => length.to_string(),
        (false, 0) => "-".to_owned(),
        (false, _) => format!("-{length}"),
    }
}

/// What `info` lines say about a search.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    depth: usize,
    deepest: usize,
    nodes: u64,
    entries: u64,
}

/// Writes `info` lines.
struct Reporter<'a, W> {
    replies: &'a Replies<W>,
    start: Instant,
    interval: Option<Duration>,
    /// The time of the next line.
    next: Option<Duration>,
    /// The largest number of entries that the table can hold.
    capacity: u64,
    /// Whether the side to move is the one that mates.
    wins: bool,
    figures: Figures,
    /// The best mate so far.
    found: Option<Found>,
}

/// A mate as `info` lines have it.
struct Found {
    line: Vec<Move>,
    /// ` score mate … pv …`
    score: String,
}

impl<W: Write> Reporter<'_, W> {
    fn report(&mut self, event: Event<'_>) {
        match event {
            Event::Searching(progress) => self.searching(progress),
            Event::Found(mate) => self.found(mate),
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

    fn found(&mut self, mate: &Mate) {
        if self.found.as_ref().is_some_and(|found| found.line == mate.line) {
            return;
        }
        let length = mate.length();
        let mut score = format!(" score mate {}", mate_score(self.wins, length));
        if !mate.line.is_empty() {
            let _ = write!(score, " pv{}", moves(&mate.line));
        }
        self.found = Some(Found { line: mate.line.clone(), score });
        self.say(length, length);
    }

    /// Writes a line. Once there is a mate, every line has it: interfaces show the latest line.
    fn say(&self, depth: usize, deepest: usize) {
        let score = self.found.as_ref().map_or("", |found| &found.score);
        self.replies.send(&format!("info depth {depth} seldepth {deepest}{}{score}", self.effort()));
    }

    fn effort(&self) -> String {
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
