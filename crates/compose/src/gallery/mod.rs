//! A gallery: a folder with the problems that were composed, as a page for people and as files for programs.
//!
//! | file | what |
//! |---|---|
//! | `index.html` | the page: one file that needs nothing else |
//! | `01.kif`, `01.svg`, … | each problem with its solution, and its diagram, numbered as they were found |
//! | `problems.sfen` | a list that `solve` and `judge` read |
//! | `problems.json` | the [`Catalogue`]: what was asked, what was found, where to go on |
//!
//! Every file is replaced in one step, and the catalogue comes last: whenever a run is cut off, the folder holds what it held before
//! or one problem more. Nothing in it depends on the clock or the machine, so the same commission makes the same bytes.

mod catalogue;
mod exhibit;
mod page;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use yomikiri_notation::{Record, kif, sfen_list};

pub use catalogue::{Catalogue, Entry, RemarkEntry};
pub use exhibit::{Exhibit, Score};

use crate::session::Commission;

/// A file of a gallery that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// The system said no.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: io::Error,
    },
    /// It is not what a gallery has.
    #[error("{}: {fault}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: String,
    },
}

/// A folder in which works are put on show.
#[derive(Clone, Debug)]
pub struct Gallery {
    folder: PathBuf,
    commission: Commission,
    nodes: u64,
    exhibits: Vec<Exhibit>,
    /// Exhibits whose own files are written.
    written: usize,
}

impl Gallery {
    /// The name of the page that shows it all.
    pub const PAGE: &str = "index.html";

    /// A gallery without works, in a folder that is made when it is first saved. `nodes` is what the judge may visit per position.
    pub fn new(folder: impl Into<PathBuf>, commission: Commission, nodes: u64) -> Gallery {
        Gallery { folder: folder.into(), commission, nodes, exhibits: Vec::new(), written: 0 }
    }

    /// Puts a work on show, as the last one that was found.
    pub fn hang(&mut self, exhibit: Exhibit) {
        self.exhibits.push(exhibit);
    }

    /// What is on show, in the order in which it was found.
    pub fn exhibits(&self) -> &[Exhibit] {
        &self.exhibits
    }

    /// What was asked and found; the next attempt is `next`.
    pub fn catalogue(&self, next: u64) -> Catalogue {
        Catalogue::new(&self.commission, self.nodes, next, &self.exhibits)
    }

    /// Writes what is new; the next attempt is `next`.
    pub fn save(&mut self, next: u64) -> Result<(), GalleryError> {
        fs::create_dir_all(&self.folder).map_err(fault(&self.folder))?;
        for (index, exhibit) in self.exhibits.iter().enumerate().skip(self.written) {
            let name = name(index);
            let record = exhibit.record(index, &self.commission);
            self.replace(&format!("{name}.kif"), &kif::write(&record))?;
            self.replace(&format!("{name}.svg"), &exhibit.drawing(index))?;
        }
        self.written = self.exhibits.len();
        let rows: Vec<Record> =
            (0..).zip(&self.exhibits).map(|(index, exhibit)| exhibit.row(index)).collect();
        self.replace("problems.sfen", &sfen_list::write(&rows))?;
        self.replace(Gallery::PAGE, &page::page(&self.commission, self.nodes, &self.exhibits))?;
        self.replace(Catalogue::FILE, &self.catalogue(next).text())
    }

    /// Replaces a file in one step.
    fn replace(&self, name: &str, content: &str) -> Result<(), GalleryError> {
        let path = self.folder.join(name);
        // One name for all runs: what a run that was killed leaves behind, the next one overwrites.
        let draft = self.folder.join(format!(".{name}.tmp"));
        fs::write(&draft, content).map_err(fault(&draft))?;
        fs::rename(&draft, &path).map_err(fault(&path))
    }
}

/// What a problem is called in the gallery, and its files: `01` for the first.
fn name(index: usize) -> String {
    format!("{:02}", index + 1)
}

fn fault(path: &Path) -> impl FnOnce(io::Error) -> GalleryError + use<> {
    let path = path.to_owned();
    |source| GalleryError::File { path, source }
}
