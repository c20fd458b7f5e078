//! What is wrong with moves that a person types.

use yomikiri_service::MoveFault;

use crate::exit::{bad_input_in_japanese_too, one_line};
use crate::language::{Lang, Message, SessionText};

/// What to say about it.
pub fn text(fault: &MoveFault, lang: Lang) -> String {
    one_line(&lang.text(&Message::Session(match fault {
        MoveFault::NotAMove(text) => SessionText::Unknown(text),
        MoveFault::Illegal(text) => SessionText::Illegal(text),
        MoveFault::NotACheck(text) => SessionText::NotACheck(text),
        MoveFault::Ambiguous { text, candidates } => SessionText::Ambiguous { text, candidates },
    })))
}

/// The error that ends a run.
pub fn error(fault: &MoveFault) -> anyhow::Error {
    bad_input_in_japanese_too(text(fault, Lang::En), text(fault, Lang::Ja))
}
