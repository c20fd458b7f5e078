//! Stored reports: written, made again from their cells, and compared with new measurements.
//!
//! A report goes stale when the program changes and the report does not. Two checks show that: the report is made again from the
//! stored cells, and some of the cells are measured again. Times may differ, nothing else.
//!
//! A report that is known to be stale is marked as [`Outdated`] until a new run replaces it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yomikiri_pns::Limits;

use crate::build::{Build, describe};
use crate::cell::{Cell, Cells, Measured, SECONDS, Task};
use crate::experiment::Experiment;
use crate::lab::{LabError, fault};
use crate::machine::Machine;
use crate::plot::svg;
use crate::report::{Report, grouped, json_lines};

/// The extension of the packed JSON of a report.
const PACKED_JSON: &str = "json.gz";

/// What a report is made from.
#[derive(Clone, Debug)]
pub struct StoredReport {
    /// The machine of the measurements.
    pub machine: Machine,
    /// The builds that made the measurements, as far as they are known.
    pub builds: Vec<Build>,
    /// The time limit of each measurement.
    pub time: Option<Duration>,
    /// The node limit of each measurement.
    pub nodes: Option<u64>,
    /// Whether every measurement was made.
    pub complete: bool,
    /// The mark of a report that is known to be stale.
    pub outdated: Option<Outdated>,
    /// The measurements.
    pub cells: Cells,
}

/// The mark of a stale report: an older version of the program stored it, and the present one has
/// other results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outdated {
    /// The number of cells that were measured again.
    pub measured_again: usize,
    /// The number of these cells that had another result.
    pub differ: usize,
}

/// A choice of the cells that are measured again.
#[derive(Clone, Copy, Debug)]
pub enum Sample {
    /// The most expensive cells, up to this number.
    Most(usize),
    /// Cells that took about `total` together. Consecutive numbers choose other cells, until they
    /// have come round to every cell.
    Rotating {
        /// The time of all cells of the sample.
        total: Duration,
        /// The number of the sample.
        number: u64,
    },
}

impl Sample {
    /// Returns the chosen items. Each item comes with its time, the most expensive item first.
    fn choose<T>(self, items: Vec<(f64, T)>) -> Vec<T> {
        let all: f64 = items.iter().map(|(seconds, _)| seconds).sum();
        let (first, step, most) = match self {
            Sample::Most(count) => (0, 1, count),
            Sample::Rotating { total, number } => {
                let parts = (all / total.as_secs_f64()).ceil().clamp(1.0, items.len().max(1) as f64);
                ((number % parts as u64) as usize, parts as usize, usize::MAX)
            }
        };
        items.into_iter().map(|(_, item)| item).skip(first).step_by(step).take(most).collect()
    }
}

/// A difference between a stored report and the program.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Difference {
    /// A file would be written with another content.
    #[error("{file}: line {line} would be `{now}`, is `{stored}`")]
    Text {
        /// The name of the file.
        file: String,
        /// The first line that differs, counted from 1.
        line: usize,
        /// The line that the program writes.
        now: String,
        /// The line of the file.
        stored: String,
    },
    /// A measurement that the experiment makes is missing.
    #[error("`{0}` was not measured")]
    Missing(String),
    /// A stored measurement is none of the experiment.
    #[error("`{0}` is no measurement of the experiment")]
    Unknown(String),
    /// A measurement has another result.
    #[error("`{id}`: {now} now, {stored} in the report")]
    Cell {
        /// The measurement.
        id: String,
        /// Its result now.
        now: String,
        /// Its stored result.
        stored: String,
    },
}

impl StoredReport {
    /// Reads the report with this name from a folder.
    pub fn read(folder: &Path, name: &str) -> Result<StoredReport, LabError> {
        let text = Self::read_json(folder, name)?;
        Self::parse(&text).map_err(|error| fault(&Self::path(folder, name))(error.into()))
    }

    /// Returns the JSON of a report, unpacked.
    pub fn read_json(folder: &Path, name: &str) -> Result<String, LabError> {
        let path = Self::path(folder, name);
        let bytes = fs::read(&path).map_err(fault(&path))?;
        let mut text = String::new();
        let read = if path.extension().is_some_and(|extension| extension == "gz") {
            MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text)
        } else {
            bytes.as_slice().read_to_string(&mut text)
        };
        read.map_err(fault(&path))?;
        Ok(text)
    }

    /// Returns the path of the JSON of a report: `NAME.json.gz`, or `NAME.json` if an older version
    /// stored the report.
    pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
        let (packed, plain) = (folder.join(format!("{name}.{PACKED_JSON}")), plain_path(folder, name));
        if packed.exists() || !plain.exists() { packed } else { plain }
    }

    fn parse(text: &str) -> serde_json::Result<StoredReport> {
        let mut report: Value = serde_json::from_str(text)?;
        Ok(StoredReport {
            machine: serde_json::from_value(report["machine"].take())?,
            builds: serde_json::from_value::<Option<_>>(report["builds"].take())?.unwrap_or_default(),
            time: serde_json::from_value::<Option<f64>>(report["time_limit"].take())?
                .map(Duration::from_secs_f64),
            nodes: serde_json::from_value(report["node_limit"].take())?,
            complete: serde_json::from_value(report["complete"].take())?,
            outdated: serde_json::from_value(report["outdated"].take())?,
            cells: serde_json::from_value(report["cells"].take())?,
        })
    }

    /// The report of an experiment on these measurements, with notes on how they were made.
    pub fn report(&self, experiment: &dyn Experiment) -> Report {
        let mut report = experiment.report(&self.cells);
        if let Some(Outdated { measured_again, differ }) = self.outdated {
            let mark = format!(
                "**Stored by an older version of the program:** of {} cells that were measured again, {} had another result.",
                grouped(measured_again as u64),
                grouped(differ as u64)
            );
            report.notes.insert(0, mark);
        }
        report.notes.push(format!("Measured on {}, {}.", self.machine.describe(), experiment.info().clock));
        report.notes.extend(self.note_on_builds());
        if let Some(time) = self.time {
            report.notes.push(format!("Longest time of a single measurement: {} s.", time.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            let more =
                match self.cells.iter().filter(|(_, measured)| took_more(&measured.cell, nodes)).count() {
                    0 => String::new(),
                    count => format!(" ({count} had a larger limit)"),
                };
            report.notes.push(format!("Most nodes of a single measurement: {}{more}.", grouped(nodes)));
        }
        if !self.complete {
            report
                .notes
                .push("**Stopped before the end:** cells without a figure were not measured, and those that name a smaller limit were measured with that.".to_owned());
        }
        report
    }

    /// Returns the paragraph on the builds of the cells, or `None` if no build is known.
    fn note_on_builds(&self) -> Option<String> {
        let count = |build: Option<&Build>| {
            let executable = build.map(|build| &build.executable);
            self.cells.iter().filter(|(_, measured)| measured.build.as_ref() == executable).count()
        };
        let builds = self.builds.iter().map(Some).chain([None]);
        let used: Vec<_> =
            builds.map(|build| (describe(build), count(build))).filter(|(_, n)| *n > 0).collect();
        match &used[..] {
            _ if self.builds.is_empty() => None,
            [(build, _)] => Some(format!("Measured by {build}.")),
            used => {
                let all = self.cells.iter().count();
                let used: Vec<_> =
                    used.iter().map(|(build, n)| format!("{n} of {all} cells by {build}")).collect();
                Some(format!("**Measured by several builds:** {}.", used.join(", ")))
            }
        }
    }

    /// Returns the extensions of the files of a report, and their contents before packing.
    fn files(&self, name: &str, report: &Report) -> [(&'static str, String); 4] {
        let mut json = report.json(name, self.complete, &self.machine, &self.cells);
        json["time_limit"] = self.time.map(|time| time.as_secs_f64()).into();
        json["node_limit"] = self.nodes.into();
        if !self.builds.is_empty() {
            json["builds"] = json!(self.builds);
        }
        if let Some(outdated) = self.outdated {
            json["outdated"] = json!(outdated);
        }
        let markdown = format!("{}\n![{}]({name}.svg)\n", report.markdown(), report.title);
        [
            (PACKED_JSON, json_lines(&json)),
            ("csv", report.csv()),
            ("md", markdown),
            ("svg", svg(&report.drawings)),
        ]
    }

    /// Writes the files of a report: packed JSON, CSV, Markdown and SVG. Each is written to a draft
    /// first, so that an interruption leaves no half file.
    pub fn write(&self, folder: &Path, name: &str, report: &Report) -> Result<Vec<PathBuf>, LabError> {
        let mut files = Vec::new();
        for (extension, content) in self.files(name, report) {
            let file = format!("{name}.{extension}");
            let path = folder.join(&file);
            let draft = folder.join(format!(".{file}.{}.tmp", std::process::id()));
            let bytes = if extension == PACKED_JSON { pack(&content) } else { Ok(content.into_bytes()) };
            bytes.and_then(|bytes| fs::write(&draft, bytes)).map_err(fault(&draft))?;
            fs::rename(&draft, &path).map_err(fault(&path))?;
            files.push(path);
        }
        // The JSON of an older version would be taken for another report.
        let plain = plain_path(folder, name);
        if plain.exists() {
            fs::remove_file(&plain).map_err(fault(&plain))?;
        }
        Ok(files)
    }

    /// Compares the files in `folder` with those of this report, which the program makes from the stored cells, and the stored
    /// cells with the measurements of the experiment.
    pub fn compare_text(
        &self,
        experiment: &dyn Experiment,
        report: &Report,
        folder: &Path,
    ) -> Result<Vec<Difference>, LabError> {
        let mut differences = Vec::new();
        let tasks = experiment.tasks();
        let ids: BTreeSet<&str> = tasks.iter().map(|task| task.id()).collect();
        if self.complete {
            let missing = ids.iter().filter(|id| self.cells.get(id).is_none());
            differences.extend(missing.map(|&id| Difference::Missing(id.to_owned())));
        }
        let unknown = self.cells.iter().filter(|(id, _)| !ids.contains(id));
        differences.extend(unknown.map(|(id, _)| Difference::Unknown(id.to_owned())));
        let name = experiment.name();
        for (extension, now) in self.files(name, report) {
            let file = format!("{name}.{extension}");
            let stored = match extension {
                PACKED_JSON => Self::read_json(folder, name)?,
                // It has the records of the JSON again, and is not kept in the repository.
                "csv" => continue,
                _ => {
                    let path = folder.join(&file);
                    fs::read_to_string(&path).map_err(fault(&path))?
                }
            };
            differences.extend(first_difference(&file, &now, &stored));
        }
        Ok(differences)
    }

    /// Measures again a sample of the cells that took at most `each`, and compares the results.
    /// Returns the number of measurements and the differences.
    pub fn measure_again(
        &self,
        experiment: &dyn Experiment,
        each: Duration,
        sample: Sample,
    ) -> (usize, Vec<Difference>) {
        let tasks = experiment.tasks();
        let cost = |id: &str| {
            let Measured { cell, took, .. } = self.cells.measured(id)?;
            // A search that the clock or another node limit ended may end otherwise now.
            let is_comparable = match cell {
                Cell::Done { .. } => self.nodes.is_none_or(|nodes| !took_more(cell, nodes)),
                Cell::OverNodes { nodes } => self.nodes == Some(*nodes),
                _ => false,
            };
            cell.number(SECONDS).or(*took).filter(|_| is_comparable)
        };
        let mut cheap: Vec<_> = tasks
            .iter()
            .filter_map(|task| Some((cost(task.id())?, task)))
            .filter(|(seconds, _)| *seconds <= each.as_secs_f64())
            .collect();
        cheap.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let chosen = sample.choose(cheap);
        let limits = Limits { visits: self.nodes, ..Limits::default() };
        let difference = |task: &&Task| {
            let id = task.id();
            // The order of the values in an object does not matter.
            let [now, stored] = [Some(&task.measure(&limits)), self.cells.get(id)].map(without_times);
            (now != stored).then(|| Difference::Cell {
                id: id.to_owned(),
                now: now.to_string(),
                stored: stored.to_string(),
            })
        };
        let differences = chosen.iter().filter_map(difference).collect();
        (chosen.len(), differences)
    }
}

/// Returns the path of the JSON of a report of an older version.
fn plain_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.json"))
}

/// Packs a text. The same text always gives the same bytes, since they have no time.
fn pack(text: &str) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// Whether a measurement took more nodes than this limit, because it was made with a larger one.
fn took_more(cell: &Cell, limit: u64) -> bool {
    match cell {
        Cell::OverNodes { nodes } => *nodes > limit,
        cell => cell.count("nodes").is_some_and(|nodes| nodes > limit),
    }
}

/// The values of a cell without times, which differ from run to run.
fn without_times(cell: Option<&Cell>) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.retain(|name, _| !name.ends_with(SECONDS));
                map.values_mut().for_each(strip);
            }
            Value::Array(list) => list.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(cell).unwrap_or_default();
    strip(&mut value);
    value
}

fn first_difference(file: &str, now: &str, stored: &str) -> Option<Difference> {
    if now == stored {
        return None;
    }
    let (mut ours, mut theirs) = (now.lines(), stored.lines());
    (1..).find_map(|line| match (ours.next(), theirs.next()) {
        (None, None) => Some(None),
        (now, stored) if now == stored => None,
        (now, stored) => Some(Some(Difference::Text {
            file: file.to_owned(),
            line,
            now: now.unwrap_or_default().to_owned(),
            stored: stored.unwrap_or_default().to_owned(),
        })),
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_text_has_no_time_and_is_read_again() {
        let packed = pack("{}\n").unwrap();
        assert_eq!(packed[4..8], [0; 4]);
        let mut text = String::new();
        MultiGzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "{}\n");
    }
}
