//! `yomikiri-bench connect6`: threats found per second, and time per problem.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _};
use std::time::Duration;

use anyhow::anyhow;
use cpu_time::ThreadTime;
use serde_json::{Value, json};
use yomikiri_connect6::{
    AttackMoves, AttackProblem, AttackVerdict, Board, DEFAULT_ALGORITHM, GameRecord, GameRules, solve,
};
use yomikiri_console::args::{JsonArgs, seconds};
use yomikiri_console::exit::bad_input;
use yomikiri_console::interrupt::Interrupt;
use yomikiri_console::output::Output;
use yomikiri_console::progress;
use yomikiri_pns::{FastHash, Limits};

use crate::workload;

const GAMES: &str = yomikiri_data::CONNECT6_GAMES;
const PUZZLES: &str = yomikiri_data::CONNECT6_PUZZLES;
const SUITE: &str = yomikiri_data::CONNECT6_SUITE;

/// The speed of threats is measured for this long.
const LONG_ENOUGH: Duration = Duration::from_millis(500);

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri-bench connect6
  yomikiri-bench connect6 suite --json")]
pub struct Connect6 {
    /// puzzles (wins in one or two moves, from games) or suite (wins of up to eight moves)
    #[arg(default_value = "puzzles")]
    suite: String,
    /// Give up on a problem after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "30", allow_negative_numbers = true)]
    time: Duration,
    /// How to search; see `yomikiri algorithms`
    #[arg(long, value_name = "NAME", default_value = "default")]
    algorithm: String,
    #[command(flatten)]
    json: JsonArgs,
}

/// A measured problem.
struct Connect6Row {
    name: String,
    verdict: &'static str,
    length: u64,
    nodes: u64,
    leaf_nodes: u64,
    cpu_seconds: f64,
    by_clock: bool,
}

/// What is counted in a second.
struct Speed {
    /// Positions whose threats of both sides are counted.
    threats: f64,
    /// Moves placed, their threats counted, and taken back.
    moves: f64,
}

impl Connect6 {
    /// Runs the command.
    pub fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let algorithm = match self.algorithm.as_str() {
            "default" => DEFAULT_ALGORITHM,
            name => name.parse().map_err(bad_input)?,
        };
        let text = match self.suite.as_str() {
            "puzzles" => PUZZLES,
            "suite" => SUITE,
            other => {
                return Err(bad_input(format_args!("`{other}` is not a suite: expected puzzles or suite")));
            }
        };
        let rules = GameRules::connect6(19)?;
        let interrupt = Interrupt::listen()?;
        let speed = speed(rules)?;
        let lines: Vec<&str> = text.lines().collect();
        let bar = progress::bar("bench");
        bar.set_length(lines.len() as u64);
        if !self.json.json {
            out.text("   CPU s    nodes  leaf nodes plies verdict  name\n")?;
        }
        let mut rows = Vec::new();
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let [position, _, name, ..] = fields[..] else {
                return Err(anyhow!("a row without a name: {line}"));
            };
            bar.set_message(name.to_owned());
            let board = Board::parse(position, rules)?;
            let problem = AttackProblem::new(board.clone(), board.side_to_move(), AttackMoves::Best(20));
            let limits = Limits { time: Some(self.time), stop: Some(interrupt.flag()), ..Limits::default() };
            let cpu = ThreadTime::now();
            let solved = solve(problem, algorithm, limits, 1, |_| {});
            let cpu_seconds = cpu.elapsed().as_secs_f64();
            // What was stopped by hand was not measured.
            if interrupt.is_set() {
                break;
            }
            let row = Connect6Row {
                name: name.to_owned(),
                verdict: match solved.verdict {
                    AttackVerdict::Win => "proven",
                    AttackVerdict::NoWin => "disproven",
                    _ => "unknown",
                },
                length: solved.size.length,
                nodes: solved.outcome.counters.visits,
                leaf_nodes: solved.leaf_visits,
                cpu_seconds,
                by_clock: matches!(solved.verdict, AttackVerdict::Unknown(_)),
            };
            if !self.json.json {
                bar.suspend(|| out.text(&row.line()).and_then(|()| out.flush()))?;
            }
            bar.inc(1);
            rows.push(row);
        }
        bar.finish_and_clear();
        if self.json.json {
            out.json(&object(&self.suite, &self.algorithm, &speed, &rows))?;
        } else {
            out.text(&summary(&speed, &rows))?;
        }
        Ok(())
    }
}

impl Connect6Row {
    fn line(&self) -> String {
        let Connect6Row { name, verdict, length, nodes, leaf_nodes, cpu_seconds, .. } = self;
        format!("{cpu_seconds:8.4} {nodes:8} {leaf_nodes:11} {length:5} {verdict:<8} {name}\n")
    }

    fn object(&self) -> Value {
        json!({
            "name": self.name,
            "verdict": self.verdict,
            "length": (self.length > 0).then_some(self.length),
            "nodes": self.nodes,
            "leaf_nodes": self.leaf_nodes,
            "cpu_seconds": self.cpu_seconds,
        })
    }
}

/// Counts the threats of every position of the games, over and over.
fn speed(rules: GameRules) -> anyhow::Result<Speed> {
    let games = GAMES.lines().filter_map(|line| line.split('\t').next());
    let games: Vec<GameRecord> =
        games.map(|moves| GameRecord::parse(moves, rules)).collect::<Result<_, _>>()?;
    let boards: Vec<Board> = games
        .iter()
        .flat_map(|game| (0..=game.moves().len()).step_by(4).map(move |ply| game.after(ply)))
        .collect();
    let per_second = |work: &mut dyn FnMut() -> u64| {
        let start = ThreadTime::now();
        let mut done = 0;
        while start.elapsed() < LONG_ENOUGH {
            done += work();
        }
        done as f64 / start.elapsed().as_secs_f64()
    };
    let threats = per_second(&mut || {
        workload::count_threats(&boards);
        boards.len() as u64
    });
    let moves = per_second(&mut || games.iter().map(workload::replay).sum());
    Ok(Speed { threats, moves })
}

/// Changes whenever the behaviour does: over verdict, length and nodes of every row that the clock did not stop.
fn signature(rows: &[Connect6Row]) -> String {
    let mut hash = FastHash.build_hasher();
    for row in rows.iter().filter(|row| !row.by_clock) {
        hash.write(row.verdict.as_bytes());
        hash.write_u64(row.length);
        hash.write_u64(row.nodes);
        hash.write_u64(row.leaf_nodes);
    }
    format!("{:016x}", hash.finish())
}

fn solved(rows: &[Connect6Row]) -> usize {
    rows.iter().filter(|row| row.verdict == "proven").count()
}

fn cpu_seconds(rows: &[Connect6Row]) -> f64 {
    rows.iter().map(|row| row.cpu_seconds).sum()
}

fn slowest(rows: &[Connect6Row]) -> f64 {
    rows.iter().map(|row| row.cpu_seconds).fold(0.0, f64::max)
}

fn summary(speed: &Speed, rows: &[Connect6Row]) -> String {
    let mut text = format!("\n{} problems: {} proven\n", rows.len(), solved(rows));
    let _ = writeln!(
        text,
        "time        CPU {:.3} s, {:.4} s a problem, the slowest {:.3} s",
        cpu_seconds(rows),
        cpu_seconds(rows) / rows.len().max(1) as f64,
        slowest(rows)
    );
    let _ = writeln!(text, "threats     {:.0} positions a second, both sides", speed.threats);
    let _ = writeln!(
        text,
        "moves       {:.0} a second, made with their threats counted, or taken back",
        speed.moves
    );
    let _ = writeln!(text, "signature   {}", signature(rows));
    text
}

fn object(suite: &str, algorithm: &str, speed: &Speed, rows: &[Connect6Row]) -> Value {
    json!({
        "suite": suite,
        "algorithm": algorithm,
        "rows": rows.iter().map(Connect6Row::object).collect::<Vec<Value>>(),
        "totals": {
            "problems": rows.len(),
            "proven": solved(rows),
            "cpu_seconds": cpu_seconds(rows),
            "slowest_seconds": slowest(rows),
            "nodes": rows.iter().map(|row| row.nodes).sum::<u64>(),
        },
        "threat_positions_per_second": speed.threats,
        "moves_per_second": speed.moves,
        "signature": signature(rows),
    })
}
