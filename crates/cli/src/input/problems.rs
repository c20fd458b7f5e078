//! Mate problems one after the other, from a text, a file of any format or standard input.
//!
//! Lists are read line by line while they are solved: they may be longer than memory and may come from a pipe that stays
//! open. A faulty line is a faulty problem and stops nothing. Files of the other formats are read as a whole.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use yomikiri_notation::format::{self, Format};
use yomikiri_notation::{Record, sfen_list, text};
use yomikiri_shogi::{Position, Strictness};

use super::{Place, STDIN, all, fault, is_text, position_text, reading};
use crate::exit::bad_input;

/// No line of a list is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// A problem as it was given.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its position as it was written, or the start of that.
    pub text: String,
    /// Its position, or what is wrong with it.
    pub position: Result<Position, String>,
    /// How far into the source it ends, in the units of [`Problems::size`].
    pub end: u64,
}

/// The problems of a source.
pub struct Problems {
    /// Whether the source is one position on the command line.
    pub is_text: bool,
    /// The size of the source in bytes or problems, where it is known.
    pub size: Option<u64>,
    /// The source's name for messages.
    pub name: String,
    problems: Box<dyn Iterator<Item = io::Result<Problem>> + Send>,
}

impl Iterator for Problems {
    type Item = anyhow::Result<Problem>;

    fn next(&mut self) -> Option<anyhow::Result<Problem>> {
        Some(self.problems.next()?.map_err(|error| reading(error, &self.name)))
    }
}

/// What a source holds.
pub enum Given {
    /// One problem and nothing else.
    One(Box<Problem>),
    /// A list, be it of one problem only.
    Many(Box<dyn Iterator<Item = anyhow::Result<Problem>> + Send>),
}

impl Problems {
    /// The single problem of a source, or its list. That a file or a pipe has a single one shows when its end is reached: unless that may
    /// be waited for, they are lists.
    pub fn given(mut self, wait: bool) -> anyhow::Result<Given> {
        let nothing = bad_input(format_args!("{}: there is nothing in it", self.name));
        if self.is_text {
            return Ok(Given::One(Box::new(self.next().ok_or(nothing)??)));
        }
        if !wait {
            return Ok(Given::Many(Box::new(self)));
        }
        let first = self.next().ok_or(nothing)??;
        Ok(match self.next().transpose()? {
            None => Given::One(Box::new(first)),
            Some(second) => Given::Many(Box::new([first, second].into_iter().map(Ok).chain(self))),
        })
    }
}

/// The problems of a position text, of a file, or of standard input (`-`).
pub fn problems(source: &str) -> anyhow::Result<Problems> {
    if source == "-" {
        return stream(STDIN.to_owned(), None, io::stdin());
    }
    if !is_text(source) {
        let name = Path::new(source).display().to_string();
        let file = File::open(source).map_err(|error| reading(error, &name))?;
        let size = file.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
        return stream(name, size, file);
    }
    if source.trim().contains('\n') {
        return stream("the text".to_owned(), Some(source.len() as u64), Cursor::new(source.to_owned()));
    }
    let record = position_text(source, Strictness::Strict)?;
    // The moves of a text lead to the position that is meant.
    let moved = Record { initial: Place::end(&record).position, ..record };
    let problems = Box::new(of_records(vec![moved]));
    Ok(Problems { is_text: true, size: Some(1), name: "position".to_owned(), problems })
}

fn stream(name: String, size: Option<u64>, source: impl Read + Send + 'static) -> anyhow::Result<Problems> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    let head = source.fill_buf().map_err(|error| reading(error, &name))?;
    if Format::detect(&String::from_utf8_lossy(head)) == Some(Format::Sfen) {
        return Ok(Problems { is_text: false, size, name, problems: Box::new(List::new(source)) });
    }
    let bytes = all(source, &name)?;
    let size = Some(bytes.len() as u64);
    // What cannot be decoded as a whole may still have good lines.
    let Ok(text) = text::decode(&bytes) else {
        return Ok(Problems {
            is_text: false,
            size,
            name,
            problems: Box::new(List::new(Cursor::new(bytes))),
        });
    };
    match Format::detect(&text) {
        None | Some(Format::Sfen) => {
            let list = List::new(Cursor::new(text.into_bytes()));
            Ok(Problems { is_text: false, size, name, problems: Box::new(list) })
        }
        format => {
            let records = format::read(&bytes, format).map_err(|error| fault(&name, &error))?;
            let size = Some(records.len() as u64);
            Ok(Problems { is_text: false, size, name, problems: Box::new(of_records(records)) })
        }
    }
}

fn of_records(records: Vec<Record>) -> impl Iterator<Item = io::Result<Problem>> + Send {
    (1..).zip(records).map(|(end, record)| {
        Ok(Problem {
            name: record.title().map(str::to_owned),
            text: record.initial.to_sfen(),
            position: Ok(record.initial),
            end,
        })
    })
}

/// The rows of a list as they are read.
struct List<R> {
    source: R,
    line: usize,
    read: u64,
    /// Of the line just read: lone carriage returns part it further.
    rows: VecDeque<Problem>,
}

impl<R: BufRead> List<R> {
    fn new(source: R) -> List<R> {
        List { source, line: 0, read: 0, rows: VecDeque::new() }
    }

    /// Reads a line; whether there was one.
    fn line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        self.read += (&mut self.source).take(LONGEST_LINE).read_until(b'\n', &mut bytes)? as u64;
        if bytes.is_empty() {
            return Ok(false);
        }
        self.line += 1;
        if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            self.faulty(&bytes, "longer than any position");
            self.read += self.source.skip_until(b'\n')? as u64;
            return Ok(true);
        }
        let Ok(text) = text::decode(&bytes) else {
            self.faulty(&bytes, "neither UTF-8 nor Shift-JIS text");
            return Ok(true);
        };
        for row in sfen_list::rows(&text, Strictness::Strict) {
            let line = self.line + row.line - 1;
            let name = row.name().map(str::to_owned);
            let text = start_of(row.text.split('\t').next().unwrap_or_default());
            let position = row.record.map(|record| record.initial).map_err(|mut error| {
                error.line = line;
                error.to_string()
            });
            self.rows.push_back(Problem { name, text, position, end: self.read });
        }
        Ok(true)
    }

    fn faulty(&mut self, bytes: &[u8], fault: &str) {
        let text = start_of(&String::from_utf8_lossy(bytes));
        let position = Err(format!("line {}: {fault}", self.line));
        self.rows.push_back(Problem { name: None, text, position, end: self.read });
    }
}

impl<R: BufRead> Iterator for List<R> {
    type Item = io::Result<Problem>;

    fn next(&mut self) -> Option<io::Result<Problem>> {
        loop {
            if let Some(problem) = self.rows.pop_front() {
                return Some(Ok(problem));
            }
            match self.line() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// As much of a row as helps to find it again.
fn start_of(text: &str) -> String {
    text.trim().chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Problem> {
        List::new(bytes).map(Result::unwrap).collect()
    }

    #[test]
    fn a_faulty_line_stops_nothing() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        let list = format!("# list\n{sfen}\t1\tone\nwhat\t3\tbad\r\n\n{sfen}\r{sfen}\tthree\n");
        let problems = read(&[list.as_bytes(), b"\xff\xff\n", sfen.as_bytes()].concat());
        let names: Vec<Option<&str>> = problems.iter().map(|problem| problem.name.as_deref()).collect();
        assert_eq!(names, [Some("one"), Some("bad"), None, Some("three"), None, None]);
        let faults: Vec<String> =
            problems.iter().filter_map(|problem| problem.position.clone().err()).collect();
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(
            faults[0].starts_with("line 3, column ") && faults[1].starts_with("line 6: neither"),
            "{faults:?}"
        );
    }

    #[test]
    fn an_endless_line_is_one_faulty_row() {
        let problems = read(&[&vec![b'9'; 3 << 20][..], b"\nstartpos\n"].concat());
        assert_eq!(problems.len(), 2);
        assert_eq!(problems[0].position, Err("line 1: longer than any position".to_owned()));
        assert_eq!(problems[0].text.len(), 200);
        assert!(problems[1].position.is_ok());
        assert_eq!(problems[1].end, (3 << 20) + 10);
    }
}
