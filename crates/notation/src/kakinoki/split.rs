//! Several records in one text, simply put one after the other: where does each begin?
//!
//! A record is complete once it has moves (or their heading) or a start position, and the next begins with the headers
//! before the next start position. What belongs to neither for sure is told by blank lines: text right after a record is
//! its own, text after a blank line is the next one's. Comments are always the record's before them.

use yomikiri_shogi::Color;

use super::diagram::{is_frame, row};
use super::fields::{Field, HandOwner, field};
use super::{Lead, is_moves_heading, lead, leading_number, variation_heading};
use crate::error::ReadError;
use crate::japanese::glyphs::side_of_mark;
use crate::{Handicap, Record, ki2, kif};

/// One of several records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    /// Lines of the text before this part.
    pub skipped: usize,
    /// Its lines.
    pub text: &'a str,
}

impl Part<'_> {
    /// Reads it; faults are told by their line in the whole text.
    pub fn read(&self, read: fn(&str) -> Result<Record, ReadError>) -> Result<Record, ReadError> {
        read(self.text).map_err(|error| ReadError { line: error.line + self.skipped, ..error })
    }
}

/// The records of a text; at least one part, even if there is nothing in it.
pub(crate) fn split(text: &str) -> Vec<Part<'_>> {
    let sizes: Vec<usize> = text.split_inclusive('\n').map(str::len).collect();
    let lines = Line::all(text);
    let mut parts = Vec::new();
    let (mut start, mut rest) = (0, text);
    while let Some(length) = next_record(lines.get(start..).unwrap_or_default()) {
        let bytes = sizes.iter().skip(start).take(length).sum();
        let Some((part, after)) = rest.split_at_checked(bytes) else { break };
        parts.push(Part { skipped: start, text: part });
        (start, rest) = (start + length, after);
    }
    parts.push(Part { skipped: start, text: rest });
    parts
}

/// A line with what matters of those after it.
#[derive(Clone, Copy)]
struct Line {
    kind: Kind,
    /// Whether what follows, this line included, would be a record: headers after moves are another one's if a start
    /// position follows them, or moves that are not the next ones of the same game.
    begins_a_record: bool,
}

impl Line {
    fn all(text: &str) -> Vec<Line> {
        let kinds =
            text.split_inclusive('\n').map(|line| Kind::of(line.trim_start_matches('\u{feff}').trim_end()));
        let mut lines: Vec<Line> = kinds.map(|kind| Line { kind, begins_a_record: false }).collect();
        let mut begins_a_record = false;
        for line in lines.iter_mut().rev() {
            match line.kind {
                Kind::Handicap | Kind::Row | Kind::Heading => begins_a_record = true,
                Kind::Moves { first } => begins_a_record = first,
                Kind::Continuation => begins_a_record = false,
                _ => {}
            }
            line.begins_a_record = begins_a_record;
        }
        lines
    }
}

/// What a line is, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Blank, or skipped by all readers.
    Blank,
    Comment,
    Header,
    /// 手合割 with a name that is a start position.
    Handicap,
    /// A hand; `None` if the line does not say whose.
    Hand(Option<Color>),
    /// A row of a diagram.
    Row,
    /// The frame of a diagram or the numbers above it.
    Frame,
    /// 手数＝ and 後手番, which follow a diagram.
    Turn,
    /// 手数----指手----
    Heading,
    /// Moves; whether they may be the first of a record.
    Moves {
        first: bool,
    },
    /// 変化：3手, or まで…
    Continuation,
    /// Words that belong to no format.
    Words,
}

impl Kind {
    fn of(line: &str) -> Kind {
        let text = match lead(line) {
            Lead::Skip => return Kind::Blank,
            Lead::Comment(_) => return Kind::Comment,
            Lead::Text(text) => text,
        };
        if is_moves_heading(text) {
            Kind::Heading
        } else if variation_heading(text).is_some() || text.starts_with("まで") {
            Kind::Continuation
        } else if is_frame(text) {
            Kind::Frame
        } else if row(text).is_some() || text.starts_with(['|', '｜']) {
            Kind::Row
        } else if kif::begins_the_moves(text) || ki2::begins_the_moves(text) {
            let number = leading_number(text).filter(|(_, rest)| rest.starts_with(char::is_whitespace));
            let white = text.chars().next().and_then(side_of_mark) == Some(Color::White);
            Kind::Moves { first: number.map_or(!white, |(number, _)| number == 1) }
        } else {
            match field(text) {
                None => Kind::Words,
                Some(Field::Turn(_) | Field::MoveNumber(_)) => Kind::Turn,
                Some(Field::Hand(HandOwner::Side(owner), _)) => Kind::Hand(Some(owner)),
                Some(Field::Hand(..)) => Kind::Hand(None),
                Some(Field::Handicap(name)) if Handicap::from_japanese(name).is_some() => Kind::Handicap,
                Some(Field::Handicap(_) | Field::Header(..)) => Kind::Header,
            }
        }
    }
}

/// The line at which the second record begins.
fn next_record(lines: &[Line]) -> Option<usize> {
    let mut moves = false;
    let mut rows = 0;
    let mut handicap = false;
    // Whose hand stands above the diagram.
    let mut hands = [false; 2];
    // The line after the last one that is surely the first record's, and whether there was a blank one since.
    let mut settled = 0;
    let mut blank = false;
    let mut above = Kind::Blank;
    for (i, &Line { kind, begins_a_record }) in lines.iter().enumerate() {
        let start = matches!(
            kind,
            Kind::Header | Kind::Handicap | Kind::Hand(_) | Kind::Row | Kind::Frame | Kind::Heading
        );
        if moves && start && begins_a_record {
            return Some(settled);
        }
        let second = match kind {
            Kind::Row => rows == 9 || rows == 0 && handicap && blank,
            Kind::Handicap => rows == 9 || handicap,
            _ => false,
        };
        if !moves && second {
            return Some(settled + tail(lines.get(settled..i).unwrap_or_default(), hands));
        }
        let open = match kind {
            Kind::Blank => true,
            // The frame below a diagram is its end, any other the beginning of one.
            Kind::Frame => above != Kind::Row,
            Kind::Header | Kind::Hand(_) => !moves,
            Kind::Words => blank,
            _ => false,
        };
        if !open {
            settled = i + 1;
        }
        blank = open && (blank || kind == Kind::Blank);
        match kind {
            Kind::Heading | Kind::Moves { .. } => moves = true,
            Kind::Row => rows += 1,
            Kind::Handicap => handicap = true,
            // Above the board, a hand without a name is White's.
            Kind::Hand(owner) if rows == 0 => hands[owner.unwrap_or(Color::White).index()] = true,
            _ => {}
        }
        above = kind;
    }
    None
}

/// How many of the lines between two start positions belong to the first, which has these hands above its diagram.
fn tail(lines: &[Line], mut hands: [bool; 2]) -> usize {
    let mut length = 0;
    for (i, line) in lines.iter().enumerate() {
        match line.kind {
            Kind::Blank if length > 0 => break,
            Kind::Blank => {}
            // Black's hand stands below the diagram; White's, or one without a name, only where nothing separates them.
            Kind::Hand(owner) if owner == Some(Color::Black) || length == i => {
                let hand = &mut hands[owner.unwrap_or(Color::Black).index()];
                if *hand {
                    break;
                }
                *hand = true;
                length = i + 1;
            }
            _ => break,
        }
    }
    let rest = lines.get(length..).unwrap_or_default();
    length + rest.iter().position(|line| line.kind == Kind::Blank).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts by their first lines.
    fn firsts(text: &str) -> Vec<(usize, &str)> {
        let parts = split(text);
        assert_eq!(parts.iter().map(|part| part.text).collect::<String>(), text);
        let first = |part: &Part<'_>| -> usize { part.text.len() - part.text.trim_start().len() };
        parts
            .iter()
            .map(|part| (part.skipped, part.text[first(part)..].lines().next().unwrap_or_default()))
            .collect()
    }

    const ROW: &str = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";

    fn board(above: &str, below: &str) -> String {
        format!("{above}９ ８ ７ ６ ５ ４ ３ ２ １\n+---+\n{}+---+\n{below}", ROW.repeat(9))
    }

    #[test]
    fn games_in_a_row() {
        let text = "# one\n手合割：平手\n手数----指手--\n   1 ７六歩(77)\n*評：注釈\n変化：1手\n   1 ２六歩(27)\n\n\
            手合割：平手\n9 8 7 6 5 4 3 2 1\n| ・|\n先手の持駒：なし\n   1 投了\n# in between\n*１\n\n# three\n\
            先手：A\n▲７六歩\nまで1手で中断\n# four\n結果：中断";
        assert_eq!(firsts(text), [(0, "# one"), (7, "手合割：平手"), (15, "# three")]);
        assert_eq!(firsts(""), [(0, "")]);
        // Problems without solutions.
        assert_eq!(split(&"作者：A\n| ・|\n先手の持駒：なし\n手数----指手--\n\n".repeat(3)).len(), 3);
        // Whatever repeats what.
        assert_eq!(split(&"▲７六歩\n先手：A\n".repeat(3)).len(), 3);
        assert_eq!(split(&"手数----\n1 ７六歩(77)\n".repeat(3)).len(), 3);
        assert_eq!(split(&"手合割：平手\n".repeat(3)).len(), 3);
    }

    #[test]
    fn headers_amid_the_moves_are_no_new_record() {
        for text in [
            "手数----\n1 ７六歩(77)\n備考：x\n2 ３四歩(33)\n",
            "手数----\n1 ７六歩(77)\n備考：x\n\n変化：1手\n1 ２六歩(27)\n",
            "▲７六歩\n備考：x\nまで1手で中断\n",
            "▲７六歩\n備考：x\n△３四歩\n",
            "▲７六歩\n消費時間：x\n\n結果：y\n",
        ] {
            assert_eq!(split(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn diagrams_in_a_row() {
        let full = board("後手の持駒：なし\n", "先手の持駒：なし\n");
        let bare = board("", "");
        for one in [
            full.clone(),
            bare.clone(),
            format!("{full}\n"),
            format!("\n{full}手数＝3\n後手番\n"),
            format!("作者：A\n{full}"),
            format!("作者：A\n\n{full}*注\n\n"),
            format!("第１番\n作者：A\n\n{full}先手番\n\n"),
            board("", "\n先手の持駒：なし\n\n"),
            board("先手の持駒：なし\n後手の持駒：なし\n", ""),
            board("\n先手の持駒：なし\n後手の持駒：なし\n", "詰将棋：A\n"),
            board("", "先手の持駒：なし\n後手の持駒：なし\n\n"),
            board("後手の持駒：なし\n", "\n"),
            board("", "先手の持駒：なし\n先手：甲\n\n"),
            format!("{full}手合割：その他\n\n"),
            ROW.repeat(9),
        ] {
            let text = one.repeat(3);
            let parts = split(&text);
            assert!(parts.iter().all(|part| part.text.trim() == one.trim()), "{parts:?}");
            assert_eq!(parts.len(), 3, "{text}");
        }
        // Titles after a blank line, and a handicap that a diagram follows.
        let text =
            format!("第１番\n{bare}\n第２番\n{bare}\n手合割：平手\n\n*注\n\n作者：A\n{full}手合割：香落ち\n");
        assert_eq!(
            firsts(&text),
            [(0, "第１番"), (13, "第２番"), (27, "手合割：平手"), (31, "作者：A"), (47, "手合割：香落ち")]
        );
        // But a diagram right below the name of a handicap is one record with it.
        assert_eq!(split(&format!("手合割：平手\n{full}")).len(), 1);
    }
}
