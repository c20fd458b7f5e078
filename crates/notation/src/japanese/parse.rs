//! Reads a Japanese move name without looking at a position.

use yomikiri_shogi::{Color, PieceKind, Square};

use super::glyphs::{digit, numeral, piece_prefix, side_of_mark, square};
use super::relative::{Motion, OriginSide};

/// A move as it was written. Anything but the piece may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenMove {
    /// ▲ or △.
    pub side: Option<Color>,
    /// The target.
    pub to: Option<Square>,
    /// 同: the target of the move before.
    pub same: bool,
    /// The piece before a promotion.
    pub kind: PieceKind,
    /// 左 直 右
    pub origin_side: Option<OriginSide>,
    /// 上 寄 引
    pub motion: Option<Motion>,
    /// 打
    pub drop: bool,
    /// 成 or 不成
    pub promotion: Option<bool>,
    /// The origin that KIF adds: `(77)`.
    pub origin: Option<Square>,
}

impl WrittenMove {
    /// A piece without target or modifiers.
    pub fn new(kind: PieceKind) -> WrittenMove {
        WrittenMove {
            side: None,
            to: None,
            same: false,
            kind,
            origin_side: None,
            motion: None,
            drop: false,
            promotion: None,
            origin: None,
        }
    }

    /// Takes the modifiers that follow the piece and returns what follows them; `None` if they contradict each other.
    fn modifiers<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            let known = match c {
                '左' => set(&mut self.origin_side, OriginSide::Left),
                '直' => set(&mut self.origin_side, OriginSide::Straight),
                '右' => set(&mut self.origin_side, OriginSide::Right),
                '上' | '行' | '入' => set(&mut self.motion, Motion::Up),
                '寄' => set(&mut self.motion, Motion::Sideways),
                '引' => set(&mut self.motion, Motion::Down),
                '打' => {
                    self.drop = true;
                    true
                }
                '成' => set(&mut self.promotion, true),
                '生' => set(&mut self.promotion, false),
                '不' if rest.starts_with("不成") => {
                    length = "不成".len();
                    set(&mut self.promotion, false)
                }
                _ => break,
            };
            if !known {
                return None;
            }
            rest = &rest[length..];
        }
        Some(rest)
    }
}

/// Whether a text begins as a move does: with a side mark, a numeral or 同.
pub(crate) fn begins_like_a_move(text: &str) -> bool {
    text.chars().next().is_some_and(|c| side_of_mark(c).is_some() || numeral(c).is_some() || is_same(c))
}

/// Whether a text is meant as a move: `７六`, `76歩`, `同　金`, `▲金`, but not `２１世紀` or `同時に`.
pub(crate) fn looks_like_a_move(text: &str) -> bool {
    if is_explanation(text) {
        return false;
    }
    let rest = text.trim_start_matches(|c| side_of_mark(c).is_some()).trim_start();
    let marked = rest.len() < text.len();
    let piece = |text: &str| piece_prefix(text.trim_start()).is_some();
    if rest.is_empty() || piece(rest) {
        return marked;
    }
    let mut chars = rest.chars();
    let (first, second) = (chars.next(), chars.next());
    let to = first.zip(second).and_then(|(file, rank)| square(file, rank));
    // A digit and a kanji numeral are hardly anything but a square. Other pairs of numerals often are.
    let mixed = first.and_then(digit).is_some() && second.and_then(digit).is_none();
    match to {
        Some(_) => marked || mixed || chars.as_str().is_empty() || piece(chars.as_str()),
        None => first.is_some_and(|c| is_same(c) && piece(&rest[c.len_utf8()..])),
    }
}

/// Whether a line that may begin with a move explains it: `▲５二金 → mate in 3`. No format has arrows in its moves.
pub(crate) fn is_explanation(text: &str) -> bool {
    text.contains('→')
}

fn is_same(c: char) -> bool {
    matches!(c, '同' | '仝')
}

/// Reads one move at the beginning of a text and returns what follows it.
pub(crate) fn written(text: &str) -> Option<(WrittenMove, &str)> {
    let mut rest = text.trim_start();
    let side = take(&mut rest, side_of_mark);
    rest = rest.trim_start();
    let to = leading_square(&mut rest);
    let same = take(&mut rest, |c| is_same(c).then_some(())).is_some();
    if to.is_none() && !same {
        return None;
    }
    let (kind, after) = piece_prefix(rest.trim_start())?;
    let mut written = WrittenMove { side, to, same, ..WrittenMove::new(kind) };
    let mut rest = written.modifiers(after)?;
    if let Some((origin, after)) = origin(rest) {
        match origin {
            Some(square) => written.origin = Some(square),
            None => written.drop = true,
        }
        rest = after;
    }
    Some((written, rest))
}

/// Takes the first character if `known` returns a value for it.
fn take<T>(rest: &mut &str, known: impl Fn(char) -> Option<T>) -> Option<T> {
    let first = rest.chars().next()?;
    let value = known(first)?;
    *rest = &rest[first.len_utf8()..];
    Some(value)
}

fn leading_square(rest: &mut &str) -> Option<Square> {
    let mut chars = rest.chars();
    let found = square(chars.next()?, chars.next()?)?;
    *rest = chars.as_str();
    Some(found)
}

/// Sets a modifier. Returns `false` if it contradicts an earlier one.
fn set<T: PartialEq + Copy>(slot: &mut Option<T>, value: T) -> bool {
    let fresh = slot.is_none_or(|old| old == value);
    *slot = Some(value);
    fresh
}

/// `(77)`, or `(00)` for a piece from the hand. Other brackets hold a time and are left alone.
fn origin(text: &str) -> Option<(Option<Square>, &str)> {
    let mut chars = text.trim_start().chars();
    if !matches!(chars.next()?, '(' | '（') {
        return None;
    }
    let (file, rank) = (chars.next()?, chars.next()?);
    if !matches!(chars.next()?, ')' | '）') {
        return None;
    }
    match (digit(file)?, digit(rank)?) {
        (0, 0) => Some((None, chars.as_str())),
        _ => Some((Some(square(file, rank)?), chars.as_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        let (read, rest) = written("▲２四銀右上不成 △同　歩").unwrap();
        assert_eq!(rest, " △同　歩");
        assert_eq!((read.side, read.to, read.same), (Some(Color::Black), Some(Square::S2D), false));
        assert_eq!((read.origin_side, read.motion), (Some(OriginSide::Right), Some(Motion::Up)));
        assert_eq!((read.kind, read.promotion, read.drop), (PieceKind::Silver, Some(false), false));

        let (read, rest) = written("同　成桂(33)( 0:01/00:00:02)").unwrap();
        assert_eq!((read.same, read.kind, read.origin), (true, PieceKind::ProKnight, Some(Square::S3C)));
        assert_eq!(rest, "( 0:01/00:00:02)");
        assert_eq!(written("76歩（７７）").unwrap().0.origin, Some(Square::S7G));
        assert!(written("55角(00)").unwrap().0.drop);
        assert_eq!(written("☖７六同歩生").unwrap().0.promotion, Some(false));
        assert_eq!(written("８八飛行").unwrap().0.motion, Some(Motion::Up));
        assert_eq!(written("８八飛不").unwrap().1, "不");
    }

    #[test]
    fn no_moves() {
        for bad in
            ["", "▲", "７", "７六", "同", "▲投了", "７六歩右左", "７六歩成不成", "０六歩", "歩", "７六成金"]
        {
            assert_eq!(written(bad), None, "{bad}");
        }
        assert!(begins_like_a_move("同　歩") && begins_like_a_move("☗７六歩") && begins_like_a_move("7"));
        assert!(!begins_like_a_move("投了") && !begins_like_a_move(""));
    }

    #[test]
    fn what_was_meant_as_a_move() {
        for text in [
            "７六歩",
            "７六",
            "７六ほ",
            "76",
            "76歩",
            "７７桂x",
            "七六歩",
            "同　歩",
            "同金",
            "▲",
            "▲７６",
            "△金打",
            "▲ ７六",
        ] {
            assert!(looks_like_a_move(text), "{text}");
        }
        for text in [
            "",
            "２１世紀",
            "2023年",
            "同時に",
            "同",
            "一二三九段",
            "▲先手",
            "△羽生",
            "金",
            "歩の手筋",
            "１０手目",
            "▲５二金 → △同玉",
            "7",
        ] {
            assert!(!looks_like_a_move(text), "{text}");
        }
    }
}
