//! How a run ends: the exit code, and one line on standard error if something is wrong.

use std::fmt::Display;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::interrupt::{self, Interrupted};

/// What a command found out, as far as the exit code shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitVerdict {
    /// Nothing to decide, or nothing decided.
    None,
    /// Mate, win, sound.
    Proven,
    /// No mate, not a win, unsound.
    Disproven,
    /// A batch in which some rows could not be read; the output says which.
    BadRows,
    /// Some of the work could not be done; the output says which.
    Failed,
}

impl From<ExitVerdict> for ExitCode {
    fn from(verdict: ExitVerdict) -> ExitCode {
        match verdict {
            ExitVerdict::None => ExitCode::SUCCESS,
            ExitVerdict::Proven => ExitCode::from(10),
            ExitVerdict::Disproven => ExitCode::from(20),
            ExitVerdict::BadRows => ExitCode::from(2),
            ExitVerdict::Failed => ExitCode::FAILURE,
        }
    }
}

/// The user's input is at fault: exit code 2. Anywhere in an error's chain.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct BadInput {
    message: String,
    japanese: Option<String>,
}

/// An error that is the input's fault.
pub fn bad_input(message: impl Display) -> anyhow::Error {
    BadInput { message: message.to_string(), japanese: None }.into()
}

/// An error that is the input's fault, in English and in Japanese.
pub fn bad_input_bilingual(message: String, japanese: String) -> anyhow::Error {
    BadInput { message, japanese: Some(japanese) }.into()
}

/// The reader of standard output is gone (`yomikiri … | head`): the run ends, and this is no error.
#[derive(Debug, thiserror::Error)]
#[error("standard output is closed")]
pub(crate) struct ClosedPipe;

/// The exit code of a run; an error is written to standard error. A run that a signal stopped has the code of the signal,
/// whatever it found out before.
pub fn code(result: anyhow::Result<ExitVerdict>) -> ExitCode {
    code_in(result, false)
}

/// The same; the error is in Japanese if that is asked for and there is a translation.
pub fn code_in(result: anyhow::Result<ExitVerdict>, japanese: bool) -> ExitCode {
    let (code, by_input) = match result {
        Ok(verdict) => (verdict.into(), false),
        Err(error) if error.is::<ClosedPipe>() || Interrupted::caused(&error) => (ExitCode::SUCCESS, false),
        Err(error) => {
            print_error(message(&error, japanese));
            let by_input = error.is::<BadInput>();
            (ExitCode::from(if by_input { 2 } else { 1 }), by_input)
        }
    };
    interrupt::exit_code().filter(|_| !by_input).unwrap_or(code)
}

/// An error with its causes, in Japanese where that is asked for and there is a translation.
pub fn message(error: &anyhow::Error, japanese: bool) -> String {
    let part = |cause: &(dyn std::error::Error + 'static)| {
        let bad = cause.downcast_ref::<BadInput>().filter(|_| japanese);
        bad.and_then(|bad| bad.japanese.clone()).unwrap_or_else(|| cause.to_string())
    };
    error.chain().map(part).collect::<Vec<_>>().join(": ")
}

/// The exit code of a command line that could not be parsed, or that asks for help.
pub fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // A closed pipe is no reason to complain.
            let _ = error.print();
        }
        _ => {
            let text = error.to_string();
            let text = text.split("\n\nUsage:").next().unwrap_or(&text);
            let text = text.split("\n\nFor more information").next().unwrap_or(text);
            let text = text.strip_prefix("error: ").unwrap_or(text);
            let parts = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
            print_error(format_args!("{}; try --help", parts.collect::<Vec<_>>().join("; ")));
        }
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// One line on standard error, after the program's name, whatever the text holds; a closed standard error is no reason to
/// panic.
pub fn print_error(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "{}: {}", program(), one_line(&message.to_string()));
}

/// The name of the running program.
fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    path.file_stem().map_or_else(|| "yomikiri".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The most characters of input and file names that one line shows: enough for a message, and a line of many megabytes
/// stays readable.
const MAX_LINE_LENGTH: usize = 400;

/// A text as one line of reasonable length that does nothing to a terminal: line ends and tabs become blanks, other control
/// characters are written out, and the middle of a very long text is left out.
///
/// Every message passes through here.
pub fn one_line(text: &str) -> String {
    let text = text.trim_end();
    if text.chars().nth(MAX_LINE_LENGTH).is_none() {
        return printable(text);
    }
    // The beginning names the source, the end says what was expected.
    let head = text.char_indices().nth(MAX_LINE_LENGTH / 2).map_or(text.len(), |(at, _)| at);
    let tail = text.char_indices().rev().nth(MAX_LINE_LENGTH / 2 - 1).map_or(0, |(at, _)| at);
    format!("{}…{}", printable(&text[..head]), printable(&text[tail..]))
}

/// Returns a text as one line of any length that does nothing to a terminal, like [`one_line`].
pub fn printable(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    text.chars().for_each(|c| push_printable(&mut line, c));
    line
}

/// Returns a text of several lines that does nothing to a terminal: like [`printable`], but line
/// feeds and tabs stay.
pub(crate) fn printable_lines(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => lines.push(c),
            c => push_printable(&mut lines, c),
        }
    }
    lines
}

fn push_printable(line: &mut String, c: char) {
    match c {
        '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => line.push(' '),
        // Marks of direction make a terminal show another text than there is.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            line.extend(c.escape_unicode());
        }
        c if c.is_control() => line.extend(c.escape_default()),
        c => line.push(c),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn faults_are_found_under_their_context() {
        let error = Err::<(), _>(bad_input("column 3: no")).context("file.kif").unwrap_err();
        assert!(error.is::<BadInput>());
        assert_eq!(format!("{error:#}"), "file.kif: column 3: no");
        assert_eq!(message(&error, true), "file.kif: column 3: no", "there is no translation");
    }

    #[test]
    fn errors_in_two_languages() {
        let error = bad_input_bilingual("a.kif: empty".to_owned(), "a.kif：空です".to_owned());
        let error = Err::<(), _>(error).context("list").unwrap_err();
        assert_eq!(message(&error, false), format!("{error:#}"));
        assert_eq!(message(&error, true), "list: a.kif：空です");
    }

    #[test]
    fn one_line_whatever_happens() {
        assert_eq!(one_line("a\nb\u{1b}[31m\u{2028}c\u{202e}\n"), "a b\\u{1b}[31m c\\u{202e}");
        assert_eq!(printable_lines("a\n\tb\u{1b}[31m\u{9b}\r\n"), "a\n\tb\\u{1b}[31m\\u{9b} \n");
        let long = one_line(&format!("file.kif: line 1: `{}` is not a move", "歩".repeat(1 << 20)));
        assert_eq!(long.chars().count(), MAX_LINE_LENGTH + 1);
        assert!(
            long.starts_with("file.kif: line 1: `歩歩") && long.ends_with("歩歩` is not a move"),
            "{long}"
        );
        assert!(long.contains("歩…歩"), "{long}");
        assert_eq!(one_line(&"歩".repeat(MAX_LINE_LENGTH)), "歩".repeat(MAX_LINE_LENGTH));
    }
}
