//! Running the real binary.

use std::ffi::OsStr;

use serde_json::Value;
use yomikiri_testing as testing;
pub use yomikiri_testing::{Folder, Run};

const BINARY: &str = env!("CARGO_BIN_EXE_yomikiri");

/// 将棋図巧 1.
pub const ZUKO_1: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";

/// 将棋図巧 2: mate in 21.
pub const ZUKO_2: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
/// Mate in one, G*5b; the defender's hand is not written out.
pub const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// No mate: a pawn alone.
pub const NO_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b P 1";

/// Mate in three, 飛 and 銀: R*5b, then S*7b or S*3b beside the king, which makes two equal
/// variations.
pub const THREE: &str = "4k4/9/4P4/9/9/9/9/9/9 b RS 1";
/// Mate in one to everybody; mate in 15 if every interposition counts.
pub const BEHIND: &str = "6+P1k/9/7G1/9/9/9/9/9/4R4 b - 1";

/// メガロポリス, 515 plies: no solver does it in a second.
pub const LONG: &str =
    "2G1+n3S/1gnP+lpkP1/3SS2ps/2G+pNG1+r1/2+p+pp+ppL1/1+p+p1+p4/+p+p1+p2N2/2+p2P3/9 b R2L2b 1";

/// A run without standard input.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    run_with(args, b"")
}

/// A run with standard input.
pub fn run_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, stdin: &[u8]) -> Run {
    testing::run(BINARY, args, stdin)
}

/// Returns the only row of a run that ends with this exit code.
pub fn only_row(run: Run, code: i32) -> Value {
    let mut rows = run.rows(code);
    assert_eq!(rows.len(), 1);
    rows.remove(0)
}

/// A run that gets Ctrl-C after a while.
#[cfg(unix)]
pub fn interrupted<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    signalled(args, "INT")
}

/// A run that gets a signal after a while.
#[cfg(unix)]
pub fn signalled<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, signal: &str) -> Run {
    testing::signalled(BINARY, args, signal)
}

/// A run that gets a signal after a while. Its standard input holds a text, and stays open.
#[cfg(unix)]
pub fn signalled_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, stdin: &[u8], signal: &str) -> Run {
    testing::signalled_with(BINARY, args, stdin, signal)
}

/// Runs the command on a terminal and returns the text that the terminal gets.
#[cfg(target_os = "linux")]
pub fn on_terminal<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, columns: u16) -> String {
    testing::on_terminal(BINARY, args, columns)
}

/// A run with standard input and with at most so much address space, in KiB.
#[cfg(target_os = "linux")]
pub fn run_within<'a>(kib: u64, args: impl IntoIterator<Item = &'a str>, stdin: &[u8]) -> Run {
    let shell = ["-c", "ulimit -v \"$0\"; exec \"$@\"", &kib.to_string(), BINARY].map(str::to_owned);
    testing::run("sh", shell.into_iter().chain(args.into_iter().map(str::to_owned)), stdin)
}
