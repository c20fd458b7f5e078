//! Galleries: a folder with composed problems, as a page for readers and as files for programs.
//!
//! | file | what |
//! |---|---|
//! | `index.html` | the page, which needs no other file |
//! | `01.kif`, `01.svg`, … | each problem with its solution, and its diagram, numbered in the order of discovery |
//! | `problems.sfen` | a list that `solve` and `judge` read |
//! | `problems.json` | the [`Catalogue`]: the request, the problems found, and the number of the next attempt |
//!
//! Files are replaced atomically and the catalogue is written last. So whenever a run is stopped, the folder holds what it held
//! before or one problem more. Nothing depends on time or machine: the same request makes the same bytes.

mod catalogue;
mod exhibit;
mod page;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use yomikiri_notation::{Record, kif, sfen_list};

pub use catalogue::{Catalogue, Entry, RemarkEntry};
pub use exhibit::{Exhibit, Score};

use crate::session::ComposeRequest;

/// The error for a file of a gallery that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// The system reported an error.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The content of the file is not that of a gallery.
    #[error("{}: {fault}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The fault.
        fault: String,
    },
}

/// A folder with composed problems.
#[derive(Clone, Debug)]
pub struct Gallery {
    folder: PathBuf,
    request: ComposeRequest,
    nodes: u64,
    exhibits: Vec<Exhibit>,
    /// The number of exhibits whose files have been written.
    written: usize,
}

impl Gallery {
    /// The name of the page.
    pub const PAGE: &str = "index.html";

    /// An empty gallery in a folder, which is created when the gallery is first saved. `nodes` is the judge's limit per position.
    pub fn new(folder: impl Into<PathBuf>, request: ComposeRequest, nodes: u64) -> Gallery {
        Gallery { folder: folder.into(), request, nodes, exhibits: Vec::new(), written: 0 }
    }

    /// Adds a problem, the last one found.
    pub fn add(&mut self, exhibit: Exhibit) {
        self.exhibits.push(exhibit);
    }

    /// The problems in the order in which they were found.
    pub fn exhibits(&self) -> &[Exhibit] {
        &self.exhibits
    }

    /// The catalogue, with `next` as the number of the next attempt.
    pub fn catalogue(&self, next: u64) -> Catalogue {
        Catalogue::new(&self.request, self.nodes, next, &self.exhibits)
    }

    /// Writes all files that have changed, with `next` as the number of the next attempt. Fails if a file cannot be written.
    pub fn save(&mut self, next: u64) -> Result<(), GalleryError> {
        fs::create_dir_all(&self.folder).map_err(fault(&self.folder))?;
        for (index, exhibit) in self.exhibits.iter().enumerate().skip(self.written) {
            let name = name(index);
            let record = exhibit.record(index, &self.request);
            self.replace(&format!("{name}.kif"), &kif::write(&record))?;
            self.replace(&format!("{name}.svg"), &exhibit.drawing(index))?;
        }
        self.written = self.exhibits.len();
        let rows: Vec<Record> =
            (0..).zip(&self.exhibits).map(|(index, exhibit)| exhibit.row(index)).collect();
        self.replace("problems.sfen", &sfen_list::write(&rows))?;
        self.replace(Gallery::PAGE, &page::page(&self.request, self.nodes, &self.exhibits))?;
        self.replace(Catalogue::FILE, &self.catalogue(next).text())
    }

    /// Replaces a file atomically.
    fn replace(&self, name: &str, content: &str) -> Result<(), GalleryError> {
        let path = self.folder.join(name);
        // The name is the same for all runs, so the next run overwrites what a killed run left behind.
        let draft = self.folder.join(format!(".{name}.tmp"));
        fs::write(&draft, content).map_err(fault(&draft))?;
        fs::rename(&draft, &path).map_err(fault(&path))
    }
}

/// The name of a problem and of its files: `01` for the first.
fn name(index: usize) -> String {
    format!("{:02}", index + 1)
}

fn fault(path: &Path) -> impl FnOnce(io::Error) -> GalleryError + use<> {
    let path = path.to_owned();
    |source| GalleryError::File { path, source }
}
