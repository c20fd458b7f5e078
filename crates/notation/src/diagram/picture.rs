//! The diagram as a picture, in the style of printed problem books.
//!
//! Pieces are plain black characters on a grid, White's turned around, and the hands are columns beside the board. This module has
//! the layout, in user units; [`Svg`] and [`Pixels`] draw it.

use yomikiri_shogi::{Color, Move, Piece, Position, Square};

use super::canvas::{Canvas, Character, Colour, INK, PAPER, Point, RED};
use super::pixels::Pixels;
use super::svg::Svg;
use super::{held, png};
use crate::japanese::glyphs::{piece_char, rank_name};

/// Options of a picture. [`svg`](Picture::svg) and [`png`](Picture::png) draw a position with them.
///
/// ```
/// # use yomikiri_notation::diagram::Picture;
/// # use yomikiri_shogi::Position;
/// let svg = Picture::new().title("第一番").svg(&Position::startpos());
/// assert!(svg.contains("第一番"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    title: Option<String>,
    caption: Option<String>,
    last_move: Option<Move>,
    without_turn: bool,
    without_hand: [bool; 2],
}

pub(super) const CELL: Point = (48.0, 52.0);
const BOARD: Point = (9.0 * CELL.0, 9.0 * CELL.1);
pub(super) const MARGIN: f64 = 16.0;
/// Half of the width of a hand's column.
const HAND: f64 = 18.0;
/// The distance between a hand and the board with its names.
const GAP: f64 = 16.0;
/// The room for file names above the board and rank names at its right.
const NAMES: f64 = 24.0;
/// The height of a line of text above or below the board.
pub(super) const LINE: f64 = 40.0;

pub(super) const LEFT: f64 = MARGIN + 2.0 * HAND + GAP;
pub(super) const WIDTH: f64 = LEFT + BOARD.0 + NAMES + GAP + 2.0 * HAND + MARGIN;
/// The size of a piece.
pub(super) const PIECE: f64 = 38.0;

pub(super) const MOVED_FROM: Colour = Colour(0xfa, 0xf0, 0xd3);
pub(super) const MOVED_TO: Colour = Colour(0xf2, 0xd9, 0x92);

/// Pixels a unit in a PNG: 1184 pixels across.
const SCALE: f64 = 2.0;

impl Picture {
    /// A plain diagram: board, hands, side to move.
    pub fn new() -> Picture {
        Picture::default()
    }

    /// A line above the board. A long text is set smaller, a very long one is cut. Only SVG shows it.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Picture {
        self.title = Some(title.into());
        self
    }

    /// A line below the board, treated like the title.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Picture {
        self.caption = Some(caption.into());
        self
    }

    /// Shades the squares of the move that led to the position, and sets the moved piece in bold.
    #[must_use]
    pub fn last_move(mut self, mv: Move) -> Picture {
        self.last_move = Some(mv);
        self
    }

    /// Leaves out the mark of the side to move.
    #[must_use]
    pub fn without_turn(mut self) -> Picture {
        self.without_turn = true;
        self
    }

    /// Leaves out a hand: problem books print the attacker's only, since the defender holds all the rest.
    #[must_use]
    pub fn without_hand(mut self, color: Color) -> Picture {
        self.without_hand[color.index()] = true;
        self
    }

    /// Draws a position; the result is a complete SVG file. It needs a Japanese font wherever it is shown.
    pub fn svg(&self, position: &Position) -> String {
        let (top, height) = self.extent();
        let mut svg = Svg::new((WIDTH, height), self.title.as_deref().unwrap_or("将棋"), &position.to_sfen());
        self.draw(position, top, &mut svg);
        let centre = LEFT + BOARD.0 / 2.0;
        if let Some(title) = &self.title {
            words(&mut svg, title, (centre, MARGIN + 0.36 * LINE), 24.0);
        }
        if let Some(caption) = &self.caption {
            words(&mut svg, caption, (centre, top + BOARD.1 + 0.66 * LINE), 19.0);
        }
        svg.finish()
    }

    /// Draws a position; the result is a complete PNG file, which looks the same everywhere. The characters of the board and the
    /// hands are drawn without a font, and there are no others: the title and the caption are left out.
    pub fn png(&self, position: &Position) -> Vec<u8> {
        let plain = Picture { title: None, caption: None, ..self.clone() };
        let (top, height) = plain.extent();
        let mut pixels = Pixels::new((WIDTH, height), SCALE);
        plain.draw(position, top, &mut pixels);
        png::encode(&pixels.finish())
    }

    /// Where the board begins, and the height of the picture.
    fn extent(&self) -> (f64, f64) {
        let top = MARGIN + if self.title.is_some() { LINE } else { 0.0 } + NAMES;
        (top, top + BOARD.1 + if self.caption.is_some() { LINE } else { 0.0 } + MARGIN)
    }

    /// Draws all but the title and the caption on a canvas on which the board begins at height `top`.
    pub(super) fn draw(&self, position: &Position, top: f64, canvas: &mut impl Canvas) {
        self.shades(top, canvas);
        board(top, canvas);
        canvas.begin("pieces", Some(PIECE));
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square) {
                self.piece(square, piece, top, canvas);
            }
        }
        canvas.end();
        for color in Color::ALL {
            if !self.without_hand[color.index()] {
                let turn = !self.without_turn && position.side_to_move() == color;
                hand(position, color, turn, top, canvas);
            }
        }
    }

    fn shades(&self, top: f64, canvas: &mut impl Canvas) {
        let mut shade = |square, colour| canvas.shade(square, corner(square, top), CELL, colour);
        if let Some(mv) = self.last_move {
            if let Some(from) = mv.from() {
                shade(from, MOVED_FROM);
            }
            shade(mv.to(), MOVED_TO);
        }
    }

    fn piece(&self, square: Square, piece: Piece, top: f64, canvas: &mut impl Canvas) {
        let (x, y) = corner(square, top);
        let at = (x + CELL.0 / 2.0, y + CELL.1 / 2.0);
        canvas.character(&Character {
            bold: self.last_move.is_some_and(|mv| mv.to() == square),
            turned: piece.color() == Color::White,
            ..Character::new(piece_char(piece.kind()), at, PIECE)
        });
    }
}

/// The upper left corner of a square.
fn corner(square: Square, top: f64) -> Point {
    (LEFT + CELL.0 * (8 - square.file()) as f64, top + CELL.1 * square.rank() as f64)
}

/// The grid with its star points and the names of files and ranks.
fn board(top: f64, canvas: &mut impl Canvas) {
    canvas.grid((LEFT, top), CELL);
    for (file, rank) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
        canvas.dot((LEFT + CELL.0 * file, top + CELL.1 * rank), 3.0);
    }
    canvas.begin("names", Some(16.0));
    for (i, digit) in ('1'..='9').rev().enumerate() {
        let (x, y) = (LEFT + CELL.0 * (i as f64 + 0.5), top + CELL.1 * (i as f64 + 0.5));
        canvas.character(&Character::new(digit, (x, top - 0.5 * NAMES), 16.0));
        canvas.character(&Character::new(rank_name(i), (LEFT + BOARD.0 + 0.58 * NAMES, y), 16.0));
    }
    canvas.end();
}

/// A hand in a column that starts level with the board: the side's sign, 持駒, then the pieces with their counts; above them a red
/// 手番 if it is this side's turn.
fn hand(position: &Position, color: Color, turn: bool, top: f64, canvas: &mut impl Canvas) {
    let (x, fill, class) = match color {
        Color::Black => (WIDTH - MARGIN - HAND, INK, "hand-b"),
        Color::White => (MARGIN + HAND, PAPER, "hand-w"),
    };
    canvas.sign((x, top + 5.5), fill);
    if turn {
        canvas.word("turn", "手番", (x, top - 0.5 * NAMES), 14.0, RED);
    }
    // Character, size and line height. If the column is too high, all are scaled down together.
    let mut column: Vec<(char, f64, f64)> = vec![('持', 17.0, 19.0), ('駒', 17.0, 29.0)];
    for (piece, count) in held(position.hand(color)) {
        column.push((piece, 29.0, 32.0));
        for digit in count.iter().flat_map(|count| count.chars()) {
            column.push((digit, 20.0, 22.0));
        }
        if let Some((_, _, line)) = column.last_mut() {
            *line += 5.0;
        }
    }
    if column.len() == 2 {
        column.extend([('な', 20.0, 22.0), ('し', 20.0, 22.0)]);
    }
    let start = top + 42.0;
    let needed: f64 = column.iter().map(|&(_, _, line)| line).sum();
    let scale = (f64::min(1.0, (top + BOARD.1 - start) / needed) * 1000.0).floor() / 1000.0;
    canvas.begin(class, None);
    let mut y = start;
    for (glyph, size, line) in column {
        let size = tidy(size * scale);
        canvas.character(&Character::new(glyph, (x, y + size / 2.0), size));
        y += line * scale;
    }
    canvas.end();
}

/// A centred line of text that fits the width of the picture.
fn words(canvas: &mut impl Canvas, text: &str, (x, y): Point, size: f64) {
    let room = 2.0 * (WIDTH - MARGIN - x).min(x - MARGIN);
    let (size, text) = fit(text, size, room);
    canvas.word("line", &text, (x, y), size, INK);
}

/// Rounds to a hundredth, so that no file contains `17.299999999999997`.
pub(super) fn tidy(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The font size, at most `size`, in which a text fits into `room`. A text that is too long for the smallest legible size is cut.
fn fit(text: &str, size: f64, room: f64) -> (f64, String) {
    const MIN_SIZE: f64 = 12.0;
    let width = |c: char| if c.is_ascii() { 0.56 } else { 1.0 };
    let whole: f64 = text.chars().map(width).sum();
    if whole * size <= room {
        return (size, text.into());
    }
    if whole * MIN_SIZE <= room {
        return (tidy((room / whole * 100.0).floor() / 100.0), text.into());
    }
    let mut left = room / MIN_SIZE - 1.0;
    let mut short: String = text
        .chars()
        .take_while(|&c| {
            left -= width(c);
            left >= 0.0
        })
        .collect();
    short.push('…');
    (MIN_SIZE, short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit() {
        let (size, text) = fit("長い題名", 24.0, 400.0);
        assert_eq!((size, text.as_str()), (24.0, "長い題名"));
        let (size, text) = fit(&"題".repeat(20), 24.0, 400.0);
        assert_eq!((size, text.chars().count()), (20.0, 20));
        let (size, text) = fit(&"題".repeat(500), 24.0, 400.0);
        assert!(text.ends_with('…') && text.chars().count() as f64 * size <= 400.0, "{size} {text}");
    }
}
