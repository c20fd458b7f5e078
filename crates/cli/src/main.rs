//! `yomikiri`: reads shogi positions out to the very end.
//!
//! This crate only parses arguments and prints. Results go to standard output, everything else to standard error, and the
//! exit code says how it ended ([`yomikiri_console::exit`]).

mod args;
mod commands;
mod hands;
mod input;
mod language;
mod page;
mod progress;
mod style;
mod unreached;
mod verdict;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};
use yomikiri_console::{exit, interrupt, output};

use crate::language::Lang;
use crate::style::Style;

fn main() -> ExitCode {
    match parse() {
        Ok(cli) => exit::code(run(cli)),
        Err(usage) => exit::usage(&usage),
    }
}

fn parse() -> Result<args::Cli, clap::Error> {
    let mut command = args::Cli::command();
    if let Some(sfen) = input::unquoted_sfen(std::env::args_os()) {
        let message = format!("an SFEN has blanks in it: put it in quotation marks, as in \"{sfen}\"");
        return Err(command.error(ErrorKind::TooManyValues, message));
    }
    let matches = command.try_get_matches()?;
    if let Some(("solve", solve)) = matches.subcommand() {
        commands::solve::no_stray_options(solve)?;
    }
    args::Cli::from_arg_matches(&matches)
}

fn run(args::Cli { command, lang }: args::Cli) -> anyhow::Result<exit::Verdict> {
    let mut out = output::Output::new();
    let style = Style::of_stdout(lang.unwrap_or_else(Lang::of_environment));
    let verdict = command.run(&mut out, style)?;
    out.flush()?;
    Ok(verdict)
}
