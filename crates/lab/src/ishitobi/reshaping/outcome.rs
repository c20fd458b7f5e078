//! What the cells of a run say.

use yomikiri_compose::measure::Bound;

use super::super::numbers;
use crate::cell::Cell;

/// A problem that was examined.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// MAX PN, MAX DN, iterations.
    pub numbers: [Bound<u64>; 3],
    /// The problem.
    pub position: String,
    /// The length that was found, and whether it is minimal.
    length: Option<(u64, bool)>,
    /// The judge's verdict.
    pub soundness: String,
    /// The first fault, by its name.
    pub fault: Option<String>,
}

impl Outcome {
    /// The one of a cell under a name.
    pub fn of(cell: &Cell, name: &str) -> Option<Outcome> {
        let value = cell.get(name)?;
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        Some(Outcome {
            numbers: numbers(cell, name)?,
            position: text("position")?,
            length: value["length"].as_u64().zip(value["minimal"].as_bool()),
            soundness: text("soundness")?,
            fault: text("fault"),
        })
    }

    /// Whether the judge is content.
    pub fn is_sound(&self) -> bool {
        self.soundness == "sound"
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

/// A run of shape keeping that made a problem.
pub struct Made<'a> {
    /// Its cell.
    pub cell: &'a Cell,
    /// The measures of the problem that it started from.
    pub before: [Bound<u64>; 3],
    /// The problem that it made.
    pub after: Outcome,
    /// The sound problem that repair made of that, if it was not sound.
    pub repaired: Option<Outcome>,
}

impl Made<'_> {
    /// The run of a cell.
    pub fn of(cell: &Cell) -> Option<Made<'_>> {
        let after = Outcome::of(cell, "after")?;
        let repaired = Outcome::of(cell, "repaired").filter(Outcome::is_sound);
        Some(Made { cell, before: numbers(cell, "before")?, after, repaired })
    }
}
