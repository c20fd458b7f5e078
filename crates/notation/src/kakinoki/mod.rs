//! The common parts of KIF, KI2 and BOD, the formats of Kakinoki Shogi: headers, diagrams, comments and variations.
//!
//! A text has two parts. The *start* holds headers (`作者：…`), a handicap (`手合割：…`) or a diagram; the *body* holds
//! moves, comments (`*…`), variations (`変化：N手`) and a closing sentence (`まで…`). Lines that begin with `#` are meant for
//! programs and skipped everywhere. A bookmark (`&name`) is kept as a comment with its `&` and written as a bookmark again.

mod body;
mod diagram;
mod ends;
mod fields;
mod lines;
mod split;
mod start;

pub(crate) use body::{BodyReader, NumberedLines, foul_follows, lines_of};
pub(crate) use diagram::{is_frame, write_diagram};
use ends::{ClosingSentence, end_of_phrase, write_end_phrase};
pub(crate) use ends::{end_of_word, write_end_word};
pub(crate) use fields::{HandOwner, hand_owner, is_field};
pub(crate) use lines::{end_line, write_comments, write_lines};
pub(crate) use split::split;
pub(crate) use start::{StartReader, write_start};

use crate::japanese::glyphs::digit;

/// The class of a line, which its first character decides.
pub(crate) enum LineClass<'a> {
    /// Nothing to read.
    Skip,
    /// A comment or a bookmark.
    Comment(&'a str),
    /// Any other line, without blanks around it.
    Text(&'a str),
}

/// The class of a line.
pub(crate) fn classify(line: &str) -> LineClass<'_> {
    let text = line.trim_start().trim_end_matches('\r');
    match text.chars().next() {
        None | Some('#') => LineClass::Skip,
        Some(star @ ('*' | '＊')) => LineClass::Comment(&text[star.len_utf8()..]),
        Some('&') => LineClass::Comment(text),
        // Horizontal rules between the parts of a text.
        Some(_) if text.trim_end().chars().all(|c| matches!(c, '-' | '=' | '─' | '━' | '＝' | '－')) => {
            LineClass::Skip
        }
        Some(_) => LineClass::Text(text.trim_end()),
    }
}

/// A number in half-width or full-width digits at the beginning of a text, and what follows. Huge numbers saturate.
///
/// Digits of another width begin something new: `1２六歩` is move 1.
pub(crate) fn leading_number(text: &str) -> Option<(usize, &str)> {
    let narrow = text.starts_with(|c: char| c.is_ascii());
    let mut rest = text.chars();
    let mut number = digit(rest.next()?)?;
    loop {
        let after = rest.as_str();
        match rest.next().filter(|c| c.is_ascii() == narrow).and_then(digit) {
            Some(digit) => number = number.saturating_mul(10).saturating_add(digit),
            None => return Some((number, after)),
        }
    }
}

/// Whether this is the line of column headings above the moves of KIF: `手数----指手---------消費時間--`.
pub(crate) fn is_moves_heading(text: &str) -> bool {
    text.strip_prefix("手数").is_some_and(|rest| rest.trim_start().starts_with(['-', '－', '─', 'ー']))
}

/// What follows a number and a blank, or the whole text.
pub(crate) fn after_number(text: &str) -> &str {
    match leading_number(text) {
        Some((_, rest)) if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => text,
    }
}

/// The N of `変化：N手`.
pub(crate) fn variation_heading(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("変化")?.trim_start();
    let rest = rest.strip_prefix(['：', ':'])?.trim_start();
    let (number, rest) = leading_number(rest)?;
    let rest = rest.trim_start().strip_prefix('手')?;
    rest.trim().is_empty().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_headings() {
        assert_eq!(leading_number("12 ７六歩"), Some((12, " ７六歩")));
        assert_eq!(leading_number("１２手"), Some((12, "手")));
        assert_eq!(leading_number("99999999999999999999999999").map(|n| n.0), Some(usize::MAX));
        assert_eq!(leading_number("1２六歩"), Some((1, "２六歩")));
        assert_eq!(leading_number("手"), None);
        assert_eq!(variation_heading("変化：12手"), Some(12));
        assert_eq!(variation_heading("変化: ７手 "), Some(7));
        for other in ["変化：手", "変化：3", "変化", "変化：3手目", "変化 3手"] {
            assert_eq!(variation_heading(other), None, "{other}");
        }
    }
}
