//! Tsume-shogi: mate problems and a solver for them.

mod brinkmate;
mod hands;
#[cfg(test)]
mod lies;
mod main_line;
mod plies;
mod problem;
mod replay;
mod simulation;
mod solver;
mod soundness;
mod table;
mod techniques;

pub use brinkmate::{
    Brinkmate, Defence, Outlook, Threat, ThreatAnswer, ThreatProblem, ThreatQuery, ThreatTable, ThreatVerdict,
};
pub use plies::Plies;
pub use problem::{MateKey, Problem};
pub use solver::{
    Answer, Effort, Event, Goal, Mate, NotAProblem, Query, Solver, Verdict, attacker, with_defenders_hand,
};
pub use soundness::{Fault, JudgeQuery, Judgement, Remark, Soundness, Spare};
pub use table::MateTable;
pub use techniques::{Techniques, UnknownTechnique};
