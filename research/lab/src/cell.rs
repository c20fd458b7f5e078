//! Measurements: tasks, and the cells that hold their results.

use std::collections::BTreeMap;
use std::time::Instant;

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use yomikiri_pns::{Limits, StopReason};

use crate::report::{grouped, object, seconds};

/// The name of the time that a measurement took. Names of other times end with it.
pub(crate) const SECONDS: &str = "seconds";

/// The named values of a measurement.
pub type Values = Map<String, Value>;

/// The result of one measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Cell {
    /// The measurement was made.
    Done {
        /// The measured values.
        values: Values,
    },
    /// The measurement exceeded its time limit.
    Over {
        /// The limit, in seconds.
        seconds: f64,
    },
    /// The measurement exceeded its node limit.
    OverNodes {
        /// The limit.
        nodes: u64,
    },
    /// The measurement failed for another reason.
    Failed {
        /// The reason.
        reason: String,
    },
    /// The user stopped the measurement. Such cells are not saved.
    Stopped,
}

impl Cell {
    /// The cell of a search that ended without a value.
    pub fn unsolved(reason: StopReason, limits: &Limits) -> Cell {
        match (reason, limits.time, limits.visits) {
            (StopReason::Stopped, ..) => Cell::Stopped,
            (StopReason::TimeLimit, Some(time), _) => Cell::Over { seconds: time.as_secs_f64() },
            (StopReason::VisitLimit, _, Some(nodes)) => Cell::OverNodes { nodes },
            (reason, ..) => Cell::Failed { reason: reason.to_string() },
        }
    }

    /// The value with this name, if there is one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Cell::Done { values } => values.get(name).filter(|value| !value.is_null()),
            _ => None,
        }
    }

    /// The value with this name as a whole number.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.get(name).and_then(Value::as_u64)
    }

    /// The value with this name as a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name).and_then(Value::as_f64)
    }

    /// The value with this name as tables show it.
    pub fn text(&self, name: &str) -> Option<String> {
        if name.ends_with(SECONDS) { self.number(name).map(seconds) } else { self.count(name).map(grouped) }
    }

    /// The reason why there are no values, in a few words; `None` if there are values.
    pub fn missing_reason(&self) -> Option<String> {
        match self {
            Cell::Done { .. } => None,
            Cell::Over { seconds } => Some(format!("> {seconds} s")),
            Cell::OverNodes { nodes } => Some(format!("> {} nodes", grouped(*nodes))),
            Cell::Failed { reason } => Some(reason.clone()),
            Cell::Stopped => Some("stopped".to_owned()),
        }
    }
}

/// A finished cell with these values, a JSON object.
pub fn done(values: Value) -> Cell {
    Cell::Done { values: object(values) }
}

/// A cell, and how it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The result.
    #[serde(flatten)]
    pub cell: Cell,
    /// The CPU time in seconds; `None` if an older version measured the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took: Option<f64>,
    /// The [`executable`](crate::Build::executable) of the build; `None` if the build is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

impl From<Cell> for Measured {
    fn from(cell: Cell) -> Measured {
        Measured { cell, took: None, build: None }
    }
}

/// Cells by the names of their tasks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cells(BTreeMap<String, Measured>);

impl Cells {
    /// The cell of a task, if it was measured.
    pub fn get(&self, id: &str) -> Option<&Cell> {
        self.measured(id).map(|measured| &measured.cell)
    }

    /// The cell of a task, and how it was measured.
    pub fn measured(&self, id: &str) -> Option<&Measured> {
        self.0.get(id)
    }

    /// Adds a cell.
    pub fn insert(&mut self, id: String, cell: impl Into<Measured>) {
        self.0.insert(id, cell.into());
    }

    /// All cells with the names of their tasks, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Measured)> {
        self.0.iter().map(|(id, measured)| (id.as_str(), measured))
    }
}

/// A measurement to be made. Tasks with the same name measure the same, even in different experiments.
pub struct Task {
    id: String,
    measure: Box<dyn Fn(&Limits) -> Cell>,
}

impl Task {
    /// A task. `measure` must obey the time limit and the stop flag of the limits it is given.
    pub fn new(id: impl Into<String>, measure: impl Fn(&Limits) -> Cell + 'static) -> Task {
        Task { id: id.into(), measure: Box::new(measure) }
    }

    /// The name of the task.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Makes the measurement.
    pub fn measure(&self, limits: &Limits) -> Cell {
        (self.measure)(limits)
    }

    /// Makes the measurement, with its CPU time. Adds `seconds`, the time by the clock, unless the
    /// measurement has its own.
    pub fn timed(&self, limits: &Limits) -> Measured {
        let (start, cpu) = (Instant::now(), ThreadTime::now());
        let mut cell = self.measure(limits);
        if let Cell::Done { values } = &mut cell {
            values.entry(SECONDS).or_insert_with(|| start.elapsed().as_secs_f64().into());
        }
        Measured { cell, took: Some(cpu.elapsed().as_secs_f64()), build: None }
    }
}
