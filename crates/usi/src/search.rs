//! A search and its output: `info` lines while it runs, one reply at the end.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use yomikiri_pns::{Limits, Progress};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{
    Event, ExplainQuery, ExplainedMove, Explainer, Explanation, Fate, Goal, Mate, MateAnswer, MateVerdict,
    NotAProblem, Query, Solver, attacker, with_defenders_hand,
};

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
    /// The defender's best answer. `None` if he is mated.
    Defence(Option<Move>),
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
                SearchEnd::Unknown | SearchEnd::Defence(_) => "checkmate timeout".to_owned(),
                SearchEnd::NotAProblem => "checkmate notimplemented".to_owned(),
            };
        }
        match end {
            SearchEnd::Mate(line) => line.first().map_or_else(resign, best_move),
            SearchEnd::Defence(answer) => answer.as_ref().map_or_else(resign, best_move),
            SearchEnd::NoMate | SearchEnd::Unknown | SearchEnd::NotAProblem => resign(),
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
        let lines = self.options.multi_pv;
        let wins = attacker == position.side_to_move();
        let reporter = RefCell::new(Reporter {
            replies,
            start: Instant::now(),
            next: self.options.interval(),
            interval: self.options.interval(),
            capacity: solver.capacity(),
            wins,
            multi_pv: lines > 1,
            figures: Figures::default(),
            found: None,
            ignores_finds: false,
        });
        let query = ExplainQuery { query, solutions: wins.then_some(lines), ..ExplainQuery::default() };
        let mut on_event = |event: Event<'_>| reporter.borrow_mut().report(event);
        let mut explainer = solver.explainer(&query, &mut on_event);
        let end = if wins || self.go.mate {
            explainer.solve(&position, attacker).map(|answer| {
                let end = attack_end(answer, &reporter);
                if let (SearchEnd::Mate(line), true, true) = (&end, wins, lines > 1) {
                    report_other_mates(&position, attacker, line, lines, &mut explainer, &reporter);
                }
                end
            })
        } else {
            defend(&position, attacker, lines, &mut explainer, &reporter)
        };
        end.unwrap_or_else(|error| {
            replies.send(&format!("info string error {error}"));
            SearchEnd::NotAProblem
        })
    }

    fn attacker(&self, position: &Position) -> Color {
        if self.options.checked_root_defends && position.in_check() {
            !position.side_to_move()
        } else {
            attacker(position)
        }
    }
}

/// Reports what the search for a mate found.
fn attack_end<W: Write>(answer: MateAnswer, reporter: &RefCell<Reporter<'_, W>>) -> SearchEnd {
    let mut reporter = reporter.borrow_mut();
    let replies = reporter.replies;
    match answer.verdict {
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
    }
}

/// Looks for more first moves that mate, and reports them after the main line.
fn report_other_mates<W: Write>(
    position: &Position,
    attacker: Color,
    main: &[Move],
    lines: usize,
    explainer: &mut Explainer<'_>,
    reporter: &RefCell<Reporter<'_, W>>,
) {
    reporter.borrow_mut().ignores_finds = true;
    let Ok(explanation) = explainer.explain(position, attacker) else { return };
    let others = explanation.moves.iter().filter(|explained| main.first() != Some(&explained.mv));
    let mating = others.filter(|explained| explained.mate().is_some());
    // The latest line of each number counts, and the first one is known already.
    for (number, explained) in (2..=lines).zip(mating) {
        reporter.borrow_mut().ranked(number, explained, &explanation);
    }
}

/// Finds the defender's best answer: one that escapes, otherwise the one that holds out longest.
fn defend<W: Write>(
    position: &Position,
    attacker: Color,
    lines: usize,
    explainer: &mut Explainer<'_>,
    reporter: &RefCell<Reporter<'_, W>>,
) -> Result<SearchEnd, NotAProblem> {
    let replies = reporter.borrow().replies;
    reporter.borrow_mut().ignores_finds = true;
    let explanation = match explainer.explain(position, attacker) {
        Err(NotAProblem::NotInCheck) => {
            // The attacker has played a move without check, so that any move will do.
            replies.send("info string there is no check: the attack has failed");
            return Ok(SearchEnd::Defence(position.legal_moves().first().copied()));
        }
        explanation => explanation?,
    };
    for (number, explained) in (1..=lines).zip(&explanation.moves) {
        reporter.borrow_mut().ranked(number, explained, &explanation);
    }
    let best = explanation.best();
    match best.map(|best| (best.mv, &best.fate)) {
        None => {
            let score = mate_score(false, 0);
            let effort = reporter.borrow().effort();
            replies.send(&format!("info depth 0 seldepth 0{effort} score mate {score}"));
        }
        Some((mv, Fate::NoMate(_))) => replies.send(&format!("info string there is no mate after {mv}")),
        Some((mv, Fate::Open(_))) => {
            replies.send(&format!("info string no mate found so far after {mv}"));
        }
        Some((_, Fate::Mate(_))) => {}
    }
    Ok(SearchEnd::Defence(best.map(|best| best.mv)))
}

/// Whether a position looks like one of a game: both sides have a king. Most mate problems have only the defender's.
fn is_game(position: &Position) -> bool {
    Color::ALL.iter().all(|&color| position.king(color).is_some())
}

fn best_move(mv: &Move) -> String {
    format!("bestmove {mv}")
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
    /// Whether lines have numbers.
    multi_pv: bool,
    figures: Figures,
    /// The best mate so far.
    found: Option<Found>,
    /// Whether mates that are found are those of single moves, and not of the position.
    ignores_finds: bool,
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
            Event::Found(mate) if !self.ignores_finds => self.found(mate),
            Event::Found(_) => {}
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
        let number = if self.multi_pv { " multipv 1" } else { "" };
        let mut score = format!("{number} score mate {}", mate_score(self.wins, length));
        if !mate.line.is_empty() {
            let _ = write!(score, " pv{}", moves(&mate.line));
        }
        self.found = Some(Found { line: mate.line.clone(), score });
        self.say(length, length);
    }

    /// Reports a move of the position after which the attacker mates as line `number`.
    fn ranked(&mut self, number: usize, explained: &ExplainedMove, explanation: &Explanation) {
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
