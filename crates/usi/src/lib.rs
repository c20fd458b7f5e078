//! The mate solver as an engine that speaks USI, the protocol of shogi interfaces.
//!
//! [`run`] reads commands from one stream and answers on another until `quit` or the end of the stream. Commands are read
//! while a search runs in a thread of its own.
//!
//! | command | answer |
//! |---|---|
//! | `go mate MS`, `go mate infinite` | `checkmate MOVES`, `checkmate nomate`, `checkmate timeout`, or `checkmate notimplemented` for a position that is no mate problem |
//! | `go`, `go movetime MS`, `go byoyomi MS`, clocks, `go nodes N` | study mode: `bestmove` and the first move of the mate, or `bestmove resign` if none was found |
//! | `go infinite`, `go ponder` | the same, but not before `stop` (or `ponderhit`) |
//!
//! A search that was stopped, or that came to the end of its time, answers with the mate it found so far or with `timeout`, never
//! with `nomate`. Mates are shortened until the shortest is proved, unless [`PostSearchLevel`](options) says otherwise.
//! What cannot be understood is answered with `info string error …`; a bad position leaves no position at all, so that nothing
//! is said about an older one.

mod command;
mod engine;
pub mod options;
mod search;

pub use engine::run;
