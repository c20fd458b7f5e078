//! Finds where each record begins in a text with several records, which have no separator in KIF, KI2 and BOD.
//!
//! A record is complete once it has moves, their heading or a start position. The next record begins with the headers before
//! the next start position. For lines that could belong to both, blank lines decide: a line right after a record belongs to it,
//! a line after a blank one belongs to the next record. Comments always belong to the record before them.

use yomikiri_shogi::Color;

use super::diagram::{is_frame, row};
use super::fields::{HandOwner, StartField, field};
use super::{LineClass, classify, is_moves_heading, leading_number, variation_heading};
use crate::error::ReadError;
use crate::japanese::glyphs::side_of_mark;
use crate::{Handicap, Record, ki2, kif};

/// The text of one of several records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordText<'a> {
    /// The number of lines before it.
    pub skipped: usize,
    /// Its lines.
    pub text: &'a str,
}

impl RecordText<'_> {
    /// Reads it. Errors name the line in the whole text.
    pub fn read(&self, read: fn(&str) -> Result<Record, ReadError>) -> Result<Record, ReadError> {
        read(self.text).map_err(|error| ReadError { line: error.line + self.skipped, ..error })
    }
}

/// The records of a text. There is always at least one, which may be empty.
pub(crate) fn split(text: &str) -> Vec<RecordText<'_>> {
    let sizes: Vec<usize> = text.split_inclusive('\n').map(str::len).collect();
    let lines = ScannedLine::all(text);
    let mut parts = Vec::new();
    let (mut start, mut rest) = (0, text);
    while let Some(length) = next_record(lines.get(start..).unwrap_or_default()) {
        let bytes = sizes.iter().skip(start).take(length).sum();
        let Some((part, after)) = rest.split_at_checked(bytes) else { break };
        parts.push(RecordText { skipped: start, text: part });
        (start, rest) = (start + length, after);
    }
    parts.push(RecordText { skipped: start, text: rest });
    parts
}

/// A line with what its successors say about it.
#[derive(Clone, Copy)]
struct ScannedLine {
    kind: LineKind,
    /// Whether a record could begin here. Headers after moves begin another record if a start position follows them, or moves
    /// that do not continue the same game.
    begins_a_record: bool,
}

impl ScannedLine {
    fn all(text: &str) -> Vec<ScannedLine> {
        let kinds = text
            .split_inclusive('\n')
            .map(|line| LineKind::from_line(line.trim_start_matches('\u{feff}').trim_end()));
        let mut lines: Vec<ScannedLine> =
            kinds.map(|kind| ScannedLine { kind, begins_a_record: false }).collect();
        let mut begins_a_record = false;
        for line in lines.iter_mut().rev() {
            match line.kind {
                LineKind::Handicap | LineKind::Row | LineKind::Heading => begins_a_record = true,
                LineKind::Moves { first } => begins_a_record = first,
                LineKind::Continuation => begins_a_record = false,
                _ => {}
            }
            line.begins_a_record = begins_a_record;
        }
        lines
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
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

impl LineKind {
    fn from_line(line: &str) -> LineKind {
        let text = match classify(line) {
            LineClass::Skip => return LineKind::Blank,
            LineClass::Comment(_) => return LineKind::Comment,
            LineClass::Text(text) => text,
        };
        if is_moves_heading(text) {
            LineKind::Heading
        } else if variation_heading(text).is_some() || text.starts_with("まで") {
            LineKind::Continuation
        } else if is_frame(text) {
            LineKind::Frame
        } else if row(text).is_some() || text.starts_with(['|', '｜']) {
            LineKind::Row
        } else if kif::begins_the_moves(text) || ki2::begins_the_moves(text) {
            let number = leading_number(text).filter(|(_, rest)| rest.starts_with(char::is_whitespace));
            let white = text.chars().next().and_then(side_of_mark) == Some(Color::White);
            LineKind::Moves { first: number.map_or(!white, |(number, _)| number == 1) }
        } else {
            match field(text) {
                None => LineKind::Words,
                Some(StartField::Turn(_) | StartField::MoveNumber(_)) => LineKind::Turn,
                Some(StartField::Hand(HandOwner::Side(owner), _)) => LineKind::Hand(Some(owner)),
                Some(StartField::Hand(..)) => LineKind::Hand(None),
                Some(StartField::Handicap(name)) if Handicap::from_japanese(name).is_some() => {
                    LineKind::Handicap
                }
                Some(StartField::Handicap(_) | StartField::Header(..)) => LineKind::Header,
            }
        }
    }
}

/// The line at which the second record begins.
fn next_record(lines: &[ScannedLine]) -> Option<usize> {
    let mut moves = false;
    let mut rows = 0;
    let mut handicap = false;
    // The sides whose hands stand above the diagram.
    let mut hands = [false; 2];
    // The index after the last line that certainly belongs to the first record, and whether a blank line has followed.
    let mut settled = 0;
    let mut blank = false;
    let mut above = LineKind::Blank;
    for (i, &ScannedLine { kind, begins_a_record }) in lines.iter().enumerate() {
        let start = matches!(
            kind,
            LineKind::Header
                | LineKind::Handicap
                | LineKind::Hand(_)
                | LineKind::Row
                | LineKind::Frame
                | LineKind::Heading
        );
        if moves && start && begins_a_record {
            return Some(settled);
        }
        let second = match kind {
            LineKind::Row => rows == 9 || rows == 0 && handicap && blank,
            LineKind::Handicap => rows == 9 || handicap,
            _ => false,
        };
        if !moves && second {
            return Some(settled + tail(lines.get(settled..i).unwrap_or_default(), hands));
        }
        let open = match kind {
            LineKind::Blank => true,
            // A frame below a row ends a diagram, any other begins one.
            LineKind::Frame => above != LineKind::Row,
            LineKind::Header | LineKind::Hand(_) => !moves,
            LineKind::Words => blank,
            _ => false,
        };
        if !open {
            settled = i + 1;
        }
        blank = open && (blank || kind == LineKind::Blank);
        match kind {
            LineKind::Heading | LineKind::Moves { .. } => moves = true,
            LineKind::Row => rows += 1,
            LineKind::Handicap => handicap = true,
            // Above the board, a hand without a name is White's.
            LineKind::Hand(owner) if rows == 0 => hands[owner.unwrap_or(Color::White).index()] = true,
            _ => {}
        }
        above = kind;
    }
    None
}

/// The number of lines between two diagrams that belong to the first one. `hands` are the sides whose hands stand above the
/// first diagram.
fn tail(lines: &[ScannedLine], mut hands: [bool; 2]) -> usize {
    let mut length = 0;
    for (i, line) in lines.iter().enumerate() {
        match line.kind {
            LineKind::Blank if length > 0 => break,
            LineKind::Blank => {}
            // Black's hand belongs below the diagram. White's hand and one without a name do only if nothing separates them
            // from the diagram.
            LineKind::Hand(owner) if owner == Some(Color::Black) || length == i => {
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
    length + rest.iter().position(|line| line.kind == LineKind::Blank).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records by their first lines.
    fn firsts(text: &str) -> Vec<(usize, &str)> {
        let parts = split(text);
        assert_eq!(parts.iter().map(|part| part.text).collect::<String>(), text);
        let first = |part: &RecordText<'_>| -> usize { part.text.len() - part.text.trim_start().len() };
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
        // Whatever part of a record is repeated, another record begins.
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
