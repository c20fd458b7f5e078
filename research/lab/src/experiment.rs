//! The interface of experiments, and the list of all experiments.

use std::time::Duration;

use crate::cell::{Cells, Task};
use crate::graphs::Graphs;
use crate::ishitobi::{Difficulty, Reshaping, Separation};
use crate::kishimoto::KishimotoTable;
use crate::report::Report;
use crate::sakuta::{SakutaFigures, SakutaMates, SakutaTable, SakutaTable1, SakutaTable4};
use crate::soeda::{BrinkmateLeafNumbers, SoedaBrinkmate};
use crate::song::{DeepVersusEpsilon, SongFigures};
use crate::techniques::{LEAF_NUMBERS, MATE_TECHNIQUES};

/// The name of an experiment, and how its measurements are timed.
#[derive(Clone, Copy, Debug)]
pub struct ExperimentInfo {
    /// The name of the experiment and of its files.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The time limit of a single measurement, unless the settings give another. Reports regenerate to the same counts only
    /// where the node limit ends a search first.
    pub time: Option<Duration>,
    /// The node limit of a single measurement, unless the settings give another.
    pub nodes: Option<u64>,
    /// The CPU time of all measurements of the stored report, or the time by the clock if their CPU
    /// times are unknown.
    pub takes: &'static str,
    /// The kind of times in the report.
    pub clock: &'static str,
}

impl ExperimentInfo {
    /// An experiment without a time limit of its own, timed in wall-clock time.
    pub const fn new(name: &'static str, summary: &'static str) -> ExperimentInfo {
        ExperimentInfo {
            name,
            summary,
            time: None,
            nodes: None,
            takes: "seconds",
            clock: "times by the clock",
        }
    }

    /// Sets the time limit of a single measurement.
    #[must_use]
    pub const fn limited(self, time: Duration) -> ExperimentInfo {
        ExperimentInfo { time: Some(time), ..self }
    }

    /// Sets the node limit of a single measurement.
    #[must_use]
    pub const fn limited_to(self, nodes: u64) -> ExperimentInfo {
        ExperimentInfo { nodes: Some(nodes), ..self }
    }

    /// Sets the time that the whole experiment takes.
    #[must_use]
    pub const fn taking(self, takes: &'static str) -> ExperimentInfo {
        ExperimentInfo { takes, ..self }
    }

    /// Sets the kind of times in the report.
    #[must_use]
    pub const fn timed_by(self, clock: &'static str) -> ExperimentInfo {
        ExperimentInfo { clock, ..self }
    }
}

/// An experiment: a list of measurements, and a report on their results.
pub trait Experiment: Sync {
    /// The name of the experiment, and how it is timed.
    fn info(&self) -> ExperimentInfo;

    /// The measurements, in the order in which they are made.
    fn tasks(&self) -> Vec<Task>;

    /// The report on the results. Cells that were not measured are missing.
    fn report(&self, cells: &Cells) -> Report;

    /// The name of the experiment and of its files.
    fn name(&self) -> &'static str {
        self.info().name
    }
}

/// All experiments.
pub const EXPERIMENTS: &[&dyn Experiment] = &[
    &SakutaTable1 { most_vacant: 17 },
    &SakutaTable::TABLE_2,
    &SakutaTable::TABLE_3,
    &SakutaTable4 { most_vacant: 23 },
    &SakutaTable::TABLE_5,
    &SakutaFigures { most_vacant: 23 },
    &SakutaMates::TABLE_6,
    &SakutaMates::TABLE_7,
    &KishimotoTable::TABLE_1,
    &KishimotoTable::TABLE_2,
    &KishimotoTable::TABLE_3,
    &SoedaBrinkmate { most: usize::MAX },
    &BrinkmateLeafNumbers { most: usize::MAX },
    &Separation::TABLE_1,
    &Separation::TABLE_2,
    &Reshaping::TABLE_3,
    &Reshaping::TABLE_4,
    &Difficulty::FULL,
    &MATE_TECHNIQUES,
    &LEAF_NUMBERS,
    &SongFigures { problems: usize::MAX },
    &DeepVersusEpsilon { instances: 15 },
    &Graphs { scale: 1.0 },
];

/// The experiment with this name, or `None`.
pub fn experiment(name: &str) -> Option<&'static dyn Experiment> {
    EXPERIMENTS.iter().copied().find(|experiment| experiment.name() == name)
}
