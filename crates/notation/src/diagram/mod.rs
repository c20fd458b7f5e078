//! Draws board diagrams: as text for a terminal, as SVG and PNG for a page.
//!
//! All show the board with files 9…1 and ranks 一…九, both hands and the side to move, as books do. Promoted pieces have their
//! one-character names (と 杏 圭 全 馬 龍), and both kings are 玉.

mod bitmap;
mod canvas;
mod picture;
mod pixels;
mod png;
mod strokes;
mod svg;
mod text;

pub use picture::Picture;
pub use strokes::stroke_path;
pub use text::{hand_text, text};

use yomikiri_shogi::Hand;

use crate::japanese::glyphs::{kanji_number, piece_char};

/// The pieces of a hand, strongest first, with their counts if there are several.
pub(crate) fn held(hand: Hand) -> impl Iterator<Item = (char, Option<String>)> {
    hand.iter().rev().map(|(kind, count)| (piece_char(kind), (count > 1).then(|| kanji_number(count))))
}
