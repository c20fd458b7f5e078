//! What people read, in English and in Japanese.
//!
//! Every text is a variant of [`Message`] or [`Label`]. [`english`] and [`japanese`] each match all of them, so a message that
//! lacks a language does not compile. There is no catalogue of strings to look up: messages have typed parts, and each
//! language puts them together in its own order.
//!
//! JSON, `--quiet`, `--help`, errors of the command line and the commands for developers (`perft`,
//! `algorithms`) are English everywhere. Errors of the input are a
//! [`Complaint`](crate::complaint::Complaint).

mod english;
mod japanese;
mod message;
#[cfg(test)]
mod tests;

use std::env;

use clap::ValueEnum;

use crate::input;
use crate::verdict::AnswerVerdict;
pub use message::{BatchProgress, Column, Headline, Label, Length, Message, Side, Sought, Stopped};

/// A language
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// Japanese
    Ja,
    /// English
    En,
}

impl Lang {
    /// The language of the environment, as POSIX has it: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides.
    pub fn from_environment() -> Lang {
        Lang::from_locale(["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| env::var(name).ok()))
    }

    fn from_locale(variables: [Option<String>; 3]) -> Lang {
        let locale = variables.into_iter().flatten().find(|value| !value.is_empty());
        if locale.is_some_and(|locale| locale.starts_with("ja")) { Lang::Ja } else { Lang::En }
    }

    /// The text of a message.
    pub fn text(self, message: &Message<'_>) -> String {
        match self {
            Lang::Ja => japanese::text(message),
            Lang::En => english::text(message),
        }
    }

    /// The heading of a column.
    pub fn column(self, column: Column) -> String {
        match self {
            Lang::Ja => japanese::column(column),
            Lang::En => english::column(column),
        }
    }

    /// The name of a source for messages.
    pub fn source(self, name: &str) -> &str {
        match (self, name) {
            (Lang::Ja, input::STDIN) => "標準入力",
            (Lang::Ja, input::POSITION) => "局面",
            (Lang::Ja, input::TEXT) => "テキスト",
            (Lang::Ja, input::CONVERTED) => "変換した棋譜",
            _ => name,
        }
    }

    /// The items of an enumeration in one text.
    pub fn list(self, items: &[String]) -> String {
        items.join(match self {
            Lang::Ja => "、",
            Lang::En => ", ",
        })
    }

    /// The judge's verdict in one word.
    pub fn soundness(self, verdict: AnswerVerdict) -> &'static str {
        match self {
            Lang::Ja => japanese::soundness(verdict),
            Lang::En => verdict.as_str(),
        }
    }

    /// A label, padded to the width of the column of labels.
    pub fn label(self, label: Label) -> String {
        let text = match self {
            Lang::Ja => japanese::label(label),
            Lang::En => english::label(label),
        };
        pad(text, LABEL_WIDTH)
    }
}

/// Columns of a terminal for labels, the blank after them included.
const LABEL_WIDTH: usize = 12;

/// A text with blanks up to a width.
pub fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(columns(text));
    format!("{text}{}", " ".repeat(missing))
}

/// A text with blanks before it up to a width.
pub fn pad_left(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(columns(text));
    format!("{}{text}", " ".repeat(missing))
}

/// The columns that a text takes on a terminal. Kana, kanji and full-width forms take two.
pub fn columns(text: &str) -> usize {
    let wide = |c: char| matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}');
    text.chars().map(|c| if wide(c) { 2 } else { 1 }).sum()
}

/// Seconds with as many digits as are worth reading: 0.05, 3.2, 20.
fn seconds(seconds: f64) -> String {
    match seconds {
        9.95.. => format!("{seconds:.0}"),
        0.995.. => format!("{seconds:.1}"),
        0.0095.. => format!("{seconds:.2}"),
        _ => format!("{seconds:.3}"),
    }
}
