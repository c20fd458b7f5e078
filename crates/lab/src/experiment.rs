//! What an experiment is, and the list of all.

use std::time::Duration;

use crate::cell::{Cells, Task};
use crate::graphs::Graphs;
use crate::ishitobi::{Reshaping, Separation};
use crate::kishimoto::KishimotoTable;
use crate::report::Report;
use crate::sakuta::{SakutaFigures, SakutaMates, SakutaTable, SakutaTable1, SakutaTable4};
use crate::soeda::SoedaBrinkmate;
use crate::song::{DeepVersusEpsilon, SongFigures};
use crate::techniques::{LEAF_NUMBERS, MATE_TECHNIQUES};

/// Something to be measured and reported.
pub trait Experiment: Sync {
    /// Its name, which is also the name of its files.
    fn name(&self) -> &'static str;

    /// One line about it.
    fn summary(&self) -> &'static str;

    /// What is measured, in this order.
    fn tasks(&self) -> Vec<Task>;

    /// The report on what was measured; some cells may be missing.
    fn report(&self, cells: &Cells) -> Report;

    /// Longest time of a single measurement, unless the settings name another.
    fn time(&self) -> Option<Duration> {
        None
    }

    /// Which times are reported.
    fn clock(&self) -> &'static str {
        "times by the clock"
    }
}

/// Every experiment.
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
    &Separation::TABLE_1,
    &Separation::TABLE_2,
    &Reshaping::TABLE_3,
    &Reshaping::TABLE_4,
    &MATE_TECHNIQUES,
    &LEAF_NUMBERS,
    &SongFigures { problems: 36 },
    &DeepVersusEpsilon { instances: 15 },
    &Graphs { scale: 1.0 },
];

/// The experiment of this name.
pub fn experiment(name: &str) -> Option<&'static dyn Experiment> {
    EXPERIMENTS.iter().copied().find(|experiment| experiment.name() == name)
}
