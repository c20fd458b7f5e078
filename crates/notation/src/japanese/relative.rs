//! What a name adds when several like pieces could go to one square: 右 左 直, 上 寄 引, 打.
//!
//! The Japan Shogi Association's order of preference: the *motion* alone, else the *place* alone, else both. Every
//! piece that moves there counts, pinned or not: whether a name needs an addition must not depend on who is in check.

use std::cmp::Ordering;

use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

/// Where a piece comes from, seen by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// 左
    Left,
    /// 直: straight up from the square below; golds, silvers and what moves like a gold only.
    Straight,
    /// 右
    Right,
}

/// How a piece moves, seen by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// 上
    Up,
    /// 寄
    Sideways,
    /// 引
    Down,
}

/// The addition that tells a move from its rivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relative {
    /// 打: dropped, although a piece on the board could have moved there.
    Drop,
    /// The motion says it.
    Motion(Motion),
    /// The place says it.
    Place(Place),
    /// Only both together say it.
    Both(Place, Motion),
}

impl Motion {
    /// The motion of a piece of `side`.
    pub(crate) fn of(side: Color, from: Square, to: Square) -> Motion {
        match from.relative_rank(side).cmp(&to.relative_rank(side)) {
            Ordering::Greater => Motion::Up,
            Ordering::Equal => Motion::Sideways,
            Ordering::Less => Motion::Down,
        }
    }

    fn kanji(self) -> &'static str {
        match self {
            Motion::Up => "上",
            Motion::Sideways => "寄",
            Motion::Down => "引",
        }
    }
}

impl Place {
    /// On which side of `other` the square lies, seen by `side`.
    fn compared(side: Color, square: Square, other: Square) -> Place {
        let order = match side {
            Color::Black => square.file().cmp(&other.file()),
            Color::White => other.file().cmp(&square.file()),
        };
        match order {
            Ordering::Greater => Place::Left,
            Ordering::Equal => Place::Straight,
            Ordering::Less => Place::Right,
        }
    }

    fn kanji(self) -> &'static str {
        match self {
            Place::Left => "左",
            Place::Straight => "直",
            Place::Right => "右",
        }
    }
}

impl Relative {
    /// In kanji: 右, 右上 …
    pub fn kanji(self) -> String {
        match self {
            Relative::Drop => "打".into(),
            Relative::Motion(motion) => motion.kanji().into(),
            Relative::Place(place) => place.kanji().into(),
            Relative::Both(place, motion) => format!("{}{}", place.kanji(), motion.kanji()),
        }
    }

    /// The code that JKF uses: L C R for the place, U M D for the motion, H for a drop.
    pub fn code(self) -> &'static str {
        match self {
            Relative::Drop => "H",
            Relative::Motion(Motion::Up) => "U",
            Relative::Motion(Motion::Sideways) => "M",
            Relative::Motion(Motion::Down) => "D",
            Relative::Place(Place::Left) => "L",
            Relative::Place(Place::Right) => "R",
            // 直 is a motion too, so nothing is ever added to it.
            Relative::Place(Place::Straight) | Relative::Both(Place::Straight, _) => "C",
            Relative::Both(Place::Left, Motion::Up) => "LU",
            Relative::Both(Place::Left, Motion::Sideways) => "LM",
            Relative::Both(Place::Left, Motion::Down) => "LD",
            Relative::Both(Place::Right, Motion::Up) => "RU",
            Relative::Both(Place::Right, Motion::Sideways) => "RM",
            Relative::Both(Place::Right, Motion::Down) => "RD",
        }
    }

    /// The addition that `mv`, a pseudo-legal move of the side to move, needs in `position`.
    pub fn of(position: &Position, mv: Move) -> Option<Relative> {
        let (side, to) = (position.side_to_move(), mv.to());
        let Some(from) = mv.from() else {
            return movers(position, mv.dropped()?, to).next().map(|_| Relative::Drop);
        };
        let kind = position.piece_at(from)?.kind();
        let rivals: Vec<Square> = movers(position, kind, to).filter(|&square| square != from).collect();
        if rivals.is_empty() {
            return None;
        }
        let motion = Motion::of(side, from, to);
        if rivals.iter().all(|&rival| Motion::of(side, rival, to) != motion) {
            return Some(Relative::Motion(motion));
        }
        let place = place(side, kind, from, to, &rivals);
        let rival_place = |rival: Square| {
            let others: Vec<Square> =
                rivals.iter().copied().filter(|&square| square != rival).chain([from]).collect();
            self::place(side, kind, rival, to, &others)
        };
        // A piece on the target's file is no rival to 直 if it comes from above.
        let shares = |rival: Square| {
            rival_place(rival) == place && (place != Place::Straight || Motion::of(side, rival, to) == motion)
        };
        if !rivals.iter().any(|&rival| shares(rival)) {
            return Some(Relative::Place(place));
        }
        Some(Relative::Both(place, motion))
    }
}

/// The squares of all pieces of one kind that the side to move could take to `to`, pins forgotten.
pub(crate) fn movers(position: &Position, kind: PieceKind, to: Square) -> impl Iterator<Item = Square> {
    position
        .attackers_to(to, position.side_to_move(), position.occupied())
        .into_iter()
        .filter(move |&square| position.piece_at(square).is_some_and(|piece| piece.kind() == kind))
}

/// Where the piece on `from` comes from.
///
/// Most pieces are left or right *of the target*. Rooks and bishops, promoted or not, are left or right *of each
/// other*, since there are only two of them and 直 is not said of them. (With three or more, which no full set has,
/// the outermost are left and right.)
pub(crate) fn place(side: Color, kind: PieceKind, from: Square, to: Square, rivals: &[Square]) -> Place {
    let great = matches!(kind.unpromoted(), PieceKind::Rook | PieceKind::Bishop);
    if great && !rivals.is_empty() {
        for outermost in [Place::Left, Place::Right] {
            if rivals.iter().all(|&rival| Place::compared(side, from, rival) == outermost) {
                return outermost;
            }
        }
    }
    Place::compared(side, from, to)
}
