//! The characters of a diagram as strokes, so that a picture needs no font.
//!
//! A character is a list of strokes in a square of 100 units, x to the right, y down. Strokes are separated by `;`, their points by
//! blanks. A stroke that begins with `~` is a smooth curve through its points, any other has corners. They are drawn with a broad
//! pen that makes downstrokes thicker than horizontal ones, as printed characters have them.

use std::f64::consts::TAU;

use super::bitmap::Shape;
use super::canvas::{Character, Point};

/// The strokes of a character, if it is one that diagrams have.
fn strokes(character: char) -> Option<&'static str> {
    Some(match character {
        '玉' => "16,13 84,13;20,47 80,47;50,13 50,88;7,88 93,88;63,58 76,73",
        '飛' => {
            "10,12 56,12;~56,12 58,28 68,42 86,48 87,39;~86,8 76,18 67,23;66,24 82,35;~36,24 26,32 8,37;\
             4,58 54,58;~24,34 24,64 18,80 6,94;41,25 41,96;46,55 62,55;~62,55 63,72 72,86 90,92 92,81;\
             ~88,52 79,61 70,66;69,67 84,79"
        }
        '角' => {
            "~42,4 34,18 16,32;36,14 66,14 56,28;26,29 26,60;~26,60 25,78 10,95;26,29 82,29 82,92 71,88;26,49 82,49;\
             26,68 82,68;54,29 54,93"
        }
        '金' => {
            "~50,5 34,24 6,42;~50,5 66,24 94,42;29,41 71,41;17,60 83,60;50,41 50,91;27,68 35,83;73,67 63,83;7,92 93,92"
        }
        '銀' => {
            "~27,5 18,22 3,36;~27,5 36,18 49,28;15,36 40,36;7,53 46,53;27,36 27,86;12,62 17,76;42,61 36,75;\
             4,91 48,83;58,10 90,10 90,47;58,28 90,28;58,47 90,47;58,10 58,92;58,92 73,83;~94,56 86,63 76,67;\
             ~66,48 76,76 97,93"
        }
        '桂' => {
            "4,31 46,31;25,5 25,96;~25,33 17,56 3,74;27,42 42,58;55,20 92,20;73,5 73,43;49,43 97,43;55,67 92,67;\
             73,50 73,91;49,92 97,92"
        }
        '香' => {
            "~70,6 52,14 28,17;7,32 93,32;50,14 50,56;~48,33 30,50 6,60;~52,33 70,48 94,58;28,61 28,97;28,61 72,61;\
             72,61 72,97;28,77 72,77;28,93 72,93"
        }
        '歩' => {
            "50,4 50,45;50,23 76,23;26,19 26,45;6,45 94,45;51,50 51,82 43,77;~30,54 24,66 12,75;~67,53 78,60 86,69;\
             ~82,71 60,88 16,97"
        }
        '龍' => {
            "27,4 27,14;6,16 48,16;16,20 20,33;39,19 34,33;4,36 50,36;12,46 12,78;~12,78 11,88 5,96;\
             12,46 43,46 43,94 34,90;12,61 43,61;12,75 43,75;60,4 60,27;60,13 90,13;58,28 92,28 92,45 60,45;\
             60,45 60,91 95,91 95,79;66,56 90,56;66,67 90,67;66,78 90,78"
        }
        '馬' => {
            "24,8 24,61;24,8 82,8;24,26 78,26;24,43 78,43;51,8 51,61;24,61 88,61;~88,61 87,80 80,95 68,91;\
             ~17,71 15,82 8,92;32,72 37,88;48,71 54,86;64,70 71,82"
        }
        '全' => "~50,4 34,26 5,46;~50,4 66,26 95,46;25,46 75,46;27,68 73,68;50,46 50,92;9,92 91,92",
        '圭' => "21,20 79,20;50,4 50,46;9,46 91,46;21,70 79,70;50,53 50,92;7,92 93,92",
        '杏' => {
            "9,23 91,23;50,4 50,56;~48,25 30,44 6,55;~52,25 70,44 94,55;27,64 27,97;27,64 73,64 73,97;27,91 73,91"
        }
        'と' => "~33,8 36,28 42,44;~80,20 50,40 26,60 30,86 58,92 86,89",
        '一' => "8,50 92,50",
        '二' => "20,24 80,24;8,82 92,82",
        '三' => "15,16 85,16;22,49 78,49;6,86 94,86",
        '四' => {
            "11,18 11,90;11,18 89,18 89,90;11,84 89,84;~37,18 36,46 22,63;62,18 62,52;~62,52 64,58 80,57"
        }
        '五' => "13,12 87,12;43,12 32,90;19,46 71,46 67,90;6,91 94,91",
        '六' => "50,5 50,22;6,34 94,34;~38,47 29,72 9,93;~60,47 76,70 91,92",
        '七' => "6,50 92,36;~40,8 40,66 46,84 66,89 90,85 90,72",
        '八' => "~38,18 32,56 7,90;~58,13 66,54 93,90",
        '九' => "9,33 66,33;~41,7 38,54 7,94;~66,33 64,70 70,87 90,88 93,72",
        '十' => "7,44 93,44;50,5 50,96",
        '持' => {
            "5,26 43,26;25,5 25,90 15,84;4,63 44,51;56,20 92,20;74,5 74,38;47,38 98,38;47,59 97,59;81,46 81,92 70,87;\
             58,67 68,79"
        }
        '駒' => {
            "10,8 10,60;10,8 44,8;10,25 42,25;10,42 42,42;27,8 27,60;10,60 48,60;~48,60 48,80 43,94 35,91;5,70 4,87;\
             16,70 18,84;26,69 29,81;35,68 39,77;~66,5 60,20 50,32;60,19 95,19;~95,19 95,66 92,88 84,94 76,89;\
             57,43 57,72;57,43 78,43 78,72;57,67 78,67"
        }
        'な' => {
            "10,26 52,26;~34,6 28,34 10,60;~63,20 78,27 90,39;~66,42 65,62 67,80;~67,80 50,97 32,92 36,78 58,76 90,92"
        }
        'し' => "~36,7 33,52 38,82 56,92 74,84 87,64",
        '手' => "~78,8 52,17 20,21;15,37 85,37;6,58 94,58;52,17 52,91 39,85",
        '番' => {
            "~80,5 52,13 18,15;29,20 36,32;71,18 63,32;7,36 93,36;50,13 50,60;~48,38 30,52 6,60;~52,38 70,50 94,58;\
             24,65 24,98;24,65 76,65 76,98;50,65 50,94;24,79 76,79;24,94 76,94"
        }
        '1' => "34,27 52,12 52,90",
        '2' => "~28,30 36,15 54,10 71,22 66,44 27,88;27,88 74,88",
        '3' => "~27,22 44,10 68,18 66,38 46,47;~46,47 72,52 75,76 50,92 25,81",
        '4' => "64,91 64,10 21,66 81,66",
        '5' => "70,12 36,12 32,47;~32,47 54,39 74,53 72,78 50,92 26,84",
        '6' => "~68,15 44,24 28,54 34,85 54,91 72,76 68,56 50,49 29,62",
        '7' => "26,12 75,12 45,91",
        '8' => "~50,47 30,34 36,14 50,10 64,14 70,34 50,47 26,63 29,84 50,92 71,84 74,63 50,47",
        '9' => "~71,40 50,55 30,44 31,20 50,10 70,22 71,50 58,78 35,90",
        _ => return None,
    })
}

/// Half of the width and of the height of the pen's nib.
const PEN: Point = (4.3, 2.3);
const BOLD_PEN: Point = (5.6, 3.4);

/// The shape of a character in a picture; nothing if diagrams do not have it.
pub(super) fn shape(character: &Character) -> Option<Shape> {
    let Character { glyph, at, size, bold, turned, .. } = *character;
    let nib = if bold { BOLD_PEN } else { PEN };
    let place = |(x, y): Point| {
        let scale = if turned { -size } else { size } / 100.0;
        (at.0 + (x - 50.0) * scale, at.1 + (y - 50.0) * scale)
    };
    let mut outlines = Vec::new();
    for stroke in strokes(glyph)?.split(';') {
        let points = points(stroke.trim());
        for segment in points.windows(2) {
            outlines.push(pen_stroke(segment[0], segment[1], nib).into_iter().map(place).collect());
        }
    }
    Some(Shape(outlines))
}

/// The strokes of a character as the data of an SVG path, in a square of 100 units; nothing if diagrams do not have it.
///
/// The path is to be stroked with round caps and joins. The nib is broader than high: its half axes are 4.3 and 2.3. SVG has only round nibs,
/// so a page sets the path under a transform that squeezes it to `2.3 / 4.3` of its height, and `y` is stretched here to make up for it.
///
/// ```
/// use yomikiri_notation::diagram::stroke_path;
/// assert_eq!(stroke_path('一').as_deref(), Some("M8 93.5L92 93.5"));
/// assert_eq!(stroke_path('A'), None);
/// ```
pub fn stroke_path(character: char) -> Option<String> {
    use std::fmt::Write;
    let mut path = String::new();
    for stroke in strokes(character)?.split(';') {
        let stroke = stroke.trim();
        let corners = points(stroke.trim_start_matches('~'));
        let at = |index: usize| {
            let (x, y) = corners[index.min(corners.len() - 1)];
            (x, y * PEN.0 / PEN.1)
        };
        let mut write = |command: char, points: &[Point]| {
            path.push(command);
            for (i, &(x, y)) in points.iter().enumerate() {
                let separator = if i == 0 { "" } else { " " };
                // A tenth of a unit is a twentieth of a pixel on the page.
                let _ =
                    write!(path, "{separator}{} {}", (x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0);
            }
        };
        write('M', &[at(0)]);
        for i in 1..corners.len() {
            let (start, end) = (at(i - 1), at(i));
            if stroke.starts_with('~') {
                // The same Catmull–Rom curve as `smooth`, piece by piece in Bézier's form.
                let (before, after) = (at(i.saturating_sub(2)), at(i + 1));
                let leave = (start.0 + (end.0 - before.0) / 6.0, start.1 + (end.1 - before.1) / 6.0);
                let arrive = (end.0 - (after.0 - start.0) / 6.0, end.1 - (after.1 - start.1) / 6.0);
                write('C', &[leave, arrive, end]);
            } else {
                write('L', &[end]);
            }
        }
    }
    Some(path)
}

/// The points of a stroke, those of a curve close together.
fn points(stroke: &str) -> Vec<Point> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    match stroke.strip_prefix('~') {
        Some(curve) => smooth(&curve.split_whitespace().filter_map(point).collect::<Vec<Point>>()),
        None => stroke.split_whitespace().filter_map(point).collect(),
    }
}

/// A Catmull–Rom curve through points.
fn smooth(points: &[Point]) -> Vec<Point> {
    const STEPS: u32 = 8;
    let mut curve = Vec::new();
    for i in 1..points.len() {
        let at = |index: usize| points[index.min(points.len() - 1)];
        let (before, start, end, after) = (at(i.saturating_sub(2)), at(i - 1), at(i), at(i + 1));
        for step in 0..STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            let between = |a: f64, b: f64, c: f64, d: f64| {
                0.5 * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                    + (3.0 * b - a - 3.0 * c + d) * t * t * t)
            };
            curve.push((
                between(before.0, start.0, end.0, after.0),
                between(before.1, start.1, end.1, after.1),
            ));
        }
    }
    curve.extend(points.last());
    curve
}

/// What an elliptic nib covers on its way along a segment. All outlines run in the same direction.
fn pen_stroke((x0, y0): Point, (x1, y1): Point, (width, height): Point) -> Vec<Point> {
    const CORNERS: u32 = 24;
    // In units of the nib it is a circle, and the outline two half circles.
    let (dx, dy) = ((x1 - x0) / width, (y1 - y0) / height);
    let direction = dy.atan2(dx);
    let corner = |i: u32| {
        let angle = direction + TAU / 4.0 + TAU * f64::from(i) / f64::from(CORNERS);
        let (x, y) = if i <= CORNERS / 2 { (x0, y0) } else { (x1, y1) };
        (x + width * angle.cos(), y + height * angle.sin())
    };
    (0..=CORNERS).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "玉飛角金銀桂香歩龍馬全圭杏と一二三四五六七八九十持駒なし手番123456789";

    fn character(glyph: char) -> Character {
        Character::new(glyph, (50.0, 50.0), 100.0)
    }

    #[test]
    fn every_character_fills_its_square_and_no_more() {
        for glyph in ALL.chars() {
            let Shape(outlines) = shape(&character(glyph)).unwrap();
            let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
            for &(x, y) in outlines.iter().flatten() {
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
            assert!(low.0 > -3.0 && low.1 > -3.0 && high.0 < 103.0 && high.1 < 103.0, "{glyph}");
            let (width, height) = (high.0 - low.0, high.1 - low.1);
            assert!(width.max(height) > 75.0, "{glyph} is small: {width} × {height}");
            let centre = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
            assert!((centre.0 - 50.0).abs() < 12.0 && (centre.1 - 50.0).abs() < 6.0, "{glyph}: {centre:?}");
        }
        assert!(shape(&character('王')).is_none());
    }

    /// Points that are misspelled are left out, so this looks at the text.
    #[test]
    fn every_point_is_well_formed() {
        for glyph in ALL.chars() {
            for stroke in strokes(glyph).unwrap().split(';') {
                let written = stroke.trim().trim_start_matches('~').split_whitespace().count();
                let straight: Vec<Point> = points(stroke.trim().trim_start_matches('~'));
                assert!(written >= 2 && straight.len() == written, "{glyph}: {stroke}");
            }
        }
    }

    #[test]
    fn outlines_run_in_one_direction() {
        let area = |outline: &[Point]| -> f64 {
            let next = outline.iter().cycle().skip(1);
            outline.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
        };
        for glyph in ALL.chars() {
            for turned in [false, true] {
                let Shape(outlines) = shape(&Character { turned, ..character(glyph) }).unwrap();
                assert!(outlines.iter().all(|outline| area(outline) > 0.0), "{glyph}");
            }
        }
    }

    #[test]
    fn downstrokes_are_thicker() {
        let breadth = |from: Point, to: Point, across: fn(&Point) -> f64| {
            let outline = pen_stroke(from, to, PEN);
            let values: Vec<f64> = outline.iter().map(across).collect();
            values.iter().fold(f64::MIN, |a, &b| a.max(b)) - values.iter().fold(f64::MAX, |a, &b| a.min(b))
        };
        let down = breadth((50.0, 0.0), (50.0, 100.0), |point| point.0);
        let right = breadth((0.0, 50.0), (100.0, 50.0), |point| point.1);
        assert!((down - 2.0 * PEN.0).abs() < 1e-9 && (right - 2.0 * PEN.1).abs() < 1e-9, "{down} {right}");
    }
}
