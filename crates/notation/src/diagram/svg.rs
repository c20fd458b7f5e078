//! The canvas that writes SVG.
//!
//! The file needs a Japanese font and nothing else. It uses only `<path>`, `<rect>`, `<circle>` and `<text>` with centred anchors,
//! and places each character by itself: viewers disagree about `writing-mode`, `dominant-baseline` and style sheets.

use std::fmt::{self, Display, Write as _};

use yomikiri_shogi::Square;

use super::canvas::{Canvas, Character, Colour, INK, PAPER, Point};
use super::picture::tidy;
use crate::text::escape;

const FONTS: &str = "'Noto Serif CJK JP','Noto Serif JP','Source Han Serif JP','Hiragino Mincho ProN',\
                     'Hiragino Mincho Pro','Yu Mincho',YuMincho,'BIZ UDMincho','IPAexMincho','IPAMincho',\
                     TakaoMincho,'MS Mincho','MS PMincho',serif";

/// The picture while it is drawn.
pub(super) struct Svg {
    text: String,
    /// The size of the characters of this group that carry none of their own.
    size: Option<f64>,
}

impl Svg {
    /// An empty page of this size.
    pub fn new((width, height): Point, title: &str, description: &str) -> Svg {
        let mut svg = Svg { text: String::with_capacity(16 * 1024), size: None };
        svg.element(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" xml:lang=\"ja\" font-family=\"{FONTS}\" fill=\"{INK}\" \
             text-anchor=\"middle\" role=\"img\">"
        ));
        svg.element(format_args!("<title>{}</title>", escape(title)));
        svg.element(format_args!("<desc>{}</desc>", escape(description)));
        svg.element(format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>"));
        svg
    }

    /// The finished file.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    fn element(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(element);
        self.text.push('\n');
    }
}

impl Canvas for Svg {
    fn shade(&mut self, square: Square, (x, y): Point, (width, height): Point, colour: Colour) {
        self.element(format_args!(
            "<rect class=\"shade-{square}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
        ));
    }

    fn grid(&mut self, (left, top): Point, cell: Point) {
        let (width, height) = (9.0 * cell.0, 9.0 * cell.1);
        let mut lines = String::new();
        for i in 1..9 {
            let (x, y) = (left + cell.0 * f64::from(i), top + cell.1 * f64::from(i));
            let _ = write!(lines, "M{x} {top}v{height}M{left} {y}h{width}");
        }
        self.element(format_args!("<path d=\"{lines}\" fill=\"none\" stroke=\"{INK}\"/>"));
        self.element(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.5\"/>"
        ));
    }

    fn dot(&mut self, (x, y): Point, radius: f64) {
        self.element(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    fn sign(&mut self, (x, y): Point, fill: Colour) {
        self.element(format_args!(
            "<path class=\"sign\" d=\"M{x} {y}l8 4.5l2.5 16.5h-21l2.5 -16.5z\" fill=\"{fill}\" stroke=\"{INK}\" \
             stroke-width=\"1.4\" stroke-linejoin=\"round\"/>"
        ));
    }

    fn begin(&mut self, class: &str, size: Option<f64>) {
        self.size = size;
        match size {
            Some(size) => self.element(format_args!("<g class=\"{class}\" font-size=\"{size}\">")),
            None => self.element(format_args!("<g class=\"{class}\">")),
        }
    }

    fn character(&mut self, character: &Character) {
        let Character { glyph, at: (x, y), size, colour, bold, turned } = *character;
        let mut style = String::new();
        if self.size != Some(size) {
            let _ = write!(style, " font-size=\"{size}\"");
        }
        if turned {
            let _ = write!(style, " transform=\"rotate(180 {x} {y})\"");
        }
        if bold {
            style.push_str(" font-weight=\"bold\"");
        }
        if colour != INK {
            let _ = write!(style, " fill=\"{colour}\"");
        }
        let y = tidy(baseline(y, size));
        self.element(format_args!("<text x=\"{x}\" y=\"{y}\"{style}>{glyph}</text>"));
    }

    fn end(&mut self) {
        self.text.push_str("</g>\n");
    }

    fn word(&mut self, class: &str, text: &str, (x, y): Point, size: f64, colour: Colour) {
        let y = tidy(baseline(y, size));
        let fill = if colour == INK { String::new() } else { format!(" fill=\"{colour}\"") };
        self.element(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{fill}>{}</text>",
            escape(text)
        ));
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The baseline of a character of this size that is centred at `y`. The em box of Japanese fonts extends 0.88 above and 0.12
/// below the baseline.
fn baseline(y: f64, size: f64) -> f64 {
    y + 0.38 * size
}

#[cfg(test)]
mod tests {
    use yomikiri_shogi::{Bitboard, Color, Move, Position};

    use super::super::Picture;
    use super::super::picture::{CELL, LINE, MARGIN, MOVED_FROM, MOVED_TO, WIDTH};
    use super::*;
    use crate::japanese::glyphs::piece_char;

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
            let all = elements(&Picture::new().title("題").svg(&position));
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
                seen |= Bitboard::from_square(square);
            }
            assert_eq!(seen, position.occupied());
            assert_eq!(pieces.len() as u32, position.occupied().len());
        }
    }

    #[test]
    fn hands_and_turn() {
        let position = Position::from_sfen(SAMPLE).unwrap();
        let all = elements(&Picture::new().svg(&position));
        let column = |class| group(&all, class).iter().map(|(_, text)| text.trim()).collect::<String>();
        assert_eq!(column("hand-b"), "持駒飛金二銀桂二");
        assert_eq!(column("hand-w"), "持駒角金銀香歩十五");
        let turn: Vec<_> = all.iter().filter(|(tag, _)| get(tag, "class") == Some("turn")).collect();
        assert_eq!(turn.len(), 1);
        assert!(number(&turn[0].0, "x") < WIDTH / 2.0, "White moves, and White's hand is at the left");
        let bare = Picture::new().without_hand(Color::White).svg(&position);
        assert!(!bare.contains("hand-w") && !bare.contains("turn") && bare.contains("hand-b"));
        let start = elements(&Picture::new().without_turn().svg(&Position::startpos()));
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
        let svg = Picture::new().title("題").caption("注").svg(&position);
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
        let svg = Picture::new().last_move(mv).svg(&Position::startpos());
        let all = elements(&svg);
        let fill = |class: &str| {
            all.iter().find(|(tag, _)| get(tag, "class") == Some(class)).and_then(|(tag, _)| get(tag, "fill"))
        };
        assert_eq!(fill("shade-5a"), Some(MOVED_FROM.to_string().as_str()));
        assert_eq!(fill("shade-4b"), Some(MOVED_TO.to_string().as_str()));
        assert_eq!(svg.matches("shade-").count(), 2);
        assert_eq!(Picture::new().svg(&Position::startpos()).matches("shade-").count(), 0);
    }

    #[test]
    fn texts_are_escaped() {
        let nasty = "<script>\"&'\n\u{1}</svg>]]>";
        let all = elements(&Picture::new().title(nasty).caption(nasty).svg(&Position::startpos()));
        let lines: Vec<&str> = all
            .iter()
            .filter(|(tag, _)| get(tag, "class") == Some("line"))
            .map(|(_, text)| text.trim())
            .collect();
        assert_eq!(lines, ["&lt;script&gt;&quot;&amp;&#39; \u{fffd}&lt;/svg&gt;]]&gt;"; 2]);
    }
}
