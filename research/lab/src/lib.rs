//! Experiments that reproduce the tables and figures of papers on proof-number search.
//!
//! An [`Experiment`] is a list of [`Task`]s, each of which measures one [`Cell`], and a function that makes a [`Report`] from
//! the cells. A [`Lab`] runs experiments. It saves each cell as soon as it is measured, so that a stopped run can be
//! continued, and writes the report as packed JSON, CSV, Markdown and SVG.
//!
//! ```
//! use yomikiri_lab::{Lab, LabSettings, experiment};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let table = experiment("sakuta-table-1").ok_or("no such experiment")?;
//! let settings = LabSettings { time: Some(std::time::Duration::from_millis(1)), ..LabSettings::default() };
//! let run = Lab::new(settings).run(table, |_| {})?;
//! assert!(run.report.markdown().contains(" 305 |"));
//! # Ok(())
//! # }
//! ```
//!
//! A new experiment is a file with a type that implements [`Experiment`], and a line in [`EXPERIMENTS`].

mod bootstrap;
mod build;
mod cell;
mod experiment;
mod graphs;
mod ishitobi;
mod kishimoto;
mod lab;
mod machine;
mod material;
mod mates;
mod plot;
mod random;
mod report;
mod sakuta;
mod sign_test;
mod soeda;
mod song;
mod stored;
mod techniques;

pub use bootstrap::{Median, Superiority};
pub use build::Build;
pub use cell::{Cell, Cells, Measured, Task, Values};
pub use experiment::{EXPERIMENTS, Experiment, ExperimentInfo, experiment};
pub use graphs::Graphs;
pub use ishitobi::{Difficulty, Reshaping, Separation};
pub use kishimoto::KishimotoTable;
pub use lab::{Lab, LabError, LabProgress, LabRun, LabSettings};
pub use machine::Machine;
pub use plot::{Bars, Drawing, LineStyle, Plot, Scale, Series, svg};
pub use random::{GraphShape, random_graph};
pub use report::{Claim, Holds, Report, ReportRecord, Table};
pub use sakuta::{
    BEST, PlainResult, SakutaFigures, SakutaMates, SakutaTable, SakutaTable1, SakutaTable4, SearchVariant,
    TerminalStatistics, WHOLE_GAME, plain_search, positions, terminal_statistics,
};
pub use soeda::{BrinkmateLeafNumbers, SoedaBrinkmate};
pub use song::{DeepVersusEpsilon, SongFigures};
pub use stored::{Difference, Outdated, Sample, StoredReport};
pub use techniques::{LEAF_NUMBERS, MATE_TECHNIQUES, MateComparison};
