//! What the exit code says of a verdict; and the words that JSON and people share.

pub use yomikiri_service::{AnswerVerdict, Length, LengthStatus, UndecidedReason};

use crate::exit;

/// The exit code of a single problem.
pub fn exit(verdict: AnswerVerdict) -> exit::ExitVerdict {
    match verdict {
        AnswerVerdict::Mate
        | AnswerVerdict::Brinkmate
        | AnswerVerdict::Proven
        | AnswerVerdict::Sound
        | AnswerVerdict::Flawed => exit::ExitVerdict::Proven,
        AnswerVerdict::NoMate | AnswerVerdict::Disproven | AnswerVerdict::Unsound => {
            exit::ExitVerdict::Disproven
        }
        AnswerVerdict::Unknown => exit::ExitVerdict::None,
    }
}
