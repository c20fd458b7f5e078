//! Measurements.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use yomikiri_pns::{Limits, StopReason};

use crate::report::{grouped, seconds};

/// Named figures of a measurement.
pub type Values = Map<String, Value>;

/// The result of one measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Cell {
    /// It was made.
    Done {
        /// What came out.
        values: Values,
    },
    /// It took longer than allowed.
    Over {
        /// The limit, in seconds.
        seconds: f64,
    },
    /// It ended for another reason.
    Failed {
        /// The reason.
        reason: String,
    },
    /// It was stopped by the user; never kept.
    Stopped,
}

impl Cell {
    /// The cell of a search that ended without a value.
    pub fn unsolved(reason: StopReason, limits: &Limits) -> Cell {
        match (reason, limits.time) {
            (StopReason::Interrupted, _) => Cell::Stopped,
            (StopReason::Time, Some(time)) => Cell::Over { seconds: time.as_secs_f64() },
            (reason, _) => Cell::Failed { reason: reason.to_string() },
        }
    }

    /// A figure by name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Cell::Done { values } => values.get(name).filter(|value| !value.is_null()),
            _ => None,
        }
    }

    /// A whole number by name.
    pub fn count(&self, name: &str) -> Option<u64> {
        self.get(name).and_then(Value::as_u64)
    }

    /// A number by name.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name).and_then(Value::as_f64)
    }

    /// A figure by name, as tables show it.
    pub fn text(&self, name: &str) -> Option<String> {
        if name.ends_with("seconds") { self.number(name).map(seconds) } else { self.count(name).map(grouped) }
    }

    /// Why there are no figures, as short as a table needs it.
    pub fn excuse(&self) -> Option<String> {
        match self {
            Cell::Done { .. } => None,
            Cell::Over { seconds } => Some(format!("> {seconds} s")),
            Cell::Failed { reason } => Some(reason.clone()),
            Cell::Stopped => Some("stopped".to_owned()),
        }
    }
}

/// A cell with these values.
pub fn done(values: Value) -> Cell {
    Cell::Done { values: values.as_object().cloned().unwrap_or_default() }
}

/// Cells by the names of their tasks.
#[derive(Clone, Debug, Default)]
pub struct Cells(BTreeMap<String, Cell>);

impl Cells {
    /// The cell of a task, if it was measured.
    pub fn get(&self, id: &str) -> Option<&Cell> {
        self.0.get(id)
    }

    /// Keeps a cell.
    pub fn insert(&mut self, id: String, cell: Cell) {
        self.0.insert(id, cell);
    }

    /// All cells, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Cell)> {
        self.0.iter().map(|(id, cell)| (id.as_str(), cell))
    }
}

/// One measurement to be made. Tasks with the same name measure the same, whichever experiment they belong to.
pub struct Task {
    id: String,
    measure: Box<dyn Fn(&Limits) -> Cell>,
}

impl Task {
    /// A measurement that keeps time limit and stop flag of the limits it is given.
    pub fn new(id: impl Into<String>, measure: impl Fn(&Limits) -> Cell + 'static) -> Task {
        Task { id: id.into(), measure: Box::new(measure) }
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Makes it.
    pub fn measure(&self, limits: &Limits) -> Cell {
        (self.measure)(limits)
    }
}
