//! `yomikiri bench`: how fast the solvers are, on problems that everybody has.

mod connect6;
mod measure;
mod report;
mod suite;

use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use yomikiri_pns::{Algorithm, Limits};
use yomikiri_tsume::{Goal, SolveOptions};

use crate::args::{self, JsonArgs};
use crate::exit::{Verdict, bad_input, one_line};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::style::Style;
use connect6::Connect6;
use measure::measure;
use report::Report;
use yomikiri_console::progress;

/// Measure the solvers on well-known problems
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri bench mate
  yomikiri bench mate zuko --first --time 10
  yomikiri bench connect6 suite")]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Measure the mate solver: CPU seconds and nodes to the first mate, and to the proved length
    ///
    /// Suites: quick (the default: problems of 将棋図巧 that take no time), zuko (all 100), testmate (game endings), modern
    /// (the longest and hardest there are). Where other solvers' times are known (on another machine, see data/README.md), the totals are compared over what both solve; quick was chosen
    /// by what this solver finds easy, so compare on whole suites.
    Mate(Mate),
    /// Measure the Connect6 solver: threats found per second, CPU seconds and nodes per problem
    Connect6(Connect6),
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri bench mate
  yomikiri bench mate zuko --first --time 10 --csv runs.csv
  yomikiri bench mate problems.sfen --json")]
struct Mate {
    /// A suite, or a file of problems
    #[arg(default_value = "quick")]
    suite: String,
    /// Give up on a problem after this many seconds
    #[arg(long, value_name = "S", value_parser = args::seconds, default_value = "30", allow_negative_numbers = true)]
    time: Duration,
    /// Memory for the table
    #[arg(long, value_name = "SIZE", value_parser = args::bytes, default_value = "1GiB", allow_negative_numbers = true)]
    memory: usize,
    /// Stop at the first mate, whatever its length
    #[arg(long)]
    first: bool,
    /// How to search; see `yomikiri algorithms`
    #[arg(long, value_name = "NAME", default_value = "default")]
    algorithm: String,
    /// Append a row about this run to a CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

impl Bench {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<Verdict> {
        match self.what {
            What::Mate(mate) => mate.run(out),
            What::Connect6(connect6) => connect6.run(out),
        }
    }
}

impl Mate {
    fn run(self, out: &mut Output) -> anyhow::Result<Verdict> {
        let algorithm: Algorithm = self.algorithm.parse().map_err(bad_input)?;
        let interrupt = Interrupt::listen()?;
        let problems = suite::problems(&self.suite, &interrupt)?;
        let limits = Limits { time: Some(self.time), memory: self.memory, ..Limits::default() };
        let limits = Limits { stop: Some(interrupt.flag()), ..limits };
        // What is measured is the search; the choice of a line is not.
        let goal = if self.first { Goal::AnyMate } else { Goal::Shortest };
        let query = SolveOptions { algorithm, limits, goal, ..SolveOptions::default() };
        let mut solver = args::solver(self.memory)?;
        let mut report = Report {
            suite: self.suite,
            algorithm: self.algorithm,
            first: self.first,
            time: self.time,
            memory: usize::try_from(solver.memory()).unwrap_or(usize::MAX),
            rows: Vec::new(),
        };
        let bar = progress::bar("bench");
        bar.set_length(problems.len() as u64);
        if !self.json.json {
            out.text(report::HEADING)?;
        }
        for problem in problems {
            bar.set_message(one_line(&problem.name));
            let row = measure(problem, &query, &mut solver)?;
            // What was stopped by hand was not measured.
            if interrupt.is_set() {
                break;
            }
            if !self.json.json {
                bar.suspend(|| out.text(&row.line()).and_then(|()| out.flush()))?;
            }
            bar.inc(1);
            report.rows.push(row);
        }
        bar.finish_and_clear();
        if self.json.json {
            out.json(&report.object())?;
        } else {
            out.text(&report.summary())?;
        }
        if let Some(path) = &self.csv {
            report.append(path)?;
        }
        Ok(Verdict::None)
    }
}
