//! `yomikiri`: solves, judges and composes mate problems of shogi, and shows and converts positions and records.
//!
//! This crate parses arguments and prints; what it prints is found out by the libraries of this workspace. Each command is a file
//! of [`commands`]. Results go to standard output, everything else to standard error, and the exit code says how it ended
//! ([`yomikiri_console::exit`]).
//!
//! Programs read `--json`, whose keys never change their meaning. People get the verdict first,
//! then the moves, then the diagram, in Japanese or English: every sentence is in [`text`], in both
//! languages. [`style`] decides how much is said and whether in colour, [`page`] puts the parts of
//! an answer together, and [`verdict`] has the words that JSON and people share.

mod args;
mod certificate;
mod commands;
mod complaint;
mod hands;
mod input;
mod language;
mod page;
mod progress;
mod remaining;
mod style;
mod text;
mod verdict;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};
use yomikiri_console::{exit, interrupt, output};

use crate::complaint::Complaint;
use crate::language::Lang;
use crate::style::Style;

fn main() -> ExitCode {
    match parse() {
        Ok(cli) => {
            let lang = cli.lang.unwrap_or_else(Lang::from_environment);
            exit::code_in(run(cli.command, lang), lang == Lang::Ja)
        }
        Err(usage) => exit::usage(&usage),
    }
}

fn parse() -> Result<args::Cli, clap::Error> {
    let mut command = args::Cli::command();
    if let Some(sfen) = input::unquoted_sfen(std::env::args_os()) {
        // What the other arguments ask for is not known, so the environment decides.
        let message = Complaint::UnquotedSfen(sfen).text(Lang::from_environment());
        return Err(command.error(ErrorKind::TooManyValues, message));
    }
    let arguments = input::with_joined_counts(std::env::args_os());
    // Anything else that begins with `-` is an option, perhaps a mistyped one.
    if arguments.iter().any(|argument| input::is_position_with_hyphen(argument)) {
        command = commands::solve::with_hyphens(command);
    }
    let matches = command.try_get_matches_from(arguments)?;
    if let Some(("solve", solve)) = matches.subcommand() {
        commands::solve::no_stray_options(solve)?;
    }
    args::Cli::from_arg_matches(&matches)
}

fn run(command: commands::Command, lang: Lang) -> anyhow::Result<exit::ExitVerdict> {
    let mut out = output::Output::new();
    let verdict = command.run(&mut out, Style::for_stdout(lang))?;
    out.flush()?;
    Ok(verdict)
}
