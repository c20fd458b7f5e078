//! Reads positions and records from files, standard input (`-`) and the command line.

mod problems;
mod sources;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use anyhow::Context as _;
use yomikiri_notation::format::{self, Format};
use yomikiri_notation::sfen_list::parse_position_text;
use yomikiri_notation::{ReadError, Record, text};
use yomikiri_service::{Bilingual as _, BilingualText};
pub use yomikiri_service::{ProblemSource, ReachedPosition, SourceProblem};
use yomikiri_shogi::Strictness;

use crate::args::{LaxArgs, PositionArgs};
use crate::complaint::Complaint;
use crate::interrupt::Interrupt;
pub use problems::{ProblemInput, problems};

/// The largest input in bytes. No collection of records is this large; an endless device is.
const MAX_BYTES: u64 = 1 << 28;

/// What an argument stands for.
pub struct Records {
    /// The records, in order.
    pub records: Vec<Record>,
    /// Whether this was a position on the command line: its moves lead to the position that is meant. In a file, the
    /// moves are the solution or the game.
    pub is_text: bool,
}

/// The one position that a command works on.
pub fn position(args: &PositionArgs) -> anyhow::Result<ReachedPosition> {
    one_position(&args.position, POSITION, args.lax.into())
}

/// The position that an argument stands for. Moves of a position text lead to the position, on
/// standard input as well. A file has one record, which starts from the position. Errors call a
/// position text by `name`.
pub fn one_position(argument: &str, name: &str, strictness: Strictness) -> anyhow::Result<ReachedPosition> {
    if argument.trim().is_empty() || is_position_text(argument) {
        return Ok(ReachedPosition::at_end(&position_text(name, argument, strictness)?));
    }
    let (name, bytes) = content(argument.as_ref())?;
    let is_text = argument == "-" && {
        let text = text::decode(&bytes).map_err(|error| fault(&name, &error))?;
        // What is of no format is a mistyped position.
        Format::detect(&text).is_none_or(|format| format == Format::Sfen)
    };
    let records = read(&name, &bytes, is_text.then_some(Format::Sfen), strictness)?;
    let [record] = &records[..] else {
        return Err(Complaint::Words(only_one()).about(&name));
    };
    Ok(if is_text { ReachedPosition::at_end(record) } else { ReachedPosition::at_start(record) })
}

/// All records of a file, of standard input, or of a position text.
pub fn records(source: &OsStr, format: Option<Format>, lax: LaxArgs) -> anyhow::Result<Records> {
    let strictness = lax.into();
    if let Some(text) = source.to_str().filter(|text| format.is_none() && is_position_text(text)) {
        return Ok(Records { records: vec![position_text(POSITION, text, strictness)?], is_text: true });
    }
    let (name, bytes) = content(source)?;
    Ok(Records { records: read(&name, &bytes, format, strictness)?, is_text: false })
}

/// Reads the bytes that an argument stands for. Also returns the name of the source for messages.
fn content(source: &OsStr) -> anyhow::Result<(String, Vec<u8>)> {
    if source == "-" {
        return Ok((STDIN.to_owned(), stdin()?));
    }
    if let Some(text) = source.to_str().filter(|text| is_text(text)) {
        return Ok((TEXT.to_owned(), text.as_bytes().to_vec()));
    }
    Ok((Path::new(source).display().to_string(), file(Path::new(source))?))
}

/// The records that some bytes hold, at least one.
fn read(
    name: &str,
    bytes: &[u8],
    format: Option<Format>,
    strictness: Strictness,
) -> anyhow::Result<Vec<Record>> {
    let records = format::read_with(bytes, format, strictness).map_err(|error| fault(name, &error))?;
    if records.is_empty() { Err(empty(name)) } else { Ok(records) }
}

/// A problem of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRow {
    /// Its line, from 1.
    pub line: usize,
    /// Its name, if the list has names.
    pub name: Option<String>,
    /// Its position.
    pub text: String,
}

impl From<&TextRow> for ProblemSource {
    fn from(row: &TextRow) -> ProblemSource {
        ProblemSource { line: Some(row.line), text: Some(row.text.clone()), expected: None }
    }
}

/// The rows of a list in a file or in standard input (`-`): tab-separated columns, the position first; the name is the
/// third column, or the second where there is no third. Blank lines and lines that start with `#` do not count.
pub fn rows(source: &str, interrupt: &Interrupt) -> anyhow::Result<Vec<TextRow>> {
    let (name, text) = text_of(source, interrupt)?;
    parse_list(name, &text)
}

/// The text of a file or of standard input (`-`), and what to call it.
pub fn text_of<'a>(source: &'a str, interrupt: &Interrupt) -> anyhow::Result<(&'a str, String)> {
    let name = if source == "-" { STDIN } else { source };
    let (reader, _) = open(source.as_ref(), interrupt).map_err(|error| reading(error, name))?;
    let bytes = all(reader, name)?;
    let text = text::decode(&bytes).map_err(|error| fault(name, &error))?;
    Ok((name, text))
}

/// The rows of a list that was read already.
pub fn parse_list(name: &str, text: &str) -> anyhow::Result<Vec<TextRow>> {
    let rows = parse_rows(text);
    if rows.is_empty() {
        return Err(empty(name));
    }
    Ok(rows)
}

fn parse_rows(text: &str) -> Vec<TextRow> {
    let is_row = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    (1..)
        .zip(text.lines())
        .filter(|(_, text)| is_row(text))
        .map(|(line, text)| {
            let columns: Vec<&str> = text.split('\t').map(str::trim).collect();
            let name = [2, 1].iter().filter_map(|&at| columns.get(at)).find(|name| !name.is_empty());
            TextRow { line, name: name.map(|&name| name.to_owned()), text: columns[0].to_owned() }
        })
        .collect()
}

/// The names of sources that are no files.
pub const STDIN: &str = "standard input";
pub const POSITION: &str = "position";
pub const TEXT: &str = "the text";
pub const CONVERTED: &str = "converted text";

fn position_text(name: &str, text: &str, strictness: Strictness) -> anyhow::Result<Record> {
    parse_position_text(text, strictness).map_err(|error| match error.column {
        // "Line 1" of a command-line argument would only puzzle.
        Some(column) if error.line == 1 => {
            let japanese = format!("{column}文字目：{}", error.kind.japanese());
            Complaint::new(format!("column {column}: {}", error.kind), japanese).about(name)
        }
        _ => fault(name, &error),
    })
}

/// Whether an argument is a position text rather than a whole record or the name of a file.
fn is_position_text(argument: &str) -> bool {
    is_text(argument) && !argument.trim().contains('\n')
}

/// Whether an argument is a position (or a whole record) rather than the name of a file.
fn is_text(argument: &str) -> bool {
    let first = argument.split_whitespace().next().unwrap_or_default();
    if argument.contains('\n') || ["startpos", "sfen", "position"].contains(&first) {
        return true;
    }
    // A board has slashes, but not at its beginning, and no dots. A mistyped one differs from a path in that blanks follow it.
    let board = |c: char| "123456789+/PLNSGBRKplnsgbrk".contains(c);
    let many = first.len() < argument.trim().len();
    first.contains('/')
        && !first.starts_with('/')
        && !first.contains('.')
        && (many || first.chars().all(board))
        && !Path::new(argument).exists()
}

/// A source without a single problem.
pub fn empty(name: &str) -> anyhow::Error {
    Complaint::NothingInIt.about(name)
}

/// The SFEN that a command line without quotation marks was meant to hold: a board as one argument and the side to move as
/// the next. The arguments are quoted together, as many as belong to an SFEN.
pub fn unquoted_sfen(arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let arguments: Vec<String> = arguments.filter_map(|argument| argument.into_string().ok()).collect();
    let board = |c: char| "123456789+/PLNSGBRKplnsgbrk".contains(c);
    let is_board = |text: &str| text.matches('/').count() == 8 && text.chars().all(board);
    let is_hand = |text: &str| text == "-" || text.chars().all(|c| c.is_ascii_digit() || board(c));
    let start =
        arguments.windows(2).position(|pair| is_board(&pair[0]) && matches!(pair[1].as_str(), "b" | "w"))?;
    let rest = arguments.iter().skip(start + 2).take(2).take_while(|text| is_hand(text));
    let words = arguments.iter().skip(start).take(2).chain(rest);
    Some(words.map(String::as_str).collect::<Vec<_>>().join(" "))
}

/// The arguments with `--all N` as `--all=N`: a number after an option whose value may be missing would be an input otherwise.
pub fn with_joined_counts(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        let is_count = argument.to_str().is_some_and(|text| text.parse::<usize>().is_ok());
        match joined.last_mut() {
            Some(last) if is_count && *last == "--all" => {
                last.push("=");
                last.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// Whether an argument is a position of Othello that begins with a vacant square: nothing but
/// squares, or several words.
pub fn is_position_with_hyphen(argument: &OsStr) -> bool {
    let is_position = |text: &str| {
        text.len() > 2 && (text.contains(' ') || text.chars().all(|c| matches!(c, 'X' | 'O' | '-')))
    };
    argument.to_str().is_some_and(|text| text.starts_with('-') && is_position(text))
}

fn fault(name: &str, error: &ReadError) -> anyhow::Error {
    Complaint::of(error).about(name)
}

/// Several problems where one is expected.
pub fn only_one() -> BilingualText {
    BilingualText::new("one position is enough for this command", "一度に調べられる局面は一つです")
}

/// Opens a file or standard input (`-`). A signal ends the wait for a pipe. Also returns the size
/// if the source is a plain file.
pub fn open(source: &Path, interrupt: &Interrupt) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    if source == "-" {
        return Ok((Box::new(interrupt.reader(|| Ok(io::stdin()))?), None));
    }
    let data = fs::metadata(source)?;
    if data.is_file() {
        return Ok((Box::new(File::open(source)?), Some(data.len())));
    }
    let source = source.to_owned();
    Ok((Box::new(interrupt.reader(|| File::open(source))?), None))
}

fn stdin() -> anyhow::Result<Vec<u8>> {
    all(io::stdin().lock(), STDIN)
}

fn file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| reading(error, &name))?;
    all(file, &name)
}

fn all(source: impl Read, name: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| reading(error, name))?;
    if bytes.len() as u64 > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        let fault = Complaint::new(format!("larger than {most} MiB"), format!("{most} MiBを超えています"));
        return Err(fault.about(name));
    }
    Ok(bytes)
}

/// A wrong name is the user's fault, a broken disk is not.
fn reading(error: io::Error, name: &str) -> anyhow::Error {
    match error.kind() {
        ErrorKind::NotFound => Complaint::NoSuchFile.about(name),
        ErrorKind::PermissionDenied => {
            Complaint::new(error.to_string(), "読み取りが許可されていません").about(name)
        }
        ErrorKind::IsADirectory => {
            Complaint::new(error.to_string(), "ファイルではなくフォルダーです").about(name)
        }
        ErrorKind::NotADirectory => {
            Complaint::new(error.to_string(), "途中の名前がフォルダーではありません").about(name)
        }
        ErrorKind::InvalidInput | ErrorKind::InvalidFilename => {
            Complaint::new(error.to_string(), "ファイル名として使えません").about(name)
        }
        _ => Err::<(), _>(error).with_context(|| name.to_owned()).unwrap_err(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_file_names() {
        for text in [
            "startpos",
            "startpos moves 7g7f",
            "position startpos",
            "sfen 9/9 b -",
            yomikiri_shogi::STARTPOS,
            "4k4/9/9/9/9/9/9/9/9 b - 1",
            "4k4/9/9",
            "4kx4/9/9/9/9/9/9/9/9 b - 1",
            "手数----指手\n   1 ７六歩",
        ] {
            assert!(is_text(text), "{text}");
        }
        for name in [
            "problem.kif",
            "startpos.sfen",
            "dir/problem.kif",
            "/tmp/9/9",
            "../9",
            "my file.kif",
            "",
            "dir/file",
        ] {
            assert!(!is_text(name), "{name}");
        }
    }

    #[test]
    fn sfens_without_quotation_marks() {
        let found = |line: &str| unquoted_sfen(line.split_whitespace().map(OsString::from));
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(found(&format!("solve {sfen} --json")).as_deref(), Some(sfen));
        assert_eq!(
            found("show 4k4/9/4P4/9/9/9/9/9/9 w - --json").as_deref(),
            Some("4k4/9/4P4/9/9/9/9/9/9 w -")
        );
        assert_eq!(found("solve 4k4/9/4P4/9/9/9/9/9/9"), None);
        assert_eq!(found("solve a/b/c/d b"), None);
        assert_eq!(unquoted_sfen(["solve".into(), sfen.into()].into_iter()), None);
    }

    #[test]
    fn positions_that_begin_with_a_hyphen() {
        for position in ["-----OX--XO----- X", "-----OX--XO-----", "-----OX--XZ----- X"] {
            assert!(is_position_with_hyphen(position.as_ref()), "{position}");
        }
        for other in ["-", "--", "--tiem", "-x", "--size=3", "XO", "problem.kif", ""] {
            assert!(!is_position_with_hyphen(other.as_ref()), "{other}");
        }
    }

    #[test]
    fn rows_of_a_list() {
        let row = |line, name: Option<&str>, text: &str| TextRow {
            line,
            name: name.map(String::from),
            text: text.into(),
        };
        let text = "# a comment\nXO X\n\n XO O \t32\r\nXX X\t+4\tthe end\tsource\n\tno position\n";
        let expected = [
            row(2, None, "XO X"),
            row(4, Some("32"), "XO O"),
            row(5, Some("the end"), "XX X"),
            row(6, Some("no position"), ""),
        ];
        assert_eq!(parse_rows(text), expected);
    }
}
