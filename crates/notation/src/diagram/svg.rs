//! The SVG diagram, in the style of printed problem books.
//!
//! Pieces are plain black characters on a grid, White's turned around, and the hands are columns beside the board. The file needs
//! a Japanese font and nothing else. It uses only `<path>`, `<rect>`, `<circle>` and `<text>` with centred anchors, and places
//! each character by itself: viewers disagree about `writing-mode`, `dominant-baseline` and style sheets.

use std::fmt::{Display, Write as _};

use yomikiri_shogi::{Bitboard, Color, Move, Piece, Position, Square};

use super::held;
use crate::japanese::glyphs::{piece_char, rank_name};
use crate::text::escape;

/// Options of a diagram. [`render`](Svg::render) draws a position with them.
///
/// ```
/// # use yomikiri_notation::diagram::Svg;
/// # use yomikiri_shogi::Position;
/// let svg = Svg::new().title("第一番").render(&Position::startpos());
/// assert!(svg.contains("第一番"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Svg {
    title: Option<String>,
    caption: Option<String>,
    last_move: Option<Move>,
    marks: Bitboard,
    red_promotions: bool,
    without_turn: bool,
    without_hand: [bool; 2],
}

// All lengths are in user units. The picture can be scaled to any size.
const CELL: (f64, f64) = (48.0, 52.0);
const BOARD: (f64, f64) = (9.0 * CELL.0, 9.0 * CELL.1);
const MARGIN: f64 = 16.0;
/// Half of the width of a hand's column.
const HAND: f64 = 18.0;
/// The distance between a hand and the board with its names.
const GAP: f64 = 16.0;
/// The room for file names above the board and rank names at its right.
const NAMES: f64 = 24.0;
/// The height of a line of text above or below the board.
const LINE: f64 = 40.0;

const LEFT: f64 = MARGIN + 2.0 * HAND + GAP;
const WIDTH: f64 = LEFT + BOARD.0 + NAMES + GAP + 2.0 * HAND + MARGIN;

const PAPER: &str = "#fffefb";
const INK: &str = "#1a1a1a";
const RED: &str = "#b3261e";
const MARK: &str = "#d7e3ee";
const MOVED_FROM: &str = "#faf0d3";
const MOVED_TO: &str = "#f2d992";

const FONTS: &str = "'Noto Serif CJK JP','Noto Serif JP','Source Han Serif JP','Hiragino Mincho ProN',\
                     'Hiragino Mincho Pro','Yu Mincho',YuMincho,'BIZ UDMincho','IPAexMincho','IPAMincho',\
                     TakaoMincho,'MS Mincho','MS PMincho',serif";

impl Svg {
    /// A plain diagram: board, hands, side to move.
    pub fn new() -> Svg {
        Svg::default()
    }

    /// A line above the board. A long text is set smaller, a very long one is cut.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Svg {
        self.title = Some(title.into());
        self
    }

    /// A line below the board, treated like the title.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Svg {
        self.caption = Some(caption.into());
        self
    }

    /// Shades the squares of the move that led to the position, and sets the moved piece in bold.
    #[must_use]
    pub fn last_move(mut self, mv: Move) -> Svg {
        self.last_move = Some(mv);
        self
    }

    /// Shades squares.
    #[must_use]
    pub fn marks(mut self, squares: Bitboard) -> Svg {
        self.marks = squares;
        self
    }

    /// Sets promoted pieces in red, as on real pieces. The default is black, as in books.
    #[must_use]
    pub fn red_promotions(mut self) -> Svg {
        self.red_promotions = true;
        self
    }

    /// Leaves out the mark of the side to move.
    #[must_use]
    pub fn without_turn(mut self) -> Svg {
        self.without_turn = true;
        self
    }

    /// Leaves out a hand: problem books print the attacker's only, since the defender holds all the rest.
    #[must_use]
    pub fn without_hand(mut self, color: Color) -> Svg {
        self.without_hand[color.index()] = true;
        self
    }

    /// Draws a position; the result is a complete SVG file.
    pub fn render(&self, position: &Position) -> String {
        let top = MARGIN + if self.title.is_some() { LINE } else { 0.0 } + NAMES;
        let height = top + BOARD.1 + if self.caption.is_some() { LINE } else { 0.0 } + MARGIN;
        let mut page = Page { svg: String::with_capacity(16 * 1024), top };
        page.open(height, self.title.as_deref().unwrap_or("将棋"), &position.to_sfen());
        self.shades(&mut page);
        page.board();
        self.pieces(&mut page, position);
        for color in Color::ALL {
            if !self.without_hand[color.index()] {
                let turn = !self.without_turn && position.side_to_move() == color;
                page.hand(position, color, turn);
            }
        }
        let centre = LEFT + BOARD.0 / 2.0;
        if let Some(title) = &self.title {
            page.line(centre, MARGIN + 0.36 * LINE, 24.0, title);
        }
        if let Some(caption) = &self.caption {
            page.line(centre, top + BOARD.1 + 0.66 * LINE, 19.0, caption);
        }
        page.svg.push_str("</svg>\n");
        page.svg
    }

    fn shades(&self, page: &mut Page) {
        for square in self.marks {
            page.shade(square, MARK);
        }
        if let Some(mv) = self.last_move {
            if let Some(from) = mv.from() {
                page.shade(from, MOVED_FROM);
            }
            page.shade(mv.to(), MOVED_TO);
        }
    }

    fn pieces(&self, page: &mut Page, position: &Position) {
        page.svg.push_str("<g class=\"pieces\" font-size=\"38\">\n");
        for square in Square::all() {
            if let Some(piece) = position.piece_at(square) {
                let moved = self.last_move.is_some_and(|mv| mv.to() == square);
                page.piece(square, piece, moved, self.red_promotions);
            }
        }
        page.svg.push_str("</g>\n");
    }
}

/// The picture while it is drawn.
struct Page {
    svg: String,
    /// The height at which the board begins.
    top: f64,
}

impl Page {
    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    fn open(&mut self, height: f64, title: &str, description: &str) {
        self.element(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" xml:lang=\"ja\" font-family=\"{FONTS}\" fill=\"{INK}\" \
             text-anchor=\"middle\" role=\"img\">"
        ));
        self.element(format_args!("<title>{}</title>", escape(title)));
        self.element(format_args!("<desc>{}</desc>", escape(description)));
        self.element(format_args!("<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{PAPER}\"/>"));
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        (LEFT + CELL.0 * (8 - square.file()) as f64, self.top + CELL.1 * square.rank() as f64)
    }

    fn shade(&mut self, square: Square, colour: &str) {
        let (x, y) = self.corner(square);
        let (width, height) = CELL;
        self.element(format_args!(
            "<rect class=\"shade-{square}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
        ));
    }

    /// The grid with its star points and the names of files and ranks.
    fn board(&mut self) {
        let (left, top) = (LEFT, self.top);
        let (width, height) = BOARD;
        let mut lines = String::new();
        for i in 1..9 {
            let (x, y) = (left + CELL.0 * f64::from(i), top + CELL.1 * f64::from(i));
            let _ = write!(lines, "M{x} {top}v{height}M{left} {y}h{width}");
        }
        self.element(format_args!("<path d=\"{lines}\" fill=\"none\" stroke=\"{INK}\"/>"));
        self.element(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.5\"/>"
        ));
        for (file, rank) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
            let (x, y) = (left + CELL.0 * file, top + CELL.1 * rank);
            self.element(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"));
        }
        self.svg.push_str("<g class=\"names\" font-size=\"16\">\n");
        for i in 0..9 {
            let (x, y) = (left + CELL.0 * (i as f64 + 0.5), top + CELL.1 * (i as f64 + 0.5));
            self.character(x, top - 0.5 * NAMES, 16.0, 9 - i);
            self.character(left + width + 0.58 * NAMES, y, 16.0, rank_name(i));
        }
        self.svg.push_str("</g>\n");
    }

    fn piece(&mut self, square: Square, piece: Piece, moved: bool, red: bool) {
        let (x, y) = self.corner(square);
        let (x, y) = (x + CELL.0 / 2.0, y + CELL.1 / 2.0);
        let weight = if moved { " font-weight=\"bold\"" } else { "" };
        let colour =
            if red && piece.kind().is_promoted() { format!(" fill=\"{RED}\"") } else { String::new() };
        let turn = match piece.color() {
            Color::Black => String::new(),
            Color::White => format!(" transform=\"rotate(180 {x} {y})\""),
        };
        let (name, y) = (piece_char(piece.kind()), baseline(y, 38.0));
        self.element(format_args!("<text x=\"{x}\" y=\"{y}\"{turn}{weight}{colour}>{name}</text>"));
    }

    /// A hand in a column that starts level with the board: the side's sign, 持駒, then the pieces with their counts.
    fn hand(&mut self, position: &Position, color: Color, turn: bool) {
        let x = match color {
            Color::Black => WIDTH - MARGIN - HAND,
            Color::White => MARGIN + HAND,
        };
        self.sign(x, self.top + 17.0, color, turn);
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
        let start = self.top + 42.0;
        let needed: f64 = column.iter().map(|&(_, _, line)| line).sum();
        let scale = (f64::min(1.0, (self.top + BOARD.1 - start) / needed) * 1000.0).floor() / 1000.0;
        self.element(format_args!("<g class=\"hand-{}\">", if color == Color::Black { "b" } else { "w" }));
        let mut y = start;
        for (character, size, line) in column {
            let size = tidy(size * scale);
            let at = tidy(baseline(y + size / 2.0, size));
            self.element(format_args!("<text x=\"{x}\" y=\"{at}\" font-size=\"{size}\">{character}</text>"));
            y += line * scale;
        }
        self.svg.push_str("</g>\n");
    }

    /// The sign ☗ or ☖ of a side, under a red 手番 if it is to move. The sign is drawn, since few fonts have it.
    fn sign(&mut self, x: f64, y: f64, color: Color, turn: bool) {
        let fill = if color == Color::Black { INK } else { PAPER };
        self.element(format_args!(
            "<path class=\"sign\" d=\"M{x} {}l8 4.5l2.5 16.5h-21l2.5 -16.5z\" fill=\"{fill}\" stroke=\"{INK}\" \
             stroke-width=\"1.4\" stroke-linejoin=\"round\"/>",
            y - 11.5
        ));
        if turn {
            let y = tidy(baseline(self.top - 0.5 * NAMES, 14.0));
            self.element(format_args!(
                "<text class=\"turn\" x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"{RED}\">手番</text>"
            ));
        }
    }

    fn character(&mut self, x: f64, y: f64, size: f64, character: impl Display) {
        let y = tidy(baseline(y, size));
        self.element(format_args!("<text x=\"{x}\" y=\"{y}\">{character}</text>"));
    }

    /// A centred line of text that fits the width of the picture.
    fn line(&mut self, x: f64, y: f64, size: f64, text: &str) {
        let room = 2.0 * (WIDTH - MARGIN - x).min(x - MARGIN);
        let (size, text) = fit(text, size, room);
        let y = tidy(baseline(y, size));
        self.element(format_args!(
            "<text class=\"line\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>",
            escape(&text)
        ));
    }
}

/// The baseline of a character of this size that is centred at `y`. The em box of Japanese fonts extends 0.88 above and 0.12
/// below the baseline.
fn baseline(y: f64, size: f64) -> f64 {
    y + 0.38 * size
}

/// Rounds to a hundredth, so that no file contains `17.299999999999997`.
fn tidy(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The font size, at most `size`, in which a text fits into `room`. A text that is too long for the smallest legible size is cut.
fn fit(text: &str, size: f64, room: f64) -> (f64, String) {
    const SMALLEST: f64 = 12.0;
    let width = |c: char| if c.is_ascii() { 0.56 } else { 1.0 };
    let whole: f64 = text.chars().map(width).sum();
    if whole * size <= room {
        return (size, text.into());
    }
    if whole * SMALLEST <= room {
        return (tidy((room / whole * 100.0).floor() / 100.0), text.into());
    }
    let mut left = room / SMALLEST - 1.0;
    let mut short: String = text
        .chars()
        .take_while(|&c| {
            left -= width(c);
            left >= 0.0
        })
        .collect();
    short.push('…');
    (SMALLEST, short)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of an XML text as pairs of a tag with its attributes and the text after it. Panics if it is not well-formed.
    fn elements(xml: &str) -> Vec<(String, String)> {
        let mut open: Vec<String> = Vec::new();
        let mut found = Vec::new();
        let mut roots = 0;
        let mut rest = xml;
        while let Some(at) = rest.find('<') {
            let end = at + rest[at..].find('>').expect("an unclosed tag");
            let tag = &rest[at + 1..end];
            assert!(!tag.contains('<'), "a bare < in {tag}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name), "closing tags out of order");
            } else {
                roots += usize::from(open.is_empty());
                let name = tag.split([' ', '/']).next().unwrap();
                assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic()), "tag {tag}");
                assert_eq!(tag.matches('"').count() % 2, 0, "quotes in {tag}");
                let body = tag[name.len()..].trim_end_matches('/');
                for attribute in body.split_inclusive('"').collect::<Vec<_>>().chunks(2) {
                    if attribute.len() == 2 {
                        assert!(
                            attribute[0].starts_with(' ') && attribute[0].ends_with("=\""),
                            "attribute {attribute:?}"
                        );
                    }
                }
                if !tag.ends_with('/') {
                    open.push(name.into());
                }
                let text = &rest[end + 1..];
                let text = &text[..text.find('<').unwrap_or(text.len())];
                for part in text.split('&').skip(1) {
                    assert!(
                        ["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|e| part.starts_with(e)),
                        "a bare & in {text}"
                    );
                }
                found.push((tag.into(), text.into()));
            }
            rest = &rest[end + 1..];
        }
        assert!(open.is_empty() && roots == 1, "unclosed {open:?}, {roots} roots");
        found
    }

    /// The value of an attribute.
    fn get<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
        let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
        Some(&tag[start..start + tag[start..].find('"')?])
    }

    fn number(tag: &str, name: &str) -> f64 {
        get(tag, name).unwrap_or_else(|| panic!("no {name} in {tag}")).parse().unwrap()
    }

    /// The elements between `<g class="…">` and the next group.
    fn group<'a>(all: &'a [(String, String)], class: &str) -> &'a [(String, String)] {
        let is_group = |tag: &str| tag.starts_with("g ");
        let start = 1 + all.iter().position(|(tag, _)| get(tag, "class") == Some(class)).expect(class);
        let len = all[start..]
            .iter()
            .position(|(tag, _)| is_group(tag) || !tag.starts_with("text") || tag.contains("line"));
        &all[start..start + len.unwrap_or(all.len() - start)]
    }

    const SAMPLE: &str = "+R6nl/1+b2+l4/+N+S3k3/4+p4/9/8P/4K4/1G7/L8 w R2GS2Nbgsl15p 7";

    /// Reads the board back from the drawing.
    #[test]
    fn every_piece_stands_where_it_should() {
        for sfen in [yomikiri_shogi::STARTPOS, SAMPLE] {
            let position = Position::from_sfen(sfen).unwrap();
            let all = elements(&Svg::new().title("題").render(&position));
            let frame = all.iter().find(|(tag, _)| get(tag, "stroke-width") == Some("2.5")).unwrap();
            let (left, top) = (number(&frame.0, "x"), number(&frame.0, "y"));
            let pieces = group(&all, "pieces");
            let mut seen = Bitboard::EMPTY;
            for (tag, name) in pieces {
                let column = ((number(tag, "x") - left) / CELL.0).floor() as usize;
                let rank = ((number(tag, "y") - top - 0.38 * 38.0) / CELL.1).floor() as usize;
                let square = Square::new(8 - column, rank).unwrap();
                let piece =
                    position.piece_at(square).unwrap_or_else(|| panic!("{name} drawn on empty {square}"));
                assert_eq!(name.as_str(), piece_char(piece.kind()).to_string(), "{square}");
                assert_eq!(tag.contains("rotate(180 "), piece.color() == Color::White, "{square}");
                seen |= Bitboard::of(square);
            }
            assert_eq!(seen, position.occupied());
            assert_eq!(pieces.len() as u32, position.occupied().len());
        }
    }

    #[test]
    fn hands_and_turn() {
        let position = Position::from_sfen(SAMPLE).unwrap();
        let all = elements(&Svg::new().render(&position));
        let column = |class| group(&all, class).iter().map(|(_, text)| text.trim()).collect::<String>();
        assert_eq!(column("hand-b"), "持駒飛金二銀桂二");
        assert_eq!(column("hand-w"), "持駒角金銀香歩十五");
        let turn: Vec<_> = all.iter().filter(|(tag, _)| get(tag, "class") == Some("turn")).collect();
        assert_eq!(turn.len(), 1);
        assert!(number(&turn[0].0, "x") < WIDTH / 2.0, "White moves, and White's hand is at the left");
        let bare = Svg::new().without_hand(Color::White).render(&position);
        assert!(!bare.contains("hand-w") && !bare.contains("turn") && bare.contains("hand-b"));
        let start = elements(&Svg::new().without_turn().render(&Position::startpos()));
        assert!(start.iter().all(|(tag, _)| get(tag, "class") != Some("turn")));
        assert_eq!(
            group(&start, "hand-b").iter().map(|(_, text)| text.trim()).collect::<String>(),
            "持駒なし"
        );
    }

    /// Even the fullest hand ends above the lower edge of the board.
    #[test]
    fn nothing_is_clipped() {
        let position = Position::from_sfen("4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1").unwrap();
        let svg = Svg::new().title("題").caption("注").render(&position);
        let all = elements(&svg);
        let (width, height) = (number(&all[0].0, "width"), number(&all[0].0, "height"));
        assert_eq!(group(&all, "hand-b").len(), 2 + 7 + 6 + 2);
        let mut above = 0.0;
        for (tag, _) in group(&all, "hand-b") {
            let (y, size) = (number(tag, "y"), number(tag, "font-size"));
            assert!(y - 0.9 * size > above - 1.0, "overlaps the character above: {tag}");
            assert!(size > 13.0, "illegible: {tag}");
            above = y + 0.12 * size;
        }
        assert!(above <= height - MARGIN - LINE + 0.5, "{above} of {height}");
        for (tag, _) in all.iter().filter(|(tag, _)| tag.starts_with("text")) {
            let (x, y) = (number(tag, "x"), number(tag, "y"));
            assert!(x > 8.0 && x < width - 8.0 && y > 8.0 && y < height - 4.0, "{tag}");
        }
    }

    #[test]
    fn shades() {
        let mv: Move = "5a4b".parse().unwrap();
        let marks = Bitboard::of(Square::S1A) | Bitboard::of(Square::S9I);
        let svg = Svg::new().last_move(mv).marks(marks).render(&Position::startpos());
        let all = elements(&svg);
        let fill = |class: &str| {
            all.iter().find(|(tag, _)| get(tag, "class") == Some(class)).and_then(|(tag, _)| get(tag, "fill"))
        };
        assert_eq!(fill("shade-1a"), Some(MARK));
        assert_eq!(fill("shade-9i"), Some(MARK));
        assert_eq!(fill("shade-5a"), Some(MOVED_FROM));
        assert_eq!(fill("shade-4b"), Some(MOVED_TO));
        assert_eq!(svg.matches("shade-").count(), 4);
        assert_eq!(Svg::new().render(&Position::startpos()).matches("shade-").count(), 0);
    }

    #[test]
    fn red_promotions() {
        let position = Position::from_sfen(SAMPLE).unwrap();
        let count = |svg: Svg| {
            let all = elements(&svg.render(&position));
            group(&all, "pieces").iter().filter(|(tag, _)| get(tag, "fill") == Some(RED)).count()
        };
        assert_eq!(count(Svg::new()), 0);
        assert_eq!(count(Svg::new().red_promotions()), 6);
    }

    #[test]
    fn texts_are_escaped_and_fit() {
        let nasty = "<script>\"&'\n\u{1}</svg>]]>";
        let all = elements(&Svg::new().title(nasty).caption(nasty).render(&Position::startpos()));
        let lines: Vec<&str> = all
            .iter()
            .filter(|(tag, _)| get(tag, "class") == Some("line"))
            .map(|(_, text)| text.trim())
            .collect();
        assert_eq!(lines, ["&lt;script&gt;&quot;&amp;&#39; \u{fffd}&lt;/svg&gt;]]&gt;"; 2]);
        let (size, text) = fit("長い題名", 24.0, 400.0);
        assert_eq!((size, text.as_str()), (24.0, "長い題名"));
        let (size, text) = fit(&"題".repeat(20), 24.0, 400.0);
        assert_eq!((size, text.chars().count()), (20.0, 20));
        let (size, text) = fit(&"題".repeat(500), 24.0, 400.0);
        assert!(text.ends_with('…') && text.chars().count() as f64 * size <= 400.0, "{size} {text}");
    }
}
