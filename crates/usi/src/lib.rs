//! The mate solver as an engine with the USI protocol of shogi interfaces.
//!
//! Interfaces load the binary `yomikiri-usi`, which takes no arguments; `yomikiri usi` is the same engine. Both call [`run`], which reads
//! commands from one stream and writes replies to another, until `quit` or the end of the input. A search runs in a thread of its
//! own, so that commands are read meanwhile.
//!
//! ```
//! let commands = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1\ngo mate 5000\nstop\n";
//! let mut answers = Vec::new();
//! yomikiri_usi::run(commands.as_bytes(), &mut answers)?;
//! let answers = String::from_utf8(answers)?;
//! assert!(answers.lines().last().is_some_and(|answer| answer.starts_with("checkmate")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | command | reply |
//! |---|---|
//! | `go mate MS`, `go mate infinite` | `checkmate MOVES`, `checkmate nomate`, `checkmate timeout`, or `checkmate notimplemented` for a position that is no mate problem |
//! | `go`, `go movetime MS`, `go byoyomi MS`, clocks, `go nodes N` | `bestmove` with the first move of the mate, or `bestmove resign` if no mate was found |
//! | `go infinite` | the same, but only after `stop` |
//! | `go ponder`, with clocks or byoyomi | the same, but only after `ponderhit` or `stop`; the time counts from `ponderhit` |
//!
//! The engine does not play games. In a position with two kings the reply to a plain `go` starts
//! with an `info string` that says so; the engine then searches for a mate and resigns if it finds
//! none. A search that is stopped or reaches its limit replies with the best mate so far or with
//! `timeout`, never with `nomate`. Once there is a mate, every `info` line has its score and its
//! moves. The search goes on until a mate is proved to be the shortest; the option
//! [`PostSearchLevel`](options) changes that. `checkmate` is then sent at once; `bestmove` comes
//! after the further lines that the option `MultiPV` asks for. The reply to a bad command is `info
//! string error …`. A bad position leaves the engine without a position, so that no reply refers to
//! an earlier one.

mod command;
mod engine;
pub mod options;
mod report;
mod search;

pub use engine::{run, run_with};
