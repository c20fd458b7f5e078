//! A search and what it says: `info` lines on the way, one answer at the end.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use yomikiri_pns::{Limits, Progress};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{Event, Goal, Mate, Query, Solver, Verdict, attacker, with_defenders_hand};

use crate::command::Go;
use crate::engine::{Answers, Stop};
use crate::options::{Options, PostSearch};

/// A search to be run.
pub(crate) struct Search {
    /// None if the last one could not be read.
    pub position: Option<Position>,
    pub options: Options,
    pub go: Go,
    pub stop: Stop,
}

/// What is said before a plain `go` in a game: its answers would surprise whoever takes this for an engine that plays.
const ONLY_MATES: &str = "info string this engine only looks for mates: it answers with the first move of a mate, \
                          and resigns if it finds none";

/// How a search ended.
pub(crate) enum End {
    Mate(Vec<Move>),
    NoMate,
    /// Stopped, or out of time, nodes or memory, or not begun.
    Unknown,
    /// Not a mate problem.
    NotAProblem,
}

impl Search {
    /// Runs it and answers.
    pub fn run<W: Write>(self, answers: &Answers<W>) {
        let end = self.solve(answers);
        if self.go.wait && !self.go.mate {
            self.stop.wait();
        }
        self.stop.answering();
        answers.say(&self.answer(&end));
    }

    /// The line that ends the search for the interface.
    pub fn answer(&self, end: &End) -> String {
        if self.go.mate {
            return match end {
                End::Mate(line) => format!("checkmate{}", moves(line)),
                End::NoMate => "checkmate nomate".to_owned(),
                End::Unknown => "checkmate timeout".to_owned(),
                End::NotAProblem => "checkmate notimplemented".to_owned(),
            };
        }
        match end {
            End::Mate(line) => line.first().map_or_else(resign, |mv| format!("bestmove {mv}")),
            _ => resign(),
        }
    }

    fn solve<W: Write>(&self, answers: &Answers<W>) -> End {
        let Some(position) = self.position.clone() else {
            answers.say("info string error go: there is no position");
            return End::NotAProblem;
        };
        if !self.go.mate && is_game(&position) {
            answers.say(ONLY_MATES);
        }
        let attacker = self.attacker(&position);
        let position = with_defenders_hand(position, attacker);
        let mut solver = match Solver::new(self.options.memory()) {
            Ok(solver) => solver,
            Err(error) => {
                answers.say(&format!("info string error {error} for the table; USI_Hash sets its size"));
                return End::Unknown;
            }
        };
        let limit = self.go.limit;
        let nodes = [limit.nodes, Some(self.options.nodes_limit).filter(|&nodes| nodes > 0)];
        let query = Query {
            limits: Limits {
                time: limit.time_of(position.side_to_move()),
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
            answers,
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
                Verdict::Mate(mate) => {
                    reporter.figures.nodes = answer.counters.visits;
                    reporter.found(&mate);
                    if mate.minimal {
                        answers.say(&format!("info string mate in {}, proved minimal", mate.length()));
                    }
                    End::Mate(mate.line)
                }
                Verdict::NoMate => {
                    answers.say("info string there is no mate");
                    End::NoMate
                }
                Verdict::Unknown(reason) => {
                    answers.say(&format!("info string no mate found so far: {reason}"));
                    End::Unknown
                }
            },
            Err(error) => {
                answers.say(&format!("info string error {error}"));
                End::NotAProblem
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

/// What follows `score mate`: the plies, negative if the side to move is the one that will be mated.
///
/// A side that is mated already gets the sign alone, which the protocol has for a mate of unstated length. `0` would be wrong:
/// ShogiHome, for one, reads it as a win. `-0` is what YaneuraOu prints, but it is no integer that a parser must keep apart
/// from `0`.
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
    answers: &'a Answers<W>,
    start: Instant,
    interval: Option<Duration>,
    /// When the next line is due.
    next: Option<Duration>,
    /// Entries that the table can hold.
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
        self.answers.say(&format!("info depth {depth} seldepth {deepest}{}{score}", self.effort()));
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
