//! Searches that go on for days: the table on disk.
//!
//! All that a search knows is in its table. With what a checkpoint saved, the same question is asked again, and the search is soon
//! where it was. So a checkpoint is the entries of a table, whatever its size, and the problem they belong to.
//!
//! The file: two lines of text, which are [`HEADING`] and the problem; the number of entries; five words for each entry; a checksum of
//! all words before it. Words have 64 bits, the lowest byte first. A file is written under another name and renamed when it is
//! complete, so that there is always a whole one.
//!
//! A checkpoint is trusted: a mate that it claims is replayed, but a node without a mate is
//! believed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use yomikiri_pns::slots::{EXTRA_BITS, Words};
use yomikiri_shogi::Color;

use crate::mate_game::MateGame;
use crate::table::MateTable;

const HEADING: &str = "yomikiri checkpoint 1";
/// Longer lines are not those of a checkpoint.
const MAX_LINE: u64 = 1000;

/// A file in which a search saves its table, and from which it goes on.
///
/// Nobody else can open the file as a checkpoint until the last clone is dropped.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    /// The time between two savings.
    every: Duration,
    _lock: Arc<Lock>,
}

/// A locked file next to a checkpoint. The checkpoint itself cannot keep a lock, because saving
/// replaces the file. Dropping the lock removes its file.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    fn take(path: PathBuf) -> Result<Lock, CheckpointError> {
        // A file that is there may be a link: it is locked, but nothing is written through it.
        let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                OpenOptions::new().write(true).open(&path)?
            }
            file => file?,
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(CheckpointError::InUse),
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Lock { path, _file: file }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Why a checkpoint was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Another search has opened the file.
    #[error("another search uses this checkpoint")]
    InUse,
    /// The file is something else.
    #[error("this is no checkpoint of a mate search")]
    NotACheckpoint,
    /// The file is of another problem.
    #[error("this is the checkpoint of another problem: {0}")]
    OtherProblem(String),
    /// The end is missing.
    #[error("the checkpoint is incomplete: it ends after {0} entries")]
    Truncated(u64),
    /// Some bytes are not what was written.
    #[error("the checkpoint is damaged: its checksum is wrong")]
    Damaged,
}

/// What a checkpoint is of: the position with both hands, the attacker, and what else changes the meaning of entries.
fn name(problem: &MateGame) -> String {
    let attacker = match problem.attacker() {
        Color::Black => "black",
        Color::White => "white",
    };
    let techniques = problem.techniques;
    let stated = if techniques.proof_hands && techniques.dominance { "" } else { " without proof hands" };
    format!("{} attacker {attacker}{stated}", problem.position().to_sfen())
}

/// A checksum in which the order of the words counts.
#[derive(Default)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Checkpoint {
    /// Opens a file as a checkpoint, in which the table is saved whenever `every` has passed. The
    /// file need not exist yet.
    ///
    /// # Errors
    ///
    /// If nothing can be written next to the file, or if another search has opened it.
    pub fn open(path: PathBuf, every: Duration) -> Result<Checkpoint, CheckpointError> {
        let lock = Lock::take(with_suffix(&path, ".lock"))?;
        Ok(Checkpoint { path, every, _lock: Arc::new(lock) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The time between two savings.
    pub(crate) fn every(&self) -> Duration {
        self.every
    }

    /// Saves the table of a problem.
    ///
    /// # Errors
    ///
    /// If the file cannot be written; an older one is then as it was.
    pub(crate) fn save(&self, table: &MateTable, problem: &MateGame) -> Result<(), CheckpointError> {
        let unfinished = with_suffix(&self.path, ".part");
        let written =
            write(table, problem, &unfinished).and_then(|()| std::fs::rename(&unfinished, &self.path));
        if written.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
        Ok(written?)
    }

    /// Fills an empty table with what was saved. Does nothing if there is no file yet.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not a whole checkpoint of this problem. The table is then empty.
    pub(crate) fn load(&self, table: &mut MateTable, problem: &MateGame) -> Result<(), CheckpointError> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file?,
        };
        let read = read(BufReader::new(file), table, problem);
        if read.is_err() {
            table.clear();
        }
        read
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Writes a new file. What a killed search left there, or a link, is replaced.
fn write(table: &MateTable, problem: &MateGame, path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut out = BufWriter::with_capacity(1 << 20, File::create_new(path)?);
    writeln!(out, "{HEADING}\n{}", name(problem))?;
    let mut checksum = Checksum::default();
    let mut put = |out: &mut BufWriter<File>, word: u64| {
        checksum.add(word);
        out.write_all(&word.to_le_bytes())
    };
    put(&mut out, table.entries().count() as u64)?;
    for (place, words) in table.entries() {
        let last = u64::from(words.amount()) << 32 | u64::from(words.extra());
        for word in [place, words.identity, words.first, words.second, last] {
            put(&mut out, word)?;
        }
    }
    out.write_all(&checksum.0.to_le_bytes())?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

fn read(mut file: impl BufRead, table: &mut MateTable, problem: &MateGame) -> Result<(), CheckpointError> {
    if line(&mut file)?.as_deref() != Some(HEADING) {
        return Err(CheckpointError::NotACheckpoint);
    }
    let of = line(&mut file)?.ok_or(CheckpointError::Truncated(0))?;
    if of != name(problem) {
        return Err(CheckpointError::OtherProblem(of));
    }
    let mut checksum = Checksum::default();
    let mut word = |entries: u64, counts: bool| -> Result<u64, CheckpointError> {
        let mut bytes = [0; 8];
        match file.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(CheckpointError::Truncated(entries));
            }
            read => read?,
        }
        let sum = checksum.0;
        let word = u64::from_le_bytes(bytes);
        checksum.add(word);
        // The last word is the checksum of those before it.
        if counts || word == sum { Ok(word) } else { Err(CheckpointError::Damaged) }
    };
    let entries = word(0, true)?;
    table.reserve(usize::try_from(entries).unwrap_or(usize::MAX));
    for entry in 0..entries {
        let mut next = || word(entry, true);
        let [place, identity, first, second, last] = [next()?, next()?, next()?, next()?, next()?];
        let (amount, extra) = ((last >> 32) as u32, last as u32);
        if extra >> EXTRA_BITS != 0 {
            return Err(CheckpointError::Damaged);
        }
        table
            .insert(place, Words::new(identity, first, second, amount, extra))
            .ok_or(CheckpointError::Damaged)?;
    }
    word(entries, false).map(|_| ())
}

/// A line without its end; `None` if there is no end, or none soon.
fn line(file: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    file.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    Ok(bytes.strip_suffix(b"\n").and_then(|line| String::from_utf8(line.to_vec()).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_pns::{Limits, Search};
    use yomikiri_shogi::Position;

    fn problem(sfen: &str) -> MateGame {
        MateGame::new(Position::from_sfen(sfen).unwrap(), Color::Black)
    }

    const LONG: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";

    fn searched(problem: &MateGame) -> MateTable {
        let mut table = MateTable::with_memory(64 << 20).unwrap();
        let limits = Limits { nodes: Some(150_000), ..Limits::default() };
        Search::new(problem.clone()).limits(limits).run_with_table(&mut table);
        table
    }

    #[test]
    fn what_was_saved_is_read_into_a_table_of_any_size() {
        let problem = problem(LONG);
        let table = searched(&problem);
        let path = std::env::temp_dir().join(format!("yomikiri-checkpoint-{}", std::process::id()));
        let checkpoint = Checkpoint::open(path.clone(), Duration::ZERO).unwrap();
        checkpoint.save(&table, &problem).unwrap();
        let mut same = MateTable::with_memory(64 << 20).unwrap();
        checkpoint.load(&mut same, &problem).unwrap();
        let mut large = MateTable::with_memory(256 << 20).unwrap();
        checkpoint.load(&mut large, &problem).unwrap();
        let entries = |table: &MateTable| {
            let mut all: Vec<_> = table
                .entries()
                .map(|(place, words)| (place, words.identity, words.first, words.second, words.amount()))
                .collect();
            all.sort_unstable();
            all
        };
        assert!(entries(&table).len() > 70_000);
        for other in [&same, &large] {
            // A few may find no place in a window.
            let (saved, read) = (entries(&table), entries(other));
            let lost = saved.iter().filter(|entry| read.binary_search(entry).is_err()).count();
            assert!(lost * 1000 < saved.len() && read.len() <= saved.len(), "{lost} of {}", saved.len());
        }

        // Cut off anywhere, damaged anywhere, or of another problem: refused, and the table stays empty.
        let whole = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8], problem: &MateGame| {
            let mut table = MateTable::with_memory(8 << 20).unwrap();
            let error = read(bytes, &mut table, problem).unwrap_err();
            error.to_string()
        };
        for end in [0, 5, 30, 200, whole.len() / 2, whole.len() - 1] {
            let error = refused(&whole[..end], &problem);
            assert!(error.contains("incomplete") || error.contains("no checkpoint"), "{end}: {error}");
        }
        for at in [150, whole.len() / 3, whole.len() - 3] {
            let mut damaged = whole.clone();
            damaged[at] ^= 16;
            let error = refused(&damaged, &problem);
            assert!(
                error.contains("damaged") || error.contains("another") || error.contains("incomplete"),
                "{error}"
            );
        }
        let other = self::problem("4k4/9/4P4/9/9/9/9/9/9 b G 1");
        assert!(refused(&whole, &other).contains("another problem: 1pG1B4"));
        assert!(refused(b"hello", &problem).contains("no checkpoint"));
        std::fs::remove_file(path).unwrap();
    }
}
