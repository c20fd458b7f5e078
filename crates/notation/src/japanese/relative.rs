//! The addition to a move's name where several pieces of a kind could go to one square: 右 左 直, 上 寄 引, 打.
//!
//! The rules of the Japan Shogi Association prefer the *motion* (上 寄 引) alone, then the *side of the origin* (右 左 直) alone,
//! then both. Pinned pieces count as well, so that a name does not depend on who is in check.

use std::cmp::Ordering;

use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

/// On which side of the target a piece stands before the move, seen by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OriginSide {
    /// 左
    Left,
    /// 直: on the square below the target, for golds, silvers and pieces that move like a gold.
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

/// The addition that distinguishes a move from those of other pieces of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relative {
    /// 打: dropped, although a piece on the board could have moved there.
    Drop,
    /// The motion alone.
    Motion(Motion),
    /// The side of the origin alone.
    OriginSide(OriginSide),
    /// Both together.
    Both(OriginSide, Motion),
}

impl Motion {
    /// The motion of a piece of `side`.
    pub(crate) fn new(side: Color, from: Square, to: Square) -> Motion {
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

impl OriginSide {
    /// On which side of `other` the square lies, seen by `side`.
    fn compared(side: Color, square: Square, other: Square) -> OriginSide {
        let order = match side {
            Color::Black => square.file().cmp(&other.file()),
            Color::White => other.file().cmp(&square.file()),
        };
        match order {
            Ordering::Greater => OriginSide::Left,
            Ordering::Equal => OriginSide::Straight,
            Ordering::Less => OriginSide::Right,
        }
    }

    fn kanji(self) -> &'static str {
        match self {
            OriginSide::Left => "左",
            OriginSide::Straight => "直",
            OriginSide::Right => "右",
        }
    }
}

impl Relative {
    /// The kanji: 右, 右上 …
    pub fn kanji(self) -> String {
        match self {
            Relative::Drop => "打".into(),
            Relative::Motion(motion) => motion.kanji().into(),
            Relative::OriginSide(side) => side.kanji().into(),
            Relative::Both(side, motion) => format!("{}{}", side.kanji(), motion.kanji()),
        }
    }

    /// The code that JKF uses: L C R for the side of the origin, U M D for the motion, H for a drop.
    pub fn code(self) -> &'static str {
        match self {
            Relative::Drop => "H",
            Relative::Motion(Motion::Up) => "U",
            Relative::Motion(Motion::Sideways) => "M",
            Relative::Motion(Motion::Down) => "D",
            Relative::OriginSide(OriginSide::Left) => "L",
            Relative::OriginSide(OriginSide::Right) => "R",
            // 直 implies an upward motion, so no motion is added to it.
            Relative::OriginSide(OriginSide::Straight) | Relative::Both(OriginSide::Straight, _) => "C",
            Relative::Both(OriginSide::Left, Motion::Up) => "LU",
            Relative::Both(OriginSide::Left, Motion::Sideways) => "LM",
            Relative::Both(OriginSide::Left, Motion::Down) => "LD",
            Relative::Both(OriginSide::Right, Motion::Up) => "RU",
            Relative::Both(OriginSide::Right, Motion::Sideways) => "RM",
            Relative::Both(OriginSide::Right, Motion::Down) => "RD",
        }
    }

    /// The addition that `mv`, a pseudo-legal move of the side to move, needs in `position`.
    pub fn from_move(position: &Position, mv: Move) -> Option<Relative> {
        let (side, to) = (position.side_to_move(), mv.to());
        let Some(from) = mv.from() else {
            return movers(position, mv.dropped()?, to).next().map(|_| Relative::Drop);
        };
        let kind = position.piece_at(from)?.kind();
        let rivals: Vec<Square> = movers(position, kind, to).filter(|&square| square != from).collect();
        if rivals.is_empty() {
            return None;
        }
        let motion = Motion::new(side, from, to);
        if rivals.iter().all(|&rival| Motion::new(side, rival, to) != motion) {
            return Some(Relative::Motion(motion));
        }
        let own = origin_side(side, kind, from, to, &rivals);
        let rival_side = |rival: Square| {
            let others: Vec<Square> =
                rivals.iter().copied().filter(|&square| square != rival).chain([from]).collect();
            origin_side(side, kind, rival, to, &others)
        };
        // 直 implies an upward motion: a piece that comes down the same file does not share it.
        let shares = |rival: Square| {
            rival_side(rival) == own
                && (own != OriginSide::Straight || Motion::new(side, rival, to) == motion)
        };
        if !rivals.iter().any(|&rival| shares(rival)) {
            return Some(Relative::OriginSide(own));
        }
        Some(Relative::Both(own, motion))
    }
}

/// The squares of all pieces of one kind with which the side to move could go to `to`, pinned ones included.
pub(crate) fn movers(position: &Position, kind: PieceKind, to: Square) -> impl Iterator<Item = Square> {
    position
        .attackers_to(to, position.side_to_move(), position.occupied())
        .into_iter()
        .filter(move |&square| position.piece_at(square).is_some_and(|piece| piece.kind() == kind))
}

/// The side of the origin of the piece on `from`.
///
/// Most pieces are left or right *of the target*. Rooks and bishops, promoted or not, are left or right *of each other*: there
/// are only two of them, and 直 does not apply to them. (Artificial positions have more; then the outermost are left and right.)
pub(crate) fn origin_side(
    side: Color,
    kind: PieceKind,
    from: Square,
    to: Square,
    rivals: &[Square],
) -> OriginSide {
    let great = matches!(kind.unpromoted(), PieceKind::Rook | PieceKind::Bishop);
    if great && !rivals.is_empty() {
        for outermost in [OriginSide::Left, OriginSide::Right] {
            if rivals.iter().all(|&rival| OriginSide::compared(side, from, rival) == outermost) {
                return outermost;
            }
        }
    }
    OriginSide::compared(side, from, to)
}
