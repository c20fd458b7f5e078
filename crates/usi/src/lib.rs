//! The mate solver as an engine with the USI protocol of shogi interfaces.
//!
//! [`run`] reads commands from one stream and writes replies to another, until `quit` or the end of the input. A search runs in a
//! thread of its own, so that commands are read meanwhile.
//!
//! | command | reply |
//! |---|---|
//! | `go mate MS`, `go mate infinite` | `checkmate MOVES`, `checkmate nomate`, `checkmate timeout`, or `checkmate notimplemented` for a position that is no mate problem |
//! | `go`, `go movetime MS`, `go byoyomi MS`, clocks, `go nodes N` | `bestmove` with the first move of the mate, or `bestmove resign` if no mate was found |
//! | `go infinite`, `go ponder` | the same, but only after `stop` (or `ponderhit`) |
//!
//! A search that is stopped or reaches its limit replies with the best mate so far or with `timeout`, never with `nomate`. After the
//! first mate the search goes on until a mate is proved to be the shortest; the option [`PostSearchLevel`](options) changes that.
//! The reply to a bad command is `info string error …`. A bad position leaves the engine without a position, so that no
//! reply refers to an earlier one.

mod command;
mod engine;
pub mod options;
mod search;

pub use engine::run;
