//! Finds the move that an entry of JKF means.

use serde::Deserialize;
use serde_json::Value;
use yomikiri_shogi::{Move, PieceKind, Position, Square};

use super::JkfSquare;
use crate::csa::names::kind_of;
use crate::error::{ReadErrorKind, quote};
use crate::japanese::{self, Motion, WrittenMove, resolve_written};

/// The `move` of an entry. Its other fields follow from the position.
#[derive(Deserialize)]
pub(super) struct MoveEntry {
    color: Option<Value>,
    from: Option<JkfSquare>,
    to: Option<JkfSquare>,
    piece: Option<String>,
    promote: Option<bool>,
    relative: Option<String>,
}

/// The point that a reader has reached in a line of moves.
#[derive(Clone)]
pub(super) struct ReadCursor {
    pub position: Position,
    /// The destination of the last move, for a move that says `same` instead of where it goes.
    pub last_to: Option<Square>,
}

/// The move that an entry means. What it does not say is filled in if only one legal move fits.
pub(super) fn find_move(entry: &MoveEntry, point: &ReadCursor) -> Result<Move, ReadErrorKind> {
    let position = &point.position;
    let not_a_move = || ReadErrorKind::NotAMove(describe(entry));
    if let Some(number) = entry.color.as_ref().and_then(Value::as_u64)
        && usize::try_from(number) != Ok(position.side_to_move().index())
    {
        return Err(illegal(entry, position));
    }
    let to = entry.to.map_or(point.last_to, JkfSquare::square).ok_or_else(not_a_move)?;
    let kind = match entry.piece.as_deref() {
        Some(name) => Some(kind_of(name).ok_or_else(not_a_move)?),
        None => None,
    };
    // Some programs write CSA's square 00 for the hand.
    match entry.from.filter(|from| (from.x, from.y) != (0, 0)) {
        Some(from) => {
            let from = from.square().filter(|&from| from != to).ok_or_else(not_a_move)?;
            with_origin(entry, position, from, to, kind)
        }
        None => without_origin(entry, position, to, kind.ok_or_else(not_a_move)?),
    }
}

fn with_origin(
    entry: &MoveEntry,
    position: &Position,
    from: Square,
    to: Square,
    kind: Option<PieceKind>,
) -> Result<Move, ReadErrorKind> {
    let before = position.piece_at(from).ok_or_else(|| illegal(entry, position))?.kind();
    // Some programs name the piece as CSA does, after the move.
    let promoted = kind.is_some() && before.promoted() == kind;
    if kind.is_some_and(|kind| kind != before) && !promoted {
        return Err(illegal(entry, position));
    }
    let promotes = entry.promote.unwrap_or(promoted);
    // `promote` may be missing where the piece must promote.
    let forced = entry.promote.is_none().then_some(true);
    [Some(promotes), forced]
        .into_iter()
        .flatten()
        .map(|promotes| Move::new(from, to, promotes))
        .find(|&mv| position.is_legal(mv))
        .ok_or_else(|| illegal(entry, position))
}

/// Finds a move without origin: the piece is named, and `relative` distinguishes it from others of its kind.
fn without_origin(
    entry: &MoveEntry,
    position: &Position,
    to: Square,
    kind: PieceKind,
) -> Result<Move, ReadErrorKind> {
    let code = entry.relative.as_deref().unwrap_or_default();
    let (origin_side, motion) = hints(code);
    // Without origin it is a drop, unless something says that the piece was on the board.
    let on_board = origin_side.is_some() || motion.is_some() || entry.promote == Some(true);
    if PieceKind::HAND.contains(&kind) && !on_board && position.is_legal(Move::drop(kind, to)) {
        return Ok(Move::drop(kind, to));
    }
    let name = WrittenMove {
        to: Some(to),
        origin_side,
        motion,
        drop: code == "H",
        promotion: entry.promote,
        ..WrittenMove::new(kind)
    };
    match resolve_written(position, &name, &describe(entry), None) {
        // `promote` may be missing where the piece must promote.
        Err(ReadErrorKind::IllegalMove { .. }) if entry.promote.is_none() && !name.drop => {
            let forced = WrittenMove { promotion: Some(true), ..name };
            resolve_written(position, &forced, &describe(entry), None).map_err(|_| illegal(entry, position))
        }
        found => found,
    }
}

/// What `relative` says about the origin: L C R are its side, U M D the motion. Other letters are ignored.
fn hints(code: &str) -> (Option<japanese::OriginSide>, Option<Motion>) {
    use japanese::OriginSide::{Left, Right, Straight};
    let side = |c| {
        Some(match c {
            'L' => Left,
            'C' => Straight,
            'R' => Right,
            _ => return None,
        })
    };
    let motion = |c| {
        Some(match c {
            'U' => Motion::Up,
            'M' => Motion::Sideways,
            'D' => Motion::Down,
            _ => return None,
        })
    };
    (code.chars().find_map(side), code.chars().find_map(motion))
}

fn illegal(entry: &MoveEntry, position: &Position) -> ReadErrorKind {
    ReadErrorKind::IllegalMove { text: describe(entry), sfen: position.to_sfen() }
}

/// A move as CSA would write it, for messages.
fn describe(entry: &MoveEntry) -> String {
    let digits = |square: Option<JkfSquare>, none: &str| {
        square.map_or_else(|| none.to_owned(), |square| format!("{}{}", square.x, square.y))
    };
    let promotes = if entry.promote == Some(true) { "+" } else { "" };
    let piece = entry.piece.as_deref().unwrap_or_default();
    quote(&format!("{}{}{piece}{promotes}", digits(entry.from, "00"), digits(entry.to, "同")))
}
