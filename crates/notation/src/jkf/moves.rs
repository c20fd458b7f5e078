//! Which move an entry of JKF means.

use serde::Deserialize;
use serde_json::Value;
use yomikiri_shogi::{Move, Piece, PieceKind, Position, Square};

use crate::csa::names::kind_of;
use crate::error::{ReadFault, quote};

/// The `move` of an entry; other fields follow from the position.
#[derive(Deserialize)]
pub(super) struct MoveEntry {
    color: Option<Value>,
    from: Option<Place>,
    to: Option<Place>,
    piece: Option<String>,
    promote: Option<bool>,
    relative: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
struct Place {
    x: usize,
    y: usize,
}

impl Place {
    fn square(self) -> Option<Square> {
        Square::new(self.x.checked_sub(1)?, self.y.checked_sub(1)?)
    }
}

/// Where a line of moves goes on.
#[derive(Clone)]
pub(super) struct Point {
    pub position: Position,
    /// The destination of the last move, for a move that says `same` instead of where it goes.
    pub last_to: Option<Square>,
}

/// The move that an entry means. What it does not say is filled in if only one legal move fits.
pub(super) fn find_move(entry: &MoveEntry, point: &Point) -> Result<Move, ReadFault> {
    let position = &point.position;
    let text = describe(entry);
    let not_a_move = || ReadFault::NotAMove(text.clone());
    let illegal = || ReadFault::IllegalMove { text: text.clone(), sfen: position.to_sfen() };
    if let Some(number) = entry.color.as_ref().and_then(Value::as_u64)
        && usize::try_from(number) != Ok(position.side_to_move().index())
    {
        return Err(illegal());
    }
    let to = match entry.to {
        Some(place) => place.square(),
        None => point.last_to,
    };
    let to = to.ok_or_else(not_a_move)?;
    let kind = match entry.piece.as_deref() {
        Some(name) => Some(kind_of(name).ok_or_else(not_a_move)?),
        None => None,
    };
    // Programs that come from CSA may have its square 00 for the hand.
    if let Some(from) = entry.from.filter(|from| (from.x, from.y) != (0, 0)) {
        let from = from.square().filter(|&from| from != to).ok_or_else(not_a_move)?;
        let before = position.piece_at(from).ok_or_else(illegal)?.kind();
        // Programs that come from CSA name the piece as it is after the move.
        let promoted = kind.is_some() && before.promoted() == kind;
        if kind.is_some_and(|kind| kind != before) && !promoted {
            return Err(illegal());
        }
        let promotes = entry.promote.unwrap_or(promoted);
        let mut choices = vec![Move::new(from, to, promotes)];
        if entry.promote.is_none() && !promotes {
            // No choice given where there is none: the piece must promote.
            choices.push(Move::new(from, to, true));
        }
        return choices.into_iter().find(|&mv| position.is_legal(mv)).ok_or_else(illegal);
    }
    let kind = kind.ok_or_else(not_a_move)?;
    let board_move = entry.relative.as_deref().is_some_and(|relative| relative != "H");
    if PieceKind::HAND.contains(&kind) && !board_move {
        let drop = Move::drop(kind, to);
        if position.is_legal(drop) {
            return Ok(drop);
        }
    }
    // As in books: the piece is named, and only one of its kind can go there.
    let mut fitting = position.legal_moves();
    fitting.retain(|mv| {
        let piece = mv.from().and_then(|from| position.piece_at(from)).map(Piece::kind);
        mv.to() == to && piece == Some(kind) && mv.promotes() == entry.promote.unwrap_or(false)
    });
    match fitting.as_slice() {
        [mv] => Ok(*mv),
        [] => Err(illegal()),
        several => {
            let candidates = several.iter().map(Move::to_string).collect();
            Err(ReadFault::AmbiguousMove { text, candidates })
        }
    }
}

/// A move as CSA would write it, for messages.
fn describe(entry: &MoveEntry) -> String {
    let square = |place: Option<Place>, none: &str| {
        place.map_or_else(|| none.to_owned(), |place| format!("{}{}", place.x, place.y))
    };
    let promotes = if entry.promote == Some(true) { "+" } else { "" };
    let piece = entry.piece.as_deref().unwrap_or_default();
    quote(&format!("{}{}{piece}{promotes}", square(entry.from, "00"), square(entry.to, "同")))
}
