//! Pixels, and shapes filled with smooth edges.

use std::ops::Range;

use super::canvas::{Colour, Point};

/// Samples of a pixel's height. Its width is covered exactly.
const SAMPLES: usize = 8;

/// Shades between one colour and the next at an edge: few enough for a picture to have fewer than 256 colours, which makes its file small.
const SHADES: f64 = 16.0;

/// An image.
pub(super) struct Bitmap {
    width: usize,
    rows: Vec<Vec<Colour>>,
}

/// Closed outlines that are filled together. A point is inside if the outlines wind around it, so outlines that all run in the
/// same direction may overlap.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape(pub Vec<Vec<Point>>);

impl Shape {
    /// An axis-parallel rectangle.
    pub fn rectangle((left, top): Point, (right, bottom): Point) -> Shape {
        Shape(vec![vec![(left, top), (right, top), (right, bottom), (left, bottom)]])
    }

    /// The edges of all outlines.
    fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        self.0.iter().flat_map(|outline| {
            let next = outline.iter().cycle().skip(1);
            outline.iter().copied().zip(next.copied())
        })
    }
}

impl Bitmap {
    /// An image of one colour.
    pub fn new(width: usize, height: usize, colour: Colour) -> Bitmap {
        Bitmap { width, rows: vec![vec![colour; width]; height] }
    }

    /// Its width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Its rows from the top.
    pub fn rows(&self) -> &[Vec<Colour>] {
        &self.rows
    }

    /// Fills a shape, in pixels. What is outside the image does not matter.
    pub fn fill(&mut self, shape: &Shape, colour: Colour) {
        let columns = extent(shape.0.iter().flatten().map(|&(x, _)| x), self.width);
        let lines = extent(shape.0.iter().flatten().map(|&(_, y)| y), self.rows.len());
        let edges: Vec<(Point, Point)> = shape.edges().collect();
        let mut coverage = vec![0.0; self.width];
        for y in lines {
            coverage[columns.clone()].fill(0.0);
            let (top, bottom) = (y as f64, (y + 1) as f64);
            let of_row = edges.iter().filter(|((_, y0), (_, y1))| y0.min(*y1) < bottom && y0.max(*y1) > top);
            let of_row: Vec<(Point, Point)> = of_row.copied().collect();
            for sample in 0..SAMPLES {
                let height = top + (sample as f64 + 0.5) / SAMPLES as f64;
                for (start, end) in spans(&of_row, height) {
                    cover(&mut coverage, start, end);
                }
            }
            for (pixel, covered) in self.rows[y][columns.clone()].iter_mut().zip(&coverage[columns.clone()]) {
                *pixel = mix(*pixel, colour, covered / SAMPLES as f64);
            }
        }
    }
}

/// The pixels of `0..length` that a shape with these coordinates can touch.
fn extent(coordinates: impl Iterator<Item = f64>, length: usize) -> Range<usize> {
    let (low, high) = coordinates.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
    let pixel = |at: f64| (at.max(0.0) as usize).min(length);
    pixel(low.floor())..pixel(high.ceil())
}

/// The parts of a horizontal line that are inside a shape with these edges.
fn spans(edges: &[(Point, Point)], height: f64) -> Vec<(f64, f64)> {
    let mut crossings: Vec<(f64, i32)> = Vec::new();
    for &((x0, y0), (x1, y1)) in edges {
        // An edge has its upper end and not its lower end, so that a corner is crossed once.
        if (y0 <= height) != (y1 <= height) {
            let x = x0 + (height - y0) / (y1 - y0) * (x1 - x0);
            crossings.push((x, if y1 > y0 { 1 } else { -1 }));
        }
    }
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut spans = Vec::new();
    let (mut winding, mut start) = (0, 0.0);
    for (x, direction) in crossings {
        if winding == 0 {
            start = x;
        }
        winding += direction;
        if winding == 0 {
            spans.push((start, x));
        }
    }
    spans
}

/// Adds what a span covers of each pixel of a row.
fn cover(coverage: &mut [f64], start: f64, end: f64) {
    let (start, end) = (start.max(0.0), end.min(coverage.len() as f64));
    let mut x = start;
    while x < end {
        let pixel = x as usize;
        let next = end.min((pixel + 1) as f64);
        if let Some(covered) = coverage.get_mut(pixel) {
            *covered += next - x;
        }
        x = next;
    }
}

fn mix(below: Colour, above: Colour, share: f64) -> Colour {
    let share = (share.clamp(0.0, 1.0) * SHADES).round() / SHADES;
    let channel = |below: u8, above: u8| {
        (f64::from(below) + (f64::from(above) - f64::from(below)) * share).round() as u8
    };
    Colour(channel(below.0, above.0), channel(below.1, above.1), channel(below.2, above.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Colour = Colour(255, 255, 255);
    const BLACK: Colour = Colour(0, 0, 0);

    /// How much of each pixel is black, in sixteenths.
    fn filled(shape: &Shape) -> Vec<Vec<u32>> {
        let mut bitmap = Bitmap::new(4, 3, WHITE);
        bitmap.fill(shape, BLACK);
        let black = |Colour(red, ..): &Colour| (f64::from(255 - red) / 255.0 * 16.0).round() as u32;
        bitmap.rows().iter().map(|row| row.iter().map(black).collect()).collect()
    }

    #[test]
    fn edges_are_smooth() {
        // Whole pixels, then half of the first and a quarter of the last column.
        let whole = filled(&Shape::rectangle((1.0, 1.0), (3.0, 2.0)));
        assert_eq!(whole, [[0, 0, 0, 0], [0, 16, 16, 0], [0, 0, 0, 0]]);
        let parts = filled(&Shape::rectangle((0.5, 0.5), (3.25, 2.0)));
        assert_eq!(parts, [[4, 8, 8, 2], [8, 16, 16, 4], [0, 0, 0, 0]]);
        let triangle = filled(&Shape(vec![vec![(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)]]));
        assert_eq!(triangle, [[16, 8, 0, 0], [8, 0, 0, 0], [0, 0, 0, 0]]);
    }

    #[test]
    fn overlaps_are_filled_once_and_holes_stay_open() {
        let Shape(mut outlines) = Shape::rectangle((0.0, 0.0), (3.0, 3.0));
        let Shape(inner) = Shape::rectangle((1.0, 1.0), (2.0, 2.0));
        outlines.extend(inner);
        assert_eq!(filled(&Shape(outlines.clone()))[1], [16, 16, 16, 0]);
        outlines[1].reverse();
        assert_eq!(filled(&Shape(outlines))[1], [16, 0, 16, 0], "the other way round");
    }

    #[test]
    fn what_is_outside_does_not_matter() {
        let all = filled(&Shape::rectangle((-5.0, -5.0), (50.0, 50.0)));
        assert!(all.iter().flatten().all(|&black| black == 16));
        let none = filled(&Shape::rectangle((-5.0, -5.0), (-1.0, 50.0)));
        assert!(none.iter().flatten().all(|&black| black == 0));
        assert!(filled(&Shape::default()).iter().flatten().all(|&black| black == 0));
    }
}
