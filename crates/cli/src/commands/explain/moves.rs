//! Moves as a person types them: in USI, or by their Japanese names.

use yomikiri_notation::{ReadFault, japanese};
use yomikiri_shogi::{Color, Move};

use super::tree::Place;
use crate::exit::{bad_input_in_japanese_too, one_line};
use crate::language::{Lang, Message, SessionText};

/// Why a text is no move of a position.
#[derive(Debug)]
pub enum MoveFault {
    /// It is no move at all.
    NotAMove(String),
    /// It is not legal.
    Illegal(String),
    /// It is the attacker's and no check.
    NotACheck(String),
    /// It names several moves.
    Ambiguous {
        /// The text.
        text: String,
        /// The moves.
        candidates: String,
    },
}

impl MoveFault {
    /// What to say about it.
    pub fn text(&self, lang: Lang) -> String {
        lang.text(&Message::Session(match self {
            MoveFault::NotAMove(text) => SessionText::Unknown(text),
            MoveFault::Illegal(text) => SessionText::Illegal(text),
            MoveFault::NotACheck(text) => SessionText::NotACheck(text),
            MoveFault::Ambiguous { text, candidates } => SessionText::Ambiguous { text, candidates },
        }))
    }

    /// The error that ends a run.
    pub fn error(&self) -> anyhow::Error {
        bad_input_in_japanese_too(self.text(Lang::En), self.text(Lang::Ja))
    }
}

/// The move that a text means at a place. The attacker's must give check.
pub fn find(place: &Place, attacker: Color, text: &str) -> Result<Move, MoveFault> {
    let position = &place.position;
    let shown = || one_line(text);
    let mv = match text.parse::<Move>() {
        Ok(mv) if position.is_legal(mv) => mv,
        Ok(_) => return Err(MoveFault::Illegal(shown())),
        Err(_) => match japanese::resolve(position, text, place.last.map(Move::to)) {
            Ok(mv) => mv,
            Err(ReadFault::IllegalMove { .. }) => return Err(MoveFault::Illegal(shown())),
            Err(ReadFault::AmbiguousMove { candidates, .. }) => {
                return Err(MoveFault::Ambiguous { text: shown(), candidates: candidates.join(" ") });
            }
            Err(_) => return Err(MoveFault::NotAMove(shown())),
        },
    };
    if position.side_to_move() == attacker && !place.after(mv).position.in_check() {
        return Err(MoveFault::NotACheck(shown()));
    }
    Ok(mv)
}
