//! Brinkmates (必至): wins by checks and threatmates, found by λ-search.

mod game;
mod query;
mod solver;
mod table;
pub(crate) mod verify;

pub use game::ThreatProblem;
pub use query::{AttackerWin, Brinkmate, BrinkmateOptions, Defence, MoveThreat, ThreatAnswer, ThreatVerdict};
pub use table::ThreatTable;
pub(crate) use verify::{Attack, BrinkmateReplay};
