//! Diagrams of boards, as text and as SVG.
//!
//! The SVG uses only `<path>`, `<rect>`, `<circle>` and `<text>`, without style sheets, so that all viewers show it alike.

use std::fmt::Write as _;

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;

/// A diagram of a board, with an optional zone, numbered moves and a caption.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    zone: CellSet,
    line: Vec<Move>,
    caption: Option<String>,
}

const CELL: f64 = 30.0;
const MARGIN: f64 = 42.0;
const CAPTION: f64 = 34.0;
const PAPER: &str = "#fffefb";
const WOOD: &str = "#f3e2bd";
const INK: &str = "#1a1a1a";
const ZONE: &str = "#8fb8d8";
const LAST: &str = "#b3261e";

impl Diagram {
    /// A diagram of the board alone.
    pub fn new() -> Diagram {
        Diagram::default()
    }

    /// Shades a zone.
    #[must_use]
    pub fn zone(mut self, zone: CellSet) -> Diagram {
        self.zone = zone;
        self
    }

    /// Adds a line of moves from the board, numbered from 1.
    #[must_use]
    pub fn line(mut self, line: &[Move]) -> Diagram {
        self.line = line.to_vec();
        self
    }

    /// Adds a caption below the board.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Diagram {
        self.caption = Some(caption.into());
        self
    }

    /// The diagram as text: `X` is Black, `O` White, `+` a free cell of the zone, `.` another free cell. Moves and caption are
    /// not shown.
    ///
    /// ```
    /// use yomikiri_connect6::{Board, Diagram, GameRules};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let board = Board::parse("B:a1,b2 W:g7 W", GameRules::connect6(7)?)?;
    /// let text = Diagram::new().text(&board);
    /// assert!(text.starts_with("   a b c d e f g\n 7 . . . . . . O\n"));
    /// assert!(text.ends_with("\n 2 . X . . . . .\n 1 X . . . . . .\n"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn text(&self, board: &Board) -> String {
        let rules = board.rules();
        let mut text = String::from("  ");
        for column in 0..rules.size() {
            let _ = write!(text, " {}", letter(column));
        }
        for row in (0..rules.size()).rev() {
            let _ = write!(text, "\n{:2}", row + 1);
            for cell in (0..rules.size()).filter_map(|column| rules.cell(column, row)) {
                text.push_str(match stone(board, cell) {
                    Some(Color::Black) => " X",
                    Some(Color::White) => " O",
                    None if self.zone.contains(cell) => " +",
                    None => " .",
                });
            }
        }
        text.push('\n');
        text
    }

    /// The diagram as SVG.
    pub fn svg(&self, board: &Board) -> String {
        let rules = board.rules();
        let side = CELL * (rules.size() - 1) as f64;
        let width = side + 2.0 * MARGIN;
        let height = width + if self.caption.is_some() { CAPTION } else { 0.0 };
        let place = |cell: Cell| {
            let (column, row) = rules.coordinates(cell);
            (MARGIN + CELL * column as f64, MARGIN + CELL * (rules.size() - 1 - row) as f64)
        };
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" fill=\"{INK}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n\
             <rect x=\"{x}\" y=\"{x}\" width=\"{w}\" height=\"{w}\" fill=\"{WOOD}\"/>\n",
            x = MARGIN - 0.6 * CELL,
            w = side + 1.2 * CELL,
        );
        for cell in (self.zone & board.free()).iter() {
            let (x, y) = place(cell);
            let (x, y) = (x - CELL / 2.0, y - CELL / 2.0);
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{ZONE}\"/>"
            );
        }
        let mut lines = String::new();
        for at in 0..rules.size() {
            let at = MARGIN + CELL * at as f64;
            let _ = write!(lines, "M{MARGIN} {at}h{side}M{at} {MARGIN}v{side}");
        }
        let _ = writeln!(text, "<path d=\"{lines}\" stroke=\"{INK}\" stroke-width=\"1\" fill=\"none\"/>");
        for at in 0..rules.size() {
            let along = MARGIN + CELL * at as f64;
            let below = MARGIN + side + 33.0;
            write(&mut text, along, below, 13.0, INK, &letter(at).to_string());
            write(&mut text, 13.0, MARGIN + side - CELL * at as f64 + 4.5, 13.0, INK, &(at + 1).to_string());
        }
        for color in Color::ALL {
            for cell in board.stones(color).iter() {
                draw_stone(&mut text, place(cell), color, INK);
            }
        }
        let mut color = board.side_to_move();
        for (number, mv) in (1..).zip(&self.line) {
            for cell in mv.cells() {
                let (x, y) = place(cell);
                let last = number == self.line.len();
                draw_stone(&mut text, (x, y), color, if last { LAST } else { INK });
                let ink = if color == Color::Black { PAPER } else { INK };
                write(&mut text, x, y + 4.5, 13.0, ink, &number.to_string());
            }
            color = !color;
        }
        if let Some(caption) = &self.caption {
            let caption = caption.replace('&', "&amp;").replace('<', "&lt;");
            write(&mut text, width / 2.0, height - 14.0, 15.0, INK, &caption);
        }
        text.push_str("</svg>\n");
        text
    }
}

fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

fn stone(board: &Board, cell: Cell) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| board.stones(color).contains(cell))
}

fn draw_stone(text: &mut String, (x, y): (f64, f64), color: Color, rim: &str) {
    let fill = if color == Color::Black { INK } else { PAPER };
    let _ = writeln!(
        text,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"1.5\"/>",
        0.45 * CELL
    );
}

fn write(text: &mut String, x: f64, y: f64, size: f64, ink: &str, what: &str) {
    let _ = writeln!(
        text,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{ink}\">{what}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRules;

    #[test]
    fn zone_line_and_caption_are_drawn() {
        let rules = GameRules::connect6(7).unwrap();
        let board = Board::parse("B:a1,b2 W:g7 W", rules).unwrap();
        let zone: CellSet = [rules.cell(2, 2), rules.cell(0, 0)].into_iter().flatten().collect();
        let mv = Move::two(rules.cell(3, 3).unwrap(), rules.cell(4, 4).unwrap());
        let diagram = Diagram::new().zone(zone).line(&[mv]).caption("a < b");
        let svg = diagram.svg(&board);
        assert_eq!(svg.matches(&format!("fill=\"{ZONE}\"")).count(), 1, "a stone hides its cell");
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(svg.contains(">1</text>") && svg.contains("a &lt; b"));
        assert_eq!(diagram.text(&board).matches('+').count(), 1);
    }
}
