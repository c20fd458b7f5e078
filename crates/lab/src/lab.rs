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

use crate::cell::{Cell, Cells};
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

/// The error for a file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct LabError {
    /// The file.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

/// Runs experiments. Measurements that several experiments share are made once.
#[derive(Debug)]
pub struct Lab {
    settings: LabSettings,
    machine: Machine,
    cells: Cells,
}

/// The first line of a file of saved cells. Cells of another version are not used.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    experiment: String,
    version: String,
    release: bool,
}

/// A further line of a file of saved cells.
#[derive(Serialize, Deserialize)]
struct Kept {
    id: String,
    cell: Cell,
}

impl Head {
    /// The cells in the text of a file of saved cells that has this head.
    fn cells(&self, text: &str) -> Vec<Kept> {
        let mut lines = text.lines();
        let same = |line: &str| serde_json::from_str::<Head>(line).is_ok_and(|found| found == *self);
        if !lines.next().is_some_and(same) {
            return Vec::new();
        }
        // The last line may be incomplete.
        lines.map_while(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The cells of the experiment's report in a folder, if it is unfinished. A finished one is measured anew.
    fn cells_of_report(&self, folder: &Path) -> Vec<Kept> {
        let is_mine = |report: &StoredReport| {
            !report.complete
                && report.machine.version == self.version
                && report.machine.release == self.release
        };
        let report = StoredReport::read(folder, &self.experiment).ok().filter(is_mine);
        let kept = |(id, cell): (&str, &Cell)| Kept { id: id.to_owned(), cell: cell.clone() };
        report.map(|report| report.cells.iter().map(kept).collect()).unwrap_or_default()
    }
}

impl Lab {
    /// A lab without results.
    pub fn new(settings: LabSettings) -> Lab {
        Lab { settings, machine: Machine::this(), cells: Cells::default() }
    }

    /// The machine on which the lab runs.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Runs an experiment, or continues a run that was stopped in the same folder. Fails if a file cannot be read or written.
    ///
    /// Each cell is saved in `NAME.partial.jsonl` at once. At the end `NAME.json`, `.csv`, `.md` and `.svg` are written, and
    /// the saved cells are deleted if the run is complete.
    pub fn run(
        &mut self,
        experiment: &dyn Experiment,
        mut progress: impl FnMut(LabProgress<'_>),
    ) -> Result<LabRun, LabError> {
        let (about, tasks) = (experiment.about(), experiment.tasks());
        let (time, nodes) = (self.settings.time.or(about.time), self.settings.nodes.or(about.nodes));
        let limits = Limits { time, nodes, stop: self.settings.stop.clone(), ..Limits::default() };
        let mut kept = match self.settings.out.clone() {
            Some(folder) => {
                fs::create_dir_all(&folder).map_err(fault(&folder))?;
                Some(self.resume(&folder, about.name)?)
            }
            None => None,
        };
        let (mut own, mut complete) = (Cells::default(), true);
        for (done, task) in tasks.iter().enumerate() {
            let known = self.cells.get(task.id()).cloned();
            let cell = match known.clone() {
                Some(cell) if is_enough(&cell, &limits) => cell,
                // What a smaller limit left open is still known.
                Some(cell) if self.is_stopped() => {
                    complete = false;
                    cell
                }
                None if self.is_stopped() => Cell::Stopped,
                _ => {
                    progress(LabProgress { done, of: tasks.len(), task: Some(task.id()) });
                    let cell = task.timed(&limits);
                    if cell == Cell::Stopped {
                        complete = false;
                        known.unwrap_or(Cell::Stopped)
                    } else {
                        if let Some((path, file)) = &mut kept {
                            let line = Kept { id: task.id().to_owned(), cell: cell.clone() };
                            append(file, &line).map_err(fault(path))?;
                        }
                        cell
                    }
                }
            };
            if cell == Cell::Stopped {
                complete = false;
                continue;
            }
            self.cells.insert(task.id().to_owned(), cell.clone());
            own.insert(task.id().to_owned(), cell);
        }
        progress(LabProgress { done: tasks.len(), of: tasks.len(), task: None });
        let stored = StoredReport { machine: self.machine.clone(), time, nodes, complete, cells: own };
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

    fn is_stopped(&self) -> bool {
        self.settings.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Reads the saved cells and opens the file to append more. Of cells with the same name the last one counts. Without such a
    /// file, which is not kept with the reports, the cells of an unfinished report are the saved ones.
    fn resume(&mut self, folder: &Path, name: &str) -> Result<(PathBuf, File), LabError> {
        let path = folder.join(format!("{name}.partial.jsonl"));
        let head = Head {
            experiment: name.to_owned(),
            version: self.machine.version.clone(),
            release: self.machine.release,
        };
        let cells = match fs::read_to_string(&path) {
            Ok(text) => head.cells(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => head.cells_of_report(folder),
            Err(error) => return Err(fault(&path)(error)),
        };
        // The lines are written to a draft first, so that nothing is lost if the process is killed here.
        let draft = folder.join(format!(".{name}.partial.{}.tmp", std::process::id()));
        let mut file = File::create(&draft).map_err(fault(&draft))?;
        append(&mut file, &head).map_err(fault(&draft))?;
        for kept in &cells {
            append(&mut file, kept).map_err(fault(&draft))?;
        }
        fs::rename(&draft, &path).map_err(fault(&path))?;
        // What this run has measured for another experiment may be better than what is saved.
        for Kept { id, cell } in cells {
            if self.cells.get(&id).is_none_or(|known| !says_more(known, &cell)) {
                self.cells.insert(id, cell);
            }
        }
        let file = OpenOptions::new().append(true).open(&path).map_err(fault(&path))?;
        Ok((path, file))
    }
}

/// Whether a saved cell need not be measured again. One that exceeded its limit is measured again with a larger limit.
fn is_enough(cell: &Cell, limits: &Limits) -> bool {
    match cell {
        Cell::Done { .. } | Cell::Failed { .. } => true,
        Cell::Over { seconds } => limits.time.is_some_and(|time| time.as_secs_f64() <= *seconds),
        Cell::OverNodes { nodes } => limits.nodes.is_some_and(|limit| limit <= *nodes),
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
    |source| LabError { path, source }
}
