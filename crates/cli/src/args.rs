//! The command line, and the arguments that several commands share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
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
    /// Accept more pieces of a kind than a set has (artificial test positions)
    #[arg(long)]
    pub lax: bool,
}

impl PositionArgs {
    /// How strictly the position is checked.
    pub fn strictness(&self) -> Strictness {
        if self.lax { Strictness::Lax } else { Strictness::Strict }
    }
}

/// `--json`
#[derive(Args, Clone, Copy, Debug)]
pub struct JsonArgs {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// A file to write.
#[derive(Clone, Debug)]
pub enum Target {
    /// Standard output, written `-`.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Target {
    /// Where item `index` of `count` goes: `name.svg` itself, or `name-07.svg` if there are several.
    pub fn numbered(&self, index: usize, count: usize) -> Target {
        match self {
            Target::File(path) if count > 1 => Target::File(numbered(path, index + 1, count)),
            target => target.clone(),
        }
    }
}

impl From<OsString> for Target {
    fn from(text: OsString) -> Target {
        if text == "-" { Target::Stdout } else { Target::File(text.into()) }
    }
}

fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    let width = count.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0width$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
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
    fn numbered_files() {
        assert_eq!(numbered(Path::new("a/b.svg"), 7, 12), Path::new("a/b-07.svg"));
        assert_eq!(numbered(Path::new("b"), 2, 9), Path::new("b-2"));
        assert_eq!(numbered(Path::new("b.c.svg"), 2, 9), Path::new("b.c-2.svg"));
    }
}
