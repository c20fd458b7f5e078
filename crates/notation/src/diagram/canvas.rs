//! What a picture is drawn on: SVG text or pixels.

use yomikiri_shogi::Square;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Colour(pub u8, pub u8, pub u8);

pub(super) const PAPER: Colour = Colour(0xff, 0xfe, 0xfb);
pub(super) const INK: Colour = Colour(0x1a, 0x1a, 0x1a);
pub(super) const RED: Colour = Colour(0xb3, 0x26, 0x1e);

/// A place or a size, in the units of the picture: x to the right, y down.
pub(super) type Point = (f64, f64);

/// A character that stands by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Character {
    /// The character.
    pub glyph: char,
    /// Its centre.
    pub at: Point,
    /// The side of its square.
    pub size: f64,
    /// Its colour.
    pub colour: Colour,
    /// Whether it is set in bold.
    pub bold: bool,
    /// Whether it stands on its head.
    pub turned: bool,
}

impl Character {
    /// An upright character in plain ink.
    pub fn new(glyph: char, at: Point, size: f64) -> Character {
        Character { glyph, at, size, colour: INK, bold: false, turned: false }
    }
}

/// What a picture is drawn on. Whatever is drawn later covers what was drawn before.
pub(super) trait Canvas {
    /// Fills a square of the board, whose upper left corner and size are given.
    fn shade(&mut self, square: Square, corner: Point, size: Point, colour: Colour);
    /// Draws the lines of a board of nine by nine cells: thin ones inside, a thicker frame.
    fn grid(&mut self, corner: Point, cell: Point);
    /// Draws a filled circle.
    fn dot(&mut self, centre: Point, radius: f64);
    /// Draws the little piece ☗ or ☖ that stands for a side, from its tip.
    fn sign(&mut self, tip: Point, fill: Colour);
    /// Begins a group of characters, most of them of this size.
    fn begin(&mut self, class: &str, size: Option<f64>);
    /// Draws a character of the group.
    fn character(&mut self, character: &Character);
    /// Ends the group.
    fn end(&mut self);
    /// Draws a word of a line of its own, around its centre.
    fn word(&mut self, class: &str, text: &str, centre: Point, size: f64, colour: Colour);
}
