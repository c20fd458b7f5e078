//! `yomikiri-usi`: the mate engine for shogi interfaces, which start an engine without arguments.
//!
//! The same engine as `yomikiri usi`, in a small binary without the rest of the command.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::process::ExitCode;

const HELP: &str = "\
A mate engine for shogi interfaces: speaks the USI protocol on standard input and output

Usage: yomikiri-usi

Load it as an engine in your shogi interface and ask for mates. To try it by hand, type:

  position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1
  go mate 1000
  quit
";

fn main() -> ExitCode {
    match env::args_os().nth(1).as_deref().map(OsStr::to_string_lossy).as_deref() {
        None => {}
        Some("-h" | "--help") => return print(HELP),
        Some("-V" | "--version") => {
            return print(concat!("yomikiri-usi ", env!("CARGO_PKG_VERSION"), "\n"));
        }
        Some(_) => return fail("there are no arguments; try --help", 2),
    }
    match yomikiri_usi::run(io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("standard input: {error}"), 1),
    }
}

/// Prints a text. A closed pipe is no reason to complain.
fn print(text: &str) -> ExitCode {
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

fn fail(message: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "yomikiri-usi: {message}");
    ExitCode::from(code)
}
