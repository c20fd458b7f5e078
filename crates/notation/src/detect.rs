//! Finds out which format a text is in. Only the content counts: extensions are often wrong, and pasted text has no file name.
//!
//! Most lines belong to one format only, and the first such line decides. Headers and diagrams are common to KIF, KI2 and BOD,
//! so they decide only if no such line follows.

use crate::Format;
use crate::error::{ReadError, ReadErrorKind, quote};
use crate::japanese::is_explanation;
use crate::kakinoki::{is_field, is_frame, is_moves_heading};

/// What a line says about the format of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evidence {
    /// Nothing: the line is blank, a comment, or of no format.
    None,
    /// A header: the text is KIF if no other line decides.
    Header,
    /// A closing sentence (まで…): the text is KI2 if no other line decides, since a move of KIF would have decided.
    Closing,
    /// Part of a diagram: the text is BOD if no other line decides.
    Diagram,
    /// A line of this format and no other.
    Sure(Format),
}

impl Format {
    /// The format of a text.
    ///
    /// # Errors
    /// [`ReadErrorKind::UnknownFormat`] with the first line that says anything, if no line belongs
    /// to any format; [`ReadErrorKind::Missing`] if there is no such line.
    pub fn of_text(text: &str) -> Result<Format, ReadError> {
        let says_something = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        Format::detect(text).ok_or_else(|| {
            let text = text.trim_start_matches('\u{feff}');
            match (1..).zip(text.lines()).find(|(_, line)| says_something(line)) {
                Some((number, line)) => ReadErrorKind::UnknownFormat(quote(line)).at(number),
                None => ReadErrorKind::Missing("a position or a record").at(1),
            }
        })
    }

    /// The format of a text, unless no line of it belongs to any.
    pub fn detect(text: &str) -> Option<Format> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with(['{', '[']) {
            return Some(Format::Jkf);
        }
        let (mut header, mut diagram, mut closing) = (false, false, false);
        for line in text.lines() {
            match evidence(line.trim()) {
                Evidence::None => {}
                Evidence::Header => header = true,
                Evidence::Diagram => diagram = true,
                Evidence::Closing => closing = true,
                Evidence::Sure(format) => return Some(format),
            }
        }
        match (closing, diagram, header) {
            (true, _, _) => Some(Format::Ki2),
            (false, true, _) => Some(Format::Bod),
            (false, false, true) => Some(Format::Kif),
            (false, false, false) => None,
        }
    }
}

fn evidence(line: &str) -> Evidence {
    let mut characters = line.chars();
    let Some(first) = characters.next() else { return Evidence::None };
    let rest = characters.as_str();
    match first {
        // `#`, `*` and `&` begin comments in KIF and lists. `'` does in CSA, but prose may begin with it as well.
        '#' | '*' | '&' | '\'' | '＊' => Evidence::None,
        '|' | '｜' => Evidence::Diagram,
        _ if line.len() > 1 && is_frame(line) => Evidence::Diagram,
        _ if is_moves_heading(line) => Evidence::Sure(Format::Kif),
        _ if is_csa(line) => Evidence::Sure(Format::Csa),
        _ if is_sfen(line) => Evidence::Sure(Format::Sfen),
        _ if is_numbered_move(line) => Evidence::Sure(Format::Kif),
        '▲' | '△' | '☗' | '☖' | '▽' | '▼' if starts_with_destination(rest) && !is_explanation(rest) => {
            Evidence::Sure(Format::Ki2)
        }
        _ if line.starts_with("まで") => Evidence::Closing,
        _ if is_field(line) => Evidence::Header,
        _ => Evidence::None,
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

/// Whether a text begins as a move does after ▲: with ７六, 76 or 同.
fn starts_with_destination(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| is_digit(c) || c == '同')
}

/// Whether a line is a move of KIF: `   1 ７六歩(77)`, `12 投了`, also with ▲ or full-width digits.
fn is_numbered_move(line: &str) -> bool {
    let rest = line.trim_start_matches(is_digit);
    if rest.len() == line.len() || !rest.starts_with([' ', '　', '\t', ':', '.', '：']) {
        return false;
    }
    let rest = rest.trim_start_matches([' ', '　', '\t', ':', '.', '：']);
    let rest = rest.trim_start_matches(['▲', '△', '☗', '☖', '▽', '▼']);
    const ENDS: [&str; 12] = [
        "投了",
        "中断",
        "千日手",
        "持将棋",
        "詰み",
        "不詰",
        "切れ負け",
        "反則",
        "入玉",
        "引き分け",
        "封じ手",
        "パス",
    ];
    starts_with_destination(rest) && rest.contains(|c: char| !c.is_ascii())
        || ENDS.iter().any(|end| rest.starts_with(end))
}

fn is_csa(line: &str) -> bool {
    match line.as_bytes() {
        [b'V', b'1'..=b'9'] | [b'V', b'1'..=b'9', b'.' | b',', ..] => true,
        [b'N', b'+' | b'-', ..] | [b'P', b'+' | b'-', ..] | [b'P', b'I'] => true,
        [b'P', b'I', digit, ..] => digit.is_ascii_digit() || *digit == b',',
        [b'P', b'1'..=b'9', rest @ ..] => matches!(rest.trim_ascii_start(), [b'+' | b'-' | b'*', ..]),
        [b'$', b'A'..=b'Z', ..] => line.split_once(':').is_some_and(|(name, _)| name.is_ascii()),
        [b'+' | b'-'] => true,
        // `%TORYO`, `%+ILLEGAL_ACTION`, but not `%PDF-1.7`.
        [b'%', name @ ..] => {
            let name = name.strip_prefix(b"+").or(name.strip_prefix(b"-")).unwrap_or(name);
            let name = name.split(|&byte| byte == b',').next().unwrap_or_default().trim_ascii();
            name.len() > 2 && name.iter().all(|&byte| byte.is_ascii_uppercase() || byte == b'_')
        }
        [b'+' | b'-', rest @ ..] => {
            rest.len() >= 6
                && rest.iter().take(4).all(u8::is_ascii_digit)
                && rest.iter().skip(4).take(2).all(u8::is_ascii_uppercase)
        }
        _ => false,
    }
}

/// Whether a line is meant as an SFEN. A faulty one counts, so that the reader can say what is wrong with it.
fn is_sfen(line: &str) -> bool {
    let mut words = line.split([' ', '\t']);
    match words.next() {
        Some("startpos" | "sfen") => true,
        Some("position") => matches!(words.next(), Some("startpos" | "sfen")),
        Some(board) => {
            let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
            board.matches('/').count() >= 5 && board.chars().all(known)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples() {
        let board = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
            | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n+---------------------------+\n先手の持駒：金\n";
        for (text, format) in [
            ("\u{feff}\n\n {\"moves\":[]}", Some(Format::Jkf)),
            ("[]", Some(Format::Jkf)),
            (
                "# ---- Kifu for Windows ----\n手合割：平手\n手数----指手---------消費時間--\n",
                Some(Format::Kif),
            ),
            ("手合割：平手\n先手：A\n後手：B\n   1 ７六歩(77) ( 0:16/00:00:16)\n", Some(Format::Kif)),
            ("先手：A\n", Some(Format::Kif)),
            ("先手:A\n後手:B\n", Some(Format::Kif)),
            ("１ ▲７六歩\n", Some(Format::Kif)),
            ("1 投了\n", Some(Format::Kif)),
            ("*▲７六歩 という手\n手合割：平手\n", Some(Format::Kif)),
            ("先手：A\n後手：B\n\n▲７六歩　△３四歩\n", Some(Format::Ki2)),
            ("☗７六歩☖３四歩", Some(Format::Ki2)),
            ("開始日時：2003/05/03\n▲同　歩", Some(Format::Ki2)),
            (board, Some(Format::Bod)),
            (&format!("{board}手数＝2  △３四歩  まで\n後手番\n"), Some(Format::Bod)),
            (&format!("{board}手数----指手--\n   1 ５二金打\n"), Some(Format::Kif)),
            (&format!("{board}▲５二金\n"), Some(Format::Ki2)),
            (&format!("{board}５二金\nまで1手詰\n"), Some(Format::Ki2)),
            ("$EVENT：10:30\n", Some(Format::Kif)),
            ("$EVENT:a：b\n", Some(Format::Csa)),
            ("'comment\n\nV2.2\n", Some(Format::Csa)),
            ("V3.0\r\n", Some(Format::Csa)),
            ("N+A\nN-B\n", Some(Format::Csa)),
            ("PI\n+\n", Some(Format::Csa)),
            ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n", Some(Format::Csa)),
            ("P1 *  *  *  * -OU *  *  *  * \n", Some(Format::Csa)),
            ("+7776FU\n", Some(Format::Csa)),
            ("+7776FU,T10\n", Some(Format::Csa)),
            ("# list\n\n4k4/9/4P4/9/9/9/9/9/9 b G 1\t1\tA：B\n", Some(Format::Sfen)),
            ("4k4/9/4P4/9/9/9/9/9 b G 1\n", Some(Format::Sfen)),
            ("position startpos moves 7g7f\n", Some(Format::Sfen)),
            ("startpos", Some(Format::Sfen)),
            ("+P8/9/9/9/9/9/9/9/9 b - 1", Some(Format::Sfen)),
            ("", None),
            ("# nothing\n", None),
            ("hello world\nhttps://example.com/a/b/c/d/e/f\n", None),
            ("position of the pieces\n12 apples\n", None),
            ("hello: world\n", None),
            ("%PDF-1.7\n", None),
            ("%TORYO,T3\n", Some(Format::Csa)),
            ("%+ILLEGAL_ACTION\n", Some(Format::Csa)),
            (&format!("{board}\n  ▲５二金 → mate in 3\n"), Some(Format::Bod)),
            ("☖持駒：なし\n", Some(Format::Kif)),
            ("☗持駒:なし\n", Some(Format::Kif)),
            ("持駒　金\n", Some(Format::Kif)),
        ] {
            assert_eq!(Format::detect(text), format, "{text}");
            assert_eq!(Format::detect(&text.replace('\n', "\r\n")), format, "{text}");
        }
    }
}
