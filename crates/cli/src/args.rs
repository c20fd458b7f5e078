//! The command line, and the arguments that several commands share.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, Parser};
pub use yomikiri_console::args::{JsonArgs, Target, seconds};
use yomikiri_memory::{NotASize, Size};
use yomikiri_pns::Limits;
use yomikiri_shogi::Strictness;
use yomikiri_tsume::{MateTable, Solver};

use crate::commands::Command;
use crate::exit::say;
use crate::language::Lang;

/// Reads shogi positions out to the very end
#[derive(Debug, Parser)]
#[command(name = "yomikiri", version, max_term_width = 100)]
#[command(after_help = "\
Examples:
  yomikiri solve \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"
  yomikiri show game.kif --ply 30 --png diagram.png
  yomikiri judge problem.kif --lang ja

Exit codes: 0 done or unknown, 10 proven, 20 disproven, 2 bad input or usage, 1 anything else; 130 after Ctrl-C.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The language of the output for people; without it, that of LC_ALL, LC_MESSAGES or LANG
    #[arg(long, value_enum, global = true, value_name = "LANG")]
    pub lang: Option<Lang>,
}

/// `POSITION|FILE [--lax]`
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// A position text, a file of any format with one record, or `-` for standard input
    ///
    /// A position text is an SFEN, `startpos`, or a USI `position` text, in quotation marks. Its
    /// moves lead to the position. A file stands for the position that its record starts from.
    #[arg(value_name = "POSITION|FILE")]
    pub position: String,
    #[command(flatten)]
    pub lax: LaxArgs,
}

/// `--lax`
#[derive(Args, Clone, Copy, Debug)]
pub struct LaxArgs {
    /// Accept SFEN with more pieces of a kind than a set has (artificial test positions)
    #[arg(long)]
    lax: bool,
}

impl From<LaxArgs> for Strictness {
    fn from(args: LaxArgs) -> Strictness {
        if args.lax { Strictness::Lax } else { Strictness::Strict }
    }
}

/// `[--time S] [--nodes N] [--memory SIZE]`
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Give up on a problem after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Give up on a problem after visiting this many nodes
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Memory for tables and trees: bytes, or with a unit as in 512MiB, 2GiB or 2G
    ///
    /// K, M, G and T are powers of 1024, as are KiB, MiB, GiB and TiB; KB, MB, GB and TB are powers of 1000.
    /// A table for mates has 4 MiB at least and 16 GiB at most. Of Connect6, half is for the search and half for leaf searches.
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1GiB", allow_negative_numbers = true)]
    pub memory: usize,
}

impl LimitArgs {
    /// The limits of a search that this flag can stop, too.
    pub fn limits(&self, stop: Arc<AtomicBool>) -> Limits {
        Limits { time: self.time, nodes: self.nodes, memory: self.memory, stop: Some(stop) }
    }
}

/// `[--threads N]`
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub struct ThreadArgs {
    /// Search with this many threads; without it, all cores for a single problem on a terminal, and one otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The threads for a single problem.
    pub fn for_one(self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        let by_default = || if std::io::stdout().is_terminal() { all() } else { 1 };
        self.threads.map_or_else(by_default, usize::from)
    }

    /// The threads for each problem of a list.
    pub fn for_each(self) -> usize {
        self.threads.map_or(1, usize::from)
    }
}

/// A mate solver with the table that `--memory` asks for. Says on standard error if there is no table of that size.
///
/// # Errors
/// If the system refuses the memory.
pub fn solver(memory: usize) -> anyhow::Result<Solver> {
    let solver = Solver::new(memory).map_err(|error| anyhow!("--memory: {error} for the table"))?;
    let used = Size(solver.memory());
    if memory as u64 > MateTable::MAX_BYTES {
        say(format_args!("--memory: the table has {used}, the largest size"));
    } else if (memory as u64) < MateTable::MIN_BYTES {
        say(format_args!("--memory: the table has {used}, the smallest size"));
    }
    Ok(solver)
}

/// Mate solvers that share the memory, at least one.
///
/// # Errors
/// If the system refuses the memory.
pub fn solvers(memory: usize, count: usize) -> anyhow::Result<Vec<Solver>> {
    let first = solver(memory / count)?;
    let more = (1..count).map(|_| Solver::new(memory / count));
    let all = std::iter::once(Ok(first)).chain(more).collect::<Result<_, _>>();
    all.map_err(|error| anyhow!("--memory: {error} for the tables of {count} jobs"))
}

/// A size in bytes, as [`Size`] reads it.
pub fn bytes(text: &str) -> Result<usize, String> {
    let size = text.parse::<Size>().ok().and_then(|Size(bytes)| usize::try_from(bytes).ok());
    size.ok_or_else(|| NotASize.to_string())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// The words of a line as a shell splits it, up to a pipe or a redirection.
    fn words(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (index, part) in line.split('"').enumerate() {
            if index % 2 == 1 {
                words.push(part.to_owned());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        let end = words.iter().position(|word| ["|", ">", "<"].contains(&word.as_str()));
        words.truncate(end.unwrap_or(words.len()));
        words
    }

    #[track_caller]
    fn has_examples(command: &clap::Command) {
        let name = command.get_name();
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        let examples: Vec<&str> = lines.take_while(|line| line.starts_with("  ")).collect();
        assert!(examples.len() >= 2, "{name} has no examples:\n{help}");
        for example in examples {
            assert!(example.chars().count() <= 100, "{name}: too wide: {example}");
            let start = example.rfind("yomikiri ").expect("a command of this program");
            let parsed = Cli::command().try_get_matches_from(words(&example[start..]));
            assert!(parsed.is_ok(), "{name}: {example}: {parsed:?}");
        }
        // The laboratory is another binary, which has its own help.
        command.get_subcommands().filter(|command| command.get_name() != "lab").for_each(has_examples);
    }

    #[test]
    fn every_help_has_examples() {
        has_examples(&Cli::command());
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("2gib"), Ok(2 << 30));
        assert_eq!(bytes("1.5GiB"), Ok(3 << 29));
        assert_eq!(bytes("64G"), Ok(64 << 30));
        assert_eq!(bytes("1k"), Ok(1024));
        assert_eq!(bytes("3t"), Ok(3 << 40));
        assert_eq!(bytes("64GB"), Ok(64_000_000_000));
        assert_eq!(bytes("1.5MB"), Ok(1_500_000));
        assert_eq!(bytes("7B"), Ok(7));
        for bad in
            ["", "GiB", "-1", "0", "1Gi", "1BB", "1biB", "1E", "1 GiB", "99999999TiB", "inf", "NaNMiB", "1é"]
        {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
