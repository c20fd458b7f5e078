//! Board diagrams: as text for a terminal, as SVG for a page.
//!
//! Both show what a book shows: the board with files 9…1 and ranks 一…九, both hands, and whose move it is. Promoted
//! pieces have their one-character forms (と 杏 圭 全 馬 龍), and both kings are 玉.

mod svg;
mod text;

pub use svg::Svg;
pub use text::text;

use yomikiri_shogi::{Hand, PieceKind};

/// The ranks from the far side, and the numerals from 1.
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A piece as one character.
const fn glyph(kind: PieceKind) -> char {
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

/// A number from 1 to 99 in kanji, as piece counts are written: 二, 十, 十八, 二十一.
fn numeral(number: u32) -> String {
    debug_assert!((1..100).contains(&number));
    let (tens, ones) = (number as usize / 10, number as usize % 10);
    let mut text = String::new();
    if tens > 1 {
        text.extend(NUMERALS.get(tens - 1));
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 {
        text.push(NUMERALS[ones - 1]);
    }
    text
}

/// The pieces of a hand, strongest first, each with its count where that is more than one.
fn held(hand: Hand) -> impl Iterator<Item = (char, Option<String>)> {
    hand.iter().rev().map(|(kind, count)| (glyph(kind), (count > 1).then(|| numeral(count))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals() {
        let cases = [
            (1, "一"),
            (2, "二"),
            (9, "九"),
            (10, "十"),
            (11, "十一"),
            (18, "十八"),
            (20, "二十"),
            (31, "三十一"),
        ];
        for (number, text) in cases {
            assert_eq!(numeral(number), text);
        }
    }

    #[test]
    fn glyphs_differ() {
        let mut glyphs: Vec<char> = PieceKind::ALL.into_iter().map(glyph).collect();
        glyphs.sort_unstable();
        glyphs.dedup();
        assert_eq!(glyphs.len(), PieceKind::ALL.len());
    }
}
