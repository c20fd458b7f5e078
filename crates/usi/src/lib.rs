//! The mate solver as an engine with the USI protocol of shogi interfaces.
//!
//! Interfaces load the binary `yomikiri-usi`, which takes no arguments; `yomikiri usi` is the same engine. Both call [`run`], which reads
//! commands from one stream and answers on another until `quit` or the end of the stream. Commands are read while a search runs
//! in a thread of its own.
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
//! | `go infinite`, `go ponder` | the same, but only after `stop` (or `ponderhit`) |
//!
//! The engine does not play games. In a position with two kings a plain `go` says so in an `info string`, searches for a mate all the
//! same, and resigns if there is none. A search that is stopped, or that runs out of time, answers with the mate it has found so
//! far or with `timeout`, never with `nomate`. Once there is a mate, every `info` line has its score and its moves. Mates are
//! shortened until the shortest is proved, unless [`PostSearchLevel`](options) says otherwise.
//! What cannot be understood is answered with `info string error …`. A position that cannot be read leaves no position at all,
//! so that no answer is about an older one.

mod command;
mod engine;
pub mod options;
mod search;

pub use engine::run;
