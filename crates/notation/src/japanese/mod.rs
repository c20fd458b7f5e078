//! Japanese move names: ▲７六歩, △同　金, ▲５二銀右上不成.
//!
//! Names are written by the rules of the Japan Shogi Association (棋譜の表記方法), with the file as a full-width digit and the
//! rank in kanji, as in newspapers and files. After 同 there is a full-width space if only one character follows. Reading is
//! tolerant: see [`resolve`].

pub(crate) mod glyphs;
mod parse;
mod relative;
mod resolve;

use std::fmt;

use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

pub use glyphs::piece_name;
pub(crate) use parse::{WrittenMove, begins_like_a_move, is_explanation, looks_like_a_move, written};
pub use relative::{Motion, OriginSide, Relative};
pub use resolve::resolve;
pub(crate) use resolve::resolve_written;

/// The parts of a move's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveName {
    /// Who moves.
    pub side: Color,
    /// The target; `None` is 同, the target of the move before.
    pub to: Option<Square>,
    /// The piece before a promotion.
    pub kind: PieceKind,
    /// The addition that distinguishes it from other pieces of its kind.
    pub relative: Option<Relative>,
    /// Whether it promotes; `None` if it cannot.
    pub promotion: Option<bool>,
}

impl MoveName {
    /// The name of a pseudo-legal move; `None` if its origin is empty.
    ///
    /// `previous` is the target of the move before.
    pub fn new(position: &Position, mv: Move, previous: Option<Square>) -> Option<MoveName> {
        let side = position.side_to_move();
        let to = mv.to();
        let kind = match mv.from() {
            Some(from) => position.piece_at(from)?.kind(),
            None => mv.dropped()?,
        };
        let in_zone = |square: Square| square.relative_rank(side) < 3;
        let can_promote =
            mv.from().is_some_and(|from| kind.promoted().is_some() && (in_zone(from) || in_zone(to)));
        Some(MoveName {
            side,
            to: (mv.is_drop() || previous != Some(to)).then_some(to),
            kind,
            relative: Relative::from_move(position, mv),
            promotion: can_promote.then_some(mv.promotes()),
        })
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tail = String::from(piece_name(self.kind));
        if let Some(relative) = self.relative {
            tail += &relative.kanji();
        }
        tail += match self.promotion {
            Some(true) => "成",
            Some(false) => "不成",
            None => "",
        };
        write!(f, "{}", glyphs::mark(self.side))?;
        match self.to {
            Some(to) => write!(f, "{}{tail}", square_name(to)),
            None if tail.chars().count() == 1 => write!(f, "同　{tail}"),
            None => write!(f, "同{tail}"),
        }
    }
}

/// A square as files and newspapers write it: ７六.
pub fn square_name(square: Square) -> String {
    [glyphs::file_name(square.file()), glyphs::rank_name(square.rank())].into_iter().collect()
}

/// The name of a pseudo-legal move, such as ▲２四銀不成. `previous` is the target of the move before.
///
/// For a move that starts from an empty square, which has no name, this is its USI name.
pub fn move_name(position: &Position, mv: Move, previous: Option<Square>) -> String {
    MoveName::new(position, mv, previous).map_or_else(|| mv.to_string(), |name| name.to_string())
}

/// The names of moves that are played one after the other.
pub fn line_names(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut previous: Option<Square> = None;
    let mut names = Vec::with_capacity(line.len());
    for &mv in line {
        names.push(move_name(&position, mv, previous));
        previous = Some(mv.to());
        let _ = position.make(mv);
    }
    names
}

/// JKF's code for the addition that a move's name needs: `L`, `C`, `R`, `U`, `M`, `D`, `H`, `LU` … `None` if it needs none.
pub fn relative_code(position: &Position, mv: Move) -> Option<&'static str> {
    Relative::from_move(position, mv).map(Relative::code)
}
