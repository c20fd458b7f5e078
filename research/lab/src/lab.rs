//! Runs of experiments: measures cells, saves them, resumes stopped runs, and writes reports.
//!
//! Each cell is appended to a file as soon as it is measured, because a run may take hours and may be stopped at any time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use yomikiri_pns::Limits;

use crate::build::{Build, describe};
use crate::cell::{Cell, Cells, Measured};
use crate::experiment::Experiment;
use crate::machine::Machine;
use crate::report::Report;
use crate::stored::StoredReport;

/// The settings of a lab.
#[derive(Clone, Debug, Default)]
pub struct LabSettings {
    /// The folder for the results. Without one nothing is written.
    pub out: Option<PathBuf>,
    /// The time limit of a single measurement, in place of the experiment's own.
    pub time: Option<Duration>,
    /// The node limit of a single measurement, in place of the experiment's own.
    pub nodes: Option<u64>,
    /// Whether a run that another build began is continued. Otherwise such a run is an error.
    pub mix: bool,
    /// A flag that stops the run when it is set. Results so far are reported and saved.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct LabProgress<'a> {
    /// The number of finished measurements.
    pub done: usize,
    /// The number of all measurements.
    pub of: usize,
    /// The next measurement; `None` at the end.
    pub task: Option<&'a str>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct LabRun {
    /// The report.
    pub report: Report,
    /// Whether every measurement was made. Those that exceeded a limit count as made.
    pub complete: bool,
    /// The files that were written.
    pub files: Vec<PathBuf>,
}

/// The error of a lab.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A stopped run has cells of another build.
    #[error("{}: measured by {found}, this is {this}", path.display())]
    OtherBuild {
        /// The file with the cells.
        path: PathBuf,
        /// The other build.
        found: String,
        /// This build.
        this: String,
    },
}

/// Runs experiments. Measurements that several experiments share are made once.
#[derive(Debug)]
pub struct Lab {
    settings: LabSettings,
    machine: Machine,
    cells: Cells,
    /// This build, and the other builds of the cells.
    builds: Vec<Build>,
}

/// A line of a file of saved cells.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    /// A build that measured some of the cells. Older versions wrote no build.
    Head { experiment: String, build: Option<Build> },
    /// A cell.
    SavedCell { id: String, cell: Measured },
}

/// The cells of a run that was stopped.
#[derive(Default)]
struct Saved {
    cells: Cells,
    builds: Vec<Build>,
}

impl Saved {
    /// Reads the text of a file of saved cells. Of cells with the same name the last one counts.
    fn parse(text: &str) -> Saved {
        let mut saved = Saved::default();
        // The last line may be incomplete.
        for line in text.lines().map_while(|line| serde_json::from_str(line).ok()) {
            match line {
                Line::Head { build, .. } => saved.builds.extend(build),
                Line::SavedCell { id, cell } => saved.cells.insert(id, cell),
            }
        }
        saved
    }

    /// Reads the cells of an unfinished report. A finished report is measured anew.
    fn from_report(folder: &Path, name: &str) -> Saved {
        let report = StoredReport::read(folder, name).ok().filter(|report| !report.complete);
        report.map(|report| Saved { cells: report.cells, builds: report.builds }).unwrap_or_default()
    }
}

impl Lab {
    /// A lab without results.
    pub fn new(settings: LabSettings) -> Lab {
        let builds = Build::this().cloned().into_iter().collect();
        Lab { settings, machine: Machine::this(), cells: Cells::default(), builds }
    }

    /// The machine on which the lab runs.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Runs an experiment, or continues a run that was stopped in the same folder. Fails if a file
    /// cannot be read or written, or if another build began the run.
    ///
    /// Each cell is saved in `NAME.partial.jsonl` at once. At the end `NAME.json.gz`, `.csv`, `.md`
    /// and `.svg` are written, and the saved cells are deleted if the run is complete.
    pub fn run(
        &mut self,
        experiment: &dyn Experiment,
        mut progress: impl FnMut(LabProgress<'_>),
    ) -> Result<LabRun, LabError> {
        let (about, tasks) = (experiment.info(), experiment.tasks());
        let (time, nodes) = (self.settings.time.or(about.time), self.settings.nodes.or(about.nodes));
        let limits = Limits { time, visits: nodes, stop: self.settings.stop.clone(), ..Limits::default() };
        let mut kept = match self.settings.out.clone() {
            Some(folder) => {
                fs::create_dir_all(&folder).map_err(fault(&folder))?;
                Some(self.resume(&folder, about.name)?)
            }
            None => None,
        };
        let (mut own, mut complete) = (Cells::default(), true);
        for (done, task) in tasks.iter().enumerate() {
            let known = self.cells.measured(task.id()).cloned();
            let cell = match known {
                Some(known) if is_enough(&known.cell, &limits) => Some(known),
                known => {
                    let measured = if self.is_stopped() {
                        None
                    } else {
                        progress(LabProgress { done, of: tasks.len(), task: Some(task.id()) });
                        Some(task.timed(&limits)).filter(|measured| measured.cell != Cell::Stopped)
                    };
                    if let Some(mut measured) = measured {
                        measured.build = Build::this().map(|build| build.executable.clone());
                        if let Some((path, file)) = &mut kept {
                            let line = Line::SavedCell { id: task.id().to_owned(), cell: measured.clone() };
                            append(file, &line).map_err(fault(path))?;
                        }
                        Some(measured)
                    } else {
                        complete = false;
                        // What a smaller limit left open is still known.
                        known
                    }
                }
            };
            let Some(cell) = cell else { continue };
            self.cells.insert(task.id().to_owned(), cell.clone());
            own.insert(task.id().to_owned(), cell);
        }
        progress(LabProgress { done: tasks.len(), of: tasks.len(), task: None });
        let stored = StoredReport {
            machine: self.machine.clone(),
            builds: self.builds_of(&own),
            time,
            nodes,
            complete,
            outdated: None,
            cells: own,
        };
        let report = stored.report(experiment);
        let mut files = Vec::new();
        if let Some((partial, file)) = kept {
            drop(file);
            let folder = partial.parent().unwrap_or(Path::new("."));
            files = stored.write(folder, about.name, &report)?;
            if complete {
                fs::remove_file(&partial).map_err(fault(&partial))?;
            }
        }
        Ok(LabRun { report, complete, files })
    }

    /// Returns the builds that measured these cells.
    fn builds_of(&self, cells: &Cells) -> Vec<Build> {
        let is_used = |build: &&Build| {
            cells.iter().any(|(_, measured)| measured.build.as_ref() == Some(&build.executable))
        };
        self.builds.iter().filter(is_used).cloned().collect()
    }

    fn is_stopped(&self) -> bool {
        self.settings.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Fails if [`run`](Lab::run) would refuse to continue a stopped run of the experiment.
    pub fn may_run(&self, experiment: &dyn Experiment) -> Result<(), LabError> {
        self.settings.out.as_ref().map_or(Ok(()), |folder| self.saved(folder, experiment.name()).map(|_| ()))
    }

    /// Reads the saved cells of an experiment, or the cells of its unfinished report if there is no
    /// file of saved cells.
    fn saved(&self, folder: &Path, name: &str) -> Result<Saved, LabError> {
        let mut path = partial(folder, name);
        let saved = match fs::read_to_string(&path) {
            Ok(text) => Saved::parse(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                path = StoredReport::path(folder, name);
                Saved::from_report(folder, name)
            }
            Err(error) => return Err(fault(&path)(error)),
        };
        if !self.settings.mix
            && let Some((_, other)) = saved.cells.iter().find(|(_, measured)| !is_of_this_build(measured))
        {
            let found = saved.builds.iter().find(|build| Some(&build.executable) == other.build.as_ref());
            return Err(LabError::OtherBuild { path, found: describe(found), this: describe(Build::this()) });
        }
        Ok(saved)
    }

    /// Takes in the saved cells and opens the file to append more.
    fn resume(&mut self, folder: &Path, name: &str) -> Result<(PathBuf, File), LabError> {
        let (path, Saved { cells, builds }) = (partial(folder, name), self.saved(folder, name)?);
        for build in builds {
            if !self.builds.contains(&build) {
                self.builds.push(build);
            }
        }
        // The lines are written to a draft first, so that nothing is lost if the process is killed here.
        let draft = folder.join(format!(".{name}.partial.{}.tmp", std::process::id()));
        let mut file = File::create(&draft).map_err(fault(&draft))?;
        let head = |build: &Build| Line::Head { experiment: name.to_owned(), build: Some(build.clone()) };
        let kept = |(id, cell): (&str, &Measured)| Line::SavedCell { id: id.to_owned(), cell: cell.clone() };
        for line in self.builds.iter().map(head).chain(cells.iter().map(kept)) {
            append(&mut file, &line).map_err(fault(&draft))?;
        }
        fs::rename(&draft, &path).map_err(fault(&path))?;
        // What this run has measured for another experiment may be better than what is saved.
        for (id, saved) in cells.iter() {
            if self.cells.get(id).is_none_or(|known| !says_more(known, &saved.cell)) {
                self.cells.insert(id.to_owned(), saved.clone());
            }
        }
        let file = OpenOptions::new().append(true).open(&path).map_err(fault(&path))?;
        Ok((path, file))
    }
}

/// The file of the saved cells of an experiment.
fn partial(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.partial.jsonl"))
}

/// Whether this very build measured a cell.
fn is_of_this_build(measured: &Measured) -> bool {
    Build::this().is_some_and(|this| measured.build.as_ref() == Some(&this.executable))
}

/// Whether a saved cell need not be measured again. One that exceeded its limit is measured again with a larger limit.
fn is_enough(cell: &Cell, limits: &Limits) -> bool {
    match cell {
        Cell::Done { .. } | Cell::Failed { .. } => true,
        Cell::Over { seconds } => limits.time.is_some_and(|time| time.as_secs_f64() <= *seconds),
        Cell::OverNodes { nodes } => limits.visits.is_some_and(|limit| limit <= *nodes),
        Cell::Stopped => false,
    }
}

/// Whether a cell says more on its measurement than another: that it was made, or that it exceeds a larger limit.
fn says_more(cell: &Cell, other: &Cell) -> bool {
    match (cell, other) {
        (Cell::Done { .. }, other) => !matches!(other, Cell::Done { .. }),
        (Cell::OverNodes { nodes }, Cell::OverNodes { nodes: fewer }) => nodes > fewer,
        (Cell::Over { seconds }, Cell::Over { seconds: fewer }) => seconds > fewer,
        _ => false,
    }
}

fn append(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

pub(crate) fn fault(path: &Path) -> impl FnOnce(io::Error) -> LabError + use<> {
    let path = path.to_owned();
    |source| LabError::File { path, source }
}
