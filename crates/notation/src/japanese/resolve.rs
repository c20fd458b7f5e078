//! Finds the move that a Japanese name means in a position.

use yomikiri_shogi::{Move, Position, Square};

use super::parse::{WrittenMove, written};
use super::relative::{Motion, OriginSide, Relative, movers, origin_side};
use crate::ReadErrorKind;
use crate::error::quote;

/// The legal move that `text` names. `previous` is the target of the move before, which 同 refers to.
///
/// A name may have more modifiers than it needs if they are true. Without 成 the piece does not promote. Without 打 a piece on
/// the board moves if one legally can. KIF's origin, as in `７六歩(77)`, may follow the name.
pub fn resolve(position: &Position, text: &str, previous: Option<Square>) -> Result<Move, ReadErrorKind> {
    match written(text) {
        Some((name, rest)) if rest.trim().is_empty() => resolve_written(position, &name, text, previous),
        _ => Err(ReadErrorKind::NotAMove(quote(text))),
    }
}

/// The legal move that a name read from `text` means.
pub(crate) fn resolve_written(
    position: &Position,
    name: &WrittenMove,
    text: &str,
    previous: Option<Square>,
) -> Result<Move, ReadErrorKind> {
    let illegal = || ReadErrorKind::IllegalMove { text: quote(text), sfen: position.to_sfen() };
    // `７六同歩` gives the target twice: both must agree.
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
    if candidates.is_empty() && name.origin.is_none() && name.origin_side.is_none() && name.motion.is_none() {
        let dropped = |mv: &Move| mv.dropped() == Some(name.kind) && name.promotion != Some(true);
        candidates = legal.into_iter().filter(dropped).collect();
    }
    if candidates.len() > 1 {
        let exact =
            |&mv: &Move| additions(Relative::from_move(position, mv)) == (name.origin_side, name.motion);
        let canonical: Vec<Move> = candidates.iter().copied().filter(exact).collect();
        if canonical.len() == 1 {
            candidates = canonical;
        }
    }
    match candidates.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(illegal()),
        _ => Err(ReadErrorKind::AmbiguousMove {
            text: quote(text),
            candidates: candidates.iter().map(Move::to_string).collect(),
        }),
    }
}

/// Whether everything in a name is true of a move of a piece on the board.
fn fits(position: &Position, name: &WrittenMove, mv: Move) -> bool {
    let side = position.side_to_move();
    let Some(from) = mv.from() else { return false };
    let kind_fits = position.piece_at(from).is_some_and(|piece| piece.kind() == name.kind);
    let side_fits = |wanted: OriginSide| {
        let rivals: Vec<Square> =
            movers(position, name.kind, mv.to()).filter(|&square| square != from).collect();
        // Names with more modifiers than needed may refer to the target where the rule compares the pieces.
        [&rivals[..], &[]].map(|rivals| origin_side(side, name.kind, from, mv.to(), rivals)).contains(&wanted)
            && (wanted != OriginSide::Straight || Motion::new(side, from, mv.to()) == Motion::Up)
    };
    kind_fits
        && mv.promotes() == (name.promotion == Some(true))
        && name.origin.is_none_or(|origin| origin == from)
        && name.motion.is_none_or(|motion| motion == Motion::new(side, from, mv.to()))
        && name.origin_side.is_none_or(side_fits)
}

fn additions(relative: Option<Relative>) -> (Option<OriginSide>, Option<Motion>) {
    match relative {
        None | Some(Relative::Drop) => (None, None),
        Some(Relative::Motion(motion)) => (None, Some(motion)),
        Some(Relative::OriginSide(side)) => (Some(side), None),
        Some(Relative::Both(side, motion)) => (Some(side), Some(motion)),
    }
}
