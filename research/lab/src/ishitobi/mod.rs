//! Ishitobi, Cincotti and Iida: *Shape-keeping technique and its application to checkmate problem composition* (2013).
//!
//! Are the largest numbers of the root in a proof-number search a measure of a problem's beauty, and does shape keeping raise
//! them?

mod classes;
mod difficulty;
mod paper;
mod reshaping;
mod separation;

pub use difficulty::Difficulty;
pub use reshaping::Reshaping;
pub use separation::Separation;

use serde_json::{Value, json};
use yomikiri_compose::measure::{Bound, Measurement};

use crate::cell::Cell;
use crate::report::{Table, grouped};
use paper::PrintedProblem;

/// The kind of times in the reports.
const CLOCK: &str = "every limit is a number of nodes, so the figures are the same on every machine";

/// The smallest number of independent problems from which a conclusion is drawn.
const FEW: usize = 5;

/// The names of the measures in cells.
const KEYS: [&str; 3] = ["max_pn", "max_dn", "iterations"];

/// The measures as a cell stores them.
fn numbers_json(measurement: &Measurement) -> Value {
    let number = |bound: Bound<u64>| json!({ "value": bound.least(), "at_least": bound.exact().is_none() });
    KEYS.into_iter().zip(measurement.numbers().map(number)).collect()
}

/// Reads a number written by [`numbers_json`].
fn number(numbers: &Value, key: &str) -> Option<Bound<u64>> {
    let value = numbers[key]["value"].as_u64()?;
    Some(if numbers[key]["at_least"].as_bool()? { Bound::AtLeast(value) } else { Bound::Exact(value) })
}

/// The measures in the value `name` of a cell.
fn numbers(cell: &Cell, name: &str) -> Option<[Bound<u64>; 3]> {
    let numbers = cell.get(name)?;
    Some([number(numbers, KEYS[0])?, number(numbers, KEYS[1])?, number(numbers, KEYS[2])?])
}

/// A number as tables show it.
fn shown(number: Bound<u64>) -> String {
    number.map(grouped).to_string()
}

/// A table of the figures printed in the paper.
fn printed(title: &str, rows: &[PrintedProblem]) -> Table {
    let mut table = Table::new(title, "problem | MAX PN | MAX DN | iterations");
    for (name, numbers) in rows {
        table.rows.push([(*name).to_owned()].into_iter().chain(numbers.map(grouped)).collect());
    }
    table
}
