//! The file of rows that lets a batch go on where it was cut off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::BuildHasher as _;
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;
use yomikiri_pns::{FastHash, StopReason};
use yomikiri_tsume::Goal;

use super::Settings;
use crate::commands::solve::answer::Answer;
use crate::exit::bad_input;

/// A file of rows.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    name: String,
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
    length_status: Option<String>,
    stop_reason: Option<String>,
    error: Option<String>,
}

impl Row {
    /// The option it was made with, if the rows that `settings` makes would be others. Limits are not compared.
    fn made_otherwise(&self, settings: &Settings) -> Option<String> {
        if self.algorithm != settings.algorithm_name {
            return Some(format!("--algorithm {}", self.algorithm));
        }
        let first = self.length_status.as_deref() == Some("at-most") && self.stop_reason.is_none();
        (first && settings.query.goal != Goal::First).then(|| "--first".to_owned())
    }
}

impl Ledger {
    /// Reads what is there; a last line that was cut off is cut off altogether.
    /// Rows that were made in another way than `settings` asks for are refused: skipping them would mix two runs.
    pub fn open(path: &Path, settings: &Settings) -> anyhow::Result<(Ledger, Done)> {
        let name = format!("--resume: {}", path.display());
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.map_err(|error| bad_input(format_args!("{name}: {error}")))?;
        let mut ledger = Ledger { file, name };
        let (done, whole) = ledger.read(settings)?;
        ledger.file.set_len(whole).with_context(|| ledger.name.clone())?;
        ledger.file.seek(SeekFrom::End(0)).with_context(|| ledger.name.clone())?;
        Ok((ledger, done))
    }

    /// Reads all whole lines, and tells where they end.
    fn read(&mut self, settings: &Settings) -> anyhow::Result<(Done, u64)> {
        let mut counts: HashMap<u64, Count> = HashMap::new();
        let mut reader = BufReader::new(self.file.try_clone().with_context(|| self.name.clone())?);
        let mut whole = 0;
        for number in 1_u64.. {
            let mut line = Vec::new();
            let length = reader.read_until(b'\n', &mut line).with_context(|| self.name.clone())?;
            if line.last() != Some(&b'\n') {
                break;
            }
            whole += length as u64;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let row: Row = serde_json::from_slice(&line).map_err(|_| {
                bad_input(format_args!("{}: line {number} is not a row of a former run", self.name))
            })?;
            if let Some(other) = row.made_otherwise(settings) {
                return Err(bad_input(format_args!(
                    "{}: line {number} was made with {other}; name another file",
                    self.name
                )));
            }
            // What was stopped by hand is not done.
            if row.stop_reason != Some(StopReason::Interrupted.to_string()) {
                let done = counts.entry(key(row.name.as_deref(), &row.position)).or_default();
                done.rows += 1;
                done.bad |= row.error.is_some();
            }
        }
        // A line that is not whole at the start of a file that has no whole one may be anything: leave it alone.
        if whole == 0 && self.file.metadata().with_context(|| self.name.clone())?.len() > 0 {
            self.check_only_line()?;
        }
        Ok((Done(counts), whole))
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

    /// Adds a row, in one write: a run that is killed leaves at most one line cut off.
    pub fn add(&mut self, answer: &Answer) -> anyhow::Result<()> {
        if answer.stop_reason == Some(StopReason::Interrupted.into()) {
            return Ok(());
        }
        let mut line = serde_json::to_vec(answer)?;
        line.push(b'\n');
        self.file.write_all(&line).with_context(|| self.name.clone())
    }
}

impl Done {
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
