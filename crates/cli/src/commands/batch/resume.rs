//! The file of rows that lets a batch go on where it was cut off.
//!
//! A row is appended as soon as its problem is solved, in one write: a run that is killed loses the problems that it was solving,
//! and leaves at most one line cut off. A problem that has a row is not asked again, with one exception: the row is *open*, which
//! means that a limit ended its search, and a limit of this run is larger than it was then.
//!
//! The new row of such a problem is appended, too, and *replaces* the open one: whoever reads the file ignores an open row if a row
//! of the same problem with a larger limit follows it. At the end of a run, a file without the replaced rows takes the place of
//! the file, in one step. So nothing is lost, whenever a run is killed.
//!
//! A run holds a lock on the file. Two runs at once would lose rows: the file that one of them puts
//! in its place lacks the rows that the other one adds.

use std::collections::{BTreeSet, HashMap};
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::BuildHasher as _;
use std::io::{BufRead as _, BufReader, BufWriter, ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use yomikiri_pns::{FastHash, Limits, StopReason};
use yomikiri_service::Answer;
use yomikiri_tsume::Goal;

use super::ListQuery;
use crate::complaint::Complaint;
use crate::exit::bad_input;
use crate::output;

/// A file of rows.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
    name: String,
    /// The limits of the rows of this run.
    limits: RowLimits,
    /// The command of the rows of this run.
    command: Option<String>,
    /// The open rows of problems that are asked again, by the problem's key.
    retried: HashMap<u64, Vec<OpenRow>>,
    /// The lines of replaced rows.
    replaced: BTreeSet<u64>,
}

/// The rows that are done. A list may have a problem twice, so they are counted.
#[derive(Debug, Default)]
pub struct Done(HashMap<u64, Count>);

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    rows: u32,
    bad: bool,
}

/// What matters of a row.
#[derive(Deserialize)]
struct Row {
    name: Option<String>,
    position: String,
    algorithm: String,
    length: Option<u64>,
    length_status: Option<String>,
    stop_reason: Option<String>,
    error: Option<String>,
    /// Files of older versions have none.
    limits: Option<RowLimits>,
    /// See [`ListQuery::command`].
    command: Option<String>,
}

/// A row as it is written: that of the output, the limits of its search, and what was asked.
#[derive(Serialize)]
struct WrittenRow<'a, R> {
    #[serde(flatten)]
    row: &'a R,
    limits: RowLimits,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
}

/// The limits of the search for a row.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
struct RowLimits {
    /// Seconds.
    time: Option<f64>,
    nodes: Option<u64>,
    /// Bytes, for all problems that are solved at once.
    memory: u64,
}

/// A row whose search a limit ended.
#[derive(Clone, Copy, Debug)]
struct OpenRow {
    line: u64,
    limits: Option<RowLimits>,
    /// The length of the mate, if there is one.
    length: Option<u64>,
}

impl RowLimits {
    fn of(limits: &Limits) -> RowLimits {
        let Limits { time, nodes, memory, .. } = limits;
        RowLimits { time: time.map(|time| time.as_secs_f64()), nodes: *nodes, memory: *memory as u64 }
    }

    /// Whether at least one limit is larger than that of an open row. No limit is larger than any.
    fn exceed(&self, row: &OpenRow) -> bool {
        fn larger<T: PartialOrd>(new: Option<T>, old: Option<T>) -> bool {
            old.is_some_and(|old| new.is_none_or(|new| new > old))
        }
        row.limits.is_none_or(|old| {
            larger(self.time, old.time) || larger(self.nodes, old.nodes) || self.memory > old.memory
        })
    }
}

impl Row {
    /// The command or option it was made with, if the rows that `query` makes would be others. Limits are not compared.
    fn made_otherwise(&self, query: &impl ListQuery) -> Option<String> {
        if self.command != query.command() {
            return Some(self.command.clone().unwrap_or_else(|| "solve".to_owned()));
        }
        let settings = query.settings();
        if self.algorithm != settings.algorithm_name {
            return Some(format!("--algorithm {}", self.algorithm));
        }
        let first = self.length_status.as_deref() == Some("at-most") && self.stop_reason.is_none();
        (first && settings.goal != Goal::AnyMate).then(|| "--first".to_owned())
    }

    fn stopped_by(&self, reason: StopReason) -> bool {
        self.stop_reason.as_ref().is_some_and(|text| *text == reason.to_string())
    }

    /// Whether a limit ended its search.
    fn is_open(&self) -> bool {
        [StopReason::Time, StopReason::Nodes, StopReason::Memory]
            .into_iter()
            .any(|reason| self.stopped_by(reason))
    }
}

impl Ledger {
    /// Reads what is there; a last line that was cut off is cut off altogether.
    /// Rows that were made in another way than `query` makes them are refused: skipping them would mix two runs.
    pub fn open(path: &Path, query: &impl ListQuery) -> anyhow::Result<(Ledger, Done)> {
        let name = format!("--resume: {}", path.display());
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.map_err(|error| bad_input(format_args!("{name}: {error}")))?;
        if !lock(&file).with_context(|| name.clone())? {
            let japanese = "別の実行がこのファイルを使っています";
            return Err(Complaint::new("another run is using this file", japanese).about(&name));
        }
        let (limits, command) = (RowLimits::of(&query.settings().limits), query.command());
        let (retried, replaced) = (HashMap::new(), BTreeSet::new());
        let mut ledger = Ledger { file, path: path.to_owned(), name, limits, command, retried, replaced };
        let (done, whole) = ledger.read(query)?;
        ledger.file.set_len(whole).with_context(|| ledger.name.clone())?;
        ledger.file.seek(SeekFrom::End(0)).with_context(|| ledger.name.clone())?;
        Ok((ledger, done))
    }

    /// Reads all whole lines; returns what they hold and where they end.
    fn read(&mut self, query: &impl ListQuery) -> anyhow::Result<(Done, u64)> {
        let mut done = Done::default();
        let mut open: HashMap<u64, Vec<OpenRow>> = HashMap::new();
        let mut whole = 0;
        let mut lines = Lines::of(&self.file).with_context(|| self.name.clone())?;
        while let Some((number, line)) = lines.next().with_context(|| self.name.clone())? {
            whole += line.len() as u64;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let row: Row = serde_json::from_slice(line).map_err(|_| {
                bad_input(format_args!("{}: line {number} is not a row of a former run", self.name))
            })?;
            if let Some(other) = row.made_otherwise(query) {
                return Err(bad_input(format_args!(
                    "{}: line {number} was made with {other}; name another file",
                    self.name
                )));
            }
            // What was stopped by hand is not done.
            if row.stopped_by(StopReason::Interrupted) {
                continue;
            }
            let key = key(row.name.as_deref(), &row.position);
            if let (Some(limits), Some(open)) = (row.limits, open.get_mut(&key))
                && let Some(index) = open.iter().position(|open| limits.exceed(open))
            {
                self.replaced.insert(open.swap_remove(index).line);
            }
            if row.is_open() {
                let row = OpenRow { line: number, limits: row.limits, length: row.length };
                open.entry(key).or_default().push(row);
            } else {
                done.add(key, row.error.is_some());
            }
        }
        // A line that is not whole at the start of a file that has no whole one may be anything: leave it alone.
        if whole == 0 && self.file.metadata().with_context(|| self.name.clone())?.len() > 0 {
            self.check_only_line()?;
        }
        for (key, rows) in open {
            let (retried, kept): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| self.limits.exceed(row));
            kept.iter().for_each(|_| done.add(key, false));
            if !retried.is_empty() {
                self.retried.insert(key, retried);
            }
        }
        Ok((done, whole))
    }

    /// The first row of a former run may have been cut off, too; then it starts as a row does.
    fn check_only_line(&self) -> anyhow::Result<()> {
        let mut start = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0)).with_context(|| self.name.clone())?;
        std::io::Read::read_to_end(&mut std::io::Read::take(file, 8), &mut start)
            .with_context(|| self.name.clone())?;
        if b"{\"name\":".starts_with(&start) {
            return Ok(());
        }
        Err(bad_input(format_args!("{}: this is not a file of rows", self.name)))
    }

    /// Adds a row. One that knows less than the open row which it would replace is left out: it may have had one limit larger and
    /// another smaller.
    pub fn add(&mut self, row: &(impl AsRef<Answer> + Serialize)) -> anyhow::Result<()> {
        let answer = row.as_ref();
        if answer.stop_reason == Some(StopReason::Interrupted.into()) {
            return Ok(());
        }
        let former = self.retried.get_mut(&key(answer.name.as_deref(), &answer.position)).and_then(Vec::pop);
        if let Some(former) = former {
            let longer = former.length.is_some_and(|old| answer.length.is_none_or(|new| new > old));
            if longer && answer.stop_reason.is_some() {
                return Ok(());
            }
            self.replaced.insert(former.line);
        }
        let mut line =
            serde_json::to_vec(&WrittenRow { row, limits: self.limits, command: self.command.as_deref() })?;
        line.push(b'\n');
        self.file.write_all(&line).with_context(|| self.name.clone())
    }

    /// Takes the replaced rows out of the file. If that cannot be done, they stay there and are ignored.
    pub fn finish(self) {
        if self.replaced.is_empty() {
            return;
        }
        let Ok(mut lines) = Lines::of(&self.file) else { return };
        let _ = output::replace_with(&self.path, |copy| {
            let mut copy = BufWriter::new(copy);
            while let Some((number, line)) = lines.next()? {
                if !self.replaced.contains(&number) {
                    copy.write_all(line)?;
                }
            }
            copy.flush()
        });
    }
}

/// Locks a file until it is closed. Returns `false` if another run has locked it, or has replaced
/// it since it was opened.
fn lock(file: &File) -> std::io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(!is_removed(file)?),
        Err(TryLockError::WouldBlock) => Ok(false),
        // Some file systems cannot lock.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether a file was removed or replaced since it was opened.
fn is_removed(file: &File) -> std::io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    #[cfg(not(unix))]
    return Ok(false);
}

/// The whole lines of a file.
struct Lines {
    reader: BufReader<File>,
    number: u64,
    line: Vec<u8>,
}

impl Lines {
    /// Reads a file from its beginning. The file's own position changes.
    fn of(file: &File) -> std::io::Result<Lines> {
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Lines { reader: BufReader::new(file), number: 0, line: Vec::new() })
    }

    /// The next line with its number, from 1, and its end.
    fn next(&mut self) -> std::io::Result<Option<(u64, &[u8])>> {
        self.line.clear();
        self.reader.read_until(b'\n', &mut self.line)?;
        self.number += 1;
        Ok((self.line.last() == Some(&b'\n')).then_some((self.number, &self.line[..])))
    }
}

impl Done {
    fn add(&mut self, key: u64, bad: bool) {
        let done = self.0.entry(key).or_default();
        done.rows += 1;
        done.bad |= bad;
    }

    /// Takes a problem off the list of those that are done: `None` if it is not, else whether it was bad.
    pub fn take(&mut self, name: Option<&str>, position: &str) -> Option<bool> {
        let done = self.0.get_mut(&key(name, position))?;
        done.rows = done.rows.checked_sub(1)?;
        Some(done.bad)
    }
}

/// Millions of rows fit into memory as numbers.
fn key(name: Option<&str>, position: &str) -> u64 {
    FastHash.hash_one((name, position))
}
