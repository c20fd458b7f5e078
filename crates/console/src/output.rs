//! Where results go: standard output, or a file that is replaced only when its new content is complete.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;

use crate::args::Target;
use crate::exit::{ClosedPipe, printable_lines};

/// Standard output, buffered.
pub struct Output(BufWriter<Stdout>);

impl Output {
    /// Takes standard output.
    #[expect(clippy::new_without_default, reason = "taking standard output is no default")]
    pub fn new() -> Output {
        Output(BufWriter::new(io::stdout()))
    }

    /// Prints a text as it is.
    pub fn text(&mut self, text: &str) -> anyhow::Result<()> {
        self.bytes(text.as_bytes())
    }

    /// For those who write by themselves, from any thread.
    pub fn writer(&mut self) -> &mut (impl Write + Send + use<>) {
        &mut self.0
    }

    /// Prints bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        stdout(self.0.write_all(bytes))
    }

    /// Prints one line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.bytes(&line)
    }

    /// Prints to standard output, or replaces a file.
    pub fn save(&mut self, target: &Target, bytes: &[u8]) -> anyhow::Result<()> {
        match target {
            Target::Stdout => self.bytes(bytes),
            Target::File(path) => replace(path, bytes).with_context(|| path.display().to_string()),
        }
    }

    /// Prints a text to standard output, or replaces a file. A terminal gets the text as
    /// [`readable`] returns it.
    pub fn save_text(&mut self, target: &Target, text: &str) -> anyhow::Result<()> {
        self.save(target, readable(target, text).as_bytes())
    }

    /// Fails if [`save`](Output::save) would, as far as that can be known in advance, so that no long work is done in vain.
    pub fn check(&self, target: &Target) -> anyhow::Result<()> {
        match target {
            Target::Stdout => Ok(()),
            Target::File(path) => can_replace(path).with_context(|| path.display().to_string()),
        }
    }

    /// Hands everything to the reader.
    pub fn flush(&mut self) -> anyhow::Result<()> {
        stdout(self.0.flush())
    }
}

impl Drop for Output {
    /// What was printed before an error still counts. Whether that works no longer does.
    fn drop(&mut self) {
        let _ = self.0.flush();
    }
}

/// Returns a text for its target. On a terminal, control characters are written out: files of other
/// people may hold them. A file or a pipe gets the text as it is.
pub fn readable<'a>(target: &Target, text: &'a str) -> Cow<'a, str> {
    match target {
        Target::Stdout if io::stdout().is_terminal() => printable_lines(text).into(),
        _ => text.into(),
    }
}

fn stdout(result: io::Result<()>) -> anyhow::Result<()> {
    result.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => ClosedPipe.into(),
        _ => anyhow::Error::new(error).context("standard output"),
    })
}

/// Replaces a file in one step, as [`replace_with`], or writes to it where that is all that can be done.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Pipes and devices cannot be replaced, only written to.
    if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
        return fs::write(path, bytes);
    }
    let mut begun = false;
    let replaced = replace_with(path, |file| {
        begun = true;
        file.write_all(bytes)
    });
    // No new files in this folder, perhaps; the old one may still be writable.
    if begun { replaced } else { fs::write(path, bytes) }
}

/// Replaces a file in one step by what `write` writes: a full disk or a killed process leaves the old one whole.
///
/// # Errors
/// If there can be no new file beside the old one, before `write` is called; or if anything cannot be written.
pub fn replace_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // A link is followed, so that what it points at is replaced and not the link.
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let old = fs::metadata(&real).ok();
    let (Some(folder), Some(name)) = (real.parent(), real.file_name()) else {
        return Err(ErrorKind::InvalidFilename.into());
    };
    let draft = draft_in(folder, name);
    let mut file = new_file(&draft)?;
    let done = write(&mut file)
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| fs::rename(&draft, &real));
    if done.is_err() {
        let _ = fs::remove_file(&draft);
    }
    done
}

/// Fails if a file cannot be replaced, as far as that can be known in advance. Leaves everything as it is.
///
/// # Errors
/// If there can be no new file, or the old one cannot be written to.
pub fn can_replace(path: &Path) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    match fs::metadata(&real) {
        // Opening a pipe would wait for its reader.
        Ok(old) if !old.is_file() && !old.is_dir() => return Ok(()),
        Ok(_) => return OpenOptions::new().append(true).open(&real).map(|_| ()),
        Err(_) => {}
    }
    let Some(name) = real.file_name() else { return Err(ErrorKind::InvalidFilename.into()) };
    let draft = draft_in(real.parent().unwrap_or(Path::new("")), name);
    new_file(&draft)?;
    fs::remove_file(&draft)
}

/// The name of a file beside the one that it is to replace.
fn draft_in(folder: &Path, name: &OsStr) -> PathBuf {
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}.tmp", std::process::id()));
    folder.join(draft)
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}
