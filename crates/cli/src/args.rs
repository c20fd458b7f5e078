//! The command line, and the arguments that several commands share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Args, Parser};
pub use yomikiri_console::args::{JsonArgs, Target, seconds};
use yomikiri_pns::Limits;
use yomikiri_shogi::Strictness;

use crate::commands::Command;

/// Reads shogi positions out to the very end
#[derive(Debug, Parser)]
#[command(name = "yomikiri", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done or unknown, 10 proven, 20 disproven, 2 bad input or usage, 1 anything else."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// `POSITION [--lax]`
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// An SFEN, `startpos`, or a USI `position` text with or without moves; `-` reads it from standard input
    ///
    /// An SFEN has blanks in it: put it in quotation marks.
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
    /// Memory for tables and trees: bytes, or with a unit as in 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "1GiB", allow_negative_numbers = true)]
    pub memory: usize,
}

impl LimitArgs {
    /// The limits of a search that this flag can stop, too.
    pub fn limits(&self, stop: Arc<AtomicBool>) -> Limits {
        Limits { time: self.time, nodes: self.nodes, memory: self.memory, stop: Some(stop) }
    }
}

/// A size in bytes: `4096`, `512MiB`, `1.5GiB`.
pub fn bytes(text: &str) -> Result<usize, String> {
    let units = [("", 0), ("B", 0), ("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[digits.len()..].to_ascii_lowercase();
    let size = units.iter().find(|(name, _)| name.to_ascii_lowercase() == unit).and_then(|(_, shift)| {
        let size = match digits.parse::<u64>() {
            Ok(whole) => whole.checked_mul(1 << shift)?,
            // Beyond what a float holds exactly, nobody counts single bytes.
            Err(_) => Some(digits.parse::<f64>().ok()? * (1_u64 << shift) as f64)
                .filter(|size| (0.0..1e19).contains(size))? as u64,
        };
        usize::try_from(size).ok().filter(|&size| size > 0)
    });
    size.ok_or_else(|| "expected a size such as 4096, 512MiB or 2GiB".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("2gib"), Ok(2 << 30));
        assert_eq!(bytes("1.5GiB"), Ok(3 << 29));
        for bad in ["", "GiB", "-1", "0", "1GB", "1 GiB", "99999999TiB", "inf", "NaNMiB", "1é"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
