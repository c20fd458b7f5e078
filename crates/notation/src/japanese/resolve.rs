//! Finding the move that a Japanese name means in a position.

use yomikiri_shogi::{Move, Position, Square};

use super::parse::{Written, written};
use super::relative::{Motion, Place, Relative, movers, place};
use crate::ReadFault;
use crate::error::quote;

/// The legal move that `text` names. `previous` is the target of the move before, which 同 refers to.
///
/// More modifiers than needed do no harm as long as they are true. Without 成 the piece does not promote, and without 打
/// a piece on the board is meant if one can legally go there. KIF's origin, as in `７六歩(77)`, is understood too.
pub fn resolve(position: &Position, text: &str, previous: Option<Square>) -> Result<Move, ReadFault> {
    match written(text) {
        Some((name, rest)) if rest.trim().is_empty() => resolve_written(position, &name, text, previous),
        _ => Err(ReadFault::NotAMove(quote(text))),
    }
}

/// The legal move that a name read from `text` means.
pub(crate) fn resolve_written(
    position: &Position,
    name: &Written,
    text: &str,
    previous: Option<Square>,
) -> Result<Move, ReadFault> {
    let illegal = || ReadFault::IllegalMove { text: quote(text), sfen: position.to_sfen() };
    // `７六同歩` gives both; then they must agree.
    let to = match (name.to, name.same) {
        (Some(to), true) if previous.is_some_and(|square| square != to) => return Err(illegal()),
        (Some(to), _) => to,
        (None, _) => previous.ok_or_else(illegal)?,
    };
    if name.side.is_some_and(|side| side != position.side_to_move()) {
        return Err(illegal());
    }
    let legal: Vec<Move> = position.legal_moves().into_iter().filter(|mv| mv.to() == to).collect();
    let mut candidates: Vec<Move> =
        legal.iter().copied().filter(|&mv| !name.drop && fits(position, name, mv)).collect();
    if candidates.is_empty() && name.origin.is_none() && name.place.is_none() && name.motion.is_none() {
        let dropped = |mv: &Move| mv.dropped() == Some(name.kind) && name.promotion != Some(true);
        candidates = legal.into_iter().filter(dropped).collect();
    }
    if candidates.len() > 1 {
        let exact = |&mv: &Move| additions(Relative::of(position, mv)) == (name.place, name.motion);
        let canonical: Vec<Move> = candidates.iter().copied().filter(exact).collect();
        if canonical.len() == 1 {
            candidates = canonical;
        }
    }
    match candidates.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(illegal()),
        _ => Err(ReadFault::AmbiguousMove {
            text: quote(text),
            candidates: candidates.iter().map(Move::to_string).collect(),
        }),
    }
}

/// Whether everything that was written is true of a move on the board.
fn fits(position: &Position, name: &Written, mv: Move) -> bool {
    let side = position.side_to_move();
    let Some(from) = mv.from() else { return false };
    let kind_fits = position.piece_at(from).is_some_and(|piece| piece.kind() == name.kind);
    let place_fits = |wanted: Place| {
        let rivals: Vec<Square> =
            movers(position, name.kind, mv.to()).filter(|&square| square != from).collect();
        // Over-specified names may say it of the target where the rule compares the pieces.
        [place(side, name.kind, from, mv.to(), &rivals), place(side, name.kind, from, mv.to(), &[])]
            .contains(&wanted)
            && (wanted != Place::Straight || Motion::of(side, from, mv.to()) == Motion::Up)
    };
    kind_fits
        && mv.promotes() == (name.promotion == Some(true))
        && name.origin.is_none_or(|origin| origin == from)
        && name.motion.is_none_or(|motion| motion == Motion::of(side, from, mv.to()))
        && name.place.is_none_or(place_fits)
}

fn additions(relative: Option<Relative>) -> (Option<Place>, Option<Motion>) {
    match relative {
        None | Some(Relative::Drop) => (None, None),
        Some(Relative::Motion(motion)) => (None, Some(motion)),
        Some(Relative::Place(place)) => (Some(place), None),
        Some(Relative::Both(place, motion)) => (Some(place), Some(motion)),
    }
}
