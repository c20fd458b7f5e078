//! Mate problems one after the other, from positions, files of any format and standard input.
//!
//! Lists are read line by line while they are solved: they may be longer than memory and may come from a pipe that stays
//! open. A faulty line is a faulty problem and stops nothing. Files of the other formats are read as a whole.
//!
//! Several sources are one list. In a list, a file that cannot be read is a faulty problem like any other.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use yomikiri_notation::format::{self, Format};
use yomikiri_notation::sfen_list::ListRow;
use yomikiri_notation::{ReadError, ReadErrorKind, Record, sfen_list};
use yomikiri_service::{Bilingual, BilingualText, ProblemSource, SourceProblem, start_of};
use yomikiri_shogi::Strictness;

use super::sources::{Source, sources};
use super::{all, empty, fault, position_text, reading};
use crate::complaint::Complaint;
use crate::exit;
use crate::interrupt::Interrupt;
use crate::language::Lang;
use crate::text;

/// No line of a list is longer.
const MAX_LINE: u64 = 1 << 20;

/// The problems of a source, or of several.
pub struct Problems {
    /// Whether the source is one position on the command line.
    pub is_text: bool,
    /// The size of the source in bytes or problems, where it is known; of several sources, their
    /// number. That of a pipe is not known.
    pub size: Option<u64>,
    /// The source's name for messages.
    pub name: String,
    /// Whether there are several sources, which are a list whatever they hold.
    is_list: bool,
    problems: Box<dyn Iterator<Item = anyhow::Result<SourceProblem>> + Send>,
}

impl Iterator for Problems {
    type Item = anyhow::Result<SourceProblem>;

    fn next(&mut self) -> Option<anyhow::Result<SourceProblem>> {
        self.problems.next()
    }
}

/// What the sources hold.
pub enum ProblemInput {
    /// One problem and nothing else.
    One(Box<SourceProblem>),
    /// A list, even if it has one problem only.
    Many(Box<dyn Iterator<Item = anyhow::Result<SourceProblem>> + Send>),
}

impl Problems {
    /// The single problem of a source, or its list. Whether a file or a pipe has only one problem is known when its end is
    /// reached. Where `wait` forbids to read on before the first problem is solved, it is a list.
    pub fn given(mut self, wait: bool) -> anyhow::Result<ProblemInput> {
        if self.is_text {
            let first = self.next();
            return Ok(ProblemInput::One(Box::new(first.ok_or_else(|| empty(&self.name))??)));
        }
        if !wait || self.is_list {
            return Ok(ProblemInput::Many(Box::new(self)));
        }
        let first = self.next();
        let first = first.ok_or_else(|| empty(&self.name))??;
        Ok(match self.next().transpose()? {
            None => ProblemInput::One(Box::new(first)),
            Some(second) => ProblemInput::Many(Box::new([first, second].into_iter().map(Ok).chain(self))),
        })
    }

    fn from_stream(
        name: String,
        size: Option<u64>,
        problems: impl Iterator<Item = io::Result<SourceProblem>> + Send + 'static,
    ) -> Problems {
        let source = name.clone();
        let problems = problems.map(move |problem| problem.map_err(|error| reading(error, &source)));
        Problems { is_text: false, size, name, is_list: false, problems: Box::new(problems) }
    }

    fn from_records(name: String, records: Vec<Record>) -> Problems {
        let size = Some(records.len() as u64);
        let problems = (1..).zip(records).map(|(end, record)| Ok(SourceProblem::from_record(record, end)));
        Problems { is_text: false, size, name, is_list: false, problems: Box::new(problems) }
    }
}

/// The problems that arguments name: positions, files, folders, patterns, or `-` for standard
/// input. Standard error lists the files that a folder skips.
///
/// # Errors
/// If a name is wrong. Of a single source also if it cannot be read.
pub fn problems(arguments: &[String], interrupt: &Interrupt, lang: Lang) -> anyhow::Result<Problems> {
    let mut sources = sources(arguments, interrupt, lang)?;
    if sources.len() == 1
        && let Some(source) = sources.pop()
    {
        return open(source, interrupt);
    }
    let name = arguments.join(" ");
    // A pipe may never end.
    let size = (!sources.iter().any(Source::is_pipe)).then_some(sources.len() as u64);
    let interrupt = interrupt.clone();
    let numbered = (1..).zip(sources);
    let problems = numbered.flat_map(move |(number, source)| problems_in_list(source, number, &interrupt));
    Ok(Problems { is_text: false, size, name, is_list: true, problems: Box::new(problems) })
}

/// The problems of one source.
fn open(source: Source, interrupt: &Interrupt) -> anyhow::Result<Problems> {
    let name = source.name();
    let file = |path: &Path| super::open(path, interrupt).map_err(|error| reading(error, &name));
    match source {
        Source::Stdin => stream(name.clone(), file("-".as_ref())?),
        Source::File(path) => stream(name.clone(), file(&path)?),
        Source::Text(text) if text.trim().contains('\n') => {
            let size = Some(text.len() as u64);
            stream(name, (Box::new(Cursor::new(text)), size))
        }
        Source::Text(text) => {
            let record = position_text(&name, &text, Strictness::Strict)?;
            let problem = SourceProblem::from_line(&text, &record);
            let problems = Box::new(std::iter::once(Ok(problem)));
            Ok(Problems { is_text: true, size: Some(1), name, is_list: false, problems })
        }
    }
}

/// Whether the first problem of a file can be read.
pub fn begins_with_problem(path: &Path, interrupt: &Interrupt) -> bool {
    let first = open(Source::File(path.to_owned()), interrupt).ok().and_then(|mut problems| problems.next());
    first.is_some_and(|first| first.is_ok_and(|problem| problem.position.is_ok()))
}

/// The problems of source `number` of several. Those without a name get that of their file.
fn problems_in_list(
    source: Source,
    number: u64,
    interrupt: &Interrupt,
) -> Box<dyn Iterator<Item = anyhow::Result<SourceProblem>> + Send> {
    let file = match &source {
        Source::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
        Source::Stdin | Source::Text(_) => None,
    };
    let text = match &source {
        Source::Text(text) => start_of(text),
        other => other.name(),
    };
    let problems = match open(source, interrupt) {
        Ok(problems) => problems,
        Err(error) if error.is::<exit::BadInput>() => {
            // The name of the problem is that of the file.
            let fault = [Lang::En, Lang::Ja].map(|lang| {
                let message = exit::message(&error, lang == Lang::Ja);
                let start = text::row(text::source(&text, lang), "", lang);
                message.strip_prefix(start.trim_end()).unwrap_or(&message).trim_start().to_owned()
            });
            let [english, japanese] = fault;
            let origin = ProblemSource { text: Some(text.clone()), ..ProblemSource::default() };
            let position = Err(BilingualText::new(english, japanese));
            return Box::new(std::iter::once(Ok(SourceProblem {
                name: file,
                origin,
                position,
                end: number,
            })));
        }
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let single = problems.size == Some(1);
    Box::new((1_usize..).zip(problems).map(move |(index, problem)| {
        let SourceProblem { name, origin, position, .. } = problem?;
        let of_file = || match &file {
            Some(file) if single => Some(file.clone()),
            Some(file) => Some(format!("{file}:{}", origin.line.unwrap_or(index))),
            None => None,
        };
        Ok(SourceProblem { name: name.or_else(of_file), origin, position, end: number })
    }))
}

fn stream(name: String, (source, size): (Box<dyn Read + Send>, Option<u64>)) -> anyhow::Result<Problems> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    let head = source.fill_buf().map_err(|error| reading(error, &name))?;
    if is_binary(head) {
        let japanese = "バイナリファイルです（棋譜でも問題集でもありません）";
        return Err(Complaint::new("a binary file, not a record or a list", japanese).about(&name));
    }
    let is_list = |bytes: &[u8]| Format::detect(&String::from_utf8_lossy(bytes)) == Some(Format::Sfen);
    if is_list(head) {
        return Ok(Problems::from_stream(name, size, ListReader::new(source)));
    }
    let bytes = all(source, &name)?;
    let size = Some(bytes.len() as u64);
    let text = match yomikiri_notation::text::decode(&bytes) {
        Ok(text) => text,
        // What cannot be decoded as a whole may still have good lines.
        Err(_) if is_list(&bytes) => {
            return Ok(Problems::from_stream(name, size, ListReader::new(Cursor::new(bytes))));
        }
        Err(error) => return Err(fault(&name, &error)),
    };
    match Format::of_text(&text) {
        Ok(Format::Sfen) => {
            Ok(Problems::from_stream(name, size, ListReader::new(Cursor::new(text.into_bytes()))))
        }
        Ok(format) => {
            let records = format::read_text(&text, format).map_err(|error| fault(&name, &error))?;
            Ok(Problems::from_records(name, records))
        }
        Err(ReadError { kind: ReadErrorKind::Missing(_), .. }) => Err(empty(&name)),
        Err(error) => Err(fault(&name, &error)),
    }
}

/// Whether no text begins with these bytes: text has no NUL, except in UTF-16.
fn is_binary(head: &[u8]) -> bool {
    head.contains(&0) && !head.starts_with(b"\xff\xfe") && !head.starts_with(b"\xfe\xff")
}

/// The rows of a list as they are read.
struct ListReader<R> {
    source: R,
    line: usize,
    read: u64,
    /// Of the line just read: lone carriage returns part it further.
    rows: VecDeque<SourceProblem>,
}

impl<R: BufRead> ListReader<R> {
    fn new(source: R) -> ListReader<R> {
        ListReader { source, line: 0, read: 0, rows: VecDeque::new() }
    }

    /// Reads a line; whether there was one.
    fn line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        self.read += (&mut self.source).take(MAX_LINE).read_until(b'\n', &mut bytes)? as u64;
        if bytes.is_empty() {
            return Ok(false);
        }
        self.line += 1;
        if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
            self.faulty(&bytes, &BilingualText::new("longer than any position", "局面としては長すぎます"));
            self.read += self.source.skip_until(b'\n')? as u64;
            return Ok(true);
        }
        let text = match yomikiri_notation::text::decode(&bytes) {
            Ok(text) => text,
            Err(ReadError { kind, .. }) => {
                self.faulty(&bytes, &kind);
                return Ok(true);
            }
        };
        for (line, row) in sfen_list::unread_rows(&text) {
            let row = ListRow::read((self.line + line - 1, row), Strictness::Strict);
            self.rows.push_back(SourceProblem { end: self.read, ..SourceProblem::from_row(row) });
        }
        Ok(true)
    }

    fn faulty(&mut self, bytes: &[u8], fault: &impl Bilingual) {
        let text = start_of(&String::from_utf8_lossy(bytes));
        let origin = ProblemSource { line: Some(self.line), text: Some(text), expected: None };
        let japanese = format!("{}行目：{}", self.line, fault.japanese());
        let position = Err(BilingualText::new(format!("line {}: {fault}", self.line), japanese));
        self.rows.push_back(SourceProblem { name: None, origin, position, end: self.read });
    }
}

impl<R: BufRead> Iterator for ListReader<R> {
    type Item = io::Result<SourceProblem>;

    fn next(&mut self) -> Option<io::Result<SourceProblem>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<SourceProblem> {
        ListReader::new(bytes).map(Result::unwrap).collect()
    }

    #[test]
    fn a_faulty_line_stops_nothing() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        let list = format!("# list\n{sfen}\t1\tone\nwhat\t3\tbad\r\n\n{sfen}\r{sfen}\tthree\n");
        let problems = read(&[list.as_bytes(), b"\xff\xff\n", sfen.as_bytes()].concat());
        let names: Vec<Option<&str>> = problems.iter().map(|problem| problem.name.as_deref()).collect();
        assert_eq!(names, [Some("one"), Some("bad"), None, Some("three"), None, None]);
        let faults: Vec<String> =
            problems.iter().filter_map(|problem| Some(problem.position.clone().err()?.english)).collect();
        assert_eq!(
            problems.iter().map(|problem| problem.origin.line).collect::<Vec<_>>(),
            [2, 3, 5, 6, 6, 7].map(Some)
        );
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
        assert_eq!(
            problems[0].position,
            Err(BilingualText::new("line 1: longer than any position", "1行目：局面としては長すぎます"))
        );
        assert_eq!(problems[0].origin.text.as_ref().map(String::len), Some(200));
        assert!(problems[1].position.is_ok());
        assert_eq!(problems[1].end, (3 << 20) + 10);
    }
}
