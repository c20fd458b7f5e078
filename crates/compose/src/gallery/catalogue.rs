//! `problems.json`: the request, the problems found, and the number of the next attempt.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use yomikiri_shogi::{Move, Position};
use yomikiri_tsume::{InterpositionRules, IssueSummary};

use super::exhibit::{Exhibit, Score};
use super::{GalleryError, fault, name};
use crate::session::ComposeRequest;
use crate::setup::Setup;

/// The content of a gallery, for programs and to resume a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// The name and version of the file format.
    format: Format,
    /// The name of the strategy.
    pub strategy: String,
    /// The start as SFEN, if there is one.
    pub from: Option<String>,
    /// The smallest and the largest wanted length, in plies.
    pub plies: [usize; 2],
    /// The seed of the random numbers.
    pub seed: u64,
    /// Whether problems with remarks are left out. Catalogues of earlier versions do not have this field.
    #[serde(default)]
    pub strict: bool,
    /// The name of the rules by which interpositions count. Catalogues of earlier versions do not have this field: every one counted.
    #[serde(default = "raw")]
    pub rules: String,
    /// The judge's node limit per position.
    pub nodes: u64,
    /// The number of the next attempt.
    pub next: u64,
    /// The problems in the order in which they were found.
    pub works: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[serde(rename = "yomikiri gallery 1")]
    First,
}

/// A problem of a gallery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name of the problem and of its files.
    pub name: String,
    /// The position as SFEN.
    pub sfen: String,
    /// The length in plies.
    pub length: usize,
    /// The solution in USI.
    pub moves: Vec<String>,
    /// The number of the attempt that found it.
    pub attempt: u64,
    /// The remarks of the judge.
    pub remarks: Vec<RemarkEntry>,
    /// The measures.
    pub scores: Vec<Score>,
}

/// A remark, as `judge` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemarkEntry {
    /// The name of the remark.
    pub kind: String,
    /// The ply, counted from 1.
    pub ply: u32,
    /// The move that the remark is about.
    #[serde(rename = "move")]
    pub mv: String,
}

impl Catalogue {
    /// The name of the file.
    pub const FILE: &str = "problems.json";

    pub(super) fn new(request: &ComposeRequest, nodes: u64, next: u64, exhibits: &[Exhibit]) -> Catalogue {
        Catalogue {
            format: Format::First,
            strategy: request.strategy.to_string(),
            from: sfen(request.from.as_ref()),
            plies: [*request.plies.start(), *request.plies.end()],
            seed: request.seed,
            strict: request.strict,
            rules: request.rules.name().to_owned(),
            nodes,
            next,
            works: (0..).zip(exhibits).map(|(index, exhibit)| Entry::new(index, exhibit)).collect(),
        }
    }

    /// Reads the catalogue of the gallery in a folder; `None` if there is no such file. Fails if the file cannot be read or is not
    /// a catalogue.
    pub fn read(folder: &Path) -> Result<Option<Catalogue>, GalleryError> {
        let path = folder.join(Catalogue::FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(fault(&path)(error)),
        };
        let read = serde_json::from_str(&text);
        let wrong =
            |error| GalleryError::Content { path, fault: format!("not a catalogue of a gallery: {error}") };
        read.map(Some).map_err(wrong)
    }

    /// The content of the file.
    pub(super) fn text(&self) -> String {
        // The structure has only strings and numbers, so this cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The options of this catalogue that differ from a request, with their values: `seed 3`. `strict` is among them if the two
    /// differ, whichever of them is strict. The number of problems is not compared, since it may change when a session is resumed.
    pub fn differences(&self, request: &ComposeRequest, nodes: u64) -> Vec<String> {
        let other = Catalogue::new(request, nodes, 0, &[]);
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
        let mut differences: Vec<String> =
            pairs.filter(|(here, there)| here != there).map(|(here, _)| here).collect();
        if self.strict != other.strict {
            differences.push("strict".to_owned());
        }
        if self.rules != other.rules {
            differences.push(format!("rules {}", self.rules));
        }
        differences
    }

    /// The problems to resume a session with, each with its attempt. Fails if one is not a mate problem, with its name and the
    /// reason.
    pub fn found(&self) -> Result<Vec<(Setup, u64)>, String> {
        let read = |entry: &Entry| {
            let position = Position::from_sfen(&entry.sfen).map_err(|error| error.to_string());
            let setup = position
                .and_then(|position| Setup::from_position(&position).map_err(|error| error.to_string()));
            Ok((setup.map_err(|fault| format!("problem {}: {fault}", entry.name))?, entry.attempt))
        };
        self.works.iter().map(read).collect()
    }
}

/// The SFEN of a setup, which obeys the rules.
fn sfen(setup: Option<&Setup>) -> Option<String> {
    Some(setup?.position().ok()?.to_sfen())
}

fn raw() -> String {
    InterpositionRules::Raw.name().to_owned()
}

impl Entry {
    /// The entry of exhibit `index`, counted from 0.
    pub fn new(index: usize, exhibit: &Exhibit) -> Entry {
        let work = exhibit.work();
        let line = exhibit.line();
        let remark = |notice: IssueSummary| {
            Some(RemarkEntry { kind: notice.name.into(), ply: notice.ply?, mv: notice.mv?.to_string() })
        };
        Entry {
            name: name(index),
            sfen: sfen(Some(&work.setup)).unwrap_or_default(),
            length: line.len(),
            moves: line.iter().map(Move::to_string).collect(),
            attempt: work.attempt,
            remarks: work.judgement.notices().into_iter().filter_map(remark).collect(),
            scores: exhibit.scores().to_vec(),
        }
    }
}
