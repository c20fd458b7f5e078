//! Problems as they are read from the cells of a run.

use yomikiri_compose::measure::Bound;

use super::super::numbers;
use crate::cell::Cell;

/// A problem that was examined.
#[derive(Clone, Debug, PartialEq)]
pub struct Examined {
    /// The MAX PN, MAX DN and iterations.
    pub numbers: [Bound<u64>; 3],
    /// The position as SFEN.
    pub position: String,
    /// The length found, and whether it is proved minimal.
    length: Option<(u64, bool)>,
    /// The verdict of the judge.
    pub soundness: String,
    /// The name of the first fault.
    pub fault: Option<String>,
}

impl Examined {
    /// Reads the value `name` of a cell.
    pub fn from_cell(cell: &Cell, name: &str) -> Option<Examined> {
        let value = cell.get(name)?;
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        Some(Examined {
            numbers: numbers(cell, name)?,
            position: text("position")?,
            length: value["length"].as_u64().zip(value["minimal"].as_bool()),
            soundness: text("soundness")?,
            fault: text("fault"),
        })
    }

    /// Whether the problem is sound, with or without flaws.
    pub fn is_sound(&self) -> bool {
        ["sound", "flawed"].contains(&self.soundness.as_str())
    }

    /// The length found, proved minimal or not.
    pub fn length(&self) -> Option<u64> {
        self.length.map(|(length, _)| length)
    }

    /// The length as tables show it.
    pub fn plies(&self) -> String {
        match self.length {
            Some((length, true)) => length.to_string(),
            Some((length, false)) => format!("≤ {length}"),
            None => "–".to_owned(),
        }
    }

    /// The verdict as tables show it, with the first fault.
    pub fn verdict(&self) -> String {
        match &self.fault {
            Some(fault) => format!("{} ({fault})", self.soundness),
            None => self.soundness.clone(),
        }
    }
}

/// A run of shape keeping that produced a problem.
pub struct Made {
    /// The measures of the original problem.
    pub before: [Bound<u64>; 3],
    /// The new problem.
    pub after: Examined,
    /// The repaired problem, if the new one was not sound and repair succeeded.
    pub repaired: Option<Examined>,
}

impl Made {
    /// Reads the run from a cell.
    pub fn from_cell(cell: &Cell) -> Option<Made> {
        let after = Examined::from_cell(cell, "after")?;
        let repaired = Examined::from_cell(cell, "repaired").filter(Examined::is_sound);
        Some(Made { before: numbers(cell, "before")?, after, repaired })
    }
}
