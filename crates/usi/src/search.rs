//! A search and its output: `info` lines while it runs, one reply at the end.

use std::cell::RefCell;
use std::io::Write;
use std::time::{Duration, Instant};

use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{
    ExplainOptions, Explainer, Goal, Mate, MateAnswer, MateVerdict, MoveVerdict, NotAProblem, SolveOptions,
    Solver, SolverEvent, attacker, with_defenders_hand,
};

use crate::command::{GoCommand, ReplyAt};
use crate::engine::{Replies, SearchSignal};
use crate::options::{Options, PostSearch};
use crate::report::{Figures, Reporter, mate_score, moves};

/// A search to be run.
pub(crate) struct UsiSearch {
    /// `None` if the last `position` command could not be read.
    pub position: Option<Position>,
    pub options: Options,
    pub go: GoCommand,
    /// When `go` was read.
    pub start: Instant,
    pub signal: SearchSignal,
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
        // Kept until the reply is sent, because the return of a large table to the system takes
        // time.
        let mut solver = None;
        let end = self.solve(&mut solver, replies);
        if self.go.reply != ReplyAt::End {
            self.signal.wait();
        }
        self.signal.announce_reply();
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

    /// The time limit of the search.
    pub fn time(&self) -> Option<Duration> {
        self.go.limits.time_of(self.position.as_ref()?.side_to_move())
    }

    fn solve<W: Write>(&self, solver: &mut Option<Solver>, replies: &Replies<W>) -> SearchEnd {
        let Some(position) = self.position.clone() else {
            replies.send("info string error go: no position is set");
            return SearchEnd::NotAProblem;
        };
        if !self.go.mate && is_game(&position) {
            replies.send(ONLY_MATES);
        }
        let attacker = self.attacker(&position);
        let position = with_defenders_hand(position, attacker);
        let solver = match Solver::new(self.options.memory()) {
            Ok(new) => solver.insert(new),
            Err(error) => {
                replies.send(&format!("info string error {error} for the table; USI_Hash sets its size"));
                return SearchEnd::Unknown;
            }
        };
        // A search that ponders has no limit of its own: the dialogue stops it.
        let time = self.time().filter(|_| self.go.reply != ReplyAt::PonderHit);
        let nodes = [self.go.limits.nodes, Some(self.options.nodes_limit).filter(|&nodes| nodes > 0)];
        let query = SolveOptions {
            limits: Limits {
                time: time.map(|time| time.saturating_sub(self.start.elapsed())),
                nodes: nodes.into_iter().flatten().min(),
                memory: self.options.memory(),
                stop: Some(self.signal.stop.clone()),
            },
            goal: match self.options.post_search {
                PostSearch::Nothing => Goal::AnyMate,
                PostSearch::Shortest => Goal::MainLine,
            },
            rules: self.options.rules,
            threads: self.options.threads,
            ..SolveOptions::default()
        };
        // `checkmate` has one line and does not wait for others.
        let lines = if self.go.mate { 1 } else { self.options.multi_pv };
        let wins = attacker == position.side_to_move();
        let reporter = RefCell::new(Reporter {
            replies,
            start: self.start,
            next: self.options.interval(),
            interval: self.options.interval(),
            capacity: solver.capacity(),
            wins,
            multi_pv: lines > 1,
            figures: Figures::default(),
            found: None,
            ignores_finds: false,
        });
        let query =
            ExplainOptions { solve: query, solutions: wins.then_some(lines), ..ExplainOptions::default() };
        let mut on_event = |event: SolverEvent<'_>| reporter.borrow_mut().report(event);
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
                replies.send(&format!("info string mate in {}, proved minimal", length(&mate)));
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

/// The length of a mate by the rules, and with every interposition if that is another.
fn length(mate: &Mate) -> String {
    let raw = mate.length();
    match mate.adjusted.as_ref().and_then(|ruled| ruled.length()) {
        Some(length) if length as usize != raw => format!("{length} ({raw} with every interposition)"),
        _ => raw.to_string(),
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
        Err(NotAProblem::NotInCheck | NotAProblem::LoneKing) => {
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
    if let Some(best) = best.filter(|best| best.futile.is_some()) {
        replies.send(&format!("info string {} is a futile interposition, as all that is left", best.mv));
    }
    match best.map(|best| (best.mv, &best.verdict)) {
        None => {
            let score = mate_score(false, 0);
            let effort = reporter.borrow().effort();
            replies.send(&format!("info depth 0 seldepth 0{effort} score mate {score}"));
        }
        Some((mv, MoveVerdict::NoMate(_))) => {
            replies.send(&format!("info string there is no mate after {mv}"))
        }
        Some((mv, MoveVerdict::Open(_))) => {
            replies.send(&format!("info string no mate found so far after {mv}"));
        }
        Some((_, MoveVerdict::Mate(_))) => {}
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
