//! The characters of Japanese notation: numerals of every width, names of pieces, marks of the two sides.

use yomikiri_shogi::{Color, PieceKind, Square};

const WIDE_DIGITS: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];
const KANJI_DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The value of a half-width or full-width digit.
pub(crate) fn digit(c: char) -> Option<usize> {
    match c {
        '0'..='9' => Some(c as usize - '0' as usize),
        '０'..='９' => Some(c as usize - '０' as usize),
        _ => None,
    }
}

/// The value of a kanji numeral below ten. Zero is written with an ideograph or with a circle.
pub(crate) fn kanji_digit(c: char) -> Option<usize> {
    if c == '○' { Some(0) } else { KANJI_DIGITS.iter().position(|&k| k == c) }
}

/// A digit of any style.
pub(crate) fn numeral(c: char) -> Option<usize> {
    digit(c).or_else(|| kanji_digit(c))
}

/// The full-width digit that names a file, given from 0.
pub(crate) fn file_name(file: usize) -> char {
    WIDE_DIGITS[file + 1]
}

/// The kanji numeral that names a rank, given from 0.
pub(crate) fn rank_name(rank: usize) -> char {
    KANJI_DIGITS[rank + 1]
}

/// A small number in kanji: 二, 十, 十八.
pub(crate) fn kanji_number(n: u32) -> String {
    let (tens, ones) = (n / 10, n % 10);
    let mut text = String::new();
    if tens > 1 {
        text.push(KANJI_DIGITS[(tens % 10) as usize]);
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || tens == 0 {
        text.push(KANJI_DIGITS[ones as usize]);
    }
    text
}

/// A square from its file and rank numerals.
pub(crate) fn square(file: char, rank: char) -> Option<Square> {
    Square::new(numeral(file)?.checked_sub(1)?, numeral(rank)?.checked_sub(1)?)
}

/// Whose mark this is: ▲ ☗ for Black, △ ☖ for White, and their look-alikes.
pub(crate) fn side_of_mark(c: char) -> Option<Color> {
    match c {
        '▲' | '☗' | '▼' | '⛊' => Some(Color::Black),
        '△' | '☖' | '▽' | '⛉' => Some(Color::White),
        _ => None,
    }
}

/// The mark written before a move.
pub(crate) fn mark(side: Color) -> char {
    match side {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// The name of a piece in a move, as the Japan Shogi Association writes it, but with 龍 for 竜 as on
/// diagrams.
pub fn piece_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// The one character that stands for a piece on a diagram.
pub(crate) fn piece_char(kind: PieceKind) -> char {
    match kind {
        PieceKind::Pawn => '歩',
        PieceKind::Lance => '香',
        PieceKind::Knight => '桂',
        PieceKind::Silver => '銀',
        PieceKind::Gold => '金',
        PieceKind::Bishop => '角',
        PieceKind::Rook => '飛',
        PieceKind::King => '玉',
        PieceKind::ProPawn => 'と',
        PieceKind::ProLance => '杏',
        PieceKind::ProKnight => '圭',
        PieceKind::ProSilver => '全',
        PieceKind::Horse => '馬',
        PieceKind::Dragon => '龍',
    }
}

/// The piece a single character stands for.
pub(crate) fn piece_of_char(c: char) -> Option<PieceKind> {
    Some(match c {
        '王' => PieceKind::King,
        '竜' => PieceKind::Dragon,
        _ => return PieceKind::ALL.into_iter().find(|&kind| piece_char(kind) == c),
    })
}

/// The piece a text begins with (成銀, と, 龍 …) and what follows it.
pub(crate) fn piece_prefix(text: &str) -> Option<(PieceKind, &str)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    if first != '成' {
        return Some((piece_of_char(first)?, chars.as_str()));
    }
    let base = piece_of_char(chars.next()?)?;
    match base {
        PieceKind::Lance | PieceKind::Knight | PieceKind::Silver => Some((base.promoted()?, chars.as_str())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_kanji() {
        let names: Vec<String> = [0, 1, 9, 10, 11, 18, 20, 31].into_iter().map(kanji_number).collect();
        assert_eq!(names, ["〇", "一", "九", "十", "十一", "十八", "二十", "三十一"]);
    }

    #[test]
    fn squares_in_every_style() {
        for text in ["76", "７６", "７六", "7六", "七六", "七6"] {
            let mut chars = text.chars();
            let (file, rank) = (chars.next().unwrap(), chars.next().unwrap());
            assert_eq!(square(file, rank), Some(Square::S7F), "{text}");
        }
        assert_eq!(square('0', '1'), None);
        assert_eq!(square('１', '〇'), None);
        assert_eq!(square('同', '1'), None);
    }

    #[test]
    fn pieces_in_every_style() {
        for kind in PieceKind::ALL {
            assert_eq!(piece_of_char(piece_char(kind)), Some(kind));
            assert_eq!(piece_prefix(piece_name(kind)), Some((kind, "")));
            // Moves and diagrams have the same characters; only 成香, 成桂 and 成銀 have shorter names on
            // diagrams.
            let name = piece_name(kind);
            assert!(name.starts_with('成') || name == piece_char(kind).to_string(), "{name}");
        }
        assert_eq!(piece_prefix("龍引"), Some((PieceKind::Dragon, "引")));
        assert_eq!(piece_prefix("王"), Some((PieceKind::King, "")));
        for bad in ["", "成", "成金", "成と", "a"] {
            assert_eq!(piece_prefix(bad), None, "{bad}");
        }
    }
}
