//! `yomikiri`: reads shogi positions out to the very end.
//!
//! This crate only parses arguments and prints. Results go to standard output, everything else to standard error, and the
//! exit code says how it ended ([`exit`]).

mod args;
mod commands;
mod exit;
mod input;
mod interrupt;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    match args::Cli::try_parse() {
        Ok(cli) => exit::code(run(cli.command)),
        Err(usage) => exit::usage(&usage),
    }
}

fn run(command: commands::Command) -> anyhow::Result<exit::Verdict> {
    let mut out = output::Output::new();
    let verdict = command.run(&mut out)?;
    out.flush()?;
    Ok(verdict)
}
