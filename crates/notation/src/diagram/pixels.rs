//! The canvas that fills pixels.

use std::f64::consts::TAU;

use yomikiri_shogi::Square;

use super::bitmap::{Bitmap, Shape};
use super::canvas::{Canvas, Character, Colour, INK, PAPER, Point};
use super::strokes;

/// The picture while it is drawn.
pub(super) struct Pixels {
    bitmap: Bitmap,
    /// Pixels a unit.
    scale: f64,
}

impl Pixels {
    /// An empty page of this size in units, with `scale` pixels a unit.
    pub fn new((width, height): Point, scale: f64) -> Pixels {
        let pixels = |units: f64| (units * scale).ceil() as usize;
        Pixels { bitmap: Bitmap::new(pixels(width), pixels(height), PAPER), scale }
    }

    /// The finished image.
    pub fn finish(self) -> Bitmap {
        self.bitmap
    }

    fn fill(&mut self, Shape(mut outlines): Shape, colour: Colour) {
        for (x, y) in outlines.iter_mut().flatten() {
            *x *= self.scale;
            *y *= self.scale;
        }
        self.bitmap.fill(&Shape(outlines), colour);
    }

    /// A horizontal or vertical line.
    fn line(&mut self, (x0, y0): Point, (x1, y1): Point, width: f64) {
        let half = width / 2.0;
        self.fill(Shape::rectangle((x0 - half, y0 - half), (x1 + half, y1 + half)), INK);
    }
}

impl Canvas for Pixels {
    fn shade(&mut self, _: Square, (x, y): Point, (width, height): Point, colour: Colour) {
        self.fill(Shape::rectangle((x, y), (x + width, y + height)), colour);
    }

    fn grid(&mut self, (left, top): Point, cell: Point) {
        let (right, bottom) = (left + 9.0 * cell.0, top + 9.0 * cell.1);
        for i in 0..=9 {
            let width = if i % 9 == 0 { 2.5 } else { 1.0 };
            let (x, y) = (left + cell.0 * f64::from(i), top + cell.1 * f64::from(i));
            self.line((x, top), (x, bottom), width);
            self.line((left, y), (right, y), width);
        }
    }

    fn dot(&mut self, (x, y): Point, radius: f64) {
        const CORNERS: u32 = 32;
        let corner = |i: u32| {
            let angle = TAU * f64::from(i) / f64::from(CORNERS);
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        self.fill(Shape(vec![(0..CORNERS).map(corner).collect()]), INK);
    }

    fn sign(&mut self, (x, y): Point, fill: Colour) {
        // The outline is the same shape, larger; both have their centre of weight about 12 below the tip.
        let outline = |scale: f64| {
            [(0.0, -12.0), (8.0, -7.5), (10.5, 9.0), (-10.5, 9.0), (-8.0, -7.5)]
                .map(|(dx, dy)| (x + dx * scale, y + 12.0 + dy * scale))
                .to_vec()
        };
        self.fill(Shape(vec![outline(1.07)]), INK);
        self.fill(Shape(vec![outline(0.93)]), fill);
    }

    fn begin(&mut self, _: &str, _: Option<f64>) {}

    fn character(&mut self, character: &Character) {
        if let Some(shape) = strokes::shape(character) {
            self.fill(shape, character.colour);
        }
    }

    fn end(&mut self) {}

    fn word(&mut self, _: &str, text: &str, (x, y): Point, size: f64, colour: Colour) {
        let left = x - size * (text.chars().count() as f64 - 1.0) / 2.0;
        for (index, glyph) in text.chars().enumerate() {
            let at = (left + size * index as f64, y);
            self.character(&Character { colour, ..Character::new(glyph, at, size) });
        }
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_shogi::{Color, PieceKind, Position};

    use super::super::Picture;
    use super::super::picture::{CELL, LEFT};
    use super::*;

    const TOP: f64 = 40.0;
    const SCALE: f64 = 2.0;

    fn draw(position: &Position) -> Bitmap {
        let mut pixels = Pixels::new((600.0, 540.0), SCALE);
        Picture::new().draw(position, TOP, &mut pixels);
        pixels.finish()
    }

    /// How dark each pixel of a square is, without the lines around it and the star points at its corners.
    fn ink(bitmap: &Bitmap, square: Square) -> Vec<Vec<u8>> {
        const INSET: f64 = 4.0;
        let range = |start: f64, size: f64| {
            ((start + INSET) * SCALE) as usize..((start + size - INSET) * SCALE) as usize
        };
        let columns = range(LEFT + CELL.0 * (8 - square.file()) as f64, CELL.0);
        let rows = range(TOP + CELL.1 * square.rank() as f64, CELL.1);
        let dark = |Colour(red, ..): &Colour| 255 - red;
        bitmap.rows()[rows].iter().map(|row| row[columns.clone()].iter().map(dark).collect()).collect()
    }

    fn sum(ink: &[Vec<u8>]) -> u64 {
        ink.iter().flatten().map(|&dark| u64::from(dark)).sum()
    }

    fn difference(a: &[Vec<u8>], b: &[Vec<u8>]) -> u64 {
        a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
    }

    #[test]
    fn every_piece_stands_where_it_should() {
        let position =
            Position::from_sfen("+R6nl/1+b2+l4/+N+S3k3/4+p4/9/8P/4K4/1G7/L8 w R2GS2Nbgsl15p 7").unwrap();
        let bitmap = draw(&position);
        let mut known: Vec<(PieceKind, Vec<Vec<u8>>)> = Vec::new();
        for square in Square::all() {
            let mut drawn = ink(&bitmap, square);
            let Some(piece) = position.piece_at(square) else {
                assert_eq!(sum(&drawn), 0, "ink on {square}");
                continue;
            };
            // White's pieces are Black's on their heads.
            if piece.color() == Color::White {
                drawn.reverse();
                drawn.iter_mut().for_each(|row| row.reverse());
            }
            assert!(sum(&drawn) > 0, "nothing on {square}");
            for (kind, same) in &known {
                let difference = difference(&drawn, same);
                if *kind == piece.kind() {
                    assert!(difference * 20 < sum(same), "{piece} on {square}");
                } else {
                    assert!(difference * 2 > sum(same), "{piece} on {square} looks like {kind:?}");
                }
            }
            known.push((piece.kind(), drawn));
        }
    }
}
