//! Brinkmate (必至): wins by checks and threatmates, as λ-search sees them.

mod game;
mod solver;
mod table;
mod walk;

pub use game::ThreatProblem;
pub use solver::{Brinkmate, Defence, Outlook, Threat, ThreatAnswer, ThreatQuery, ThreatVerdict};
pub use table::ThreatTable;
