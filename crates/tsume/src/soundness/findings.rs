//! What the judge finds along a line.

use yomikiri_shogi::Move;

use super::{Fault, Remark};

/// The faults, open questions and remarks of a line, in the order of the plies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub faults: Vec<Fault>,
    /// Faults that are neither shown nor excluded.
    pub open: Vec<Fault>,
    pub remarks: Vec<Remark>,
}

impl Findings {
    pub fn of_fault(fault: Fault) -> Findings {
        Findings { faults: vec![fault], ..Findings::default() }
    }

    pub fn of_open(fault: Fault) -> Findings {
        Findings { open: vec![fault], ..Findings::default() }
    }

    /// No faults and no open questions.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty() && self.open.is_empty()
    }

    /// These findings, after those of earlier plies.
    #[must_use]
    pub fn after(mut self, mut earlier: Findings) -> Findings {
        earlier.faults.append(&mut self.faults);
        earlier.open.append(&mut self.open);
        earlier.remarks.append(&mut self.remarks);
        earlier
    }
}

/// A line from some node on, with its findings.
pub(super) struct ExaminedLine {
    /// Empty if the line was not followed to its end.
    pub moves: Vec<Move>,
    pub findings: Findings,
}

impl ExaminedLine {
    /// A line that a limit ended before an answer of full length was found.
    pub fn undecided() -> ExaminedLine {
        ExaminedLine { moves: Vec::new(), findings: Findings::of_open(Fault::Length) }
    }

    /// A line that was not followed further because of its findings.
    pub fn broken_off(findings: Findings) -> ExaminedLine {
        ExaminedLine { moves: Vec::new(), findings }
    }
}
