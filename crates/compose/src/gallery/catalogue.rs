//! `problems.json`: what was asked, what was found, and where to go on.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use yomikiri_shogi::{Move, Position};

use super::exhibit::{Exhibit, Score};
use super::{GalleryError, fault, name};
use crate::session::Commission;
use crate::setup::Setup;

/// Everything about a gallery, for programs and for a session that goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// What sort of file this is.
    format: Format,
    /// The strategy's name.
    pub strategy: String,
    /// The start, if there was one.
    pub from: Option<String>,
    /// The least and the largest length that is wanted.
    pub plies: [usize; 2],
    /// Which random numbers.
    pub seed: u64,
    /// What the judge may visit per position.
    pub nodes: u64,
    /// The number of the next attempt.
    pub next: u64,
    /// What was found, in that order.
    pub works: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[serde(rename = "yomikiri gallery 1")]
    First,
}

/// A work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What it and its files are called.
    pub name: String,
    /// The position.
    pub sfen: String,
    /// Plies.
    pub length: usize,
    /// The solution.
    pub moves: Vec<String>,
    /// The attempt that it came from.
    pub attempt: u64,
    /// What the judge remarked.
    pub remarks: Vec<RemarkEntry>,
    /// What was measured.
    pub scores: Vec<Score>,
}

/// A remark, as `judge` tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemarkEntry {
    /// Its name.
    pub kind: String,
    /// When.
    pub ply: u32,
    /// The move that it is about.
    #[serde(rename = "move")]
    pub mv: String,
}

impl Catalogue {
    /// The file's name.
    pub const FILE: &str = "problems.json";

    pub(super) fn new(commission: &Commission, nodes: u64, next: u64, exhibits: &[Exhibit]) -> Catalogue {
        Catalogue {
            format: Format::First,
            strategy: commission.strategy.to_string(),
            from: sfen(commission.from.as_ref()),
            plies: [*commission.plies.start(), *commission.plies.end()],
            seed: commission.seed,
            nodes,
            next,
            works: (0..).zip(exhibits).map(|(index, exhibit)| entry(index, exhibit)).collect(),
        }
    }

    /// The catalogue of the gallery in a folder, if there is one.
    pub fn read(folder: &Path) -> Result<Option<Catalogue>, GalleryError> {
        let path = folder.join(Catalogue::FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(fault(&path)(error)),
        };
        let read = serde_json::from_str(&text);
        let wrong =
            |error| GalleryError::Content { path, fault: format!("no catalogue of a gallery: {error}") };
        read.map(Some).map_err(wrong)
    }

    /// The file's content.
    pub(super) fn text(&self) -> String {
        // Strings and numbers in structures: this cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// What was asked otherwise than another commission asks, as options with their values: `seed 3`. How many problems are wanted may
    /// change.
    pub fn differences(&self, commission: &Commission, nodes: u64) -> Vec<String> {
        let other = Catalogue::new(commission, nodes, 0, &[]);
        let options = |catalogue: &Catalogue| {
            let [first, last] = catalogue.plies;
            let start =
                catalogue.from.as_ref().map_or("random".to_owned(), |from| format!("from \"{from}\""));
            [
                format!("strategy {}", catalogue.strategy),
                start,
                format!("plies {first}..{last}"),
                format!("seed {}", catalogue.seed),
                format!("nodes {}", catalogue.nodes),
            ]
        };
        let pairs = options(self).into_iter().zip(options(&other));
        pairs.filter(|(here, there)| here != there).map(|(here, _)| here).collect()
    }

    /// The works for a session that goes on: each with its attempt.
    ///
    /// # Errors
    /// Which of them is no problem, and why.
    pub fn found(&self) -> Result<Vec<(Setup, u64)>, String> {
        let read = |entry: &Entry| {
            let position = Position::from_sfen(&entry.sfen).map_err(|error| error.to_string());
            let setup = position.and_then(|position| Setup::of(&position).map_err(|error| error.to_string()));
            Ok((setup.map_err(|fault| format!("problem {}: {fault}", entry.name))?, entry.attempt))
        };
        self.works.iter().map(read).collect()
    }
}

/// A setup in one line. Only setups that the rules allow come here.
fn sfen(setup: Option<&Setup>) -> Option<String> {
    Some(setup?.position().ok()?.to_sfen())
}

fn entry(index: usize, exhibit: &Exhibit) -> Entry {
    let work = exhibit.work();
    let line = exhibit.line();
    let remark = |kind: &str, ply: u32, mv: &Move| RemarkEntry { kind: kind.into(), ply, mv: mv.to_string() };
    Entry {
        name: name(index),
        sfen: sfen(Some(&work.setup)).unwrap_or_default(),
        length: line.len(),
        moves: line.iter().map(Move::to_string).collect(),
        attempt: work.attempt,
        remarks: work
            .judgement
            .remarks
            .iter()
            .flat_map(|found| found.moves().iter().map(|mv| remark(found.name(), found.ply(), mv)))
            .collect(),
        scores: exhibit.scores().to_vec(),
    }
}
