//! What is wrong with moves that a person types.

use yomikiri_service::MoveError;

use crate::exit::{bad_input_bilingual, one_line};
use crate::language::{Lang, Message, SessionText};

/// What to say about it.
pub fn text(fault: &MoveError, lang: Lang) -> String {
    one_line(&lang.text(&Message::Session(match fault {
        MoveError::NotAMove(text) => SessionText::Unknown(text),
        MoveError::Illegal(text) => SessionText::Illegal(text),
        MoveError::NotACheck(text) => SessionText::NotACheck(text),
        MoveError::Ambiguous { text, candidates } => SessionText::Ambiguous { text, candidates },
    })))
}

/// The error that ends a run.
pub fn error(fault: &MoveError) -> anyhow::Error {
    bad_input_bilingual(text(fault, Lang::En), text(fault, Lang::Ja))
}
