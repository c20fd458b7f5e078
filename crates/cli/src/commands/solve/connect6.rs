//! Connect6 problems: does a side win?

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use clap::ValueEnum;
use cpu_time::ProcessTime;
use yomikiri_connect6::{
    ALGORITHM, Attack, AttackError, AttackProblem, AttackResult, AttackVerdict, Board, Color, Diagram, Rules,
    TextError, sgf, solve,
};
use yomikiri_pns::Algorithm;

use super::answer::Answer;
use crate::args::{JsonArgs, LimitArgs, Target};
use crate::exit::{self, bad_input};
use crate::input::{self, TextRow};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::SearchLine;

/// The options of Connect6
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Connect6")]
pub struct Connect6Args {
    /// Lines of the board, 7 to 19; an SGF tells its own
    #[arg(long, value_name = "N", default_value_t = 19, allow_negative_numbers = true)]
    size: usize,
    /// Who is to win; the side to move if not given
    #[arg(long, value_enum)]
    attacker: Option<Side>,
    /// The attacks that are searched: double-threats, threats, best:N, paper (which is best:10), all
    ///
    /// A win is a win whatever the graph. That there is none is said of the whole game only with `all`.
    #[arg(long, value_name = "ATTACK", default_value = "best:20", value_parser = |name: &str| name.parse::<Attack>().map_err(|error: AttackError| error.to_string()))]
    attack: Attack,
    /// Write a picture of a single problem: the zone shaded, the line numbered
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Black, X
    Black,
    /// White, O
    White,
}

/// What all problems of a run have in common.
struct Settings<'a> {
    args: &'a Connect6Args,
    rules: Rules,
    algorithm_name: &'a str,
    algorithm: Algorithm,
    limits: &'a LimitArgs,
    interrupt: Interrupt,
}

/// An answer with what people want to see around it.
struct Case {
    board: Board,
    attacker: Color,
    solved: AttackResult,
    answer: Answer,
}

impl Connect6Args {
    /// Solves the problems of a source.
    pub fn run(
        &self,
        source: &str,
        algorithm_name: &str,
        limits: &LimitArgs,
        JsonArgs { json }: JsonArgs,
        out: &mut Output,
    ) -> anyhow::Result<exit::Verdict> {
        let rules = Rules::connect6(self.size).map_err(|error| bad_input(format_args!("--size: {error}")))?;
        let algorithm = match algorithm_name {
            "default" => ALGORITHM,
            name => name.parse().map_err(bad_input)?,
        };
        if let Some(svg) = &self.svg {
            out.check(&Target::from(svg.clone()))?;
        }
        let interrupt = Interrupt::listen()?;
        let settings = Settings { args: self, rules, algorithm_name, algorithm, limits, interrupt };
        if source != "-" && !Path::new(source).exists() {
            return settings.single("position", source, json, out);
        }
        let (name, text) = input::text_of(source)?;
        // A record may fill many lines: they are one problem.
        if sgf::is_sgf(&text) {
            return settings.single(name, &text, json, out);
        }
        let rows = input::parse_list(name, &text)?;
        if self.svg.is_some() {
            return Err(bad_input("--svg: this is for a single problem"));
        }
        let mut verdict = exit::Verdict::None;
        for TextRow { name, text } in rows {
            let answer = match settings.read(&text) {
                Ok(board) => settings.solve(name, board).answer,
                Err(error) => {
                    verdict = exit::Verdict::BadRows;
                    let answer = Answer::new(name, text, "connect6", algorithm_name.to_owned());
                    Answer { error: Some(error), ..answer }
                }
            };
            if json {
                out.json(&answer)?;
            } else {
                out.text(&answer.line())?;
            }
            // The reader may be waiting for this row.
            out.flush()?;
            if settings.interrupt.is_set() {
                break;
            }
        }
        Ok(verdict)
    }
}

impl Settings<'_> {
    /// Reads a position, moves, or an SGF, whose last position counts.
    fn read(&self, text: &str) -> Result<Board, String> {
        if sgf::is_sgf(text) {
            let game = sgf::read(text, self.args.size).map_err(|error| error.to_string())?;
            let board = game.end();
            // The same faults as of a position, with the same words.
            return Board::parse(&board.to_string(), board.rules())
                .map_err(|TextError { fault, .. }| fault.to_string());
        }
        Board::parse(text, self.rules).map_err(|error| error.to_string())
    }

    /// Solves one problem, and shows all there is to show.
    fn single(&self, name: &str, text: &str, json: bool, out: &mut Output) -> anyhow::Result<exit::Verdict> {
        let board = self.read(text).map_err(|error| bad_input(format_args!("{name}: {error}")))?;
        let case = self.solve(None, board);
        let zone = case.solved.proof.as_ref().map(|proof| proof.zone(&case.board)).unwrap_or_default();
        let meaning = case.meaning();
        let diagram = Diagram::new().zone(zone);
        if let Some(file) = self.args.svg.clone() {
            let picture = diagram.clone().line(&case.solved.line).caption(meaning.clone());
            let target = Target::from(file);
            if !json || matches!(target, Target::File(_)) {
                out.save(&target, picture.svg(&case.board).as_bytes())?;
            }
        }
        if json {
            out.json(&case.answer)?;
            return Ok(case.answer.exit());
        }
        let mut details = Vec::new();
        if !case.answer.moves.is_empty() {
            details.push(("line", case.answer.moves.join(" ")));
        }
        let size = case.solved.size;
        if case.solved.proof.is_some() {
            details.push((
                "proof",
                format!(
                    "checked: {} turns of the defender, {} null moves, zone of {} cells (+)",
                    size.turns,
                    size.null_moves,
                    zone.len()
                ),
            ));
        }
        details
            .push(("leaves", format!("{} nodes visited by searches for threats", case.solved.leaf_visits)));
        out.text(&format!(
            "{}{} to move\n\n{}",
            diagram.text(&case.board),
            side(case.board.side_to_move()),
            case.answer.text(&meaning, &details)
        ))?;
        Ok(case.answer.exit())
    }

    fn solve(&self, name: Option<String>, board: Board) -> Case {
        let attacker = match self.args.attacker {
            Some(Side::Black) => Color::Black,
            Some(Side::White) => Color::White,
            None => board.side_to_move(),
        };
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let line = SearchLine::start();
        let problem = AttackProblem::new(board.clone(), attacker, self.args.attack);
        let limits = self.limits.limits(self.interrupt.flag());
        let solved = solve(problem, self.algorithm, limits, |progress| line.update(progress));
        drop(line);
        let rules = board.rules();
        let mut answer = Answer::new(name, board.to_string(), "connect6", self.algorithm_name.to_owned());
        (answer.verdict, answer.stop_reason) = match &solved.verdict {
            AttackVerdict::Win => (Some("proven"), None),
            AttackVerdict::NoWin => (Some("disproven"), None),
            // Not a disproof: a limit of the attack never turns into "no".
            AttackVerdict::NotInGraph(graph) => {
                (Some("unknown"), Some(format!("disproven within the {graph}")))
            }
            AttackVerdict::Unknown(reason) => (Some("unknown"), Some(reason.to_string())),
            AttackVerdict::Unchecked(None) => {
                (Some("unknown"), Some("the proof could not be rebuilt within the limits".to_owned()))
            }
            AttackVerdict::Unchecked(Some(error)) => {
                (Some("unknown"), Some(format!("the proof does not hold: {error}")))
            }
        };
        answer.graph = Some(self.args.attack.to_string());
        answer.nodes = solved.outcome.counters.visits;
        answer.cpu_seconds = cpu.elapsed().as_secs_f64();
        answer.wall_seconds = wall.elapsed().as_secs_f64();
        answer.counters = solved.outcome.counters.into();
        answer.moves = solved.line.iter().map(|mv| mv.name(rules)).collect();
        if let Some(proof) = &solved.proof {
            answer.length = Some(solved.size.length);
            answer.length_status = Some("at-most");
            answer.counters.proof_size = Some(solved.size.turns);
            answer.counters.proof_depth = Some(solved.size.length);
            answer.zone = Some(proof.zone(&board).iter().map(|cell| rules.name(cell)).collect());
        }
        Case { board, attacker, solved, answer }
    }
}

impl Case {
    /// What the verdict means.
    fn meaning(&self) -> String {
        let attacker = side(self.attacker);
        match &self.solved.verdict {
            AttackVerdict::Win => {
                format!("{attacker} wins in at most {} moves", self.solved.size.length.div_ceil(2))
            }
            AttackVerdict::NoWin => format!("{attacker} does not win"),
            _ => format!("nobody knows whether {attacker} wins"),
        }
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (X)",
        Color::White => "White (O)",
    }
}
