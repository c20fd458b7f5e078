//! Board diagrams: as text for a terminal, as SVG for a page.
//!
//! Both show what a book shows: the board with files 9…1 and ranks 一…九, both hands, and whose move it is. Promoted
//! pieces have their one-character forms (と 杏 圭 全 馬 龍), and both kings are 玉.

mod svg;
mod text;

pub use svg::Svg;
pub use text::{hand_text, text};

use yomikiri_shogi::Hand;

use crate::japanese::glyphs::{kanji_number, piece_char};

/// The pieces of a hand, strongest first, each with its count where that is more than one.
pub(crate) fn held(hand: Hand) -> impl Iterator<Item = (char, Option<String>)> {
    hand.iter().rev().map(|(kind, count)| (piece_char(kind), (count > 1).then(|| kanji_number(count))))
}
