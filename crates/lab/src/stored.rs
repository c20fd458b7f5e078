//! Stored reports: written, made again from their cells, and compared with new measurements.
//!
//! A report goes stale when the program changes and the report does not. Two checks show that: the report is made again from the
//! stored cells, and some of the cells are measured again. Times may differ, nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use yomikiri_pns::Limits;

use crate::cell::{Cell, Cells, SECONDS};
use crate::experiment::Experiment;
use crate::lab::{LabError, fault};
use crate::machine::Machine;
use crate::plot::svg;
use crate::report::{Report, grouped, json_lines};

/// What a report is made from.
#[derive(Clone, Debug)]
pub struct StoredReport {
    /// The machine of the measurements.
    pub machine: Machine,
    /// The time limit of each measurement.
    pub time: Option<Duration>,
    /// The node limit of each measurement.
    pub nodes: Option<u64>,
    /// Whether every measurement was made.
    pub complete: bool,
    /// The measurements.
    pub cells: Cells,
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
    /// Reads `NAME.json` of a folder.
    pub fn read(folder: &Path, name: &str) -> Result<StoredReport, LabError> {
        let path = folder.join(format!("{name}.json"));
        let text = fs::read_to_string(&path).map_err(fault(&path))?;
        Self::parse(&text).map_err(|error| fault(&path)(error.into()))
    }

    fn parse(text: &str) -> serde_json::Result<StoredReport> {
        let mut report: Value = serde_json::from_str(text)?;
        Ok(StoredReport {
            machine: serde_json::from_value(report["machine"].take())?,
            time: serde_json::from_value::<Option<f64>>(report["time_limit"].take())?
                .map(Duration::from_secs_f64),
            nodes: serde_json::from_value(report["node_limit"].take())?,
            complete: serde_json::from_value(report["complete"].take())?,
            cells: serde_json::from_value(report["cells"].take())?,
        })
    }

    /// The report of an experiment on these measurements, with notes on how they were made.
    pub fn report(&self, experiment: &dyn Experiment) -> Report {
        let mut report = experiment.report(&self.cells);
        report.notes.push(format!("Measured on {}, {}.", self.machine.describe(), experiment.about().clock));
        if let Some(time) = self.time {
            report.notes.push(format!("Longest time of a single measurement: {} s.", time.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            let more = match self.cells.iter().filter(|(_, cell)| took_more(cell, nodes)).count() {
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

    fn files(&self, name: &str, report: &Report) -> [(String, String); 4] {
        let mut json = report.json(name, self.complete, &self.machine, &self.cells);
        json["time_limit"] = self.time.map(|time| time.as_secs_f64()).into();
        json["node_limit"] = self.nodes.into();
        let markdown = format!("{}\n![{}]({name}.svg)\n", report.markdown(), report.title);
        [("json", json_lines(&json)), ("csv", report.csv()), ("md", markdown), ("svg", svg(&report.drawings))]
            .map(|(extension, content)| (format!("{name}.{extension}"), content))
    }

    /// Writes the files of a report: JSON, CSV, Markdown and SVG. Each is written to a draft first, so that an interruption
    /// leaves no half file.
    pub fn write(&self, folder: &Path, name: &str, report: &Report) -> Result<Vec<PathBuf>, LabError> {
        let mut files = Vec::new();
        for (file, content) in self.files(name, report) {
            let path = folder.join(&file);
            let draft = folder.join(format!(".{file}.{}.tmp", std::process::id()));
            fs::write(&draft, content).map_err(fault(&draft))?;
            fs::rename(&draft, &path).map_err(fault(&path))?;
            files.push(path);
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
        for (file, now) in self.files(experiment.name(), report) {
            let path = folder.join(&file);
            let stored = fs::read_to_string(&path).map_err(fault(&path))?;
            differences.extend(first_difference(&file, &now, &stored));
        }
        Ok(differences)
    }

    /// Measures again the most expensive measurements that took at most `each`, up to `count` of them, and compares the
    /// results. Returns the number of measurements and the differences.
    pub fn measure_again(
        &self,
        experiment: &dyn Experiment,
        each: Duration,
        count: usize,
    ) -> (usize, Vec<Difference>) {
        let tasks = experiment.tasks();
        let seconds = |id: &str| self.cells.get(id).and_then(|cell| cell.number(SECONDS));
        let mut cheap: Vec<_> = tasks
            .iter()
            .filter_map(|task| Some((seconds(task.id())?, task)))
            .filter(|(seconds, _)| *seconds <= each.as_secs_f64())
            .collect();
        cheap.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        cheap.truncate(count);
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let difference = |task: &&crate::cell::Task| {
            let id = task.id();
            // The order of the values in an object does not matter.
            let [now, stored] = [Some(&task.measure(&limits)), self.cells.get(id)].map(without_times);
            (now != stored).then(|| Difference::Cell {
                id: id.to_owned(),
                now: now.to_string(),
                stored: stored.to_string(),
            })
        };
        let differences = cheap.iter().filter_map(|(_, task)| difference(task)).collect();
        (cheap.len(), differences)
    }
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
