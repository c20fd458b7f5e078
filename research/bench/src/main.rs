//! `yomikiri-bench`: how fast the solvers are, on problems that everybody has.

mod connect6;
mod measure;
mod report;
mod suite;
mod workload;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Parser, Subcommand};
use yomikiri_console::args::{JsonArgs, seconds};
use yomikiri_console::exit::{self, ExitVerdict, bad_input, one_line, print_error};
use yomikiri_console::interrupt::Interrupt;
use yomikiri_console::output::Output;
use yomikiri_console::progress;
use yomikiri_memory::{ByteSize, ParseByteSizeError};
use yomikiri_pns::{Algorithm, Limits};
use yomikiri_tsume::{Goal, MateTable, SolveOptions, Solver};

use connect6::Connect6;
use measure::measure;
use report::Report;

/// Measure the solvers on well-known problems
#[derive(Debug, Parser)]
#[command(name = "yomikiri-bench", version, max_term_width = 100)]
#[command(after_help = "\
Examples:
  yomikiri-bench mate
  yomikiri-bench mate zuko --first --time 10
  yomikiri-bench connect6 suite")]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Measure the mate solver: CPU seconds and nodes to the first mate, and to the proved length
    ///
    /// Suites: quick (the default: problems of 将棋図巧 that take no time), zuko (all 100), testmate
    /// (game endings), modern (the longest and hardest there are). Where other solvers' times are
    /// known (on another machine, see research/data/reference_times.tsv), the totals are compared
    /// over what both solve; quick was chosen by what this solver finds easy, so compare on whole
    /// suites.
    Mate(Mate),
    /// Measure the Connect6 solver: threats found per second, CPU seconds and nodes per problem
    Connect6(Connect6),
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri-bench mate
  yomikiri-bench mate zuko --first --time 10 --csv runs.csv
  yomikiri-bench mate problems.sfen --json")]
struct Mate {
    /// A suite, or a file of problems
    #[arg(default_value = "quick")]
    suite: String,
    /// Give up on a problem after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "30", allow_negative_numbers = true)]
    time: Duration,
    /// Memory for the table
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1GiB", allow_negative_numbers = true)]
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

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => exit::code(run(cli.what)),
        Err(usage) => exit::usage(&usage),
    }
}

fn run(what: What) -> anyhow::Result<ExitVerdict> {
    let mut out = Output::new();
    match what {
        What::Mate(mate) => mate.run(&mut out),
        What::Connect6(connect6) => connect6.run(&mut out),
    }?;
    out.flush()?;
    Ok(ExitVerdict::None)
}

/// A size in bytes, as [`ByteSize`] reads it.
fn bytes(text: &str) -> Result<usize, String> {
    let size = text.parse::<ByteSize>().ok().and_then(|ByteSize(bytes)| usize::try_from(bytes).ok());
    size.ok_or_else(|| ParseByteSizeError.to_string())
}

/// A mate solver with the table that `--memory` asks for. Says on standard error if there is no
/// table of that size.
///
/// # Errors
/// If the system refuses the memory.
fn solver(memory: usize) -> anyhow::Result<Solver> {
    let solver = Solver::new(memory).map_err(|error| anyhow!("--memory: {error} for the table"))?;
    let used = ByteSize(solver.memory());
    if memory as u64 > MateTable::MAX_BYTES {
        print_error(format_args!("--memory: the table has {used}, the largest size"));
    } else if (memory as u64) < MateTable::MIN_BYTES {
        print_error(format_args!("--memory: the table has {used}, the smallest size"));
    }
    Ok(solver)
}

impl Mate {
    fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let algorithm: Algorithm = self.algorithm.parse().map_err(bad_input)?;
        // A signal ends the program while it waits for its input.
        let problems = suite::problems(&self.suite)?;
        let interrupt = Interrupt::listen()?;
        let limits = Limits { time: Some(self.time), memory: self.memory, ..Limits::default() };
        let limits = Limits { stop: Some(interrupt.flag()), ..limits };
        // What is measured is the search; the choice of a line is not.
        let goal = if self.first { Goal::AnyMate } else { Goal::Shortest };
        let options = SolveOptions { algorithm, limits, goal, ..SolveOptions::default() };
        let mut solver = solver(self.memory)?;
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
            let row = measure(problem, &options, &mut solver)?;
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
        Ok(())
    }
}
