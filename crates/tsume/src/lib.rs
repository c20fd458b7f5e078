//! Tsume-shogi: mate problems as AND/OR games, a solver, brinkmates, and a judge of soundness.
//!
//! ```
//! use yomikiri_shogi::Position;
//! use yomikiri_tsume::{MateVerdict, Query, Solver, attacker, with_defenders_hand};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G 1")?;
//! let attacker = attacker(&position);
//! let position = with_defenders_hand(position, attacker);
//! let mut solver = Solver::new(64 << 20)?;
//! let answer = solver.solve(&position, attacker, &Query::default(), &mut |_| {})?;
//! let MateVerdict::Mate(mate) = answer.verdict else { panic!("there is a mate") };
//! assert_eq!((mate.length(), mate.line[0].to_string().as_str()), (1, "G*5b"));
//! # Ok(())
//! # }
//! ```
//!
//! [`Solver::solve`] finds shortest mates, [`Solver::solve_threats`] brinkmates, and [`Solver::judge`] says whether a problem is
//! sound. Every mate and brinkmate that they return was verified by the rules of shogi. "No mate" rests on the table.
//! [`Problem`] and [`ThreatProblem`] are the games, for use with the searches of `yomikiri-pns`.

mod brinkmate;
mod hands;
#[cfg(test)]
mod lies;
mod main_line;
mod plies;
mod problem;
mod query;
mod replay;
mod run;
mod simulation;
mod solver;
mod soundness;
mod table;
mod techniques;

pub use brinkmate::{
    AttackerWin, Brinkmate, Defence, MoveThreat, ThreatAnswer, ThreatProblem, ThreatQuery, ThreatTable,
    ThreatVerdict,
};
pub use plies::Plies;
pub use problem::{MateKey, Problem};
pub use query::{
    Effort, Event, Goal, Mate, MateAnswer, MateVerdict, NotAProblem, Query, attacker, with_defenders_hand,
};
pub use solver::Solver;
pub use soundness::{Fault, JudgeQuery, Judgement, ProblemPiece, Remark, Soundness};
pub use table::{MateTable, TableError};
pub use techniques::{Techniques, UnknownTechnique};
