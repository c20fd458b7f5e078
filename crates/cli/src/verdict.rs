//! What the exit code says of a verdict; and the words that JSON and people share.

pub use yomikiri_service::{AnswerVerdict, LengthStatus, UndecidedReason};

use crate::exit;

/// The exit code of a single problem.
pub fn exit(verdict: AnswerVerdict) -> exit::Verdict {
    match verdict {
        AnswerVerdict::Mate
        | AnswerVerdict::Brinkmate
        | AnswerVerdict::Proven
        | AnswerVerdict::Sound
        | AnswerVerdict::Flawed => exit::Verdict::Proven,
        AnswerVerdict::NoMate | AnswerVerdict::Disproven | AnswerVerdict::Unsound => exit::Verdict::Disproven,
        AnswerVerdict::Unknown => exit::Verdict::None,
    }
}
