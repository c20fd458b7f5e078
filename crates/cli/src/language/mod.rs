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
use crate::text::pad;
pub use message::{BatchProgress, Column, Label, Message};

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
